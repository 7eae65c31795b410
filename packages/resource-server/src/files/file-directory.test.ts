import type { documentFilesV1 } from '@coulisse/contracts';
import { defineResource, file, image, text } from '@coulisse/resource';
import type { Problem } from '@coulisse/service-kit/problem';
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

const storedFiles = [
  { fileId: PDF, name: 'a.pdf', mediaType: 'application/pdf', size: 1, rights: 'sample.thing' },
  { fileId: PNG, name: 'a.png', mediaType: 'image/png', size: 1, rights: 'sample.thing' },
  { fileId: FOREIGN, name: 'b.png', mediaType: 'image/png', size: 1, rights: 'sample.other' },
];
function directory() {
  const requests: string[][] = [];
  const published: documentFilesV1.PublishFilesRequest[] = [];
  const made = new FileDirectory({
    describeFiles: async ({ fileIds }) => {
      requests.push(fileIds);
      return { files: storedFiles.filter(({ fileId }) => fileIds.includes(fileId)) };
    },
    publishFiles: async (request) => published.push(request),
  });
  return { made, requests, published };
}
const refusals = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (problem: Problem) => problem.errors.map(({ pointer, code }) => `${pointer} ${code}`),
  );

test('returns the names of referenced files, and null for a removed one', async () => {
  const { made } = directory();
  expect(await made.labels(thing, TENANT, { name: 'x', manual: PDF, photo: null })).toEqual({
    manual__label: 'a.pdf',
    photo__label: null,
  });
  expect(await made.labels(thing, TENANT, { name: 'x' })).toEqual({});
});
test('refuses a file that does not exist, belongs to other records, or has a type that is not accepted', async () => {
  const { made } = directory();
  expect(await refusals(made.labels(thing, TENANT, { manual: PNG, photo: FOREIGN }))).toEqual([
    '/manual validation.file-type',
    '/photo validation.choice',
  ]);
  expect(await refusals(made.labels(thing, TENANT, { photo: LOST }))).toEqual(['/photo validation.choice']);
});
test('requests the files of a request body once, and none for records without files', async () => {
  const { made, requests } = directory();
  await made.prepare(thing, TENANT, { manual: PDF.toUpperCase(), photo: 'no id', name: PNG });
  await made.labels(thing, TENANT, { manual: PDF });
  expect(requests).toEqual([[PDF]]);
  await made.prepare(plain, TENANT, { name: PDF });
  for (const body of [null, 'text', 3, [PDF]]) await made.prepare(thing, TENANT, body);
  expect(await made.labels(plain, TENANT, { name: 'x' })).toEqual({});
  expect(requests).toEqual([[PDF]]);
});
test('caches files per tenant', async () => {
  const { made, requests } = directory();
  await made.labels(thing, TENANT, { manual: PDF });
  await made.labels(thing, LOST, { manual: PDF });
  expect(requests).toHaveLength(2);
});
test('throws if the service has no client "files"', async () => {
  const none = new FileDirectory(undefined);
  await expect(none.labels(thing, TENANT, { manual: PDF })).rejects.toThrow('client "files"');
  expect(await none.labels(thing, TENANT, { manual: null })).toEqual({ manual__label: null });
});
test('publishes only the files of public fields', async () => {
  const { made, published } = directory();
  await made.prepare(poster, TENANT, { picture: PNG.toUpperCase(), manual: PDF });
  await made.prepare(thing, TENANT, { photo: PNG });
  // Files of other records and missing files are not published: the record will be refused.
  await made.prepare(poster, TENANT, { picture: FOREIGN });
  await made.prepare(poster, TENANT, { picture: LOST, manual: null });
  await made.prepare(poster, TENANT, { picture: null });
  expect(published).toEqual([{ tenantId: TENANT, fileIds: [PNG], rights: 'sample.thing' }]);
});
