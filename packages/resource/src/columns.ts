import type { FieldSpec } from './field';
import { hasColumn, isPointer } from './kinds';
import type { ResourceDefinition } from './resource-definition';

export const snake = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
export const pascal = (name: string) =>
  snake(name).replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The column that stores a field. Children have a table, not a column; related records have neither. */
export interface StoredColumn {
  readonly field: string;
  readonly column: string;
  readonly spec: FieldSpec;
}
/** `show` → `show_id`; `planId` → `plan_id`; other fields in snake case. */
export const columnName = (field: string, spec: FieldSpec) =>
  isPointer(spec) && !field.endsWith('Id') ? `${snake(field)}_id` : snake(field);
/** Column that stores the label of a record of another service, updated by its events. */
export const labelColumn = (field: string) => `${snake(field)}_label`;

const STATE: FieldSpec = { kind: 'enumeration', readonly: true, required: true };
const INSTANT: FieldSpec = { kind: 'datetime', readonly: true, required: true };

/** Columns of a set of declared fields. */
export const declaredColumns = (fields: ResourceDefinition['fields']): StoredColumn[] =>
  Object.entries(fields)
    .filter(([, { spec }]) => hasColumn(spec))
    .map(([field, { spec }]) => ({ field, column: columnName(field, spec), spec }));

/** Columns that every resource has besides its fields: state (with a lifecycle), dates. */
export function systemColumns(resource: ResourceDefinition): StoredColumn[] {
  const state = resource.lifecycle && {
    field: 'state',
    column: 'state',
    spec: { ...STATE, values: resource.lifecycle.states },
  };
  return [
    ...(state ? [state] : []),
    { field: 'createdAt', column: 'created_at', spec: INSTANT },
    { field: 'updatedAt', column: 'updated_at', spec: INSTANT },
  ];
}
export const storedColumns = (resource: ResourceDefinition) => [
  ...declaredColumns(resource.fields),
  ...systemColumns(resource),
];

/** The children of a resource with their tables: `tiers.addresses` → `tiers_addresses`. */
export const childTables = (resource: ResourceDefinition) =>
  Object.entries(resource.fields)
    .filter(([, { spec }]) => spec.kind === 'children')
    .map(([field, { spec }]) => ({
      field,
      table: `${resource.table}_${snake(field)}`,
      fields: spec.fields ?? {},
    }));

/** True when the reference points at a record of the same service. Files never do: they are not a resource. */
export const isLocalRef = (resource: ResourceDefinition, spec: FieldSpec) =>
  spec.kind !== 'file' && spec.kind !== 'image' && spec.target?.split('.')[0] === resource.service;
/** True when the label of the referenced record is stored next to its id. */
export const storesLabel = (resource: ResourceDefinition, spec: FieldSpec) =>
  isPointer(spec) && !isLocalRef(resource, spec);
