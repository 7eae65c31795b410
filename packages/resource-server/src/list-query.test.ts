import {
  archivable,
  children,
  defineResource,
  int,
  longText,
  money,
  text,
  variantOf,
} from '@coulisse/resource';
import { Problem } from '@coulisse/service-kit/problem';
import { parseListQuery, parseOrdered, parseSelection, type RawQuery } from './list-query';
import { encodeCursor } from './lists/cursor';
import { parseSavedQuery } from './lists/saved-query';
import { Statements } from './statements';

const article = defineResource('shop.article', {
  path: 'shop/articles',
  rights: 'shop.article',
  fields: archivable({
    name: text().required().searchable(),
    notes: longText(),
    stock: int(),
    margin: money().secret(),
    lock: text().encrypted(),
    parts: children({ label: text() }),
  }),
  list: ['name', 'stock'],
  sort: '-createdAt',
});
const statements = new Statements(article);
const plain = new Statements(
  defineResource('shop.label', { path: 'shop/labels', rights: 'shop.label', fields: { name: text() } }),
);
const named = new Statements(
  variantOf(article, 'shop.named', { path: 'shop/named', fixed: {}, fields: ['name'] }),
);

const problemsOf = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error.errors.map(({ pointer, code }) => `${pointer} ${code}`);
    throw error;
  }
  return [];
};
const refused = (query: RawQuery, on = statements) => problemsOf(() => parseListQuery(on, query));

it('uses the defaults of the resource', () => {
  expect(parseListQuery(statements, {})).toMatchObject({
    size: 25,
    words: [],
    archived: false,
    descending: true,
    total: 'bounded',
    sort: { field: 'createdAt' },
    columns: [{ field: 'name' }, { field: 'stock' }],
  });
});

it('reports every invalid parameter by its name', () => {
  expect(
    refused({
      size: '201',
      page: 'a',
      sort: 'notes',
      archived: 'maybe',
      total: 'exact',
      columns: 'name,margin,lock,parts,colour',
      q: 'a\0b',
      nonsense: '1',
      filter: '{',
    }).sort(),
  ).toEqual(
    [
      '/size validation.value-max',
      '/page validation.integer',
      '/sort validation.choice',
      '/archived validation.choice',
      '/total validation.choice',
      '/columns/1 validation.choice',
      '/columns/2 validation.choice',
      '/columns/3 validation.choice',
      '/columns/4 validation.choice',
      '/q validation.format',
      '/nonsense validation.extra-fields',
      '/filter validation.format',
    ].sort(),
  );
  expect(refused({ size: '0' })).toEqual(['/size validation.value-min']);
  expect(refused({ sort: ['name', 'stock'] })).toEqual(['/sort validation.type']);
  expect(refused({ sort: '-margin' })).toEqual(['/sort validation.choice']);
});

describe('archived records', () => {
  it.each([
    [{}, false],
    [{ archived: 'no' }, false],
    [{ archived: 'yes' }, true],
    [{ archived: 'all' }, null],
    [{ 'f.isArchived.eq': 'true' }, null],
    [{ 'f.isArchived.eq': 'true', archived: 'no' }, false],
  ])('%j', (query, archived) =>
    expect(parseSelection(statements, query as RawQuery).archived).toBe(archived),
  );
  it('can be selected only for an archivable resource', () => {
    expect(parseSelection(plain, {}).archived).toBeNull();
    expect(refused({ archived: 'no' }, plain)).toEqual(['/archived validation.extra-fields']);
  });
});

it('accepts only the shown fields of a variant', () => {
  expect(refused({ columns: 'stock', sort: 'stock', 'f.stock.eq': '1' }, named)).toEqual([
    '/columns/0 validation.choice',
    '/f.stock.eq validation.extra-fields',
    '/sort validation.choice',
  ]);
});

describe('a cursor', () => {
  const id = '0190a000-0000-7000-8000-000000000001';
  const cursor = encodeCursor({ value: '12', id, back: true }, 'stock');

  it('is valid only for the order that it was created for', () => {
    expect(parseListQuery(statements, { sort: 'stock', after: cursor }).cursor).toEqual({
      value: '12',
      id,
      back: true,
    });
    for (const sort of ['-stock', 'name'])
      expect(refused({ sort, after: cursor })).toEqual(['/after validation.format']);
  });
  it.each([
    'x',
    '',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('["stock","12; DROP",1,0]').toString('base64url'),
    encodeCursor({ value: '1.5', id, back: false }, 'stock'),
    encodeCursor({ value: '1', id: 'me', back: false }, 'stock'),
  ])('is refused if invalid: %j', (after) =>
    expect(refused({ sort: 'stock', after })).toEqual(after ? ['/after validation.format'] : []),
  );
  it('cannot be combined with a page number', () =>
    expect(refused({ sort: 'stock', after: cursor, page: '2' })).toEqual(['/page validation.extra-fields']));
});

it('accepts the query of a list for neighbours', () => {
  expect(
    parseOrdered(statements, { q: 'x', sort: 'name', size: '50', page: '3', columns: 'name' }),
  ).toMatchObject({
    words: ['x'],
    sort: { field: 'name' },
  });
});

describe('a saved query', () => {
  it('is parsed like the query of a list', () => {
    const savedQuery = {
      search: 'two words',
      sort: '-name',
      filters: [{ field: 'stock', op: 'gte', value: 3 }],
      group: { match: 'any', rules: [{ field: 'name', op: 'eq', value: 'x' }] },
      archived: 'all' as const,
    };
    const query = {
      q: 'two words',
      sort: '-name',
      'f.stock.gte': '3',
      filter: JSON.stringify(savedQuery.group),
      archived: 'all',
    };
    expect(parseSavedQuery(statements, savedQuery, ['query'])).toEqual(parseOrdered(statements, query));
  });
  it('is refused with a pointer to each error', () => {
    const wrong = {
      sort: 'colour',
      filters: [{ field: 'stock', op: 'gte', value: 'x' }],
      group: { match: 'any', rules: [{ field: 'colour', op: 'eq', value: 'x' }] },
    };
    expect(problemsOf(() => parseSavedQuery(statements, wrong, ['query']))).toEqual([
      '/query/filters/0/value validation.format',
      '/query/group/rules/0/field validation.extra-fields',
      '/query/sort validation.choice',
    ]);
  });
});
