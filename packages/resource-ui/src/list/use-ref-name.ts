import { useQuery } from '@tanstack/react-query';
import { type FieldDescriptor, type ResourceRow, useApi, useResources } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import type { Filter } from '../data/list-state';
import { titleOf } from '../title';

/** A filter keeps the id of a record in the address; people read its name. */
export const useRefName = (field: FieldDescriptor, filter: Filter): string | null => {
  const api = useApi();
  const language = useLanguage();
  const target = useResources().find((resource) => resource.name === field.ref);
  const { data } = useQuery({
    queryKey: ['record', target?.name, filter.value],
    queryFn: ({ signal }) => api.get<ResourceRow>(`${target?.path}/${filter.value}`, { signal }),
    enabled: Boolean(target) && filter.op !== 'empty',
  });
  return target && data ? titleOf(target, data, language) : null;
};
