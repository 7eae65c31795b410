import { Problem } from '../../problem/problem';
import { appendChunk, readChunks } from '../jobs/job-chunks';
import type { JobHandler } from '../jobs/job-run';
import type { JobView } from '../jobs/jobs';
import { parseListQuery, type RawQuery } from '../list-query';
import { ListReader } from '../lists/reader';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';
import type { BulkOrder } from './bulk-order';
import { bulkOne, type BulkResult } from './run-bulk';

/** Records of one job; whoever has more narrows the list. */
const MOST_RECORDS = 50_000;
/** Refusals that the result tells one by one. */
const MOST_TOLD = 200;
const ID_BYTES = 16;

/** What a job of many records answers: `errors` are the first refusals. */
export interface BulkOutcome {
  done: number;
  failed: number;
  errors: BulkResult[];
}

/** Leaves an order for all records that a list shows at this moment to a job: what changes meanwhile does not move the rest. */
export function enqueueBulk(
  pipeline: Pipeline,
  call: Call,
  order: BulkOrder,
  query: RawQuery,
): Promise<JobView> {
  const { resource } = call;
  const { size: _size, page: _page, after: _after, columns: _columns, total: _total, ...selection } = query;
  const asked = parseListQuery(pipeline.store.statements(resource), selection);
  return pipeline.within(call, null, async (tx) => {
    const reader = new ListReader(pipeline.store, resource, tx.tenantId, (all) => tx.sql.all(all));
    const page = await reader.page({ ...asked, columns: [], total: 'none', size: MOST_RECORDS });
    if (page.page.next !== null) throw new Problem('bulk.too-many', { params: { max: MOST_RECORDS } });
    const ids = page.items.map(({ record }) => record.id);
    const job = await pipeline.jobs.add(tx, call, 'bulk', order, ids.length);
    await appendChunk(tx.sql, { tenantId: tx.tenantId, id: job.id }, 'input', packed(ids));
    return job;
  });
}

/** Does such an order. Each record and the place in the list are one transaction: after a crash it goes on with the next. */
export const bulkHandler =
  (pipeline: Pipeline): JobHandler =>
  async (run) => {
    const { job, call, signal } = run;
    const order = job.input as BulkOrder;
    const chunks: Buffer[] = [];
    for await (const chunk of readChunks(pipeline.ctx.db, call.actor, job.id, 'input')) chunks.push(chunk);
    const ids = unpacked(Buffer.concat(chunks));
    const outcome = (job.result?.value as BulkOutcome | undefined) ?? { done: 0, failed: 0, errors: [] };
    for (const [index, id] of ids.entries()) {
      if (index < job.done) continue;
      signal.throwIfAborted();
      await pipeline.ctx.db.inJoinableTenant(call.actor, async (tx) => {
        const result = await bulkOne(pipeline, call, order, id);
        // The whole list would fail of it, one by one: better to begin again from here.
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
