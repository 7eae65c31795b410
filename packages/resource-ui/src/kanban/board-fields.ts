import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';

/** Fields whose values can be the columns of a board: the state first. */
export const boardFields = (descriptor: ResourceDescriptor): FieldDescriptor[] => {
  const fields = descriptor.fields.filter(
    (field) =>
      field.type === 'enumeration' &&
      field.filterable &&
      (field.enum?.length ?? 0) > 1 &&
      !(descriptor.fixed && field.name in descriptor.fixed),
  );
  return [
    ...fields.filter((field) => field.name === 'state'),
    ...fields.filter((field) => field.name !== 'state'),
  ];
};

export const boardField = (descriptor: ResourceDescriptor, by: string | null): FieldDescriptor | null => {
  const fields = boardFields(descriptor);
  return fields.find((field) => field.name === by) ?? fields[0] ?? null;
};
