import type { Database } from '@coulisse/service-kit/database';
import { isTransient, Problem } from '@coulisse/service-kit/problem';
import type { Job, JobOutcome, JobResource } from './job';
import type { Claim, JobLedger } from './job-ledger';
import { JobRun, type Interruption, type JobHandler } from './job-run';

/** What the runner needs of a run, whatever it works on. */
export interface Interruptible {
  readonly interruption: Interruption | undefined;
  interrupt(reason: Interruption): void;
}
/** A run, and the work to do in it. */
export interface OpenedRun {
  readonly run: Interruptible;
  readonly work: () => Promise<JobOutcome>;
}
/** How the jobs of one kind are run. */
export interface JobKind {
  readonly lane: string;
  readonly tenantLimit: number;
  readonly attempts: number;
  /** Pause before the next attempt, in ms; null when the error is final. */
  delayAfter(error: unknown, attempts: number): number | null;
  /** Opens a run of a claimed job; null when this process cannot run it. */
  open(job: Job & Claim, db: Database, ledger: JobLedger): OpenedRun | null;
}

const ATTEMPTS = 3;
/** A job runs with the rights that its actor had when it was enqueued: later they may have been revoked. */
const RIGHTS_LAST_MS = 3_600_000;

/** A kind of jobs on resources, which users enqueue. A tenant has one job of all these kinds running at a time. */
export const resourceJobKind = <R extends JobResource>(
  resources: readonly R[],
  handler: JobHandler<R>,
): JobKind => ({
  lane: 'resources',
  tenantLimit: 1,
  attempts: ATTEMPTS,
  delayAfter: (error) => (isTransient(error) ? 0 : null),
  open: (job, db, ledger) => {
    const resource = resources.find(({ name }) => name === job.resource);
    if (!resource) return null;
    const { actor } = job;
    const run = new JobRun<R>(job, { resource, actor, language: actor.language }, db, ledger);
    return {
      run,
      work: async () => {
        if (Date.now() - job.createdAt.getTime() > RIGHTS_LAST_MS) throw new Problem('job.too-old');
        return handler(run);
      },
    };
  },
});
