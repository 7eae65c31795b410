import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FieldDescriptor, type ResourceDescriptor, useApi, useResources } from '@coulisse/mfe-kit';
import type { ListAnswer } from '@coulisse/resource-client';

/** Page size of related records: small, so that the record stays visible. */
export const RELATED_SIZE = 5;

/** The related resource; null when the user may not read it, or when its service is down. */
export const useRelatedTarget = (field: FieldDescriptor): ResourceDescriptor | null => {
  const target = useResources().find((resource) => resource.name === field.ref);
  return target?.may.read && field.by ? target : null;
};

/** The query of the related records, in the format of both the URL and the API. */
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
    // Same prefix as the lists of the resource, so that it is invalidated with them.
    queryKey: ['list', target?.name, 'related', question, page],
    queryFn: ({ signal }) =>
      api.get<ListAnswer>(`${target?.path}?${question}&size=${RELATED_SIZE}&page=${page}`, { signal }),
    placeholderData: keepPreviousData,
    enabled: target !== null && id !== null,
  });
};
