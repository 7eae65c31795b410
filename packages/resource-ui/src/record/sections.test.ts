import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { formSections, sectionsOf, summaryFields } from './sections';

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
    field('addresses', 'children', { fields: [field('city', 'text')] }),
    field('state', 'enumeration', { readonly: true }),
    field('createdAt', 'datetime', { readonly: true }),
  ],
  list: ['name'],
  may: { read: true, create: true, update: true, delete: true },
};
const names = (fields: readonly FieldDescriptor[]) => fields.map((one) => one.name);

it('puts what is long under what is short, and children in sections of their own', () => {
  expect(sectionsOf(descriptor).map((section) => names(section.fields))).toEqual([
    ['name', 'email', 'balance', 'note'],
    ['addresses'],
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

it('sums a record up by what is filled', () => {
  expect(names(summaryFields(descriptor, { id: '1', name: 'A', email: 'a@b.example', note: '' }))).toEqual([
    'email',
  ]);
});
