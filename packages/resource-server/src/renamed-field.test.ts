import { defineResource, enumeration, text } from '@coulisse/resource';
import { parseListQuery } from './list-query';
import { ListStatements } from './list-statements';
import { Statements } from './statements';
import { checkViewQuery, validParts } from './views/view-query';

const TENANT = '0190a000-0000-7000-8000-000000000001';
const statements = new Statements(
  defineResource('shop.article', {
    path: 'shop/articles',
    rights: 'shop.article',
    fields: {
      name: text().required(),
      size: enumeration(['S', 'L']).storedAs('format').formerly('format'),
    },
    list: ['name'],
  }),
);

describe('a list with the former name of a field', () => {
  it('is read like one with its name', () => {
    const ask = (field: string) =>
      parseListQuery(statements, {
        [`f.${field}.eq`]: 'S',
        sort: `-${field}`,
        columns: `name,${field}`,
        filter: JSON.stringify({ match: 'any', rules: [{ field, op: 'empty', value: 'true' }] }),
      });
    expect(ask('format')).toEqual(ask('size'));
    expect(ask('format')).toMatchObject({
      sort: { field: 'size' },
      columns: [{ field: 'name' }, { field: 'size' }],
    });
  });
  it('selects the column by the name of today', () => {
    const list = new ListStatements(statements, parseListQuery(statements, { columns: 'size' }), TENANT);
    expect(statements.selection(statements.columns)).toContain('t."format" AS "size"');
    expect(list).toBeDefined();
  });
});

it('serves a saved view with the names of today', () => {
  const rule = (field: string) => ({ field, op: 'eq', value: 'S' });
  const view = (field: string) => ({
    sort: `-${field}`,
    filters: [rule(field)],
    group: { match: 'all', rules: [rule(field), { match: 'any', rules: [rule(field)] }] },
    columns: [{ name: field, width: 90 }],
    type: 'kanban' as const,
    by: field,
  });
  expect(validParts(statements, view('format'))).toEqual(view('size'));
  expect(() => checkViewQuery(statements, view('format'))).not.toThrow();
});
