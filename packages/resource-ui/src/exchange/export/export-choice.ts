import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Those of the list, every one, or those that are ticked. */
export type ColumnSet = 'shown' | 'all' | 'chosen';

/** The key that a record of an export is found again by, when the file is imported. */
export const ID_COLUMN = 'id';

/** Kinds that no list can compare, and that a file holds all the same. */
const NOT_COMPARED = new Set<FieldDescriptor['type']>(['json', 'richText']);

/** What a file may hold: everything but secrets and what other resources own. */
export const isExportable = (field: FieldDescriptor): boolean => {
  if (field.sensitive || field.type === 'related') return false;
  if (field.type === 'children') return true;
  // Whatever else cannot be compared is kept unreadable.
  return field.filterable === true || NOT_COMPARED.has(field.type);
};

export const exportableFields = (descriptor: ResourceDescriptor): FieldDescriptor[] =>
  descriptor.fields.filter(isExportable);

/**
 * The columns to ask for: those of the list keep its order, others follow in that of the resource. With every column
 * goes the id, so that the file can come back as changes of the same records.
 */
export const exportedColumns = (
  descriptor: ResourceDescriptor,
  set: ColumnSet,
  shown: readonly string[],
  chosen: ReadonlySet<string>,
): string[] => {
  const known = exportableFields(descriptor).map(({ name }) => name);
  const first = shown.filter((name) => known.includes(name));
  if (set === 'shown') return first;
  const ordered = [...first, ...known.filter((name) => !first.includes(name)), ID_COLUMN];
  return set === 'all' ? ordered : ordered.filter((name) => chosen.has(name));
};
