import type { ServiceIdentifier } from 'inversify';

/** NOT_SCANNED: nobody looked, because the installation has no scanner. */
export type ScanResult = 'CLEAN' | 'NOT_SCANNED' | { readonly infected: string };

/** Looks for viruses in what people send. */
export interface VirusScanner {
  /** Throws `service.unavailable` when nobody could look: what was not looked at is not taken. */
  scan(content: Buffer): Promise<ScanResult>;
}

export const VIRUS_SCANNER: ServiceIdentifier<VirusScanner> = Symbol('VirusScanner');

/** For installations without a scanner. */
export const noScanner: VirusScanner = { scan: async () => 'NOT_SCANNED' };
