import { isFilterable, isNumeric } from './kinds';
import { isWritable, type ResourceDefinition } from './resource';

/** What can be done with a resource beside writing its records one by one. */
export interface Features {
  readonly archivable: boolean;
  readonly sortable: boolean;
  readonly attachable: boolean;
  readonly duplicable: boolean;
  readonly importable: boolean;
  readonly exportable: boolean;
  /** Fields that an import may find an existing record by. */
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
    importable: creates,
    exportable: operations.includes('read'),
    importKeys: creates ? (resource.importKeys ?? unique) : [],
  };
}

/** Columns whose sum a list shows: the amounts and whole numbers of its columns unless the resource names others. */
export const summedFields = ({ fields, list, sums }: ResourceDefinition): string[] =>
  (sums ?? list).filter((name) => {
    const spec = fields[name]?.spec;
    if (!spec || !isNumeric(spec) || !isFilterable(spec)) return false;
    return sums !== undefined || spec.kind === 'money' || spec.kind === 'int';
  });
