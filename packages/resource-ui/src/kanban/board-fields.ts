import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';

/**
 * Fields whose values can be the columns of a board: the state first.
 * @param wanted Reference that a module offers too, before the others.
 */
export const boardFields = (descriptor: ResourceDescriptor, wanted?: string): FieldDescriptor[] => {
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
      (field) => field.name === wanted && field.type === 'ref' && field.filterable === true,
    ),
    ...fields.filter((field) => field.name !== 'state'),
  ];
};

export const boardField = (
  descriptor: ResourceDescriptor,
  by: string | null,
  wanted?: string,
): FieldDescriptor | null => {
  const fields = boardFields(descriptor, wanted);
  return fields.find((field) => field.name === by) ?? fields[0] ?? null;
};
