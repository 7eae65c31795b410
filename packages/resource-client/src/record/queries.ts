import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { type RecordAnswer, withStates } from './record-answer';
import type { StoredFile } from './stored-file';

export interface HistoryItem {
  id: string;
  at: string;
  /** Null: the system itself. */
  actor: string | null;
  /** The user who acted on behalf of `actor`. */
  impersonator: string | null;
  /** `create`, `update`, `comment`, `attach`, …, or the name of a transition. */
  action: string;
  changes: Record<string, [unknown, unknown]> | null;
}

export const useRecordQuery = (descriptor: ResourceDescriptor, id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['record', descriptor.name, id],
    queryFn: ({ signal }) => api.get<RecordAnswer>(`${descriptor.path}/${id}`, { signal }),
  });
};

interface HistoryPage {
  items: HistoryItem[];
  next: string | null;
}
const HISTORY_SIZE = 20;

/** The history of a record, latest first; older pages are loaded on demand. */
export const useHistoryQuery = (descriptor: ResourceDescriptor, id: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['history', descriptor.name, id],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams({ size: String(HISTORY_SIZE) });
      if (pageParam) params.set('before', pageParam);
      return api.get<HistoryPage>(`${descriptor.path}/${id}/history?${params}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
};

export interface Neighbours {
  previous: string | null;
  next: string | null;
  /** From 1; null when the record is not in the list. */
  place: number | null;
  total: number | null;
}

/** The position of a record in a list, whose query is `question`, without a page. */
export const useNeighboursQuery = (descriptor: ResourceDescriptor, id: string, question: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['list', descriptor.name, 'neighbours', id, question],
    queryFn: ({ signal }) =>
      api.get<Neighbours>(`${descriptor.path}/${id}/neighbours?${question}`, { signal }),
  });
};

export interface Attachment {
  id: string;
  file: StoredFile;
  addedBy: string;
  at: string;
}

export const useAttachmentsQuery = (descriptor: ResourceDescriptor, id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['attachments', descriptor.name, id],
    queryFn: async ({ signal }) =>
      (await api.get<{ items: Attachment[] }>(`${descriptor.path}/${id}/attachments`, { signal })).items,
    enabled: descriptor.features.attachable,
  });
};

/** Removes a deleted record from the cache, so that it is not requested again. */
export const useRemoveFromCache = (descriptor: ResourceDescriptor) => {
  const client = useQueryClient();
  const { name } = descriptor;
  return useCallback(
    (id: string) => {
      for (const kind of ['record', 'history', 'attachments'])
        client.removeQueries({ queryKey: [kind, name, id] });
      client.removeQueries({ queryKey: ['list', name, 'neighbours', id] });
      return client.invalidateQueries({ queryKey: ['list', name] });
    },
    [client, name],
  );
};

/** Invalidates the cached lists, the record and its history. */
export const useRefresh = (descriptor: ResourceDescriptor) => {
  const client = useQueryClient();
  const { name } = descriptor;
  return useCallback(
    async (record?: RecordAnswer) => {
      if (record)
        client.setQueryData<RecordAnswer>(['record', name, record.id], (before) =>
          withStates(record, before),
        );
      await Promise.all(
        ['list', 'record', 'history'].map((kind) => client.invalidateQueries({ queryKey: [kind, name] })),
      );
    },
    [client, name],
  );
};
