import type { Language } from '@coulisse/contracts';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Database, Sql, Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import type { WorkLabel } from './define-job';
import type { JobState } from './job';
import { type WorkError, workError } from './work-error';
import { ALL_TENANTS } from './schedule-ledger';

/** A job of the service as administrators see it: without its payload and the text of its error. */
export interface BackgroundJobView {
  id: string;
  /** Null for a run of a schedule for all tenants. */
  tenantId: string | null;
  name: string;
  /** Null for a job that this version of the service does not know: it never runs, and can only be ended. */
  label: string | null;
  state: JobState;
  attempts: number;
  done: number;
  total: number | null;
  /** True if the next run goes on where the last one stored how far it was; null where the reader may not know. */
  hasCheckpoint: boolean | null;
  createdAt: string;
  startedAt: string | null;
  /** When a waiting job is tried next; null for one that this version does not know. */
  nextAttemptAt: string | null;
  finishedAt: string | null;
  /** Of the last attempt. */
  error: WorkError | null;
  /** Who ended a cancelled job, and why; null where that is not the reader's to know. */
  cancellation: Cancellation | null;
}
export interface Cancellation {
  by: string;
  reason: string;
}
export const OPEN_STATES = ['WAITING', 'RUNNING', 'FAILED'] as const;
export type OpenState = (typeof OPEN_STATES)[number];
export interface BackgroundJobQuery {
  /** Default: those that wait, run or failed. */
  state?: JobState | undefined;
  /** Cursor: id of the last job of the previous page. The list is sorted from newest to oldest. */
  before?: string | undefined;
  limit: number;
}

interface Row extends Record<string, unknown> {
  id: string;
  tenantId: string;
  name: string;
  state: JobState;
  attempts: number;
  done: number;
  total: number | null;
  hasCheckpoint: boolean | null;
  createdAt: Date;
  startedAt: Date | null;
  runAfter: Date;
  finishedAt: Date | null;
  errorCode: string | null;
}

const COLUMNS = `id, tenant_id AS "tenantId", kind AS name, state, attempts, done, total, created_at AS "createdAt",
  started_at AS "startedAt", run_after AS "runAfter", finished_at AS "finishedAt", error_code AS "errorCode"`;
const PAGE = `FROM kit.job WHERE resource IS NULL AND state = ANY($1::text[])
  AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;
/** What a run stored belongs to the tenant: the platform cannot read it. */
const LIST_OF_TENANT = `SELECT ${COLUMNS}, checkpoint IS NOT NULL AS "hasCheckpoint" ${PAGE}`;
const LIST_OF_PLATFORM = `SELECT ${COLUMNS}, NULL::boolean AS "hasCheckpoint" ${PAGE}`;
/** A retried job goes on from its checkpoint. */
const AGAIN = `SET state = 'WAITING', attempts = 0, run_after = now(), problem = NULL, error_code = NULL, finished_at = NULL`;
/** An unfinished job with its key does the same work: a second one is not started. */
const KEY_IS_FREE = `(j.job_key IS NULL OR NOT EXISTS (SELECT 1 FROM kit.job o WHERE o.tenant_id = j.tenant_id
  AND o.kind = j.kind AND o.job_key = j.job_key AND o.state IN ('WAITING', 'RUNNING')))`;
const ENTITY = 'core.background-job';
const CANCELLATIONS = `SELECT entity_id AS id, actor_name AS by, changes->'reason'->>1 AS reason FROM kit.history
  WHERE tenant_id = $1 AND entity = '${ENTITY}' AND entity_id = ANY($2::uuid[]) AND action = 'cancel'`;

function view(
  row: Row,
  { label, cancellation }: { label: WorkLabel | undefined; cancellation: Cancellation | undefined },
  language: Language,
): BackgroundJobView {
  const { tenantId, errorCode, createdAt, startedAt, runAfter, finishedAt, ...rest } = row;
  return {
    ...rest,
    tenantId: tenantId === ALL_TENANTS ? null : tenantId,
    label: label?.[language] ?? null,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    nextAttemptAt: label && row.state === 'WAITING' ? runAfter.toISOString() : null,
    finishedAt: finishedAt?.toISOString() ?? null,
    error: workError(errorCode, language),
    cancellation: cancellation ?? null,
  };
}

/**
 * The administrators' operations on the jobs that a service declares. A tenant's administrators reach those of the tenant,
 * the platform's staff all of them.
 */
export class BackgroundJobs {
  private readonly labels: ReadonlyMap<string, WorkLabel>;

  constructor(
    private readonly db: Database,
    /** Jobs and schedules that the service declares. */
    declared: readonly { name: string; label: WorkLabel }[],
    /** Called when a job is due again. */
    private readonly onRetry: () => void,
  ) {
    this.labels = new Map(declared.map(({ name, label }) => [name, label]));
  }

  async list(
    actor: Actor,
    language: Language,
    { state, before, limit }: BackgroundJobQuery,
  ): Promise<{ items: BackgroundJobView[]; counts: Record<OpenState, number> }> {
    const { rows, counts } = await this.read(actor, async (sql) => {
      const states = state ? [state] : OPEN_STATES;
      const { rows } = await sql.query<Row>(actor.tenantId ? LIST_OF_TENANT : LIST_OF_PLATFORM, [
        states,
        before ?? null,
        limit,
      ]);
      const counted = await sql.query<{ state: OpenState; count: number }>(
        'SELECT state, count(*) AS count FROM kit.job WHERE resource IS NULL AND state = ANY($1::text[]) GROUP BY 1',
        [OPEN_STATES],
      );
      const counts = { WAITING: 0, RUNNING: 0, FAILED: 0 };
      for (const row of counted.rows) counts[row.state] = row.count;
      return { rows, counts };
    });
    const cancellations = await this.cancellationsOf(actor, rows);
    const items = rows.map((row) =>
      view(row, { label: this.labels.get(row.name), cancellation: cancellations.get(row.id) }, language),
    );
    return { items, counts };
  }

  /**
   * Starts a failed job again, with all its attempts. One that this version of the service does not know is not found:
   * nothing would run it.
   */
  async retry(actor: Actor, id: string): Promise<void> {
    await this.change(actor, id, async (tx, job) => {
      if (!this.labels.has(job.name)) throw new Problem('http.404');
      if (job.state !== 'FAILED') throw new Problem('job.not-failed');
      const { rowCount } = await tx.sql.query(
        `UPDATE kit.job j ${AGAIN} WHERE id = $1 AND state = 'FAILED' AND ${KEY_IS_FREE}`,
        [id],
      );
      if (rowCount === 0) throw new Problem('job.waits-already');
      await tx.history(ENTITY, id, 'retry', { name: [null, job.name] });
    });
    this.onRetry();
  }

  /** Ends a job for good: one that failed, waits, or runs. What it has committed stays; the reason is in the history. */
  async cancel(actor: Actor, id: string, reason: string): Promise<void> {
    await this.change(actor, id, async (tx, job) => {
      const { rowCount } = await tx.sql.query(
        `UPDATE kit.job SET state = 'CANCELLED', finished_at = now() WHERE id = $1 AND state = ANY($2::text[])`,
        [id, OPEN_STATES],
      );
      if (rowCount === 0) throw new Problem('job.finished');
      await tx.history(ENTITY, id, 'cancel', { name: [null, job.name], reason: [null, reason] });
    });
  }

  /** From the history, by job. That of a tenant is not readable for the platform, which has that of its own jobs. */
  private async cancellationsOf(
    actor: Actor,
    rows: readonly Row[],
  ): Promise<ReadonlyMap<string, Cancellation>> {
    const tenantId = actor.tenantId ?? ALL_TENANTS;
    const ids = rows.flatMap((row) =>
      row.state === 'CANCELLED' && row.tenantId === tenantId ? [row.id] : [],
    );
    if (ids.length === 0) return new Map();
    const found = await this.db.inTenant({ ...actor, tenantId }, ({ sql }) =>
      sql.query<Cancellation & { id: string }>(CANCELLATIONS, [tenantId, ids]),
    );
    return new Map(found.rows.map(({ id, by, reason }) => [id, { by, reason }]));
  }

  private async read<R>(actor: Actor, work: (sql: Sql) => Promise<R>): Promise<R> {
    return actor.tenantId
      ? this.db.inTenant(actor, ({ sql }) => work(sql))
      : this.db.inPlatform('background jobs of all tenants', ({ sql }) => work(sql));
  }

  /** Runs in the job's tenant, whoever the actor is, because its history belongs to the tenant. */
  private async change(
    actor: Actor,
    id: string,
    work: (tx: Tx, job: { name: string; state: JobState }) => Promise<void>,
  ): Promise<void> {
    const tenantId = actor.tenantId ?? (await this.tenantOf(id));
    await this.db.inTenant({ ...actor, tenantId }, async (tx) => {
      const { rows } = await tx.sql.query<{ name: string; state: JobState }>(
        'SELECT kind AS name, state FROM kit.job WHERE id = $1 AND resource IS NULL FOR UPDATE',
        [id],
      );
      if (!rows[0]) throw new Problem('http.404');
      await work(tx, rows[0]);
    });
  }

  private async tenantOf(id: string): Promise<string> {
    return this.db.inPlatform('tenant of a background job', async ({ sql }) => {
      const { rows } = await sql.query<{ tenantId: string }>(
        'SELECT tenant_id AS "tenantId" FROM kit.job WHERE id = $1 AND resource IS NULL',
        [id],
      );
      if (!rows[0]) throw new Problem('http.404');
      return rows[0].tenantId;
    });
  }
}
