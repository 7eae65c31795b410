import type { ServiceIdentifier } from 'inversify';

/** NOT_SCANNED: the installation has no scanner. */
export type ScanResult = 'CLEAN' | 'NOT_SCANNED' | { readonly infected: string };

/** Scans uploaded files for viruses. */
export interface VirusScanner {
  /** Throws `service.unavailable` when the scan failed, so that the upload is refused. */
  scan(content: Buffer): Promise<ScanResult>;
}

export const VIRUS_SCANNER: ServiceIdentifier<VirusScanner> = Symbol('VirusScanner');

/** For installations without a scanner. */
export const noScanner: VirusScanner = { scan: async () => 'NOT_SCANNED' };
