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
