import { problemBody, type ProblemBody } from '../../problem/problem-body';
import { toProblem } from '../../problem/to-problem';
import { currentTrace } from '../../telemetry/trace';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';
import type { BulkOrder } from './bulk-order';

/** What came of one record. */
export interface BulkResult {
  id: string;
  ok: boolean;
  problem?: ProblemBody;
  /** Of a refusal: what the record is called, where it can be read. */
  label?: string | null;
}
export interface BulkSummary {
  results: BulkResult[];
  done: number;
  failed: number;
}

/** Does the order to one record, in a transaction of its own; a refusal is an answer. */
export async function bulkOne(
  pipeline: Pipeline,
  call: Call,
  order: BulkOrder,
  id: string,
): Promise<BulkResult> {
  try {
    await doTo(pipeline, call, order, id);
    return { id, ok: true };
  } catch (error) {
    if (toProblem(error).kind === 'internal')
      pipeline.ctx.log.error({ err: error, resource: call.resource.name, record: id }, 'one of many failed');
    return { id, ok: false, problem: told(call, error, id), label: await labelOf(pipeline, call, id) };
  }
}

/** One record after the other. When the database is away, the rest is not tried. */
export async function runBulk(
  pipeline: Pipeline,
  call: Call,
  order: BulkOrder,
  ids: Iterable<string>,
): Promise<BulkSummary> {
  const results: BulkResult[] = [];
  for (const id of new Set(ids)) {
    const last = results.at(-1)?.problem;
    const away = last?.code === 'service.unavailable';
    results.push(
      away
        ? { id, ok: false, problem: { ...last, instance: instanceOf(call, id) } }
        : await bulkOne(pipeline, call, order, id),
    );
  }
  const failed = results.filter(({ ok }) => !ok).length;
  return { results, done: results.length - failed, failed };
}

async function labelOf(pipeline: Pipeline, call: Call, id: string): Promise<string | null> {
  try {
    const { record } = await pipeline.within(call, id, (tx) => pipeline.find(tx, call, id));
    return String(record[call.resource.label as 'state'] ?? '') || null;
  } catch {
    // Gone, or nothing can be read now: the refusal itself says which.
    return null;
  }
}

async function doTo(pipeline: Pipeline, call: Call, order: BulkOrder, id: string): Promise<unknown> {
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
        comment: order.comment,
      });
  }
}

const instanceOf = ({ resource }: Call, id: string) => `/b/api/${resource.path}/${id}`;
const told = (call: Call, error: unknown, id: string): ProblemBody =>
  problemBody(error, call.language, instanceOf(call, id), currentTrace()?.traceId ?? null);
