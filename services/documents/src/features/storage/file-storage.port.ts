import type { ServiceIdentifier } from 'inversify';

/** Where the bytes of documents are, by tenant and by the SHA-256 of their content. */
export interface FileStorage {
  /**
   * Makes sure that files can be kept here; costs next to nothing once they can. Throws `service.unavailable` when that
   * may pass by itself, anything else when it will not.
   */
  prepare(): Promise<void>;
  /** Keeps the bytes and answers their hash; the same bytes are kept once. */
  put(tenantId: string, content: Uint8Array): Promise<string>;
  /** The bytes; throws `http.404` when there are none, an error when they are no longer what was put. */
  get(tenantId: string, sha256: string): Promise<Buffer>;
  /** Removes the bytes; none there are none the worse. */
  remove(tenantId: string, sha256: string): Promise<void>;
  /** Lets go of what it holds open; nothing is asked of it afterwards. */
  close(): void;
}

export const FILE_STORAGE: ServiceIdentifier<FileStorage> = Symbol('FileStorage');
