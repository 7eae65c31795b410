import type { Language } from '@coulisse/contracts';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Database, Sql } from '@coulisse/service-kit/database';
import type { ScheduleDefinition } from './define-schedule';
import type { JobState } from './job';
import { ALL_TENANTS } from './schedule-ledger';
import { type WorkError, workError } from './work-error';

/** A run of a schedule as administrators see it. */
export interface ScheduleRunView {
  /** Null for a schedule for all tenants. */
  tenantId: string | null;
  /** The planned time; the last one, if several were missed. */
  plannedAt: string;
  /** When it was noticed that the time had come. */
  at: string;
  /** Planned times that nobody kept and that this run stands for; 0 for a run on time. */
  missed: number;
  /** Left out, because the run before was not finished. */
  isSkipped: boolean;
  /** Of its job; null for a skipped run, and when the job, which ended well, has been deleted. */
  state: JobState | null;
  startedAt: string | null;
  finishedAt: string | null;
  error: WorkError | null;
}

/** A schedule of the service as administrators see it. */
export interface ScheduleView {
  name: string;
  label: string;
  cron: string;
  /** Of its times; null where each tenant has its own. */
  zone: string | null;
  /** How many tenants it runs for, of those that the reader sees; null for a schedule for all of them at once. */
  tenants: number | null;
  /** The earliest of them. */
  nextAt: string;
  last: ScheduleRunView | null;
  /** Missed and skipped runs of the last days, the latest first. */
  irregular: ScheduleRunView[];
  /** How many there are; the earliest of many are left out. */
  irregularCount: number;
}

interface PlanRow extends Record<string, unknown> {
  name: string;
  zone: string;
  tenants: number;
  nextAt: Date;
}
interface RunRow extends Record<string, unknown> {
  name: string;
  tenantId: string;
  plannedAt: Date;
  at: Date;
  missed: number;
  isSkipped: boolean;
  state: JobState | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  errorCode: string | null;
}

const IRREGULAR_DAYS = 7;
const IRREGULAR_SHOWN = 5;

/** Plans that the reader sees: a tenant its own one, the platform those of all tenants as one. */
const PLANS = `SELECT name, min(zone) AS zone, count(*) AS tenants, min(next_at) AS "nextAt"
  FROM kit.schedule WHERE name = ANY($1::text[]) GROUP BY name`;
const RUN = `r.schedule AS name, r.tenant_id AS "tenantId", r.planned_at AS "plannedAt", r.at, r.missed,
  r.job_id IS NULL AS "isSkipped", j.state, j.started_at AS "startedAt", j.finished_at AS "finishedAt",
  j.error_code AS "errorCode"`;
/** The last run of each plan is found in the index of its times. */
const LAST = `SELECT DISTINCT ON (s.name) ${RUN} FROM kit.schedule s
  CROSS JOIN LATERAL (SELECT * FROM kit.schedule_run l
    WHERE l.tenant_id = s.tenant_id AND l.schedule = s.name AND l.job_id IS NOT NULL
    ORDER BY l.planned_at DESC LIMIT 1) r
  LEFT JOIN kit.job j ON j.tenant_id = r.tenant_id AND j.id = r.job_id
  WHERE s.name = ANY($1::text[]) ORDER BY s.name, r.at DESC`;
const IRREGULAR = `SELECT * FROM (
    SELECT ${RUN}, count(*) OVER (PARTITION BY r.schedule) AS count,
      row_number() OVER (PARTITION BY r.schedule ORDER BY r.planned_at DESC) AS place
    FROM kit.schedule_run r LEFT JOIN kit.job j ON j.tenant_id = r.tenant_id AND j.id = r.job_id
    WHERE r.at > now() - ${IRREGULAR_DAYS} * interval '1 day' AND (r.missed > 0 OR r.job_id IS NULL)
      AND r.schedule = ANY($1::text[])) irregular
  WHERE place <= ${IRREGULAR_SHOWN} ORDER BY name, place`;

const runView = (row: RunRow, language: Language): ScheduleRunView => ({
  tenantId: row.tenantId === ALL_TENANTS ? null : row.tenantId,
  plannedAt: row.plannedAt.toISOString(),
  at: row.at.toISOString(),
  missed: row.missed,
  isSkipped: row.isSkipped,
  state: row.state,
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  error: workError(row.errorCode, language),
});

/**
 * The schedules that a service declares, for administrators. Those of a tenant see its own plans; a plan for all tenants
 * is the platform's, whose staff sees all of them.
 */
export class BackgroundSchedules {
  private readonly names: readonly string[];

  constructor(
    private readonly db: Database,
    private readonly schedules: readonly ScheduleDefinition[],
  ) {
    this.names = schedules.map(({ name }) => name);
  }

  async list(actor: Actor, language: Language): Promise<{ items: ScheduleView[] }> {
    return this.read(actor, async (sql) => {
      const plans = await sql.query<PlanRow>(PLANS, [this.names]);
      const last = await sql.query<RunRow>(LAST, [this.names]);
      const irregular = await sql.query<RunRow & { count: number }>(IRREGULAR, [this.names]);
      const items = this.schedules.flatMap(({ name, label, cron, fixedZone }): ScheduleView[] => {
        const plan = plans.rows.find((row) => row.name === name);
        // Of the platform, or not planned yet.
        if (!plan) return [];
        const lastRun = last.rows.find((row) => row.name === name);
        const runs = irregular.rows.filter((row) => row.name === name);
        return [
          {
            name,
            label: label[language],
            cron,
            zone: fixedZone ?? (actor.tenantId ? plan.zone : null),
            tenants: fixedZone === null ? plan.tenants : null,
            nextAt: plan.nextAt.toISOString(),
            last: lastRun ? runView(lastRun, language) : null,
            irregular: runs.map((row) => runView(row, language)),
            irregularCount: runs[0]?.count ?? 0,
          },
        ];
      });
      return { items };
    });
  }

  private async read<R>(actor: Actor, work: (sql: Sql) => Promise<R>): Promise<R> {
    return actor.tenantId
      ? this.db.inTenant(actor, ({ sql }) => work(sql))
      : this.db.inPlatform('schedules of all tenants', ({ sql }) => work(sql));
  }
}
