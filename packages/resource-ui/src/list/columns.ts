import type { FieldDescriptor, ResourceDescriptor, ResourceOverrides } from '@coulisse/mfe-kit';
import type { ColumnChoice } from '../data/column-choice';
import { operatorsOf } from '../data/filter-operators';

export const fieldNamed = (descriptor: ResourceDescriptor, name: string): FieldDescriptor | null =>
  descriptor.fields.find((field) => field.name === name) ?? null;

/** A column of the table; without a width it takes what it needs. */
export interface ListColumn {
  field: FieldDescriptor;
  width?: number;
}

/** What a list can show: what is stored with the record, and is no secret. */
const UNLISTED = new Set(['children', 'related', 'richText']);
export const listable = (descriptor: ResourceDescriptor): FieldDescriptor[] =>
  descriptor.fields.filter((field) => !field.sensitive && !UNLISTED.has(field.type));

/** The columns that a list begins with: the one that names the record is first, since it opens it. */
export const usualColumns = (
  descriptor: ResourceDescriptor,
  overrides: ResourceOverrides,
): ColumnChoice[] => {
  const second = new Set(Object.values(overrides.list?.second ?? {}).flat());
  const names = overrides.list?.columns ?? [
    ...new Set([descriptor.labelField, ...descriptor.list.filter((name) => !second.has(name))]),
  ];
  return names.map((name) => ({ name }));
};

/** The chosen columns, or the usual ones; those that are no more are left out. */
export const columnsOf = (
  descriptor: ResourceDescriptor,
  overrides: ResourceOverrides,
  chosen: readonly ColumnChoice[] | null,
): ListColumn[] => {
  const known = listable(descriptor);
  const found = (choices: readonly ColumnChoice[]) =>
    choices.flatMap(({ name, width }): ListColumn[] => {
      const field = known.find((candidate) => candidate.name === name);
      return field ? [{ field, ...(width ? { width } : {}) }] : [];
    });
  const columns = found(chosen ?? []);
  return columns.length > 0 ? columns : found(usualColumns(descriptor, overrides));
};

/** Fields to ask for besides the usual ones; null when those are enough. */
export const askedColumns = (
  descriptor: ResourceDescriptor,
  overrides: ResourceOverrides,
  columns: readonly ListColumn[],
  more: readonly string[] = [],
): string[] | null => {
  const seconds = Object.values(overrides.list?.second ?? {}).flat();
  const wanted = [...columns.map(({ field }) => field.name), ...seconds, ...more];
  const known = new Set(listable(descriptor).map(({ name }) => name));
  const extra = wanted.filter((name) => known.has(name) && !descriptor.list.includes(name));
  return extra.length > 0 ? [...new Set([...descriptor.list, ...extra])] : null;
};

/** What a filter can compare. */
export const filterable = (descriptor: ResourceDescriptor): FieldDescriptor[] =>
  descriptor.fields.filter((field) => operatorsOf(field).length > 0);
