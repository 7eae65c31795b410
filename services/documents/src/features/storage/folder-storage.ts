import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Problem } from '@coulisse/service-kit';
import type { FileStorage } from './file-storage.port';
import { verifyContent, sha256Of, storageKey } from './stored-file';

/** Files in a folder: `<root>/<tenant>/<sha256>`. */
export class FolderStorage implements FileStorage {
  private readonly root: string;
  /** Folders of tenants that are there. */
  private readonly folders = new Set<string>();

  constructor(root: string) {
    this.root = resolve(root);
  }

  async prepare(): Promise<void> {
    await mkdir(this.root, { recursive: true });
    await access(this.root, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  async put(tenantId: string, content: Uint8Array): Promise<string> {
    const sha256 = sha256Of(content);
    const target = join(this.root, storageKey(tenantId, sha256));
    // Written and synced under a temporary name, then renamed: no reader sees a partial file, even after a crash.
    const draft = `${target}.${randomUUID()}.part`;
    const file = await this.create(draft);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
    return sha256;
  }

  private async create(path: string): Promise<FileHandle> {
    const folder = dirname(path);
    if (this.folders.has(folder))
      try {
        return await open(path, 'wx');
      } catch (error) {
        // Removed since, by whoever cleans the storage.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    await mkdir(folder, { recursive: true });
    this.folders.add(folder);
    return open(path, 'wx');
  }

  async get(tenantId: string, sha256: string): Promise<Buffer> {
    const path = join(this.root, storageKey(tenantId, sha256));
    const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Problem('http.404', { cause: error }) : error;
    });
    return verifyContent(content, tenantId, sha256);
  }

  async remove(tenantId: string, sha256: string): Promise<void> {
    await rm(join(this.root, storageKey(tenantId, sha256)), { force: true });
  }

  /** Nothing to release: files are closed after each operation. */
  close(): void {}
}
