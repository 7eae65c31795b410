import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ResourceDescriptor, type ResourceRow, useApi } from '@coulisse/mfe-kit';
import type { ListState } from './list-state';

/** A row of a list, with the version that an update must send. */
export interface ListRow extends ResourceRow {
  version: number;
}

export interface ListAnswer {
  items: ListRow[];
  page: {
    size: number;
    number?: number;
    next: string | null;
    previous: string | null;
    /** Null when it was not counted. */
    total: number | null;
    /** False when there are more than were counted. */
    exact?: boolean;
  };
  sums?: Record<string, string | number>;
}

export interface Totals {
  total: number;
  sums: Record<string, string | number>;
}

export interface GroupAnswer {
  /** Null for records without a value. */
  value: string | null;
  label?: string;
  total: number;
  sums: Record<string, string | number>;
}

/** Common prefix of the query keys of a resource's lists, so that one call invalidates them all. */
const keyOf = (descriptor: ResourceDescriptor, ...rest: string[]) => ['list', descriptor.name, ...rest];
const PAGE = 'page';
const CARDS = 'cards';

/** One page of a list; the previous page stays visible while the next one loads. */
export const useListQuery = (descriptor: ResourceDescriptor, request: string, enabled: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(descriptor, PAGE, request),
    queryFn: ({ signal }) => api.get<ListAnswer>(`${descriptor.path}?${request}`, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
};

/** The exact total and sums of a query; expensive, so it is sent only on demand. */
export const useTotalsQuery = (descriptor: ResourceDescriptor, request: string, enabled: boolean) => {
  const api = useApi();
  const params = new URLSearchParams(request);
  params.delete('sort');
  return useQuery({
    queryKey: keyOf(descriptor, 'totals', params.toString()),
    queryFn: ({ signal }) => api.get<Totals>(`${descriptor.path}/_totals?${params}`, { signal }),
    enabled,
  });
};

export const useGroupsQuery = (
  descriptor: ResourceDescriptor,
  by: string | null,
  request: string,
  enabled = true,
) => {
  const api = useApi();
  const params = new URLSearchParams(request);
  if (by) params.set('by', by);
  params.delete('sort');
  return useQuery({
    queryKey: keyOf(descriptor, 'groups', params.toString()),
    queryFn: async ({ signal }) =>
      (await api.get<{ groups: GroupAnswer[] }>(`${descriptor.path}/_groups?${params}`, { signal })).groups,
    placeholderData: keepPreviousData,
    enabled: enabled && by !== null,
  });
};

/** The number of records that a query finds, reading only one row. */
export const useCountQuery = (descriptor: ResourceDescriptor, request: string, enabled: boolean) => {
  const api = useApi();
  const params = new URLSearchParams(request);
  params.delete('sort');
  params.set('size', '1');
  return useQuery({
    queryKey: keyOf(descriptor, 'count', params.toString()),
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer>(`${descriptor.path}?${params}`, { signal })).page,
    enabled,
    staleTime: 60_000,
  });
};

/** The cards of one column of a board, loaded page by page. */
export const useCardsQuery = (descriptor: ResourceDescriptor, request: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: keyOf(descriptor, CARDS, request),
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams(request);
      if (pageParam) {
        params.set('after', pageParam);
        params.delete('page');
      }
      return api.get<ListAnswer>(`${descriptor.path}?${params}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.page.next,
  });
};

interface CardPages {
  pages: ListAnswer[];
  pageParams: unknown[];
}

/** Updates one row in every cached list, before or after the server's response. */
export const usePatchRow = (descriptor: ResourceDescriptor) => {
  const client = useQueryClient();
  const { name } = descriptor;
  return useCallback(
    (id: string, change: Readonly<Record<string, unknown>>) => {
      const patched = (answer: ListAnswer): ListAnswer => ({
        ...answer,
        items: answer.items.map((row) => (row.id === id ? { ...row, ...change } : row)),
      });
      client.setQueriesData<ListAnswer>({ queryKey: ['list', name, PAGE] }, (answer) =>
        answer ? patched(answer) : answer,
      );
      client.setQueriesData<CardPages>({ queryKey: ['list', name, CARDS] }, (cards) =>
        cards ? { ...cards, pages: cards.pages.map(patched) } : cards,
      );
    },
    [client, name],
  );
};

/** Reorders the rows of a page before the server has stored the order. */
export const useReorderRows = (descriptor: ResourceDescriptor) => {
  const client = useQueryClient();
  const { name } = descriptor;
  return useCallback(
    (ids: readonly string[]) => {
      client.setQueriesData<ListAnswer>({ queryKey: ['list', name, PAGE] }, (answer) => {
        if (!answer || answer.items.length !== ids.length) return answer;
        const rows = new Map(answer.items.map((row) => [row.id, row]));
        const items = ids.flatMap((id) => rows.get(id) ?? []);
        return items.length === ids.length ? { ...answer, items } : answer;
      });
    },
    [client, name],
  );
};

export const pageOffset = (state: ListState): number => (state.page - 1) * state.size;
