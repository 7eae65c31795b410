import type { BulkAnswer, BulkResult } from '@coulisse/resource-client';
import { selected } from './filters';
import { addJob } from './jobs';
import { problemBody, SampleProblem } from './problem';
import { archiveRow, deleteRow, findRow, transitRow, updateRow } from './records';
import type { SampleRequest } from './request';
import type { SampleStore } from './store';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const apply = (store: SampleStore, id: string, body: SampleRequest['body']): void => {
  const row = findRow(store, id);
  const { action, values, transition } = body;
  if (action === 'update' && isRecord(values)) updateRow(store, row, values);
  else if (action === 'transition') transitRow(store, row, String(transition));
  else if (action === 'archive' || action === 'restore') archiveRow(store, row, action === 'archive');
  else if (action === 'delete') deleteRow(store, row);
};

const run = (store: SampleStore, ids: readonly string[], { body, language }: SampleRequest): BulkAnswer => {
  const results = ids.map((id): BulkResult => {
    try {
      apply(store, id, body);
      return { id, ok: true };
    } catch (failure) {
      if (!(failure instanceof SampleProblem)) throw failure;
      const label = String(store.rows.find((row) => row.id === id)?.[store.descriptor.labelField] ?? id);
      return { id, ok: false, label, problem: problemBody(failure.code, language, failure.fields) };
    }
  });
  const done = results.filter(({ ok }) => ok).length;
  return { results, done, failed: results.length - done };
};

/** An action on many records: at once for a list of ids, as a job for all results of a query. */
export const bulkAnswer = (store: SampleStore, request: SampleRequest): unknown => {
  const { ids, query } = request.body;
  if (Array.isArray(ids)) return run(store, ids.map(String), request);
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(isRecord(query) ? query : {}))
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item));
  const found = selected(store.descriptor, store.rows, params).map(({ id }) => id);
  return {
    job: addJob(store, { kind: 'bulk', total: found.length }, () => ({ result: run(store, found, request) })),
  };
};
