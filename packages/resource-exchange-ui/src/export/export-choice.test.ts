import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { exportableFields, exportedColumns } from './export-choice';

const field = (name: string, overrides: Partial<FieldDescriptor> = {}): FieldDescriptor => ({
  name,
  type: 'text',
  required: false,
  filterable: true,
  label: { fr: name, en: name },
  ...overrides,
});
const tiers = {
  fields: [
    field('name'),
    field('email', { type: 'email' }),
    field('nir', { type: 'nir', secret: true }),
    field('password', { filterable: undefined }),
    field('bio', { type: 'richText', filterable: undefined }),
    field('addresses', { type: 'children', filterable: undefined }),
    field('notes', { type: 'related', filterable: undefined }),
    field('createdAt', { type: 'datetime' }),
  ],
} as unknown as ResourceDescriptor;

it('offers exportable fields, without secrets', () => {
  expect(exportableFields(tiers).map(({ name }) => name)).toEqual([
    'name',
    'email',
    'bio',
    'addresses',
    'createdAt',
  ]);
});

it('exports the columns of the list in its order, or all columns with the id', () => {
  const shown = ['createdAt', 'name', 'nir'];
  expect(exportedColumns(tiers, 'shown', shown, new Set())).toEqual(['createdAt', 'name']);
  expect(exportedColumns(tiers, 'all', shown, new Set())).toEqual([
    'createdAt',
    'name',
    'email',
    'bio',
    'addresses',
    'id',
  ]);
});

it('exports the ticked columns in the order of the list', () => {
  const chosen = new Set(['id', 'email', 'createdAt', 'nir']);
  expect(exportedColumns(tiers, 'chosen', ['createdAt', 'name'], chosen)).toEqual([
    'createdAt',
    'email',
    'id',
  ]);
});
