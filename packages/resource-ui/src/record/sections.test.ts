import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { formSections, inColumns, sectionsOf, summaryFields } from './sections';

jest.mock('@coulisse/resource-fields', () => ({
  kindOf: (field: FieldDescriptor) => ({ wide: field.type === 'longText' }),
}));

const label = { fr: 'x', en: 'x' };
const field = (
  name: string,
  type: FieldDescriptor['type'],
  overrides: Partial<FieldDescriptor> = {},
): FieldDescriptor => ({
  name,
  type,
  required: false,
  label,
  ...overrides,
});
const descriptor: ResourceDescriptor = {
  name: 'crm.tiers',
  path: '/b/api/crm/tiers',
  rights: 'crm.tiers',
  label,
  plural: label,
  new: label,
  labelField: 'name',
  sort: 'name',
  fields: [
    field('name', 'text'),
    field('note', 'longText'),
    field('email', 'email'),
    field('balance', 'money', { readonly: true }),
    field('notes', 'related', { ref: 'crm.note', by: 'tiers', readonly: true }),
    field('addresses', 'children', { fields: [field('city', 'text')] }),
    field('isArchived', 'bool'),
    field('state', 'enumeration', { readonly: true }),
    field('createdAt', 'datetime', { readonly: true }),
  ],
  list: ['name'],
  sums: [],
  features: {
    archivable: true,
    sortable: false,
    attachable: true,
    duplicable: true,
    importable: true,
    exportable: true,
    importKeys: [],
  },
  may: { read: true, create: true, update: true, delete: true, export: true, import: true, reveal: false },
};
const names = (fields: readonly FieldDescriptor[]) => fields.map((field) => field.name);

it('orders short fields, long ones, lines, their totals and related records', () => {
  expect(sectionsOf(descriptor).map((section) => [section.key, names(section.fields)])).toEqual([
    ['general', ['name', 'email', 'note']],
    ['addresses', ['addresses']],
    ['totals', ['balance']],
    ['notes', ['notes']],
  ]);
});

it('keeps an amount among the other fields when there are no lines', () => {
  const bare = { ...descriptor, fields: descriptor.fields.filter(({ name }) => name !== 'addresses') };
  expect(sectionsOf(bare).map((section) => names(section.fields))).toEqual([
    ['name', 'email', 'balance', 'note'],
    ['notes'],
  ]);
});

it('fills two columns from the left, and gives wide fields a row of their own', () => {
  const fields = ['a', 'b', 'c'].map((name) => field(name, 'text'));
  const columns = inColumns([...fields, field('story', 'longText'), field('d', 'text')]);
  expect(columns.map((run) => [run.wide, run.columns.map(names)])).toEqual([
    [false, [['a', 'b'], ['c']]],
    [true, [['story']]],
    [false, [['d']]],
  ]);
});

it('uses the order of a module, and ignores unknown fields', () => {
  const sections = sectionsOf(descriptor, [
    { fields: ['email', 'gone'] },
    { title: 'more', fields: ['note'] },
  ]);
  expect(sections.map((section) => [section.title, names(section.fields)])).toEqual([
    [null, ['email']],
    ['more', ['note']],
    [null, ['addresses']],
    [null, ['notes']],
  ]);
});

it('includes only writable fields in the form', () => {
  expect(formSections(descriptor).flatMap((section) => names(section.fields))).toEqual([
    'name',
    'email',
    'note',
    'addresses',
  ]);
});

it('leaves out the fixed fields of a variant', () => {
  const persons = { ...descriptor, variantOf: 'crm.tiers', fixed: { email: 'x' } };
  expect(formSections(persons).flatMap((section) => names(section.fields))).not.toContain('email');
  expect(sectionsOf(persons).flatMap((section) => names(section.fields))).toContain('email');
});

it('includes filled fields in the summary', () => {
  expect(names(summaryFields(descriptor, { id: '1', name: 'A', email: 'a@b.example', note: '' }))).toEqual([
    'email',
  ]);
});

it('shows fallback values in the summary', () => {
  const withFallback = {
    ...descriptor,
    fields: [field('seats', 'int', { fallback: 20 }), field('carts', 'int')],
  };
  expect(names(summaryFields(withFallback, { id: '1', seats: null, carts: null }))).toEqual(['seats']);
});
