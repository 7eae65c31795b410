import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import type { ImportResult, Job } from '../jobs/job';

/**
 * The list of what an import wrote: records made, or changed, between its beginning and its end. The whole list where
 * their moments cannot be filtered.
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
