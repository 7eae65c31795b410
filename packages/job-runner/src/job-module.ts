import type { ServiceModule } from '@coulisse/service-kit/service';
import { backgroundJobRoutes } from './background-job.routes';
import { BackgroundJobs } from './background-jobs';
import { BackgroundSchedules } from './background-schedules';
import type { JobDefinition } from './define-job';
import type { ScheduleDefinition } from './define-schedule';
import { SCHEDULE_RETENTION, SCHEDULE_RUN_RETENTION } from './job-retention';
import { JobRunner } from './job-runner';
import { observeJobs } from './observe-jobs';
import { scheduleRoutes } from './schedule.routes';
import { Scheduler } from './scheduler';
import { declaredJobKind, ServiceJobs } from './service-jobs';

/** The background work of a service. */
export interface DeclaredWork {
  /** Work that features add with `ctx.jobs.enqueue(tx, job, payload)`. */
  jobs?: readonly JobDefinition[];
  /** Work at planned times. */
  schedules?: readonly ScheduleDefinition[];
}

/** Jobs that run at once in a process; those of users are not among them. */
const CAPACITY = 4;

/** Runs the jobs and the schedules that a service declares; their names must differ. */
export const jobModule =
  ({ jobs = [], schedules = [] }: DeclaredWork): ServiceModule =>
  (ctx) => {
    const names = [...jobs, ...schedules].map(({ name }) => name);
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated) throw new Error(`two jobs or schedules of ${ctx.name} are both named ${repeated}`);
    const kinds = new Map([
      ...jobs.map((job) => [job.name, declaredJobKind(job, ctx)] as const),
      ...schedules.map((schedule) => [schedule.name, schedule.kind(ctx)] as const),
    ]);
    const { db, log } = ctx;
    const runner = new JobRunner({ db, log, kinds, capacity: CAPACITY });
    const wake = () => runner.wake();
    let stopObserving = () => undefined as void;
    const observer = {
      start: () => void (stopObserving = observeJobs(ctx)),
      stop: async () => stopObserving(),
    };
    ctx.jobs.use(new ServiceJobs(new Set(jobs.map(({ name }) => name)), wake));
    return {
      routes: [
        ...backgroundJobRoutes(new BackgroundJobs(db, [...jobs, ...schedules], wake)),
        ...scheduleRoutes(new BackgroundSchedules(db, schedules)),
      ],
      retention: [SCHEDULE_RUN_RETENTION, SCHEDULE_RETENTION],
      // A service that declares none does not poll.
      background:
        names.length > 0 ? [runner, new Scheduler({ db, log, schedules, onAdded: wake }), observer] : [],
    };
  };
