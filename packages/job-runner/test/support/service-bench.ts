import type { ServiceContext } from '@coulisse/service-kit/service';
import { JobQueue } from '@coulisse/service-kit/service';
import type { Database, Tx } from '@coulisse/service-kit/database';
import { systemActor } from '@coulisse/service-kit/actor';
import pino from 'pino';
import type { JobDefinition } from '../../src/define-job';
import type { ScheduleDefinition } from '../../src/define-schedule';
import { JobRunner, type JobRunnerSettings } from '../../src/job-runner';
import { declaredJobKind, ServiceJobs } from '../../src/service-jobs';

/** Short intervals, so that tests do not wait. */
export const QUICK = { pollMs: 20, heartbeatMs: 100 };

export interface Declared {
  jobs?: readonly JobDefinition[];
  schedules?: readonly ScheduleDefinition[];
}

/** A context and a runner as the module of jobs makes them, with short intervals. */
export function serviceRunner(
  db: Database,
  { jobs = [], schedules = [] }: Declared,
  settings: Partial<JobRunnerSettings> = {},
): { ctx: ServiceContext; runner: JobRunner } {
  const log = pino({ level: 'silent' });
  const ctx = { db, log, name: 'crm', jobs: new JobQueue() } as unknown as ServiceContext;
  const kinds = new Map([
    ...jobs.map((job) => [job.name, declaredJobKind(job, ctx)] as const),
    ...schedules.map((schedule) => [schedule.name, schedule.kind(ctx)] as const),
  ]);
  const runner = new JobRunner({ db, log, kinds, capacity: 4, ...QUICK, ...settings });
  ctx.jobs.use(new ServiceJobs(new Set(jobs.map(({ name }) => name)), () => runner.wake()));
  return { ctx, runner };
}

export const inTenant = <R>(db: Database, tenantId: string, work: (tx: Tx) => Promise<R>): Promise<R> =>
  db.inTenant(systemActor(tenantId, 'test'), work);
export const quietly = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
