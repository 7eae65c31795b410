import { problemBody, type ProblemBody, toProblem } from '@coulisse/service-kit/problem';
import { currentTrace } from '@coulisse/service-kit/telemetry';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';
import type { BulkAction } from './bulk-order';

/** The result for one record. */
export interface BulkResult {
  id: string;
  ok: boolean;
  problem?: ProblemBody;
  /** For a failure: the label of the record, if it can be read. */
  label?: string | null;
}
export interface BulkSummary {
  results: BulkResult[];
  done: number;
  failed: number;
}

/** Applies the order to one record in its own transaction; a failure is returned, not thrown. */
export async function bulkOne(
  pipeline: Pipeline,
  call: Call,
  order: BulkAction,
  id: string,
): Promise<BulkResult> {
  try {
    await applyTo(pipeline, call, order, id);
    return { id, ok: true };
  } catch (error) {
    if (toProblem(error).kind === 'internal')
      pipeline.ctx.log.error({ err: error, resource: call.resource.name, record: id }, 'bulk.record_failed');
    return { id, ok: false, problem: problemFor(call, error, id), label: await labelOf(pipeline, call, id) };
  }
}

/** Processes the records one by one. If the database is unavailable, the remaining ones are not tried. */
export async function runBulk(
  pipeline: Pipeline,
  call: Call,
  order: BulkAction,
  ids: Iterable<string>,
): Promise<BulkSummary> {
  const results: BulkResult[] = [];
  for (const id of new Set(ids)) {
    const last = results.at(-1)?.problem;
    const isUnavailable = last?.code === 'service.unavailable';
    results.push(
      isUnavailable
        ? { id, ok: false, problem: { ...last, instance: instanceOf(call, id) } }
        : await bulkOne(pipeline, call, order, id),
    );
  }
  const failed = results.filter(({ ok }) => !ok).length;
  return { results, done: results.length - failed, failed };
}

async function labelOf(pipeline: Pipeline, call: Call, id: string): Promise<string | null> {
  try {
    const { record } = await pipeline.inTransaction(call, id, (tx) => pipeline.find(tx, call, id));
    return String(record[call.resource.label as 'state'] ?? '') || null;
  } catch {
    // Deleted, or not readable now: the problem of the record shows which.
    return null;
  }
}

async function applyTo(pipeline: Pipeline, call: Call, order: BulkAction, id: string): Promise<unknown> {
  switch (order.action) {
    case 'update':
      return pipeline.update(call, id, null, order.values);
    case 'delete':
      return pipeline.delete(call, id, null);
    case 'archive':
    case 'restore':
      return pipeline.archive(call, id, order.action === 'archive', null);
    case 'transition':
      return pipeline.transition(call, id, order.transition ?? '', null, {
        input: order.input,
        comment: order.comment,
      });
  }
}

const instanceOf = ({ resource }: Call, id: string) => `/b/api/${resource.path}/${id}`;
const problemFor = (call: Call, error: unknown, id: string): ProblemBody =>
  problemBody(error, call.language, instanceOf(call, id), currentTrace()?.traceId ?? null);
