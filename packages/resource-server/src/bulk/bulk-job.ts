import type { ResourceDefinition } from '@coulisse/resource';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import { appendChunk, type JobHandler, type JobView, readChunks } from '@coulisse/job-runner';
import { parseListQuery, type RawQuery } from '../list-query';
import { ListReader } from '../lists/reader';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';
import type { BulkAction } from './bulk-order';
import { bulkOne, type BulkResult } from './run-bulk';

/** Maximum number of records per job; a larger selection must be narrowed. */
const MOST_RECORDS = 50_000;
/** Maximum number of errors listed in the result. */
const MOST_TOLD = 200;
const ID_BYTES = 16;

/** The result of a bulk job; `errors` contains the first failures. */
export interface BulkOutcome {
  done: number;
  failed: number;
  errors: BulkResult[];
}

/** Enqueues a bulk job for all records of a list. Their ids are stored, so that later changes do not shift the rest. */
export const enqueueBulk = (
  pipeline: Pipeline,
  call: Call,
  order: BulkAction,
  query: RawQuery,
): Promise<JobView> =>
  pipeline.inTransaction(call, null, (tx) => enqueueBulkIn(pipeline, tx, call, order, query));

/** As `enqueueBulk`, in an open transaction: the job exists if, and only if, it is committed. */
export async function enqueueBulkIn(
  pipeline: Pipeline,
  tx: Tx,
  call: Call,
  order: BulkAction,
  query: RawQuery,
): Promise<JobView> {
  const { resource } = call;
  const { size: _size, page: _page, after: _after, columns: _columns, total: _total, ...selection } = query;
  const store = pipeline.storeFor(call);
  const listQuery = parseListQuery(store.statements(resource), selection);
  const reader = new ListReader(store, resource, tx.tenantId, (all) => tx.sql.batch(all));
  const page = await reader.page({ ...listQuery, columns: [], total: 'none', size: MOST_RECORDS });
  if (page.page.next !== null) throw new Problem('bulk.too-many', { params: { max: MOST_RECORDS } });
  const ids = page.items.map(({ record }) => record.id);
  const job = await pipeline.jobs.add(tx, call, 'bulk', order, ids.length);
  await appendChunk(tx.sql, { tenantId: tx.tenantId, id: job.id }, 'input', packed(ids));
  return job;
}

/** Runs a bulk job. Each record is written in one transaction with the progress: after a crash the next one follows. */
export const bulkHandler =
  (pipeline: Pipeline): JobHandler<ResourceDefinition> =>
  async (run) => {
    const { job, call, signal } = run;
    const order = job.input as BulkAction;
    const chunks: Buffer[] = [];
    for await (const chunk of readChunks(pipeline.ctx.db, call.actor, job.id, 'input')) chunks.push(chunk);
    const ids = unpacked(Buffer.concat(chunks));
    const outcome = (job.result?.value as BulkOutcome | undefined) ?? { done: 0, failed: 0, errors: [] };
    for (const [index, id] of ids.entries()) {
      if (index < job.done) continue;
      signal.throwIfAborted();
      await pipeline.ctx.db.inJoinableTenant(call.actor, async (tx) => {
        const result = await bulkOne(pipeline, call, order, id);
        // Every further record would fail, too: abort, so that the job is retried from here.
        if (result.problem?.code === 'service.unavailable') throw new Problem('service.unavailable');
        if (result.ok) outcome.done += 1;
        else outcome.failed += 1;
        if (!result.ok && outcome.errors.length < MOST_TOLD) outcome.errors.push(result);
        await run.checkpoint(tx, index + 1, { value: outcome, file: null });
      });
    }
    return { value: outcome, file: null };
  };

const packed = (ids: readonly string[]): Buffer =>
  Buffer.concat(ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')));
const unpacked = (bytes: Buffer): string[] =>
  Array.from({ length: bytes.length / ID_BYTES }, (_, index) =>
    bytes
      .subarray(index * ID_BYTES, (index + 1) * ID_BYTES)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );
