import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ResourceDescriptor, type ResourceRow, useApi } from '@coulisse/mfe-kit';
import type { ListState } from './list-state';

/** A row of a list, with the version that a change of it names. */
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
  /** Null for the records that have no value. */
  value: string | null;
  label?: string;
  total: number;
  sums: Record<string, string | number>;
}

/** Everything that is read of the lists of a resource begins with this, so that one change makes it all stale. */
const keyOf = (descriptor: ResourceDescriptor, ...rest: string[]) => ['list', descriptor.name, ...rest];
const PAGE = 'page';
const CARDS = 'cards';

/** One page; the former one stays on the screen while the next is on its way. */
export const useListQuery = (descriptor: ResourceDescriptor, request: string, enabled: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(descriptor, PAGE, request),
    queryFn: ({ signal }) => api.get<ListAnswer>(`${descriptor.path}?${request}`, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
};

/** The exact total and sums of a question: a heavy one, asked only when somebody wants it. */
export const useTotalsQuery = (descriptor: ResourceDescriptor, request: string, enabled: boolean) => {
  const api = useApi();
  const asked = new URLSearchParams(request);
  asked.delete('sort');
  return useQuery({
    queryKey: keyOf(descriptor, 'totals', asked.toString()),
    queryFn: ({ signal }) => api.get<Totals>(`${descriptor.path}/_totals?${asked}`, { signal }),
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
  const asked = new URLSearchParams(request);
  if (by) asked.set('by', by);
  asked.delete('sort');
  return useQuery({
    queryKey: keyOf(descriptor, 'groups', asked.toString()),
    queryFn: async ({ signal }) =>
      (await api.get<{ groups: GroupAnswer[] }>(`${descriptor.path}/_groups?${asked}`, { signal })).groups,
    placeholderData: keepPreviousData,
    enabled: enabled && by !== null,
  });
};

/** How many records a question finds, without reading any but one. */
export const useCountQuery = (descriptor: ResourceDescriptor, request: string, enabled: boolean) => {
  const api = useApi();
  const asked = new URLSearchParams(request);
  asked.delete('sort');
  asked.set('size', '1');
  return useQuery({
    queryKey: keyOf(descriptor, 'count', asked.toString()),
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer>(`${descriptor.path}?${asked}`, { signal })).page,
    enabled,
    staleTime: 60_000,
  });
};

/** The cards of one column of a board, more of them each time. */
export const useCardsQuery = (descriptor: ResourceDescriptor, request: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: keyOf(descriptor, CARDS, request),
    queryFn: ({ signal, pageParam }) => {
      const asked = new URLSearchParams(request);
      if (pageParam) {
        asked.set('after', pageParam);
        asked.delete('page');
      }
      return api.get<ListAnswer>(`${descriptor.path}?${asked}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.page.next,
  });
};

interface CardPages {
  pages: ListAnswer[];
  pageParams: unknown[];
}

/** Changes one row wherever it is shown, before or after the server said so. */
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

/** Shows the rows of a page in another order before the server has it. */
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
