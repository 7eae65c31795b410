import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { type BulkAction, type BulkAnswer, type BulkResult, chunked, joined } from '../list/bulk';
import { type ListQuery, queryParams } from '../list/list-state';
import type { Neighbours } from './queries';
import type { RecordAnswer } from './record-answer';

/** A background job. */
export interface Job {
  id: string;
  kind: 'export' | 'import' | 'bulk';
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
  done: number;
  total: number | null;
  result: unknown;
  problem: { title?: string; detail?: string; code?: string } | null;
  /** The file that it produced; `size` in bytes. */
  file: { name: string; mediaType: string; size: number } | null;
  /** ISO 8601. */
  createdAt: string;
  finishedAt: string | null;
}

/** The list query as a request body, for an action on all its results. */
export const questionBody = ({ query, sort, filters, group, archived }: ListQuery) => ({
  ...(query ? { q: query } : {}),
  ...(sort ? { sort } : {}),
  ...(filters.length > 0 ? { filters } : {}),
  ...(group ? { group } : {}),
  ...(archived === 'no' ? {} : { archived }),
});

/** The list query as parameters; repeated parameters become arrays. */
const questionParameters = (question: ListQuery): Record<string, string | string[]> => {
  const params = new URLSearchParams(queryParams(question));
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
};

/** The operations on the records of a resource. Each throws an `ApiProblem` when the server refuses it. */
export const useOperations = (descriptor: ResourceDescriptor) => {
  const api = useApi();
  const { path } = descriptor;
  return useMemo(() => {
    const recordPath = (id: string, suffix = '') => `${path}/${id}${suffix}`;
    const bulk = (ids: readonly string[], change: BulkAction) =>
      api.post<BulkAnswer>(`${path}/_bulk`, { ids, ...change });
    return {
      read: (id: string) => api.get<RecordAnswer>(recordPath(id)),
      create: (values: Readonly<Record<string, unknown>>, idempotencyKey: string) =>
        api.post<RecordAnswer>(path, values, { idempotencyKey }),
      update: (id: string, version: number, values: Readonly<Record<string, unknown>>) =>
        api.patch<RecordAnswer>(recordPath(id), values, { ifMatch: version }),
      /** `comment`: stored in the history. */
      transition: (
        id: string,
        version: number,
        name: string,
        comment = '',
        confirmed: readonly string[] = [],
        input: Readonly<Record<string, unknown>> = {},
      ) =>
        api.post<RecordAnswer>(
          recordPath(id, `/transitions/${name}`),
          {
            ...(comment.trim() ? { comment: comment.trim() } : {}),
            ...(confirmed.length > 0 ? { confirmed } : {}),
            ...(Object.keys(input).length > 0 ? { input } : {}),
          },
          { ifMatch: version },
        ),
      archive: (id: string) => api.post<RecordAnswer>(recordPath(id, '/archive'), {}),
      restore: (id: string) => api.post<RecordAnswer>(recordPath(id, '/restore'), {}),
      duplicate: (id: string) => api.post<RecordAnswer>(recordPath(id, '/duplicate'), {}),
      /** Moves a record before another one, or to the end. */
      order: (id: string, before: string | null) => api.post<RecordAnswer>(`${path}/_order`, { id, before }),
      neighbours: (id: string, question: string) =>
        api.get<Neighbours>(`${recordPath(id, '/neighbours')}?${question}`),
      /** Sends as many requests as needed, one after the other; when one fails, all its records count as failed. */
      bulk: async (
        ids: readonly string[],
        change: BulkAction,
        onDone?: (count: number) => void,
      ): Promise<BulkAnswer> => {
        const answers: BulkAnswer[] = [];
        let count = 0;
        for (const part of chunked(ids)) {
          answers.push(await bulk(part, change).catch((failure: unknown) => refusedAll(part, failure)));
          count += part.length;
          onDone?.(count);
        }
        return joined(answers);
      },
      /** The same for all results of a query, as a background job. */
      bulkAll: async (question: ListQuery, change: BulkAction): Promise<Job> =>
        (await api.post<{ job: Job }>(`${path}/_bulk`, { query: questionParameters(question), ...change }))
          .job,
    };
  }, [api, path]);
};

export type Operations = ReturnType<typeof useOperations>;

const refusedAll = (ids: readonly string[], failure: unknown): BulkAnswer => ({
  results: ids.map((id): BulkResult => {
    const { code, detail } = failure as { code?: string; detail?: string };
    return { id, ok: false, problem: { ...(code ? { code } : {}), ...(detail ? { detail } : {}) } };
  }),
  done: 0,
  failed: ids.length,
});

/** Invalidates the cached lists, records and histories of a resource, but not its descriptor. */
export const useInvalidateResource = (descriptor: ResourceDescriptor) => {
  const client = useQueryClient();
  const { name } = descriptor;
  return useMemo(
    () => () =>
      Promise.all(
        ['list', 'record', 'history'].map((kind) => client.invalidateQueries({ queryKey: [kind, name] })),
      ),
    [client, name],
  );
};
