import { archivable, computed, defineResource, int, money, ref, text } from '@coulisse/resource';
import { parseListQuery, type RawQuery } from './list-query';
import { ListStatements } from './list-statements';
import { Statements } from './statements';

const TENANT = '0190a000-0000-7000-8000-000000000001';
const spec = {
  path: 'shop/articles',
  rights: 'shop.article',
  fields: archivable({
    name: text().required().searchable(),
    nickname: text(),
    price: money(),
    stock: int(),
    cost: money(),
    supplier: ref('elsewhere.person'),
  }),
  list: ['name', 'price', 'stock'],
} as const;
const statementsOf = (overrides: object = {}) =>
  new Statements(defineResource('shop.article', { ...spec, ...overrides }));

const summedOf = (overrides: object = {}) => {
  const statements = statementsOf(overrides);
  return new ListStatements(statements, parseListQuery(statements, {}), TENANT).summed.map(
    ({ field }) => field,
  );
};
it('sums the amounts and integers of the list, or the fields that the resource names', () => {
  expect(summedOf()).toEqual(['price', 'stock']);
  expect(summedOf({ sums: ['stock'] })).toEqual(['stock']);
  expect(summedOf({ sums: [] })).toEqual([]);
});

describe('the way to the rows', () => {
  const wayOf = (query: RawQuery, found: string[] | null = null, offset = 0) => {
    const statements = statementsOf();
    const listQuery = parseListQuery(statements, query);
    return new ListStatements(statements, listQuery, TENANT, found).way(listQuery, offset);
  };

  it.each([
    ['straight when no row is filtered out', { archived: 'all' }, 'straight'],
    ['near when archived rows are filtered out', {}, 'near'],
    ['near when there is a filter', { archived: 'all', 'f.price.gte': '1' }, 'near'],
    ['straight when there is no index', { sort: 'price', 'f.price.gte': '1' }, 'straight'],
  ])('is %s', (_what, query, way) => expect(wayOf(query as RawQuery)).toBe(way));

  it('is whole when the words were found, and for late pages of a filtered list; far for an unfiltered one', () => {
    expect(wayOf({ q: 'x' }, [])).toBe('whole');
    expect(wayOf({ 'f.price.gte': '1' }, null, 5_000)).toBe('whole');
    expect(wayOf({}, null, 25)).toBe('far');
  });
});

describe('a prepared statement', () => {
  const nameOf = (query: RawQuery) => {
    const statements = statementsOf();
    const listQuery = parseListQuery(statements, query);
    const page = {
      columns: listQuery.columns,
      cursor: listQuery.cursor,
      limit: 26,
      offset: 0,
      isUsual: true,
    };
    return new ListStatements(statements, listQuery, TENANT).rows(listQuery, page, 'near').name;
  };

  it('is used for the default list, and for no filtered list', () => {
    expect(nameOf({})).toMatch(/^list\./);
    expect(nameOf({ 'f.price.gte': '1' })).toBeUndefined();
    expect(nameOf({ q: 'x' })).toBeUndefined();
    expect(nameOf({ sort: 'price' })).toBeUndefined();
  });
});

describe('the words of a search', () => {
  const finding = (statements: Statements, tenantId: string | null = TENANT) =>
    new ListStatements(statements, parseListQuery(statements, { q: 'a b' }), tenantId).finding();

  it('are found by the index, within a tenant', () => {
    expect(finding(statementsOf())?.text).toContain(`"search_records"('article', ARRAY[`);
    expect(finding(statementsOf(), null)).toBeUndefined();
  });
  it('are combined with "contains" filters on searchable fields', () => {
    const found = (query: RawQuery) => {
      const statements = statementsOf();
      const listQuery = parseListQuery(statements, query);
      return new ListStatements(statements, listQuery, TENANT).finding()?.values;
    };
    const group = (match: string, rules: object[]) => ({ filter: JSON.stringify({ match, rules }) });
    const part = (field: string, value: string) => ({ field, op: 'contains', value });
    expect(found({ q: 'a', 'f.name.contains': 'b c' })).toEqual(['%a%', '%b c%']);
    expect(found(group('all', [part('name', 'a'), part('nickname', 'b')]))).toEqual(['%a%']);
    expect(found(group('any', [part('name', 'a'), part('name', 'b')]))).toBeUndefined();
    expect(found({ 'f.name.eq': 'a' })).toBeUndefined();
  });
  it('are searched in the rows if a searchable field is computed at each read', () => {
    const name = computed(text().searchable(), `upper('x')`);
    expect(finding(statementsOf({ fields: { ...spec.fields, name } }))).toBeUndefined();
  });
  it('find nothing in a resource without searchable fields, and leave no unused parameter', () => {
    const statements = statementsOf({ fields: { stock: int() }, list: ['stock'], sums: [] });
    const listQuery = parseListQuery(statements, { q: 'a b' });
    const { text, values } = new ListStatements(statements, listQuery, TENANT).totals(true);
    expect(text).toContain('false AND false');
    for (const [index] of (values ?? []).entries()) expect(text).toContain(`$${index + 1}`);
  });
});
