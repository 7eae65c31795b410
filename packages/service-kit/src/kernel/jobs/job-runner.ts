import type { ResourceDefinition } from '@coulisse/resource';
import type { Logger } from 'pino';
import type { Database } from '../../database/types';
import { Problem } from '../../problem/problem';
import { isTransient, toProblem } from '../../problem/to-problem';
import type { Job, JobKind } from './job';
import { JobLedger, type Claim } from './job-ledger';
import { JobRun, type JobHandler } from './job-run';

export interface JobRunnerSettings {
  db: Database;
  log: Logger;
  resources: readonly ResourceDefinition[];
  handlers: Readonly<Partial<Record<JobKind, JobHandler>>>;
  /** Jobs at once in this process; a tenant never has more than one running anywhere. */
  capacity?: number;
  pollMs?: number;
  heartbeatMs?: number;
  staleMs?: number;
}

const MAX_ATTEMPTS = 3;
/** Rights are those of the moment of asking: after this they may have been taken away. */
const RIGHTS_LAST_MS = 3_600_000;
const FAILURE_PAUSE_MS = 5_000;

/** Does the jobs of a service, one process beside the others. */
export class JobRunner {
  private readonly ledger: JobLedger;
  private readonly capacity: number;
  private readonly pollMs: number;
  private readonly heartbeatMs: number;
  /** Runs under way; the same job may be among them twice, when its first run was thought dead. */
  private readonly running = new Set<{ run: JobRun | undefined; ended: Promise<void> }>();
  private looping: Promise<void> | null = null;
  private stopped = false;
  private woken = false;
  private wakeUp: (() => void) | null = null;

  constructor(private readonly settings: JobRunnerSettings) {
    const { db, capacity = 2, pollMs = 2_000, heartbeatMs = 5_000, staleMs = 30_000 } = settings;
    this.ledger = new JobLedger(db, { staleMs, maxAttempts: MAX_ATTEMPTS });
    this.capacity = capacity;
    this.pollMs = pollMs;
    this.heartbeatMs = heartbeatMs;
  }

  start(): void {
    this.looping ??= this.loop();
  }

  /** There may be a job to take: called when one was added in this process. */
  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  /** Takes no more jobs and gives those that run back to the queue, where they left off. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
    for (const { run } of this.running) run?.interrupt('stopped');
    await this.looping;
    // One more may have been taken in the meantime.
    for (const { run } of this.running) run?.interrupt('stopped');
    await Promise.all([...this.running].map(({ ended }) => ended));
  }

  private async loop(): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      try {
        await this.tidy();
        while (!this.stopped && this.running.size < this.capacity) {
          const job = await this.ledger.claim();
          if (!job) break;
          this.begin(job);
        }
        await this.pause(this.pollMs);
      } catch (error) {
        this.settings.log.warn({ err: error }, 'jobs cannot be taken for now');
        await this.pause(FAILURE_PAUSE_MS);
      }
    }
  }

  private async tidy(): Promise<void> {
    const given = await this.ledger.failExhausted(new Problem('job.interrupted'));
    if (given) this.settings.log.error({ jobs: given }, 'jobs were given up: their processes died');
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
    const one = { run, ended: Promise.resolve() };
    one.ended = work
      .catch((error: unknown) => {
        // Its heartbeat stopped with it, so that another run takes the job up.
        this.settings.log.warn({ err: error, job: job.id }, 'how a job ended could not be written');
      })
      .finally(() => {
        this.running.delete(one);
        this.wake();
      });
    this.running.add(one);
  }

  private async refuse(job: Job & Claim): Promise<void> {
    this.settings.log.error({ job: job.id, resource: job.resource }, 'nobody here knows how to do a job');
    await this.ledger.fail(job, new Problem('internal'));
  }

  private async work(job: Job & Claim, run: JobRun, handler: JobHandler): Promise<void> {
    const heart = setInterval(() => void this.beat(job, run), this.heartbeatMs);
    try {
      if (Date.now() - job.createdAt.getTime() > RIGHTS_LAST_MS) throw new Problem('job.too-old');
      await this.ledger.finish(job, await handler(run));
      this.settings.log.info({ job: job.id, kind: job.kind, attempts: job.attempts }, 'a job is done');
    } catch (error) {
      await this.afterFailure(job, run, error);
    } finally {
      clearInterval(heart);
    }
  }

  private async beat(job: Claim, run: JobRun): Promise<void> {
    try {
      if (!(await this.ledger.beat(job))) run.interrupt('lost');
    } catch (error) {
      this.settings.log.warn({ err: error, job: job.id }, 'a heartbeat of a job was not written');
    }
  }

  private async afterFailure(job: Job & Claim, run: JobRun, error: unknown): Promise<void> {
    const log = this.settings.log.child({ job: job.id, kind: job.kind });
    switch (run.interruption) {
      case 'lost':
        return;
      case 'stopped':
        await this.ledger.release(job, false);
        log.info('a job waits for the next process');
        return;
    }
    if (isTransient(error) && job.attempts < MAX_ATTEMPTS) {
      log.warn({ err: error }, 'a job is tried again');
      await this.ledger.release(job, true);
      return;
    }
    const problem = toProblem(error);
    if (problem.kind === 'internal') log.error({ err: error }, 'a job failed');
    await this.ledger.fail(job, problem);
  }

  private async pause(ms: number): Promise<void> {
    if (this.stopped || this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = null;
  }
}
