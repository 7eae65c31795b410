import { z, type ZodType } from 'zod';
import { DEFAULT_TIME_ZONE, isTimeZone } from '@coulisse/contracts/time-zone';
import type { ServiceContext } from '@coulisse/service-kit/service';
import {
  checkedRetries,
  checkLabel,
  checkName,
  type Retries,
  type Task,
  type TenantTask,
  type WorkLabel,
} from './define-job';
import type { JobKind } from './job-kind';
import { scheduleTimes } from './schedule-times';
import { readStored, serviceJobKind, taskOf, tenantTaskOf } from './service-jobs';

/** Why a run of a schedule happens. */
export interface Planned {
  /** The planned time; the last one, if several were missed. */
  readonly plannedAt: Date;
  /** Number of planned times that nobody kept and that this run stands for; 0 for a run on time. */
  readonly missed: number;
}
/** A run for one tenant. */
export type TenantScheduleTask<C = never> = TenantTask<C> & Planned;
/** A run for all tenants: it works in the platform scope. */
export type ServiceScheduleTask = Task & Planned;

interface CommonOptions {
  /** Name in the whole product: `<service>.<verb>-<noun>`. */
  readonly name: string;
  readonly label: WorkLabel;
  /** Minute, hour, day of the month, month, day of the week: `5 0 * * *` is every day at 00:05. */
  readonly cron: string;
  readonly retries?: Partial<Retries>;
}
/** Runs for each tenant that is not archived, in its own time zone. */
export interface TenantScheduleOptions<C> extends CommonOptions {
  readonly zone: 'tenant';
  /** Needed by a schedule that calls `save`. */
  readonly checkpoint?: ZodType<C>;
  run(task: TenantScheduleTask<C>, ctx: ServiceContext): Promise<unknown>;
}
/** Runs once for all tenants, in one time zone. */
export interface ServiceScheduleOptions extends CommonOptions {
  readonly zone: { readonly fixed: string };
  run(task: ServiceScheduleTask, ctx: ServiceContext): Promise<unknown>;
}

/** A schedule that a service declares in `manifest.schedules`. */
export interface ScheduleDefinition {
  readonly name: string;
  readonly label: WorkLabel;
  readonly cron: string;
  /** Null: the time zone of each tenant. */
  readonly fixedZone: string | null;
  /** The kind of the jobs that its runs are. */
  readonly kind: (ctx: ServiceContext) => JobKind;
}

/** The payload of the job of a run. */
const planned = z.object({ plannedAt: z.coerce.date(), missed: z.int().min(0) });

/** Several tenants of a schedule run at once, up to the capacity of the process; one tenant has one run at a time. */
const PER_TENANT = 1;

/**
 * Declares work at planned times: each time once in all processes. A time at which no process ran is made up for by one
 * run, which is told how many it stands for. Throws when the declaration makes no sense.
 */
export function defineSchedule(options: ServiceScheduleOptions): ScheduleDefinition;
export function defineSchedule<C = never>(options: TenantScheduleOptions<C>): ScheduleDefinition;
export function defineSchedule<C>(
  options: TenantScheduleOptions<C> | ServiceScheduleOptions,
): ScheduleDefinition {
  const { name, label, cron, zone } = options;
  checkName(name);
  checkLabel(name, label);
  const fixedZone = zone === 'tenant' ? null : zone.fixed;
  if (fixedZone !== null && !isTimeZone(fixedZone)) throw new Error(`${name} has the zone ${fixedZone}`);
  // Throws for an expression that is not valid.
  scheduleTimes(cron, fixedZone ?? DEFAULT_TIME_ZONE);
  const retries = checkedRetries(name, options.retries);
  return {
    name,
    label,
    cron,
    fixedZone,
    kind: (ctx) =>
      serviceJobKind({
        name,
        retries,
        perTenant: PER_TENANT,
        work: async (run) => {
          const payload = readStored(planned, run.job.input, 'payload');
          if (isForTenants(options)) {
            const task = tenantTaskOf(run, ctx.db, options.checkpoint ?? null);
            return options.run({ ...task, ...payload }, ctx);
          }
          return options.run({ ...taskOf(run), ...payload }, ctx);
        },
      }),
  };
}

const isForTenants = <C>(
  options: TenantScheduleOptions<C> | ServiceScheduleOptions,
): options is TenantScheduleOptions<C> => options.zone === 'tenant';
