import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FieldDescriptor, type ResourceDescriptor, useApi, useResources } from '@coulisse/mfe-kit';
import type { ListAnswer } from '../data/list-queries';

/** Rows of a page of related records: enough to see what is there, few enough to keep the record in sight. */
export const RELATED_SIZE = 5;

/** The resource whose records point back; null when this person may not read them, or nobody serves it. */
export const useRelatedTarget = (field: FieldDescriptor): ResourceDescriptor | null => {
  const target = useResources().find((resource) => resource.name === field.ref);
  return target?.may.read && field.by ? target : null;
};

/** The question that finds them, as both a list's address and the API write it. */
export const relatedQuestion = (field: FieldDescriptor, id: string): string =>
  new URLSearchParams([[`f.${field.by}.eq`, id]]).toString();

export const useRelatedQuery = (
  field: FieldDescriptor,
  target: ResourceDescriptor | null,
  id: string | null,
  page = 1,
) => {
  const api = useApi();
  const question = id ? relatedQuestion(field, id) : '';
  return useQuery({
    // Begins like every list of the resource: what makes those stale makes this one stale too.
    queryKey: ['list', target?.name, 'related', question, page],
    queryFn: ({ signal }) =>
      api.get<ListAnswer>(`${target?.path}?${question}&size=${RELATED_SIZE}&page=${page}`, { signal }),
    placeholderData: keepPreviousData,
    enabled: target !== null && id !== null,
  });
};
