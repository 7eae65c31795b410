import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Problem } from '@coulisse/service-kit';
import type { FileStorage } from './file-storage.port';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Files in a folder: `<root>/<tenant>/<sha256>`. */
export class FolderStorage implements FileStorage {
  private readonly root: string;

  constructor(root: string) {
    this.root = resolve(root);
  }

  async put(tenantId: string, content: Uint8Array): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const target = this.pathOf(tenantId, sha256);
    await mkdir(join(target, '..'), { recursive: true });
    // Written whole and on the disk before it bears its name: a reader never sees half a file, not even after a crash.
    const draft = `${target}.${randomUUID()}.part`;
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
    return sha256;
  }

  async get(tenantId: string, sha256: string): Promise<Buffer> {
    const content = await readFile(this.pathOf(tenantId, sha256)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Problem('http.404', { cause: error }) : error;
    });
    const found = createHash('sha256').update(content).digest('hex');
    if (found !== sha256) throw new Error(`stored file ${sha256} of tenant ${tenantId} is damaged`);
    return content;
  }

  /** Neither part comes from outside as it is, and neither may lead out of the folder. */
  private pathOf(tenantId: string, sha256: string): string {
    if (!UUID.test(tenantId) || !SHA256.test(sha256)) throw new Problem('http.404');
    return join(this.root, tenantId, sha256);
  }
}
