import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { formSections, inColumns, sectionsOf, summaryFields } from './sections';

jest.mock('../fields', () => ({ kindOf: (field: FieldDescriptor) => ({ wide: field.type === 'longText' }) }));

const label = { fr: 'x', en: 'x' };
const field = (
  name: string,
  type: FieldDescriptor['type'],
  more: Partial<FieldDescriptor> = {},
): FieldDescriptor => ({
  name,
  type,
  required: false,
  label,
  ...more,
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
const names = (fields: readonly FieldDescriptor[]) => fields.map((one) => one.name);

it('puts what is long under what is short, then lines, their totals and related records', () => {
  expect(sectionsOf(descriptor).map((section) => [section.key, names(section.fields)])).toEqual([
    ['general', ['name', 'email', 'note']],
    ['addresses', ['addresses']],
    ['totals', ['balance']],
    ['notes', ['notes']],
  ]);
});

it('leaves an amount among the others where there are no lines', () => {
  const bare = { ...descriptor, fields: descriptor.fields.filter(({ name }) => name !== 'addresses') };
  expect(sectionsOf(bare).map((section) => names(section.fields))).toEqual([
    ['name', 'email', 'balance', 'note'],
    ['notes'],
  ]);
});

it('fills two columns from the left, and lets what is wide stand alone', () => {
  const fields = ['a', 'b', 'c'].map((name) => field(name, 'text'));
  const columns = inColumns([...fields, field('story', 'longText'), field('d', 'text')]);
  expect(columns.map((run) => [run.wide, run.columns.map(names)])).toEqual([
    [false, [['a', 'b'], ['c']]],
    [true, [['story']]],
    [false, [['d']]],
  ]);
});

it('follows the order of a module, and forgets fields that the service does not have', () => {
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

it('asks only for what can be written', () => {
  expect(formSections(descriptor).flatMap((section) => names(section.fields))).toEqual([
    'name',
    'email',
    'note',
    'addresses',
  ]);
});

it('does not ask for what makes a record one of its kind', () => {
  const persons = { ...descriptor, variantOf: 'crm.tiers', fixed: { email: 'x' } };
  expect(formSections(persons).flatMap((section) => names(section.fields))).not.toContain('email');
  expect(sectionsOf(persons).flatMap((section) => names(section.fields))).toContain('email');
});

it('sums a record up by what is filled', () => {
  expect(names(summaryFields(descriptor, { id: '1', name: 'A', email: 'a@b.example', note: '' }))).toEqual([
    'email',
  ]);
});
