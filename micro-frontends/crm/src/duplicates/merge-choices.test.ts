import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { choicesFor, differing } from './merge-choices';

const label = { fr: 'x', en: 'x' };
const field = (name: string, overrides: Partial<FieldDescriptor> = {}): FieldDescriptor => ({
  name,
  type: 'text',
  required: false,
  label,
  ...overrides,
});
const fields = [
  field('kind', { type: 'enumeration' }),
  field('name'),
  field('email'),
  field('group', { type: 'ref' }),
  field('turnoverHT', { type: 'money', readonly: true }),
  field('addresses', { type: 'children' }),
  field('notes', { type: 'related' }),
  field('fax'),
  field('siret'),
];
const own = {
  id: '1',
  siret: 'x',
  kind: 'society',
  name: 'Alvéo',
  email: null,
  group: { id: 'g', label: 'A' },
  addresses: [1],
};
const other = {
  id: '2',
  kind: 'supplier',
  name: 'ALVEO',
  email: 'a@b.c',
  group: { id: 'g', label: 'B' },
  fax: '',
  siret: 'y',
};

it('lists the fields that differ and can be chosen, conflicts first', () =>
  expect(differing(fields, own, other).map(({ name }) => name)).toEqual(['name', 'siret', 'email']));

it('defaults to its own value, or to the other one where it has none, and applies choices', () => {
  const differences = differing(fields, own, other);
  expect(choicesFor(differences, own, {})).toEqual({ name: 'this', siret: 'this', email: 'other' });
  expect(choicesFor(differences, own, { name: 'other', fax: 'other' })).toEqual({
    name: 'other',
    siret: 'this',
    email: 'other',
  });
});
