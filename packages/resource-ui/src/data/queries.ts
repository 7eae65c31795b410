import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ResourceDescriptor, type ResourceRow, useApi } from '@coulisse/mfe-kit';
import { type ListState, listRequest, PAGE_SIZE } from './list-state';

export interface ListAnswer {
  items: ResourceRow[];
  page: { size: number; number?: number; next: string | null; previous: string | null; total: number };
  sums?: Record<string, string | number>;
}

export interface ActionState {
  name: string;
  allowed: boolean;
  blockers: { code: string; detail?: string; params?: Record<string, unknown> }[];
}

export interface RecordAnswer extends ResourceRow {
  version: number;
  _actions?: ActionState[];
}

export interface HistoryItem {
  at: string;
  actor: string | { name?: string; displayName?: string } | null;
  action: string;
  changes: Record<string, [unknown, unknown]> | null;
}

export const useListQuery = (descriptor: ResourceDescriptor, state: ListState) => {
  const api = useApi();
  const request = listRequest(state);
  return useQuery({
    queryKey: ['list', descriptor.name, request],
    queryFn: ({ signal }) => api.get<ListAnswer>(`${descriptor.path}?${request}`, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const pageOffset = (state: ListState): number => (state.page - 1) * PAGE_SIZE;

export const useRecordQuery = (descriptor: ResourceDescriptor, id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['record', descriptor.name, id],
    queryFn: ({ signal }) => api.get<RecordAnswer>(`${descriptor.path}/${id}`, { signal }),
  });
};

export const useHistoryQuery = (descriptor: ResourceDescriptor, id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['history', descriptor.name, id],
    queryFn: async ({ signal }) =>
      (await api.get<{ items: HistoryItem[] }>(`${descriptor.path}/${id}/history`, { signal })).items,
  });
};

/** A record is gone: nobody asks for it again. */
export const useForget = (descriptor: ResourceDescriptor) => {
  const client = useQueryClient();
  const { name } = descriptor;
  return useCallback(
    (id: string) => {
      for (const kind of ['record', 'history']) client.removeQueries({ queryKey: [kind, name, id] });
      return client.invalidateQueries({ queryKey: ['list', name] });
    },
    [client, name],
  );
};

/** What was read of a resource is out of date: lists, its record, its history. */
export const useRefresh = (descriptor: ResourceDescriptor) => {
  const client = useQueryClient();
  const { name } = descriptor;
  return useCallback(
    async (record?: RecordAnswer) => {
      if (record) client.setQueryData(['record', name, record.id], record);
      await Promise.all(
        ['list', 'record', 'history'].map((kind) => client.invalidateQueries({ queryKey: [kind, name] })),
      );
    },
    [client, name],
  );
};
