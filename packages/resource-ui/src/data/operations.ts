import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { type BulkAction, type BulkAnswer, type BulkResult, chunked, joined } from './bulk';
import { type ListQuestion, questionRequest } from './list-state';
import type { Neighbours, RecordAnswer } from './queries';

/** A piece of work that outlasts its request. */
export interface Job {
  id: string;
  kind: 'export' | 'import' | 'bulk';
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
  done: number;
  total: number | null;
  result: unknown;
  problem: { title?: string; detail?: string; code?: string } | null;
  /** What it made; `size` in bytes. */
  file: { name: string; mediaType: string; size: number } | null;
  /** ISO 8601. */
  createdAt: string;
  finishedAt: string | null;
}

/** The question as a body carries it: for work on all of its results. */
export const questionBody = ({ query, sort, filters, group, archived }: ListQuestion) => ({
  ...(query ? { q: query } : {}),
  ...(sort ? { sort } : {}),
  ...(filters.length > 0 ? { filters } : {}),
  ...(group ? { group } : {}),
  ...(archived === 'no' ? {} : { archived }),
});

/** The same as the parameters of a list, those that are given several times as lists. */
const questionParameters = (question: ListQuestion): Record<string, string | string[]> => {
  const params = new URLSearchParams(questionRequest(question));
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
};

/** What can be asked of the records of a resource. Each throws an `ApiProblem` when it is refused. */
export const useOperations = (descriptor: ResourceDescriptor) => {
  const api = useApi();
  const { path } = descriptor;
  return useMemo(() => {
    const one = (id: string, door = '') => `${path}/${id}${door}`;
    const bulk = (ids: readonly string[], change: BulkAction) =>
      api.post<BulkAnswer>(`${path}/_bulk`, { ids, ...change });
    return {
      read: (id: string) => api.get<RecordAnswer>(one(id)),
      create: (values: Readonly<Record<string, unknown>>, idempotencyKey: string) =>
        api.post<RecordAnswer>(path, values, { idempotencyKey }),
      update: (id: string, version: number, values: Readonly<Record<string, unknown>>) =>
        api.patch<RecordAnswer>(one(id), values, { ifMatch: version }),
      /** `comment`: a word to those who will look back. */
      transition: (
        id: string,
        version: number,
        name: string,
        comment = '',
        confirmed: readonly string[] = [],
      ) =>
        api.post<RecordAnswer>(
          one(id, `/transitions/${name}`),
          {
            ...(comment.trim() ? { comment: comment.trim() } : {}),
            ...(confirmed.length > 0 ? { confirmed } : {}),
          },
          { ifMatch: version },
        ),
      archive: (id: string) => api.post<RecordAnswer>(one(id, '/archive'), {}),
      restore: (id: string) => api.post<RecordAnswer>(one(id, '/restore'), {}),
      duplicate: (id: string) => api.post<RecordAnswer>(one(id, '/duplicate'), {}),
      /** Takes a record before another one, or to the end. */
      order: (id: string, before: string | null) => api.post<RecordAnswer>(`${path}/_order`, { id, before }),
      neighbours: (id: string, question: string) =>
        api.get<Neighbours>(`${one(id, '/neighbours')}?${question}`),
      /** As many requests as it takes, one after the other; a request that fails takes its records with it. */
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
      /** The same for all that a question finds, in the background. */
      bulkAll: async (question: ListQuestion, change: BulkAction): Promise<Job> =>
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

/** What was read of a resource is out of date, its lists, records and histories, but not the screens themselves. */
export const useStale = (descriptor: ResourceDescriptor) => {
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
