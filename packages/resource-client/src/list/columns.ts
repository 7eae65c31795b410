import {
  isRestricted,
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceOverrides,
} from '@coulisse/mfe-kit';
import type { ColumnChoice } from './column-choice';
import { operatorsOf } from './filter-operators';

export const fieldNamed = (descriptor: ResourceDescriptor, name: string): FieldDescriptor | null =>
  descriptor.fields.find((field) => field.name === name) ?? null;

/** A column of the table; without a width it fits its content. */
export interface ListColumn {
  field: FieldDescriptor;
  width?: number;
}

/** Kinds that a list cannot show: not stored in the record, or too long; secrets are excluded too. */
const UNLISTED = new Set(['children', 'related', 'richText']);
export const listable = (descriptor: ResourceDescriptor): FieldDescriptor[] =>
  descriptor.fields.filter((field) => !isRestricted(field) && !UNLISTED.has(field.type));

/** The default columns; the record's label comes first, since it is the link to the record. */
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

/** The chosen columns, or the default ones, without columns that no longer exist. */
export const columnsOf = (
  descriptor: ResourceDescriptor,
  overrides: ResourceOverrides,
  chosen: readonly ColumnChoice[] | null,
): ListColumn[] => {
  const listableFields = listable(descriptor);
  const found = (choices: readonly ColumnChoice[]) =>
    choices.flatMap(({ name, width }): ListColumn[] => {
      const field = listableFields.find((candidate) => candidate.name === name);
      return field ? [{ field, ...(width ? { width } : {}) }] : [];
    });
  const columns = found(chosen ?? []);
  return columns.length > 0 ? columns : found(usualColumns(descriptor, overrides));
};

/** Fields to request besides the default ones; null when those are enough. */
export const requestedColumns = (
  descriptor: ResourceDescriptor,
  overrides: ResourceOverrides,
  columns: readonly ListColumn[],
  extraNames: readonly string[] = [],
): string[] | null => {
  const seconds = Object.values(overrides.list?.second ?? {}).flat();
  const requestedNames = [...columns.map(({ field }) => field.name), ...seconds, ...extraNames];
  const listableNames = new Set(listable(descriptor).map(({ name }) => name));
  const extra = requestedNames.filter((name) => listableNames.has(name) && !descriptor.list.includes(name));
  return extra.length > 0 ? [...new Set([...descriptor.list, ...extra])] : null;
};

/** Fields that can be filtered. */
export const filterable = (descriptor: ResourceDescriptor): FieldDescriptor[] =>
  descriptor.fields.filter((field) => operatorsOf(field).length > 0);
