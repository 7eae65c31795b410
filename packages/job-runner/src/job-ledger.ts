import { systemActor } from '@coulisse/service-kit/actor';
import type { Database, PlatformTx, Sql } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import { JOB_COLUMNS, type Job, type JobOutcome, type StoredProblem } from './job';

/** Any constant will do: an advisory lock is per database, and each database has one service. */
const CLAIM_LOCK = 727_002;

/** A kind of jobs that this process has a handler for. */
export interface LedgerKind {
  readonly kind: string;
  /** Kinds of one lane share the limit of a tenant. */
  readonly lane: string;
  /** Jobs of a tenant that run at once in a lane, in all processes. */
  readonly tenantLimit: number;
  /** A job whose processes died this often fails. */
  readonly attempts: number;
}
export interface LedgerSettings {
  /** Age of the last heartbeat, in ms, after which another process may claim the job. */
  staleMs: number;
  kinds: readonly LedgerKind[];
}

/** Identifies one run of a job: a later claim of the same job has another `startedAt`. */
export interface Claim {
  readonly id: string;
  readonly startedAt: Date;
}

export const toStoredProblem = ({ code, params, status, errors }: Problem): StoredProblem => ({
  code,
  params,
  status,
  errors,
});

const WAITING = `state = 'WAITING', heartbeat_at = NULL, run_after = now() + $3 * interval '1 ms'`;
/** Jobs whose process died wait again, or fail after their last attempt. */
const RECOVER = `UPDATE kit.job j SET heartbeat_at = NULL,
    state = CASE WHEN j.attempts < k.attempts THEN 'WAITING' ELSE 'FAILED' END,
    problem = CASE WHEN j.attempts < k.attempts THEN NULL ELSE $4::jsonb END,
    error_code = CASE WHEN j.attempts < k.attempts THEN NULL ELSE $5 END,
    finished_at = CASE WHEN j.attempts < k.attempts THEN NULL ELSE now() END
  FROM unnest($1::text[], $2::int[]) k(kind, attempts)
  WHERE j.kind = k.kind AND j.state = 'RUNNING' AND j.heartbeat_at < now() - $3 * interval '1 ms'
  RETURNING j.state`;

/**
 * The next job: of a tenant that has fewer running than its limit, the tenant served longest ago first. The pairs of kind
 * and tenant that have a waiting job are found by jumps in an index, so that a tenant with many costs no more.
 */
const CLAIM = `WITH RECURSIVE pair(kind, tenant_id) AS (
    (SELECT kind, tenant_id FROM kit.job WHERE state = 'WAITING' ORDER BY kind, tenant_id LIMIT 1)
    UNION ALL
    SELECT n.kind, n.tenant_id FROM pair, LATERAL (
      SELECT j.kind, j.tenant_id FROM kit.job j
      WHERE j.state = 'WAITING' AND (j.kind, j.tenant_id) > (pair.kind, pair.tenant_id)
      ORDER BY j.kind, j.tenant_id LIMIT 1) n),
  handled AS (SELECT * FROM unnest($1::text[], $2::text[], $3::int[]) k(kind, lane, tenant_limit)),
  busy AS (SELECT j.tenant_id, k.lane, count(*) AS running FROM kit.job j JOIN handled k ON k.kind = j.kind
    WHERE j.state = 'RUNNING' GROUP BY j.tenant_id, k.lane)
  UPDATE kit.job SET state = 'RUNNING', started_at = clock_timestamp(), heartbeat_at = clock_timestamp(), attempts = attempts + 1
  WHERE state = 'WAITING' AND id = (
    SELECT w.id FROM pair p JOIN handled k ON k.kind = p.kind
      LEFT JOIN busy b ON b.tenant_id = p.tenant_id AND b.lane = k.lane
      CROSS JOIN LATERAL (SELECT j.id, j.run_after FROM kit.job j
        WHERE j.state = 'WAITING' AND j.kind = p.kind AND j.tenant_id = p.tenant_id AND j.run_after <= now()
        ORDER BY j.run_after, j.id LIMIT 1) w
    WHERE coalesce(b.running, 0) < k.tenant_limit
    ORDER BY (SELECT max(s.started_at) FROM kit.job s WHERE s.tenant_id = p.tenant_id) NULLS FIRST, w.run_after, w.id
    LIMIT 1)
  RETURNING id, tenant_id AS "tenantId", started_at AS "startedAt"`;

/** Reads and writes jobs of all tenants for the runner. Each write is conditional on the claim still being valid. */
export class JobLedger {
  private readonly names: readonly string[];

  constructor(
    private readonly db: Database,
    private readonly settings: LedgerSettings,
  ) {
    this.names = settings.kinds.map(({ kind }) => kind);
  }

  /** Claims the next job. A lock serialises the claims: otherwise two processes could exceed the limit of a tenant. */
  async claim(): Promise<(Job & Claim) | null> {
    const claimed = await this.claimNext();
    if (!claimed) return null;
    // The platform scope cannot read the job's input and actor: they belong to the tenant.
    const actor = systemActor(claimed.tenantId, 'job runner');
    return this.db.inTenant(actor, async ({ sql }) => {
      const { rows } = await sql.named<Job & Claim>(
        'job_claimed',
        `SELECT ${JOB_COLUMNS} FROM kit.job WHERE id = $1 AND started_at = $2`,
        [claimed.id, claimed.startedAt],
      );
      return rows[0] ?? null;
    });
  }

  private claimNext(): Promise<(Claim & { tenantId: string }) | null> {
    return this.db.inPlatform('claim a job', async ({ sql }) => {
      const waiting = await sql.named(
        'job_any',
        `SELECT 1 FROM kit.job WHERE state IN ('WAITING', 'RUNNING') AND kind = ANY($1::text[]) LIMIT 1`,
        [this.names],
      );
      if (waiting.rows.length === 0) return null;
      await sql.query('SELECT pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
      await this.recoverIn(sql);
      const { kinds } = this.settings;
      const { rows } = await sql.named<Claim & { tenantId: string }>('job_claim', CLAIM, [
        this.names,
        kinds.map(({ lane }) => lane),
        kinds.map(({ tenantLimit }) => tenantLimit),
      ]);
      return rows[0] ?? null;
    });
  }

  /** Returns the jobs of dead processes to the queue; fails those that had their last attempt, and returns their number. */
  async recover(): Promise<number> {
    return this.db.inPlatform('recover jobs', ({ sql }) => this.recoverIn(sql));
  }

  private async recoverIn(sql: Sql): Promise<number> {
    const problem = new Problem('job.interrupted');
    const { rows } = await sql.named<{ state: string }>('job_recover', RECOVER, [
      this.names,
      this.settings.kinds.map(({ attempts }) => attempts),
      this.settings.staleMs,
      JSON.stringify(toStoredProblem(problem)),
      problem.code,
    ]);
    return rows.filter(({ state }) => state === 'FAILED').length;
  }

  /** Writes a heartbeat; false when the claim is no longer valid. */
  async heartbeat(claim: Claim): Promise<boolean> {
    return this.write(claim, 'heartbeat_at = now()');
  }
  async progress(claim: Claim, done: number, total: number | null): Promise<boolean> {
    return this.write(claim, 'heartbeat_at = now(), done = $3, total = coalesce($4, total)', [done, total]);
  }
  async finish(claim: Claim, outcome: JobOutcome): Promise<boolean> {
    return this.write(claim, `state = 'DONE', finished_at = now(), error_code = NULL, result = $3`, [
      JSON.stringify(outcome),
    ]);
  }
  async fail(claim: Claim, problem: Problem): Promise<boolean> {
    return this.write(claim, `state = 'FAILED', finished_at = now(), problem = $3, error_code = $4`, [
      JSON.stringify(toStoredProblem(problem)),
      problem.code,
    ]);
  }
  /**
   * Returns the job to the queue, where it waits for `delayMs`; `counted` is false for a run that was stopped, which is not
   * an attempt.
   */
  async release(claim: Claim, counted: boolean, delayMs = 0): Promise<boolean> {
    const attempts = counted ? '' : ', attempts = greatest(attempts - 1, 0)';
    return this.write(claim, `${WAITING}${attempts}`, [delayMs]);
  }
  /** As `release` after a failed attempt; administrators see why it failed while the job waits. */
  async repeat(claim: Claim, delayMs: number, { code }: Problem): Promise<boolean> {
    return this.write(claim, `${WAITING}, error_code = $4`, [delayMs, code]);
  }

  private async write({ id, startedAt }: Claim, set: string, values: readonly unknown[] = []) {
    const work = async ({ sql }: PlatformTx) => {
      const { rowCount } = await sql.query(
        `UPDATE kit.job SET ${set} WHERE id = $1 AND started_at = $2 AND state = 'RUNNING'`,
        [id, startedAt, ...values],
      );
      return rowCount > 0;
    };
    return this.db.inPlatform('keep a job', work);
  }
}
