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

export const camel = (name: string) => pascal(name).replace(/^./, (letter) => letter.toLowerCase());

/** The column that stores a field. Children have a table, not a column; related records have neither. */
export interface StoredColumn {
  readonly field: string;
  readonly column: string;
  readonly spec: FieldSpec;
}
/** `show` → `show_id`; `planId` → `plan_id`; other fields in snake case, unless the field names its column. */
export const columnName = (field: string, spec: FieldSpec) =>
  spec.column ?? (isPointer(spec) && !field.endsWith('Id') ? `${snake(field)}_id` : snake(field));
/** Column that stores the name of a file. */
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

/** True for references to records, of this service or another one. Files are no records. */
export const isRecordRef = ({ kind }: FieldSpec) => kind === 'ref' || kind === 'refs';
/** True when the reference points at a record of the same service. */
export const isLocalRef = (resource: Pick<ResourceDefinition, 'service'>, spec: FieldSpec) =>
  isRecordRef(spec) && spec.target?.split('.')[0] === resource.service;
/** True when the reference points at a record of another service. */
export const isForeignRef = (resource: Pick<ResourceDefinition, 'service'>, spec: FieldSpec) =>
  isRecordRef(spec) && !isLocalRef(resource, spec);
/** True when a label is stored next to the id: the name of a file, which never changes. */
export const storesLabel = ({ kind }: FieldSpec) => kind === 'file' || kind === 'image';

/** The references of a resource to records of other services, those of its children included. */
export function foreignTargets(resource: Pick<ResourceDefinition, 'service' | 'fields'>): Set<string> {
  const found = new Set<string>();
  for (const { spec } of Object.values(resource.fields)) {
    if (isForeignRef(resource, spec) && spec.target) found.add(spec.target);
    if (spec.fields)
      for (const target of foreignTargets({ service: resource.service, fields: spec.fields }))
        found.add(target);
  }
  return found;
}
