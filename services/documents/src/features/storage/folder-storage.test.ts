import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderStorage } from './folder-storage';

const tenant = '0199a0a0-0000-7000-8000-000000000001';
const other = '0199a0a0-0000-7000-8000-000000000002';
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'coulisse-storage-'));
});
afterEach(() => rm(root, { recursive: true }));

it('gives back what was put, and keeps the same bytes once', async () => {
  const storage = new FolderStorage(root);
  const hashes = await Promise.all(
    Array.from({ length: 5 }, () => storage.put(tenant, Buffer.from('a ticket'))),
  );
  expect(new Set(hashes).size).toBe(1);
  expect(await readdir(join(root, tenant))).toEqual([hashes[0]]);
  expect((await storage.get(tenant, hashes[0]!)).toString()).toBe('a ticket');
});

it('keeps tenants apart', async () => {
  const storage = new FolderStorage(root);
  const hash = await storage.put(tenant, Buffer.from('a ticket'));
  await expect(storage.get(other, hash)).rejects.toMatchObject({ code: 'http.404' });
});

it.each(['../../etc/passwd', '', 'ABC'])('does not follow the name %j', async (name) => {
  await expect(new FolderStorage(root).get(tenant, name)).rejects.toMatchObject({ code: 'http.404' });
  await expect(new FolderStorage(root).put('../up', Buffer.from(name))).rejects.toMatchObject({
    code: 'http.404',
  });
});

it('tells a damaged file from a good one', async () => {
  const storage = new FolderStorage(root);
  const hash = await storage.put(tenant, Buffer.from('a ticket'));
  await writeFile(join(root, tenant, hash), 'a forged ticket');
  await expect(storage.get(tenant, hash)).rejects.toThrow('damaged');
});
