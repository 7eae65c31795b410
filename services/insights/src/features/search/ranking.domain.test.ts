import { type Candidate, rankedGroups } from './ranking.domain';
import { allotRows, type Target } from './find-entries.read-model';
import { searchableFor } from './searchable';
import { searchedFor } from './search.routes';
import { correctionsOf } from './spelling.domain';
import { progressOf, rangesOf } from '../rebuild/progress.domain';

const candidate = (labelKey: string, overrides: Partial<Candidate> = {}): Candidate => ({
  resource: 'crm.tiers',
  id: labelKey,
  label: labelKey,
  detail: '',
  labelKey,
  archived: false,
  changedAt: new Date(0),
  ...overrides,
});
const query = (key: string) => ({ words: key.split(' '), key });
const order = (candidates: Candidate[], key: string) =>
  rankedGroups(candidates, query(key), 10).map(({ resource, items }) => [
    resource,
    ...items.map(({ id }) => id),
  ]);

it('ranks by how the label fits, then by the latest change, archived records last', () => {
  const candidates = [
    candidate('zoe martin'),
    candidate('au pont'),
    candidate('pontoise', { changedAt: new Date(1) }),
    candidate('pontarlier', { changedAt: new Date(2) }),
    candidate('pont', { archived: true }),
  ];
  expect(order(candidates, 'pont')).toEqual([
    ['crm.tiers', 'pontarlier', 'pontoise', 'au pont', 'zoe martin', 'pont'],
  ]);
});

it('lists a record once, and the group of the best record first', () => {
  const show = candidate('pont', { resource: 'ticketing.show' });
  expect(order([candidate('le pont'), candidate('le pont'), show], 'pont')).toEqual([
    ['ticketing.show', 'pont'],
    ['crm.tiers', 'le pont'],
  ]);
});

it('takes the words of a text that is long enough, each once', () => {
  expect(searchedFor('Le Pont, le pont')).toEqual(['le', 'pont']);
  expect(searchedFor(' a ')).toEqual([]);
  expect(searchedFor('a b c d e f g h i j')).toHaveLength(8);
});

it('corrects slips of the fingers, the nearest and most frequent first', () => {
  const terms = [
    { term: 'dupont', entries: 5 },
    { term: 'dupond', entries: 9 },
    { term: 'durand', entries: 90 },
  ];
  expect(correctionsOf('dupotn', terms)).toEqual(['dupont']);
  expect(correctionsOf('dupony', terms)).toEqual(['dupond', 'dupont']);
  expect(correctionsOf('xyzzy', terms)).toEqual([]);
  expect(correctionsOf('martniea', [{ term: 'martineau', entries: 1 }])).toEqual(['martineau']);
});

it('finds what the rights of the caller cover', () => {
  const caller = { userId: null, rights: ['crm.*', 'ticketing.show.read'] };
  expect(searchableFor(caller, ['crm.tiers.read', 'ticketing.show.read', 'payments.payment.read'])).toEqual([
    { readRight: 'crm.tiers.read', owners: null },
    { readRight: 'ticketing.show.read', owners: null },
  ]);
});

it('measures the progress of a build by the offsets of its beginning', () => {
  const ranges = rangesOf([
    { partition: 0, low: '0', high: '0' },
    { partition: 1, low: '10', high: '30' },
    { partition: 2, low: '0', high: '5' },
  ]);
  expect(progressOf(ranges, {})).toEqual({ done: 0, total: 25 });
  expect(progressOf(ranges, { 1: 20, 2: 99 })).toEqual({ done: 15, total: 25 });
  expect(progressOf({}, {})).toEqual({ done: 0, total: 0 });
});

it('reads small resources as a whole, and bounded parts of the others', () => {
  const target = (entries: number): Target => ({
    resource: `sample.r${entries}`,
    readRight: 'sample.read',
    owners: null,
    entries,
    scanned: 0,
  });
  const targets = [10, 1_000_000, 500, 600, 700, 800, 900].map(target);
  allotRows(targets);
  expect(targets.map(({ entries, scanned }) => [entries, scanned])).toEqual([
    [1_000_000, 800],
    [900, 800],
    [800, 800],
    [700, 800],
    [600, 100],
    [500, 500],
    [10, 500],
  ]);
  const many = Array.from({ length: 300 }, () => target(400));
  allotRows(many);
  const rows = many.reduce((sum, { entries, scanned }) => sum + Math.min(entries, scanned), 0);
  expect(rows).toBeLessThanOrEqual(45_000);
});
