import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { dayOf } from '../values/date-ranges';
import type { Filter } from './filter-group';
import { comparisonsOf, editedValue, filtersOf, operatorsOf, withComparison } from './filter-operators';

const field = (name: string, type: FieldDescriptor['type'], overrides: Partial<FieldDescriptor> = {}) =>
  ({
    name,
    type,
    required: false,
    filterable: true,
    label: { fr: name, en: name },
    ...overrides,
  }) as FieldDescriptor;

const f = (name: string, op: Filter['op'], value: string): Filter => ({ field: name, op, value });

it('offers the operators that apply to the field type', () => {
  expect(operatorsOf(field('name', 'text'))[0]).toBe('contains');
  expect(operatorsOf(field('kind', 'enumeration', { required: true }))).toEqual(['in', 'ne']);
  expect(operatorsOf(field('date', 'date'))[0]).toBe('within');
  expect(operatorsOf(field('data', 'json', { filterable: undefined }))).toEqual([]);
});

it('converts each comparison to the API format', () => {
  expect(filtersOf(field('kind', 'enumeration'), 'in', ['A', 'B'])).toEqual([f('kind', 'in', 'A,B')]);
  expect(filtersOf(field('show', 'ref'), 'in', [{ id: '1', label: 'x' }])).toEqual([f('show', 'in', '1')]);
  expect(filtersOf(field('total', 'money'), 'gte', '1 234,5')).toEqual([f('total', 'gte', '1234.5')]);
  expect(filtersOf(field('paid', 'bool'), 'eq', false)).toEqual([f('paid', 'eq', 'false')]);
  expect(filtersOf(field('name', 'text'), 'empty', true)).toEqual([f('name', 'empty', 'true')]);
  expect(filtersOf(field('name', 'text'), 'empty', false)).toEqual([f('name', 'empty', 'false')]);
  expect(filtersOf(field('formulas', 'refs'), 'contains', { id: '7', label: 'x' })).toEqual([
    f('formulas', 'contains', '7'),
  ]);
});

it('returns no filter without a value', () => {
  for (const op of ['contains', 'eq', 'gte', 'between'] as const)
    expect(filtersOf(field('date', 'date'), op, null)).toEqual([]);
  expect(filtersOf(field('kind', 'enumeration'), 'in', [])).toEqual([]);
  expect(filtersOf(field('name', 'text'), 'contains', '  ')).toEqual([]);
});

it('accepts open and closed ranges of days, and includes the whole last day', () => {
  const range = { from: '2026-11-01', to: '2026-11-30' };
  expect(filtersOf(field('date', 'date'), 'between', range)).toEqual([
    f('date', 'gte', '2026-11-01'),
    f('date', 'lte', '2026-11-30'),
  ]);
  expect(filtersOf(field('date', 'date'), 'between', { from: null, to: '2026-11-30' })).toEqual([
    f('date', 'lte', '2026-11-30'),
  ]);
  const [from, to] = filtersOf(field('createdAt', 'datetime'), 'between', range);
  expect([dayOf(from?.value ?? ''), dayOf(to?.value ?? '')]).toEqual(['2026-11-01', '2026-11-30']);
  expect(Date.parse(to?.value ?? '') - Date.parse(from?.value ?? '')).toBeGreaterThan(29.9 * 86_400_000);
});

it('shows two bounds of one field as one comparison, and edits it as one', () => {
  const filters = [f('date', 'lte', '2026-11-30'), f('kind', 'in', 'A,B'), f('date', 'gte', '2026-11-01')];
  const [kind, range] = comparisonsOf(filters);
  expect(kind).toMatchObject({ field: 'kind', op: 'in' });
  expect(range).toMatchObject({ field: 'date', op: 'between' });
  expect(editedValue(field('date', 'date'), range!)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(editedValue(field('kind', 'enumeration'), kind!)).toEqual(['A', 'B']);
  expect(comparisonsOf([f('date', 'lte', 'x')])[0]).toMatchObject({ op: 'lte' });
});

it('survives a round trip through the editor', () => {
  const cases: [FieldDescriptor, Filter[]][] = [
    [field('kind', 'enumeration'), [f('kind', 'in', 'A,B')]],
    [field('total', 'money'), [f('total', 'gte', '10'), f('total', 'lte', '20')]],
    [field('paid', 'bool'), [f('paid', 'eq', 'false')]],
    [field('name', 'text'), [f('name', 'empty', 'false')]],
    [field('show', 'ref'), [f('show', 'ne', '12')]],
    [field('date', 'date'), [f('date', 'within', 'lastMonth')]],
    [field('createdAt', 'datetime'), [f('createdAt', 'within', 'today')]],
  ];
  for (const [fieldDescriptor, filters] of cases)
    for (const comparison of comparisonsOf(filters))
      expect(filtersOf(fieldDescriptor, comparison.op, editedValue(fieldDescriptor, comparison))).toEqual(
        filters,
      );
});

it('replaces a comparison in its position', () => {
  const filters = [f('a', 'eq', '1'), f('date', 'gte', '1'), f('date', 'lte', '2'), f('b', 'eq', '1')];
  const range = comparisonsOf(filters)[1]!;
  expect(withComparison(filters, range, [f('date', 'eq', '3')]).map(({ field: name }) => name)).toEqual([
    'a',
    'date',
    'b',
  ]);
  expect(withComparison(filters, range, [])).toEqual([f('a', 'eq', '1'), f('b', 'eq', '1')]);
  expect(withComparison(filters, null, [f('a', 'eq', '2')]).at(-1)).toEqual(f('a', 'eq', '2'));
});
