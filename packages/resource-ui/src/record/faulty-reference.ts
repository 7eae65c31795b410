import { ApiProblem, type ResourceDescriptor, type ResourceRow } from '@coulisse/mfe-kit';

/** A record that another one refers to. */
export interface FaultyReference {
  resource: string;
  id: string;
  label: string;
}

/** The record in which something is missing: the first reference that a failure points at. Null when it points at none. */
export function faultyReference(
  failure: unknown,
  { fields }: Pick<ResourceDescriptor, 'fields'>,
  record: ResourceRow,
): FaultyReference | null {
  if (!(failure instanceof ApiProblem)) return null;
  for (const { pointer } of failure.errors) {
    const field = fields.find(({ name, type }) => type === 'ref' && pointer === `/${name}`);
    const value = field && (record[field.name] as { id?: string; label?: string | null } | null | undefined);
    if (field?.ref && value?.id) return { resource: field.ref, id: value.id, label: value.label ?? value.id };
  }
  return null;
}
