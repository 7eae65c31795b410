import type { ServiceIdentifier } from 'inversify';

/** Where the bytes of documents are, by tenant and by the SHA-256 of their content. */
export interface FileStorage {
  /** Keeps the bytes and answers their hash; the same bytes are kept once. */
  put(tenantId: string, content: Uint8Array): Promise<string>;
  /** The bytes; throws `http.404` when there are none, an error when they are no longer what was put. */
  get(tenantId: string, sha256: string): Promise<Buffer>;
}

export const FILE_STORAGE: ServiceIdentifier<FileStorage> = Symbol('FileStorage');
