import type { ServiceIdentifier } from 'inversify';

/** Storage of file contents, by tenant and SHA-256 of the content. */
export interface FileStorage {
  /**
   * Checks that files can be stored, and is cheap after the first success. Throws `service.unavailable` for a transient
   * failure, another error for a permanent one.
   */
  prepare(): Promise<void>;
  /** Stores the bytes and returns their hash; the same bytes are stored once. */
  put(tenantId: string, content: Uint8Array): Promise<string>;
  /** Returns the bytes; throws `http.404` when there are none, an error when they no longer match the hash. */
  get(tenantId: string, sha256: string): Promise<Buffer>;
  /** Removes the bytes; does nothing when there are none. */
  remove(tenantId: string, sha256: string): Promise<void>;
  /** Releases its connections; it must not be used afterwards. */
  close(): void;
}

export const FILE_STORAGE: ServiceIdentifier<FileStorage> = Symbol('FileStorage');
