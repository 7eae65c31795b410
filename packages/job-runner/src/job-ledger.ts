import { systemActor } from '@coulisse/service-kit/actor';
import type { Database, PlatformTx } from '@coulisse/service-kit/database';
import type { Problem } from '@coulisse/service-kit/problem';
import { JOB_COLUMNS, type Job, type JobOutcome, type StoredProblem } from './job';

/** Any constant will do: an advisory lock is per database, and each database has one service. */
const CLAIM_LOCK = 727_002;

export interface LedgerSettings {
  /** Age of the last heartbeat, in ms, after which another process may claim the job. */
  staleMs: number;
  maxAttempts: number;
  /** Kinds that this process has handlers for: it claims no others. */
  kinds: readonly string[];
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

/** Reads and writes jobs of all tenants for the runner. Each write is conditional on the claim still being valid. */
export class JobLedger {
  constructor(
    private readonly db: Database,
    private readonly settings: LedgerSettings,
  ) {}

  /**
   * Claims the next job of a tenant that has none running, the tenant served longest ago first. A lock serialises the
   * claims: otherwise two processes could claim two jobs of one tenant at the same moment.
   */
  async claim(): Promise<(Job & Claim) | null> {
    const claimed = await this.claimNext();
    if (!claimed) return null;
    // The platform scope cannot read the job's input and actor: they belong to the tenant.
    const actor = systemActor(claimed.tenantId, 'job runner');
    return this.db.inTenant(actor, async ({ sql }) => {
      const { rows } = await sql.named<Job & Claim>(
        'job_claimed',
        `SELECT ${JOB_COLUMNS} FROM job WHERE id = $1 AND started_at = $2`,
        [claimed.id, claimed.startedAt],
      );
      return rows[0] ?? null;
    });
  }

  private claimNext(): Promise<(Claim & { tenantId: string }) | null> {
    return this.db.inPlatform('claim a job', async ({ sql }) => {
      const waiting = await sql.named(
        'job_any',
        `SELECT 1 FROM job WHERE state IN ('WAITING', 'RUNNING') AND kind = ANY($1::text[]) LIMIT 1`,
        [this.settings.kinds],
      );
      if (waiting.rows.length === 0) return null;
      await sql.query('SELECT pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
      const { rows } = await sql.named<Claim & { tenantId: string }>(
        'job_claim',
        `UPDATE job SET state = 'RUNNING', started_at = now(), heartbeat_at = now(), attempts = attempts + 1
         WHERE id = (
           SELECT j.id FROM job j
           WHERE (j.state = 'WAITING' OR (j.state = 'RUNNING' AND j.heartbeat_at < now() - $1 * interval '1 ms'))
             AND j.kind = ANY($2::text[])
             AND NOT EXISTS (
               SELECT 1 FROM job r WHERE r.tenant_id = j.tenant_id AND r.id <> j.id AND r.state = 'RUNNING'
                 AND r.heartbeat_at >= now() - $1 * interval '1 ms')
           ORDER BY (SELECT max(s.started_at) FROM job s WHERE s.tenant_id = j.tenant_id) NULLS FIRST, j.created_at, j.id
           LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, tenant_id AS "tenantId", started_at AS "startedAt"`,
        [this.settings.staleMs, this.settings.kinds],
      );
      return rows[0] ?? null;
    });
  }

  /** Fails jobs whose processes died too often. */
  async failExhausted(problem: Problem): Promise<number> {
    return this.db.inPlatform('give up jobs', async ({ sql }) => {
      const { rowCount } = await sql.named(
        'job_exhausted',
        `UPDATE job SET state = 'FAILED', problem = $3, finished_at = now()
         WHERE state = 'RUNNING' AND heartbeat_at < now() - $1 * interval '1 ms' AND attempts >= $2`,
        [this.settings.staleMs, this.settings.maxAttempts, JSON.stringify(toStoredProblem(problem))],
      );
      return rowCount;
    });
  }

  /** Writes a heartbeat; false when the claim is no longer valid. */
  async heartbeat(claim: Claim): Promise<boolean> {
    return this.write(claim, 'heartbeat_at = now()');
  }
  async progress(claim: Claim, done: number, total: number | null): Promise<boolean> {
    return this.write(claim, 'heartbeat_at = now(), done = $3, total = coalesce($4, total)', [done, total]);
  }
  async finish(claim: Claim, outcome: JobOutcome): Promise<boolean> {
    return this.write(claim, `state = 'DONE', finished_at = now(), result = $3`, [JSON.stringify(outcome)]);
  }
  async fail(claim: Claim, problem: Problem): Promise<boolean> {
    return this.write(claim, `state = 'FAILED', finished_at = now(), problem = $3`, [
      JSON.stringify(toStoredProblem(problem)),
    ]);
  }
  /** Returns the job to the queue; `counted` is false for a run that was stopped, which is not an attempt. */
  async release(claim: Claim, counted: boolean): Promise<boolean> {
    const attempts = counted ? '' : ', attempts = greatest(attempts - 1, 0)';
    return this.write(claim, `state = 'WAITING', heartbeat_at = NULL${attempts}`);
  }

  private async write({ id, startedAt }: Claim, set: string, values: readonly unknown[] = []) {
    const work = async ({ sql }: PlatformTx) => {
      const { rowCount } = await sql.query(
        `UPDATE job SET ${set} WHERE id = $1 AND started_at = $2 AND state = 'RUNNING'`,
        [id, startedAt, ...values],
      );
      return rowCount > 0;
    };
    return this.db.inPlatform('keep a job', work);
  }
}
