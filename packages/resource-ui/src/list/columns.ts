import type { FieldDescriptor, ResourceDescriptor, ResourceOverrides } from '@coulisse/mfe-kit';
import { kindOf } from '../fields';

export const fieldNamed = (descriptor: ResourceDescriptor, name: string): FieldDescriptor | null =>
  descriptor.fields.find((field) => field.name === name) ?? null;

/** The columns of a list: the one that names the record is first, since it opens it. */
export const columnsOf = (
  descriptor: ResourceDescriptor,
  overrides: ResourceOverrides,
): FieldDescriptor[] => {
  const second = new Set(Object.values(overrides.list?.second ?? {}).flat());
  const names = overrides.list?.columns ?? [
    ...new Set([descriptor.labelField, ...descriptor.list.filter((name) => !second.has(name))]),
  ];
  return names
    .map((name) => fieldNamed(descriptor, name))
    .filter((field): field is FieldDescriptor => field !== null);
};

export const filterable = (descriptor: ResourceDescriptor): FieldDescriptor[] =>
  descriptor.fields.filter((field) => kindOf(field).filters.length > 0);
