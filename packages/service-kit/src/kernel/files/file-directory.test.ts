import type { documentFilesV1 } from '@coulisse/contracts';
import { defineResource, file, image, text } from '@coulisse/resource';
import type { Problem } from '../../problem/problem';
import { FileDirectory } from './file-directory';

const TENANT = '0190a000-0000-7000-8000-000000000001';
const [PDF, PNG, FOREIGN, LOST] = [1, 2, 3, 4].map((n) => `0190a000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
const thing = defineResource('sample.thing', {
  path: 'x',
  rights: 'sample.thing',
  fields: { name: text(), manual: file({ accept: ['application/pdf'] }), photo: image() },
});
const poster = defineResource('sample.poster', {
  path: 'x',
  rights: 'sample.thing',
  fields: { name: text(), picture: image({ public: true }), manual: file() },
});
const plain = defineResource('sample.plain', { path: 'x', rights: 'x', fields: { name: text() } });

const kept = [
  { fileId: PDF, name: 'a.pdf', mediaType: 'application/pdf', size: 1, rights: 'sample.thing' },
  { fileId: PNG, name: 'a.png', mediaType: 'image/png', size: 1, rights: 'sample.thing' },
  { fileId: FOREIGN, name: 'b.png', mediaType: 'image/png', size: 1, rights: 'sample.other' },
];
function directory() {
  const asked: string[][] = [];
  const published: documentFilesV1.PublishFilesRequest[] = [];
  const made = new FileDirectory({
    describeFiles: async ({ fileIds }) => {
      asked.push(fileIds);
      return { files: kept.filter(({ fileId }) => fileIds.includes(fileId)) };
    },
    publishFiles: async (request) => published.push(request),
  });
  return { made, asked, published };
}
const refusals = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (problem: Problem) => problem.errors.map(({ pointer, code }) => `${pointer} ${code}`),
  );

test('names the files that a record points at, and forgets the name of one that is taken away', async () => {
  const { made } = directory();
  expect(await made.labels(thing, TENANT, { name: 'x', manual: PDF, photo: null })).toEqual({
    manual__label: 'a.pdf',
    photo__label: null,
  });
  expect(await made.labels(thing, TENANT, { name: 'x' })).toEqual({});
});
test('refuses a file that is not there, that belongs to others, that is of another type', async () => {
  const { made } = directory();
  expect(await refusals(made.labels(thing, TENANT, { manual: PNG, photo: FOREIGN }))).toEqual([
    '/manual validation.file-type',
    '/photo validation.choice',
  ]);
  expect(await refusals(made.labels(thing, TENANT, { photo: LOST }))).toEqual(['/photo validation.choice']);
});
test('asks once for what a request names, and not at all for records without files', async () => {
  const { made, asked } = directory();
  await made.prepare(thing, TENANT, { manual: PDF.toUpperCase(), photo: 'no id', name: PNG });
  await made.labels(thing, TENANT, { manual: PDF });
  expect(asked).toEqual([[PDF]]);
  await made.prepare(plain, TENANT, { name: PDF });
  for (const body of [null, 'text', 3, [PDF]]) await made.prepare(thing, TENANT, body);
  expect(await made.labels(plain, TENANT, { name: 'x' })).toEqual({});
  expect(asked).toEqual([[PDF]]);
});
test('knows the files of one tenant only', async () => {
  const { made, asked } = directory();
  await made.labels(thing, TENANT, { manual: PDF });
  await made.labels(thing, LOST, { manual: PDF });
  expect(asked).toHaveLength(2);
});
test('says what a service lacks', async () => {
  const none = new FileDirectory(undefined);
  await expect(none.labels(thing, TENANT, { manual: PDF })).rejects.toThrow('client "files"');
  expect(await none.labels(thing, TENANT, { manual: null })).toEqual({ manual__label: null });
});
test('shows what a public field is about to point at, and nothing else', async () => {
  const { made, published } = directory();
  await made.prepare(poster, TENANT, { picture: PNG.toUpperCase(), manual: PDF });
  await made.prepare(thing, TENANT, { photo: PNG });
  // Of others, or lost: the record will be refused.
  await made.prepare(poster, TENANT, { picture: FOREIGN });
  await made.prepare(poster, TENANT, { picture: LOST, manual: null });
  await made.prepare(poster, TENANT, { picture: null });
  expect(published).toEqual([{ tenantId: TENANT, fileIds: [PNG], rights: 'sample.thing' }]);
});
