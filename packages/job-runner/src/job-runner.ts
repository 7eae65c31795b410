import type { Logger } from 'pino';
import type { Database } from '@coulisse/service-kit/database';
import { isTransient, Problem, toProblem } from '@coulisse/service-kit/problem';
import { Rounds } from '@coulisse/service-kit/service';
import type { Job, JobResource } from './job';
import { JobLedger, type Claim } from './job-ledger';
import { JobRun, type JobHandler } from './job-run';

export interface JobRunnerSettings<R extends JobResource = JobResource> {
  db: Database;
  log: Logger;
  /** Resources that jobs may work on. */
  resources: readonly R[];
  /** Handlers by kind of job. */
  handlers: Readonly<Record<string, JobHandler<R>>>;
  /** Jobs that run at once in this process; a tenant never has more than one running in all processes. */
  capacity?: number;
  pollMs?: number;
  heartbeatMs?: number;
  staleMs?: number;
}

const MAX_ATTEMPTS = 3;
/** A job runs with the rights that its actor had when it was enqueued: later they may have been revoked. */
const RIGHTS_LAST_MS = 3_600_000;
const FAILURE_PAUSE_MS = 5_000;

/** Runs the jobs of a service; several processes may run one each. */
export class JobRunner<R extends JobResource = JobResource> {
  private readonly ledger: JobLedger;
  private readonly capacity: number;
  private readonly pollMs: number;
  private readonly heartbeatMs: number;
  /** Active runs; a job has two of them when its first run was taken for dead. */
  private readonly running = new Set<{ run: JobRun<R> | undefined; ended: Promise<void> }>();
  private readonly rounds = new Rounds(
    () => this.round(),
    (error) => this.pauseAfter(error),
  );

  constructor(private readonly settings: JobRunnerSettings<R>) {
    const { db, capacity = 2, pollMs = 2_000, heartbeatMs = 5_000, staleMs = 30_000 } = settings;
    this.ledger = new JobLedger(db, {
      staleMs,
      maxAttempts: MAX_ATTEMPTS,
      kinds: Object.keys(settings.handlers),
    });
    this.capacity = capacity;
    this.pollMs = pollMs;
    this.heartbeatMs = heartbeatMs;
  }

  start(): void {
    this.rounds.start();
  }

  /** Polls at once: called when this process added a job. */
  wake(): void {
    this.rounds.wake();
  }

  /** Claims no more jobs and returns the running ones to the queue; they resume at their last checkpoint. */
  async stop(): Promise<void> {
    const ended = this.rounds.stop();
    for (const { run } of this.running) run?.interrupt('stopped');
    await ended;
    // The last round may have claimed one more meanwhile.
    for (const { run } of this.running) run?.interrupt('stopped');
    await Promise.all([...this.running].map(({ ended }) => ended));
  }

  private async round(): Promise<number> {
    await this.tidy();
    while (!this.rounds.isStopped && this.running.size < this.capacity) {
      const job = await this.ledger.claim();
      if (!job) break;
      this.begin(job);
    }
    return this.pollMs;
  }

  private pauseAfter(error: unknown): number {
    this.settings.log.warn({ err: error }, 'job.claim_failed');
    return FAILURE_PAUSE_MS;
  }

  private async tidy(): Promise<void> {
    const failedCount = await this.ledger.failExhausted(new Problem('job.interrupted'));
    if (failedCount) this.settings.log.error({ jobs: failedCount }, 'job.exhausted');
  }

  private begin(job: Job & Claim): void {
    const resource = this.settings.resources.find(({ name }) => name === job.resource);
    const handler = this.settings.handlers[job.kind];
    const run =
      resource &&
      new JobRun(
        job,
        { resource, actor: job.actor, language: job.actor.language },
        this.settings.db,
        this.ledger,
      );
    const work = run && handler ? this.work(job, run, handler) : this.refuse(job);
    const activeRun = { run, ended: Promise.resolve() };
    activeRun.ended = work
      .catch((error: unknown) => {
        // The heartbeat has stopped too, so that another run will claim the job.
        this.settings.log.warn({ err: error, job: job.id }, 'job.outcome_not_stored');
      })
      .finally(() => {
        this.running.delete(activeRun);
        this.wake();
      });
    this.running.add(activeRun);
  }

  private async refuse(job: Job & Claim): Promise<void> {
    this.settings.log.error({ job: job.id, resource: job.resource }, 'job.handler_missing');
    await this.ledger.fail(job, new Problem('internal'));
  }

  private async work(job: Job & Claim, run: JobRun<R>, handler: JobHandler<R>): Promise<void> {
    const heart = setInterval(() => void this.heartbeat(job, run), this.heartbeatMs);
    try {
      if (Date.now() - job.createdAt.getTime() > RIGHTS_LAST_MS) throw new Problem('job.too-old');
      await this.ledger.finish(job, await handler(run));
      this.settings.log.info({ job: job.id, kind: job.kind, attempts: job.attempts }, 'job.done');
    } catch (error) {
      await this.afterFailure(job, run, error);
    } finally {
      clearInterval(heart);
    }
  }

  private async heartbeat(job: Claim, run: JobRun<R>): Promise<void> {
    try {
      if (!(await this.ledger.heartbeat(job))) run.interrupt('lost');
    } catch (error) {
      this.settings.log.warn({ err: error, job: job.id }, 'job.heartbeat_failed');
    }
  }

  private async afterFailure(job: Job & Claim, run: JobRun<R>, error: unknown): Promise<void> {
    const log = this.settings.log.child({ job: job.id, kind: job.kind });
    switch (run.interruption) {
      case 'lost':
        return;
      case 'stopped':
        await this.ledger.release(job, false);
        log.info('job.released');
        return;
    }
    if (isTransient(error) && job.attempts < MAX_ATTEMPTS) {
      log.warn({ err: error }, 'job.retry');
      await this.ledger.release(job, true);
      return;
    }
    const problem = toProblem(error);
    if (problem.kind === 'internal') log.error({ err: error }, 'job.failed');
    await this.ledger.fail(job, problem);
  }
}
