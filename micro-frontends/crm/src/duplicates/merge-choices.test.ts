import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { choicesFor, differing } from './merge-choices';

const label = { fr: 'x', en: 'x' };
const field = (name: string, more: Partial<FieldDescriptor> = {}): FieldDescriptor => ({
  name,
  type: 'text',
  required: false,
  label,
  ...more,
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

it('asks about what differs and can be chosen, questions first', () =>
  expect(differing(fields, own, other).map(({ name }) => name)).toEqual(['name', 'siret', 'email']));

it('keeps its own, takes what it lacks, and does what was chosen', () => {
  const asked = differing(fields, own, other);
  expect(choicesFor(asked, own, {})).toEqual({ name: 'this', siret: 'this', email: 'other' });
  expect(choicesFor(asked, own, { name: 'other', fax: 'other' })).toEqual({
    name: 'other',
    siret: 'this',
    email: 'other',
  });
});
