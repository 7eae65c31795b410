import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStorage } from '../../src/features/storage/file-storage.port';

export interface StorageUnderTest {
  storage: FileStorage;
  /** Folder that finally contains the files of all tenants; tests read it and tamper with files in it. */
  files: string;
}

const missing = { code: 'http.404' };

/** The contract of FileStorage; the suite runs on the folder and on an S3. */
export function storageContract(
  name: string,
  open: () => StorageUnderTest | Promise<StorageUnderTest>,
): void {
  describe(`file storage: ${name}`, () => {
    let storage: FileStorage;
    let files: string;
    let tenant: string;

    beforeAll(async () => {
      ({ storage, files } = await open());
      await storage.prepare();
    });
    beforeEach(() => {
      tenant = randomUUID();
    });
    afterAll(() => storage.close());

    it('prepares repeatedly', async () => {
      await Promise.all([storage.prepare(), storage.prepare()]);
    });

    it('returns what was put, and stores the same bytes once', async () => {
      const content = Buffer.from('a ticket');
      const hashes = await Promise.all(Array.from({ length: 5 }, () => storage.put(tenant, content)));
      expect(new Set(hashes)).toEqual(new Set([createHash('sha256').update(content).digest('hex')]));
      expect(await readdir(join(files, tenant))).toEqual([hashes[0]]);
      expect((await storage.get(tenant, hashes[0]!)).toString()).toBe('a ticket');
    });

    it.each([0, 1, 5_000_000])('stores %d bytes unchanged', async (size) => {
      const content = randomBytes(size);
      const found = await storage.get(tenant, await storage.put(tenant, content));
      expect(found.equals(content)).toBe(true);
    });

    it('separates tenants', async () => {
      const other = randomUUID();
      const hash = await storage.put(tenant, Buffer.from('a ticket'));
      await expect(storage.get(other, hash)).rejects.toMatchObject(missing);
      await storage.put(other, Buffer.from('a ticket'));
      await writeFile(join(files, other, hash), 'forged by the other');
      expect((await storage.get(tenant, hash)).toString()).toBe('a ticket');
    });

    it('removes a file of one tenant only, also twice', async () => {
      const other = randomUUID();
      const content = Buffer.from('to be removed');
      const hash = await storage.put(tenant, content);
      await storage.put(other, content);
      await storage.remove(tenant, hash);
      await storage.remove(tenant, hash);
      await expect(storage.get(tenant, hash)).rejects.toMatchObject(missing);
      expect((await storage.get(other, hash)).equals(content)).toBe(true);
      await expect(storage.remove('../up', hash)).rejects.toMatchObject(missing);
    });

    it('stores a removed file again', async () => {
      const content = Buffer.from('back again');
      await storage.remove(tenant, await storage.put(tenant, content));
      const hash = await storage.put(tenant, content);
      expect((await storage.get(tenant, hash)).equals(content)).toBe(true);
    });

    it('throws http.404 for an unknown hash and removes it without an error', async () => {
      await expect(storage.get(tenant, '0'.repeat(64))).rejects.toMatchObject(missing);
      await storage.remove(tenant, '0'.repeat(64));
      await storage.prepare();
    });

    it('refuses malformed hashes and tenant ids', async () => {
      const hash = await storage.put(tenant, Buffer.from('a ticket'));
      for (const wrong of [
        '../../etc/passwd',
        '',
        'ABC',
        `${hash}/..`,
        `../${tenant}/${hash}`,
        hash.toUpperCase(),
      ])
        await expect(storage.get(tenant, wrong)).rejects.toMatchObject(missing);
      for (const wrong of ['../up', '', '.', `${tenant}/..`, tenant.toUpperCase()])
        await expect(storage.put(wrong, Buffer.from('a ticket'))).rejects.toMatchObject(missing);
    });

    it.each(['a forged ticket', 'a tick', ''])(
      'refuses a file that was changed to %j until it is put again',
      async (forged) => {
        const hash = await storage.put(tenant, Buffer.from('a ticket'));
        await writeFile(join(files, tenant, hash), forged);
        await expect(storage.get(tenant, hash)).rejects.toThrow('damaged');
        await storage.put(tenant, Buffer.from('a ticket'));
        expect((await storage.get(tenant, hash)).toString()).toBe('a ticket');
      },
    );
  });
}
