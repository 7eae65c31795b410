import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import type { ImportResult, Job } from '@coulisse/resource-client';

/**
 * URL of the list of imported records: those created, or updated, between the start and the end of the job. The whole
 * list where these dates cannot be filtered.
 */
export const importedList = (
  descriptor: Pick<ResourceDescriptor, 'fields'>,
  list: string,
  { createdAt, finishedAt }: Pick<Job, 'createdAt' | 'finishedAt'>,
  { updated }: Pick<ImportResult, 'updated'>,
): string => {
  const moment = updated > 0 ? 'updatedAt' : 'createdAt';
  if (!finishedAt || !descriptor.fields.some(({ name, filterable }) => name === moment && filterable))
    return list;
  const filters = new URLSearchParams({
    [`f.${moment}.gte`]: createdAt,
    [`f.${moment}.lte`]: finishedAt,
  });
  return `${list}?${filters}`;
};
