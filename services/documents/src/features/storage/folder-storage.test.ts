import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '../../../test/support/storage-contract';
import { FolderStorage } from './folder-storage';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'coulisse-storage-'));
});
afterAll(() => rm(root, { recursive: true }));

storageContract('folder', () => ({ storage: new FolderStorage(root), files: root }));

it('creates its folder', async () => {
  const folder = join(root, 'not', 'there', 'yet');
  await new FolderStorage(folder).prepare();
  expect((await stat(folder)).isDirectory()).toBe(true);
});

it('throws when the folder cannot be created', async () => {
  await writeFile(join(root, 'a-file'), '');
  await expect(new FolderStorage(join(root, 'a-file', 'below')).prepare()).rejects.toThrow('ENOTDIR');
});

it('stores a file of a tenant whose folder was removed meanwhile', async () => {
  const storage = new FolderStorage(root);
  const tenantId = '0192f0a0-0000-7000-8000-000000000001';
  await storage.put(tenantId, Buffer.from('first'));
  await rm(join(root, tenantId), { recursive: true });
  const second = await storage.put(tenantId, Buffer.from('second'));
  expect(String(await storage.get(tenantId, second))).toBe('second');
});
