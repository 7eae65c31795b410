import { isRestricted, type FieldDescriptor, type ResourceDescriptor } from '@coulisse/mfe-kit';

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Columns to export: those of the list, all, or the ticked ones. */
export type ColumnSet = 'shown' | 'all' | 'chosen';

/** The key that matches the record again when the file is imported. */
export const ID_COLUMN = 'id';

/** Kinds that cannot be filtered, but can be exported. */
const NOT_COMPARED = new Set<FieldDescriptor['type']>(['json', 'richText']);

/** True for fields that can be exported: all but secrets and related records. */
export const isExportable = (field: FieldDescriptor): boolean => {
  if (isRestricted(field) || field.type === 'related') return false;
  if (field.type === 'children') return true;
  // Any other field that cannot be filtered is a secret.
  return field.filterable === true || NOT_COMPARED.has(field.type);
};

export const exportableFields = (descriptor: ResourceDescriptor): FieldDescriptor[] =>
  descriptor.fields.filter(isExportable);

/**
 * The columns to export: those of the list in its order, then the others in that of the resource. The id is added when
 * all columns are exported, so that an import of the file updates the same records.
 */
export const exportedColumns = (
  descriptor: ResourceDescriptor,
  set: ColumnSet,
  shown: readonly string[],
  chosen: ReadonlySet<string>,
): string[] => {
  const exportableNames = exportableFields(descriptor).map(({ name }) => name);
  const first = shown.filter((name) => exportableNames.includes(name));
  if (set === 'shown') return first;
  const ordered = [...first, ...exportableNames.filter((name) => !first.includes(name)), ID_COLUMN];
  return set === 'all' ? ordered : ordered.filter((name) => chosen.has(name));
};
