import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';

/**
 * Fields whose values can be the columns of a board: the state first.
 * @param reference Reference that a module offers as well, before the other fields.
 */
export const boardFields = (descriptor: ResourceDescriptor, reference?: string): FieldDescriptor[] => {
  const fields = descriptor.fields.filter(
    (field) =>
      field.type === 'enumeration' &&
      field.filterable &&
      (field.enum?.length ?? 0) > 1 &&
      !(descriptor.fixed && field.name in descriptor.fixed),
  );
  return [
    ...fields.filter((field) => field.name === 'state'),
    ...descriptor.fields.filter(
      (field) => field.name === reference && field.type === 'ref' && field.filterable === true,
    ),
    ...fields.filter((field) => field.name !== 'state'),
  ];
};

export const boardField = (
  descriptor: ResourceDescriptor,
  by: string | null,
  reference?: string,
): FieldDescriptor | null => {
  const fields = boardFields(descriptor, reference);
  return fields.find((field) => field.name === by) ?? fields[0] ?? null;
};
