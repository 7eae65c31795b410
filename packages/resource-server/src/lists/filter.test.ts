import {
  bool,
  date,
  datetime,
  defineResource,
  enumeration,
  int,
  json,
  list,
  money,
  ref,
  refs,
  siren,
  text,
} from '@coulisse/resource';
import fc from 'fast-check';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { parseSelection } from '../list-query';
import { Parameters, Statements } from '../statements';
import { Conditions } from './conditions';
import { DEEPEST, isGroup, MOST_RULES, type Filter, type FilterGroup } from './filter';

const article = defineResource('shop.article', {
  path: 'shop/articles',
  rights: 'shop.article',
  fields: {
    name: text().required(),
    stock: int(),
    price: money(),
    since: date(),
    checkedAt: datetime(),
    kind: enumeration(['TOY', 'TOOL']),
    fragile: bool(),
    owner: ref('elsewhere.person'),
    friends: refs('elsewhere.person'),
    sizes: list(text()),
    number: siren(),
    extra: json(),
    margin: money().secret(),
    lock: text().encrypted(),
  },
});
const statements = new Statements(article);

type Rule = { field: string; op: string; value: unknown };
type Group = { match: 'all' | 'any'; rules: (Rule | Group)[] };
const read = (group: unknown) =>
  parseSelection(statements, { filter: JSON.stringify(group) }).filters.rules[0];
const errorsOf = (query: Record<string, unknown>): string[] => {
  try {
    parseSelection(statements, query);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors.map(({ pointer, code }: FieldError) => `${pointer} ${code}`);
  }
  return [];
};
const shown = (node: Filter | FilterGroup | undefined): unknown =>
  node === undefined
    ? undefined
    : isGroup(node)
      ? { match: node.match, rules: node.rules.map(shown) }
      : {
          field: node.column.field,
          op: node.operator,
          value: node.operator === 'in' ? node.values : node.values[0],
        };

const ID = '0190a000-0000-7000-8000-000000000001';
const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    field: fc.constant('name'),
    op: fc.constantFrom('eq', 'ne', 'contains', 'gte', 'lte'),
    value: fc.string({ maxLength: 20 }).filter((value) => !value.includes('\0')),
  }),
  fc.record({
    field: fc.constant('stock'),
    op: fc.constantFrom('eq', 'ne', 'gte', 'lte'),
    value: fc.integer({ min: -2_147_483_647, max: 2_147_483_647 }).map(String),
  }),
  fc.record({
    field: fc.constant('kind'),
    op: fc.constant('in'),
    value: fc.uniqueArray(fc.constantFrom('TOY', 'TOOL'), { minLength: 1 }),
  }),
  fc.record({
    field: fc.constantFrom('since', 'owner', 'friends', 'sizes', 'name'),
    op: fc.constant('empty'),
    value: fc.constantFrom('true', 'false'),
  }),
);
const group = (depth: number): fc.Arbitrary<Group> =>
  fc.record({
    match: fc.constantFrom('all' as const, 'any' as const),
    rules: fc.array(depth < DEEPEST ? fc.oneof({ weight: 3, arbitrary: rule }, group(depth + 1)) : rule, {
      maxLength: 3,
    }),
  });
const anything = fc.jsonValue({ maxDepth: 4 });

describe('a group of conditions', () => {
  it('is parsed unchanged', () => {
    fc.assert(fc.property(group(1), (written) => expect(shown(read(written))).toEqual(written)));
  });

  it('with any content is parsed or refused with a pointer', () => {
    const almost = fc.oneof(
      anything,
      fc.record({ match: fc.oneof(fc.constantFrom('all', 'any'), anything), rules: fc.array(anything) }),
      fc.record({
        match: fc.constant('all'),
        rules: fc.array(
          fc.record(
            {
              field: fc.oneof(fc.constantFrom(...Object.keys(article.fields), 'id', '__proto__'), anything),
              op: fc.oneof(fc.constantFrom('eq', 'in', 'empty', 'contains', 'gte'), anything),
              value: fc.oneof(fc.constantFrom('true', ID, '2026-02-30', '12', 'a\0b'), anything),
            },
            { requiredKeys: [] },
          ),
        ),
      }),
    );
    fc.assert(
      fc.property(almost, (value) => {
        for (const error of errorsOf({ filter: JSON.stringify(value) })) expect(error).toMatch(/^\/filter/);
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.string(), (value) => {
        for (const error of errorsOf({ filter: value })) expect(error).toMatch(/^\/filter/);
      }),
    );
  });

  it('becomes a condition that contains no text of the caller', () => {
    fc.assert(
      fc.property(group(1), (written) => {
        const parameters = new Parameters();
        const selection = parseSelection(statements, { filter: JSON.stringify(written) });
        const condition = new Conditions(statements, selection, ID, parameters).narrowing(null).join(' AND ');
        const words = condition.replace(/"\w+"/g, '').match(/[A-Za-z_]+/g) ?? [];
        const allowedWord =
          /^(t|AND|OR|NOT|IS|NULL|DISTINCT|FROM|IN|ANY|cardinality|text|integer|uuid|date|_?\w*kind)$/;
        expect(words.filter((word) => !allowedWord.test(word))).toEqual([]);
      }),
    );
  });

  it('is limited in depth and in number of rules', () => {
    const nested = (depth: number): Group => ({
      match: 'all',
      rules: [depth === 1 ? { field: 'name', op: 'eq', value: 'x' } : nested(depth - 1)],
    });
    expect(errorsOf({ filter: JSON.stringify(nested(DEEPEST)) })).toEqual([]);
    expect(errorsOf({ filter: JSON.stringify(nested(DEEPEST + 1)) })).toEqual([
      '/filter/rules/0/rules/0/rules/0 validation.value-max',
    ]);
    const rules = Array.from({ length: MOST_RULES + 1 }, () => ({ field: 'name', op: 'eq', value: 'x' }));
    const many = { match: 'any', rules };
    expect(errorsOf({ filter: JSON.stringify({ ...many, rules: rules.slice(1) }) })).toEqual([]);
    expect(errorsOf({ filter: JSON.stringify(many) })).toEqual([
      `/filter/rules/${MOST_RULES} validation.choice-count`,
    ]);
  });
});

describe('a condition is refused by the name of its parameter', () => {
  const errorsOfRule = (field: string, op: string, value: unknown) =>
    errorsOf({ filter: JSON.stringify({ match: 'all', rules: [{ field, op, value }] }) });

  it.each([
    ['an unknown field', 'colour', 'eq', 'x', 'field validation.extra-fields'],
    ['a JSON field', 'extra', 'eq', 'x', 'field validation.extra-fields'],
    ['a sensitive field', 'margin', 'gte', '1', 'field validation.extra-fields'],
    ['an encrypted field', 'lock', 'eq', 'x', 'field validation.extra-fields'],
    ['an unknown operator', 'name', 'like', 'x', 'op validation.choice'],
    ['an invalid number', 'stock', 'eq', '1.5', 'value validation.format'],
    ['a number too large', 'stock', 'eq', '2147483648', 'value validation.format'],
    ['an invalid date', 'since', 'eq', '2026-02-30', 'value validation.format'],
    ['an invalid instant', 'checkedAt', 'gte', '2026-13-01T00:00:00Z', 'value validation.format'],
    ['an invalid choice', 'kind', 'in', ['TOY', 'BIKE'], 'value validation.format'],
    ['an invalid id', 'owner', 'eq', 'me', 'value validation.format'],
    ['a text with NUL', 'name', 'contains', 'a\0', 'value validation.format'],
    ['no value at all', 'name', 'in', [], 'value validation.choice-count'],
    ['an object', 'name', 'eq', {}, 'value validation.type'],
  ])('%s', (_what, field, op, value, expected) =>
    expect(errorsOfRule(field, op, value)).toEqual([`/filter/rules/0/${expected}`]),
  );

  it('in a query parameter', () => {
    expect(
      errorsOf({ 'f.stock.eq': 'x', 'f.nothing': '1', 'f.name.eq.more': '1', 'f.kind.like': 'TOY' }),
    ).toEqual([
      '/f.stock.eq validation.format',
      '/f.nothing validation.extra-fields',
      '/f.name.eq.more validation.extra-fields',
      '/f.kind.like validation.choice',
    ]);
  });
});

it('converts values to their stored form', () => {
  const filters = (query: Record<string, string>) =>
    parseSelection(statements, query).filters.rules.map((filter) => (filter as Filter).values);
  expect(filters({ 'f.number.eq': '732 829 320' })).toEqual([['732829320']]);
  expect(filters({ 'f.checkedAt.gte': '2026-03-29T02:30:00+02:00' })).toEqual([['2026-03-29T00:30:00.000Z']]);
  expect(filters({ 'f.kind.in': 'TOY,TOOL' })).toEqual([['TOY', 'TOOL']]);
});
