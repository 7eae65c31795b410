import { systemActor } from '../../actor';
import type { Database, PlatformTx } from '../../database/types';
import type { Problem } from '../../problem/problem';
import { JOB_COLUMNS, JOB_KINDS, type Job, type JobOutcome, type KeptProblem } from './job';

/** Any constant will do: the lock is the database's, and a database has one service. */
const CLAIM_LOCK = 727_002;

export interface LedgerSettings {
  /** A job whose process has not been heard of for this long is another's to take, in ms. */
  staleMs: number;
  maxAttempts: number;
}

/** Which run of a job: the attempt that claimed it, and no later one. */
export interface Claim {
  readonly id: string;
  readonly startedAt: Date;
}

export const kept = ({ code, params, status, errors }: Problem): KeptProblem => ({
  code,
  params,
  status,
  errors,
});

/** What the runner reads and writes of jobs, whosever they are. Each write asks that the claim still stands. */
export class JobLedger {
  constructor(
    private readonly db: Database,
    private readonly settings: LedgerSettings,
  ) {}

  /**
   * Takes the next job: of a tenant that has none running, the one served longest ago first. Claims come one after the
   * other, or two processes could take two jobs of one tenant at the same moment.
   */
  async claim(): Promise<(Job & Claim) | null> {
    const claimed = await this.claimNext();
    if (!claimed) return null;
    // What the job is given and who asked for it is its tenant's: the platform scope does not see it.
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
        [JOB_KINDS],
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
        [this.settings.staleMs, JOB_KINDS],
      );
      return rows[0] ?? null;
    });
  }

  /** Gives up jobs whose processes died too often. */
  async failExhausted(problem: Problem): Promise<number> {
    return this.db.inPlatform('give up jobs', async ({ sql }) => {
      const { rowCount } = await sql.named(
        'job_exhausted',
        `UPDATE job SET state = 'FAILED', problem = $3, finished_at = now()
         WHERE state = 'RUNNING' AND heartbeat_at < now() - $1 * interval '1 ms' AND attempts >= $2`,
        [this.settings.staleMs, this.settings.maxAttempts, JSON.stringify(kept(problem))],
      );
      return rowCount;
    });
  }

  /** Says that the job's process lives; false when the claim no longer stands. */
  async beat(claim: Claim): Promise<boolean> {
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
      JSON.stringify(kept(problem)),
    ]);
  }
  /** Back to the queue; a run that was asked to stop does not count as an attempt. */
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
