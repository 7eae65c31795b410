import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { suggestionsFor, typedDay, withSuggestion } from './search-suggestions';

const field = (name: string, type: FieldDescriptor['type'], overrides: Partial<FieldDescriptor> = {}) =>
  ({
    name,
    type,
    required: false,
    filterable: true,
    label: { fr: name, en: name },
    ...overrides,
  }) as FieldDescriptor;

const FIELDS = [
  field('name', 'text', { searchable: true }),
  field('city', 'text'),
  field('note', 'text'),
  field('total', 'money'),
  field('places', 'int'),
  field('date', 'date'),
  field('secret', 'text', { searchable: true, filterable: undefined }),
  field('state', 'enumeration', {
    enum: ['VALIDATED', 'DRAFT'],
    enumLabels: { VALIDATED: { fr: 'Validée', en: 'Valid' }, DRAFT: { fr: 'Brouillon', en: 'Draft' } },
  }),
];
const found = (typed: string) =>
  suggestionsFor(typed, FIELDS, ['name', 'city', 'total', 'places'], 'fr').map(
    ({ filter }) => `${filter.field}.${filter.op}=${filter.value}`,
  );

it('suggests values by their name, then the fields of the list that hold text', () => {
  expect(found('valid')).toEqual(['state.in=VALIDATED', 'name.contains=valid', 'city.contains=valid']);
  expect(found('VALIDEE')[0]).toBe('state.in=VALIDATED');
  expect(found('  ')).toEqual([]);
});

it('recognises amounts and days in French formats', () => {
  expect(found('12,50')).toContain('total.eq=12.50');
  expect(found('12,50')).not.toContain('places.eq=12.50');
  expect(found('12')).toContain('places.eq=12');
  expect(found('3/12/2026')).toContain('date.eq=2026-12-03');
  expect([typedDay('31/02/2026'), typedDay('1.1.27'), typedDay('2026-01-01')]).toEqual([
    null,
    '2027-01-01',
    null,
  ]);
});

it('adds a value to the filter of its field, and replaces a text condition', () => {
  const [draft] = suggestionsFor('brouillon', FIELDS, [], 'fr');
  const filters = [{ field: 'state', op: 'in' as const, value: 'VALIDATED' }];
  expect(withSuggestion(filters, draft!)).toEqual([{ field: 'state', op: 'in', value: 'VALIDATED,DRAFT' }]);
  const text = {
    field: FIELDS[0]!,
    filter: { field: 'name', op: 'contains' as const, value: 'b' },
    value: 'b',
  };
  expect(withSuggestion([{ field: 'name', op: 'contains', value: 'a' }], text)).toEqual([text.filter]);
});
