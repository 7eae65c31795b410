import type { Logger } from 'pino';
import type { Database } from '@coulisse/service-kit/database';
import { Problem, toProblem } from '@coulisse/service-kit/problem';
import { Rounds } from '@coulisse/service-kit/service';
import type { Job, JobResource } from './job';
import { type Interruptible, type JobKind, type OpenedRun, resourceJobKind } from './job-kind';
import { JobLedger, type Claim } from './job-ledger';
import type { JobHandler } from './job-run';

export interface JobRunnerSettings<R extends JobResource = JobResource> {
  db: Database;
  log: Logger;
  /** Resources that jobs may work on. */
  resources?: readonly R[];
  /** Handlers by kind of job on resources. */
  handlers?: Readonly<Record<string, JobHandler<R>>>;
  /** Further kinds, by name. */
  kinds?: ReadonlyMap<string, JobKind>;
  /** Jobs that run at once in this process. */
  capacity?: number;
  pollMs?: number;
  heartbeatMs?: number;
  staleMs?: number;
}

const FAILURE_PAUSE_MS = 5_000;

/** Runs the jobs of a service; several processes may run one each. */
export class JobRunner<R extends JobResource = JobResource> {
  private readonly ledger: JobLedger;
  private readonly kinds: ReadonlyMap<string, JobKind>;
  private readonly capacity: number;
  private readonly pollMs: number;
  private readonly heartbeatMs: number;
  /** Active runs; a job has two of them when its first run was taken for dead. */
  private readonly running = new Set<{ run: Interruptible | undefined; ended: Promise<void> }>();
  private readonly rounds = new Rounds(
    () => this.round(),
    (error) => this.pauseAfter(error),
  );

  constructor(private readonly settings: JobRunnerSettings<R>) {
    const { db, resources = [], handlers = {}, kinds = [] } = settings;
    const { capacity = 2, pollMs = 2_000, heartbeatMs = 5_000, staleMs = 30_000 } = settings;
    const onResources = Object.entries(handlers).map(
      ([kind, handler]) => [kind, resourceJobKind(resources, handler)] as const,
    );
    this.kinds = new Map([...onResources, ...kinds]);
    this.ledger = new JobLedger(db, {
      staleMs,
      kinds: [...this.kinds].map(([kind, { lane, tenantLimit, attempts }]) => ({
        kind,
        lane,
        tenantLimit,
        attempts,
      })),
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
    const failedCount = await this.ledger.recover();
    if (failedCount) this.settings.log.error({ jobs: failedCount }, 'job.exhausted');
  }

  private begin(job: Job & Claim): void {
    const kind = this.kinds.get(job.kind);
    const opened = kind?.open(job, this.settings.db, this.ledger);
    const work = kind && opened ? this.work(job, kind, opened) : this.refuse(job);
    const activeRun = { run: opened?.run, ended: Promise.resolve() };
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

  private async work(job: Job & Claim, kind: JobKind, { run, work }: OpenedRun): Promise<void> {
    const heart = setInterval(() => void this.heartbeat(job, run), this.heartbeatMs);
    try {
      await this.ledger.finish(job, await work());
      this.settings.log.info({ job: job.id, kind: job.kind, attempts: job.attempts }, 'job.done');
    } catch (error) {
      await this.afterFailure(job, kind, run, error);
    } finally {
      clearInterval(heart);
    }
  }

  private async heartbeat(job: Claim, run: Interruptible): Promise<void> {
    try {
      if (!(await this.ledger.heartbeat(job))) run.interrupt('lost');
    } catch (error) {
      this.settings.log.warn({ err: error, job: job.id }, 'job.heartbeat_failed');
    }
  }

  private async afterFailure(
    job: Job & Claim,
    kind: JobKind,
    run: Interruptible,
    error: unknown,
  ): Promise<void> {
    const log = this.settings.log.child({ job: job.id, kind: job.kind });
    switch (run.interruption) {
      case 'lost':
        return;
      case 'stopped':
        await this.ledger.release(job, false);
        log.info('job.released');
        return;
    }
    const delayMs = job.attempts < kind.attempts ? kind.delayAfter(error, job.attempts) : null;
    if (delayMs !== null) {
      log.warn({ err: error, delayMs: Math.round(delayMs) }, 'job.retry');
      await this.ledger.repeat(job, delayMs, toProblem(error));
      return;
    }
    const problem = toProblem(error);
    if (problem.kind === 'internal') log.error({ err: error }, 'job.failed');
    await this.ledger.fail(job, problem);
  }
}
