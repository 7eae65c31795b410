import { v7 as uuidv7 } from 'uuid';
import { systemActor } from '@coulisse/service-kit/actor';
import type { Database } from '@coulisse/service-kit/database';
import type { ScheduleDefinition } from './define-schedule';
import type { ScheduleTimes } from './schedule-times';
import { addJob } from './service-jobs';

/** Tenant of a schedule that runs once for all tenants. */
export const ALL_TENANTS = '00000000-0000-0000-0000-000000000000';

/** A schedule for a tenant, or for all. */
export interface Plan {
  readonly tenantId: string;
  readonly name: string;
  readonly cron: string;
  readonly zone: string;
}
/** What became of a planned time. */
export interface ScheduleRun {
  readonly plannedAt: Date;
  readonly missed: number;
  /** Null: the run before is not finished. */
  readonly jobId: string | null;
}

const PLANNED_AT_ONCE = 1_000;
const DUE_AT_ONCE = 200;
/** A run that starts later than this after its time was missed. */
export const ON_TIME_MS = 60_000;

/** Plans that are missing, or whose time zone or expression changed. */
const UNPLANNED = `SELECT p.tenant_id AS "tenantId", p.name, p.cron, p.zone FROM (
    SELECT t.tenant_id, s.name, s.cron, coalesce(s.zone, t.zone) AS zone
    FROM unnest($1::text[], $2::text[], $3::text[]) s(name, cron, zone)
      JOIN (SELECT tenant_id, zone FROM kit.tenant WHERE NOT archived
        UNION ALL SELECT '${ALL_TENANTS}'::uuid, NULL) t ON (s.zone IS NOT NULL) = (t.zone IS NULL)) p
  LEFT JOIN kit.schedule x ON x.tenant_id = p.tenant_id AND x.name = p.name
  WHERE x.tenant_id IS NULL OR ((x.cron, x.zone) IS DISTINCT FROM (p.cron, p.zone) AND x.next_at > $4)
  LIMIT ${PLANNED_AT_ONCE}`;
/** A plan that is due keeps its time: the run comes first. */
const PLAN = `INSERT INTO kit.schedule (tenant_id, name, cron, zone, next_at)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
  ON CONFLICT (tenant_id, name) DO UPDATE SET cron = excluded.cron, zone = excluded.zone, next_at = excluded.next_at
  WHERE schedule.next_at > $6`;
/** Without a plan nothing is missed while a tenant is archived. */
const UNPLAN = `DELETE FROM kit.schedule x USING kit.tenant t WHERE t.tenant_id = x.tenant_id AND t.archived`;
const DUE = `SELECT tenant_id AS "tenantId", name, cron, zone FROM kit.schedule
  WHERE next_at <= $1 AND name = ANY($2::text[]) ORDER BY next_at LIMIT ${DUE_AT_ONCE}`;
const NEXT = 'SELECT min(next_at) AS next FROM kit.schedule WHERE name = ANY($1::text[])';

/** SKIP LOCKED: another process runs it. */
const LOCK = `SELECT next_at AS "nextAt" FROM kit.schedule
  WHERE tenant_id = $1 AND name = $2 AND next_at <= $3 FOR UPDATE SKIP LOCKED`;
const RECORD = `INSERT INTO kit.schedule_run (id, tenant_id, schedule, planned_at, at, missed, job_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant_id, schedule, planned_at) DO NOTHING`;
const ADVANCE = 'UPDATE kit.schedule SET next_at = $3 WHERE tenant_id = $1 AND name = $2';

/** Reads and writes the plans of all tenants. */
export class ScheduleLedger {
  private readonly names: readonly string[];

  constructor(
    private readonly db: Database,
    private readonly schedules: readonly ScheduleDefinition[],
    private readonly timesOf: (plan: Plan) => ScheduleTimes,
  ) {
    this.names = schedules.map(({ name }) => name);
  }

  /** Plans the schedules of new tenants, and those that changed; returns how many. */
  async plan(now: Date): Promise<number> {
    return this.db.inPlatform('plan schedules', async ({ sql }) => {
      await sql.query(UNPLAN);
      const { rows } = await sql.query<Plan & Record<string, unknown>>(UNPLANNED, [
        this.names,
        this.schedules.map(({ cron }) => cron),
        this.schedules.map(({ fixedZone }) => fixedZone),
        now,
      ]);
      if (rows.length === 0) return 0;
      await sql.query(PLAN, [
        rows.map(({ tenantId }) => tenantId),
        rows.map(({ name }) => name),
        rows.map(({ cron }) => cron),
        rows.map(({ zone }) => zone),
        rows.map((row) => this.timesOf(row).next(now)),
        now,
      ]);
      return rows.length;
    });
  }

  /** Plans whose time has come, the earliest first. */
  async due(now: Date): Promise<Plan[]> {
    return this.db.inPlatform('find due schedules', async ({ sql }) => {
      return (await sql.query<Plan & Record<string, unknown>>(DUE, [now, this.names])).rows;
    });
  }

  /** The earliest planned time. */
  async next(): Promise<Date | null> {
    return this.db.inPlatform('find the next schedule', async ({ sql }) => {
      return (await sql.query<{ next: Date | null }>(NEXT, [this.names])).rows[0]?.next ?? null;
    });
  }

  /**
   * Adds the job of a due plan and plans its next time, in one transaction; null if another process does. Several planned
   * times that nobody kept are one run.
   */
  async run(plan: Plan, now: Date): Promise<ScheduleRun | null> {
    const { tenantId, name } = plan;
    return this.db.inTenant(systemActor(tenantId, name), async (tx) => {
      const { rows } = await tx.sql.query<{ nextAt: Date }>(LOCK, [tenantId, name, now]);
      if (!rows[0]) return null;
      const times = this.timesOf(plan);
      const first = rows[0].nextAt;
      const { last: plannedAt, count } = times.due(first, now);
      const missed = now.getTime() - first.getTime() > ON_TIME_MS ? count : 0;
      // The key: a run that takes longer than the time between two does not overlap with the next.
      const jobId = await addJob(tx, name, { plannedAt, missed }, { key: name });
      await tx.sql.query(RECORD, [uuidv7(), tenantId, name, plannedAt, now, missed, jobId]);
      await tx.sql.query(ADVANCE, [tenantId, name, times.next(now)]);
      return { plannedAt, missed, jobId };
    });
  }
}
