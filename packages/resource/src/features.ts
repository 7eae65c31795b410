import { isFilterable, isNumeric } from './kinds';
import { isWritable } from './resource';
import type { ResourceDefinition } from './resource-definition';

/** What a resource supports besides reading and writing single records. */
export interface Features {
  readonly archivable: boolean;
  readonly sortable: boolean;
  readonly attachable: boolean;
  readonly duplicable: boolean;
  readonly importable: boolean;
  readonly exportable: boolean;
  /** Fields by which an import may match an existing record. */
  readonly importKeys: readonly string[];
}

export function featuresOf(resource: ResourceDefinition): Features {
  const { fields, operations, tenancy } = resource;
  const creates = operations.includes('create') && tenancy === 'row';
  const unique = Object.entries(fields)
    .filter(([name, { spec }]) => spec.unique && isFilterable(spec) && isWritable(resource, name))
    .map(([name]) => name);
  return {
    archivable: fields.isArchived?.spec.kind === 'bool',
    sortable: resource.sortable,
    attachable: resource.attachable,
    duplicable: creates && resource.duplicable,
    // A file may change records that are there.
    importable: creates && operations.includes('update'),
    exportable: operations.includes('read'),
    importKeys: creates && operations.includes('update') ? (resource.importKeys ?? unique) : [],
  };
}

/** Columns whose sum a list shows; by default the amounts and integers among its columns. */
export const summedFields = ({ fields, list, sums }: ResourceDefinition): string[] =>
  (sums ?? list).filter((name) => {
    const spec = fields[name]?.spec;
    if (!spec || !isNumeric(spec) || !isFilterable(spec)) return false;
    return sums !== undefined || spec.kind === 'money' || spec.kind === 'int';
  });
