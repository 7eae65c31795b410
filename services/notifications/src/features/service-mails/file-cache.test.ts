import type { ServiceContext } from '@coulisse/service-kit';
import { FileCache } from './file-cache';

const file = (fileId: string) => ({ tenantId: 't', owner: 'ticketing', fileId });

/** A cache of 10 bytes over files of 4, and the ids that were read. */
function cacheOf() {
  const reads: string[] = [];
  const failing = new Set<string>();
  const getFile = async ({ fileId }: { fileId: string }) => {
    reads.push(fileId);
    if (failing.has(fileId)) throw new Error('away');
    return { fileName: `${fileId}.pdf`, mediaType: 'application/pdf', content: Buffer.from('1234') };
  };
  const ctx = { clients: { files: { getFile } } } as unknown as ServiceContext;
  const cache = new FileCache(10);
  return { get: (id: string) => cache.get(file(id), ctx), reads, failing };
}

it('reads a file once, also for mails that are sent at the same time', async () => {
  const { get, reads } = cacheOf();
  const [first, second] = await Promise.all([get('a'), get('a')]);
  expect(second).toBe(first);
  expect(await get('a')).toBe(first);
  expect(reads).toEqual(['a']);
});

it('keeps the files that were used last, up to its size', async () => {
  const { get, reads } = cacheOf();
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await get(id);
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
});

it('reads again what could not be read', async () => {
  const { get, reads, failing } = cacheOf();
  failing.add('a');
  await expect(get('a')).rejects.toThrow('away');
  failing.clear();
  await get('a');
  expect(reads).toEqual(['a', 'a']);
});
