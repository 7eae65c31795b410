/** @jest-environment jsdom */
import './browser';
import type { ListAnswer } from '@coulisse/resource-client';
import { createSampleApi } from './api';
import { sampleDescriptor } from './descriptor';
import { sampleRows } from './rows';
import { transitRow } from './server/records';
import { createSampleServer } from './server/server';
import type { SampleStore } from './server/store';

/** The type of the fields refuses a missing kind; the number refuses two fields of the same kind. */
const KINDS_OF_THE_LANGUAGE = 35;
const { path } = sampleDescriptor;

const apiOf = (options: Parameters<typeof createSampleServer>[0] = {}) =>
  createSampleApi(createSampleServer(options), 'en');

test('the sample resource has one field of every kind, and its first record a value in each', () => {
  const described = sampleDescriptor.fields.filter(({ name }) => !['isArchived', 'state'].includes(name));
  expect(new Set(described.map(({ type }) => type)).size).toBe(KINDS_OF_THE_LANGUAGE);
  const stored = described.filter(({ type }) => type !== 'related').map(({ name }) => name);
  expect(stored.filter((name) => (sampleRows[0]?.[name] ?? null) === null)).toEqual([]);
});

test('a list is filtered, sorted and paged', async () => {
  const answer = await apiOf().get<ListAnswer>(`${path}?f.category.eq=COSTUME&sort=-name&size=2&page=1`);
  expect(answer.items.map((row) => row['name'])).toEqual(['Robe de Célimène', 'Masque d’Arlequin']);
  expect(answer.page).toMatchObject({ total: 3, next: '2', previous: null, exact: true });
  expect(answer.sums).toEqual({ quantity: '3', price: '830.00' });
});

test('a search finds words without their accents', async () => {
  const answer = await apiOf().get<ListAnswer>(`${path}?q=epee`);
  expect(answer.items.map((row) => row['name'])).toEqual(['Épée de Cyrano']);
});

test('a required field that is missing is refused, with its place', async () => {
  await expect(apiOf().post(path, { name: ' ', category: 'LIGHT' })).rejects.toMatchObject({
    status: 422,
    code: 'validation.failed',
    errors: [{ pointer: '/name', detail: 'This value should not be blank.' }],
  });
});

test('a change of another version is refused', async () => {
  const api = apiOf();
  await api.patch(`${path}/gadget-001`, { quantity: 2 }, { ifMatch: 1 });
  await expect(api.patch(`${path}/gadget-001`, { quantity: 3 }, { ifMatch: 1 })).rejects.toMatchObject({
    status: 412,
    code: 'record.changed',
  });
});

test('a sensitive value is masked until it is revealed', async () => {
  const api = apiOf();
  await expect(api.get(`${path}/gadget-001`)).resolves.toMatchObject({
    makerNir: null,
    _masked: ['makerNir'],
  });
  await expect(api.post(`${path}/gadget-001/reveal`, { field: 'makerNir' })).resolves.toEqual({
    value: '255081416802538',
  });
});

test('without the right to read, the resource is not described', async () => {
  const { resources } = await apiOf({ rights: { read: false } }).get<{ resources: { name: string }[] }>(
    '/b/api/_resources',
  );
  expect(resources.map(({ name }) => name)).not.toContain('sample.gadget');
});

test('a transition that the state does not allow is refused with its reason', async () => {
  await expect(apiOf().post(`${path}/gadget-001/transitions/retire`, {})).rejects.toMatchObject({
    status: 409,
    code: 'transition.impossible',
    errors: [{ pointer: '/state', detail: 'This action is not possible in the state “ON_STAGE”.' }],
  });
});

test('a transition that keeps the state changes the version, and is in the history', () => {
  const lifecycle = sampleDescriptor.lifecycle!;
  const [stage] = lifecycle.transitions;
  const check = { ...stage!, name: 'check', from: ['ON_STAGE'], to: 'same' };
  const transitions = [{ ...check, from: ['STORED'], to: 'ON_STAGE' }, check];
  const row = { ...sampleRows[0]!, state: 'ON_STAGE', version: 4 };
  const store = {
    ...{ descriptor: { ...sampleDescriptor, lifecycle: { ...lifecycle, transitions } }, rows: [row] },
    ...{ history: new Map<string, unknown[]>(), nextId: () => 'h-1', now: () => '2026-01-02T10:00:00Z' },
  } as unknown as SampleStore;
  expect(transitRow(store, row, 'check')).toMatchObject({ state: 'ON_STAGE', version: 5 });
  expect(store.history.get(row.id)).toMatchObject([
    { action: 'check', changes: { state: ['ON_STAGE', 'ON_STAGE'] } },
  ]);
});

test('an import is a job, whose dry run writes nothing', async () => {
  const api = apiOf();
  const file = new Blob(['Name;Category\nTabouret;Furniture\n;Costume'], { type: 'text/csv' });
  const upload = await api.upload<{ id: string }>(`${path}/_imports`, file, {
    headers: { 'Content-Type': 'text/csv', 'X-File-Name': 'accessoires.csv' },
  });
  const run = { mapping: { 0: 'name', 1: 'category' }, mode: 'create', dryRun: true };
  const { job } = await api.post<{ job: { id: string } }>(`${path}/_imports/${upload.id}/run`, run);
  await expect(api.get(`${path}/_jobs/${job.id}`)).resolves.toMatchObject({ state: 'RUNNING' });
  await expect(api.get(`${path}/_jobs/${job.id}`)).resolves.toMatchObject({
    state: 'DONE',
    result: { created: 1, failed: 1, errors: [{ row: 3, attribute: 'name' }] },
  });
  await expect(api.get<ListAnswer>(`${path}?q=Tabouret`)).resolves.toMatchObject({ items: [] });
});
