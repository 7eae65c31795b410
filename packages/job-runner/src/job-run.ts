import type { Database, Tx } from '@coulisse/service-kit/database';
import type { Job, JobCall, JobCaller, JobOutcome, JobResource } from './job';
import { appendChunk, dropChunks } from './job-chunks';
import type { Claim, JobLedger } from './job-ledger';

/** Why a run ends before its work is done. */
export type Interruption = 'stopped' | 'lost';
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
  constructor(readonly reason: Interruption) {
    super(reason === 'stopped' ? 'the service stops' : 'the job was cancelled, or another process has it');
  }
}

/** Shortest interval between two writes of progress: people read it, more often is useless. */
const PROGRESS_MS = 500;
const CHUNK_BYTES = 512 * 1024;

/** Runs jobs of one kind. It checks `run.signal` between its steps and may be called again for the same job. */
export type JobHandler<R extends JobResource = JobResource> = (run: JobRun<R>) => Promise<JobOutcome>;

/** One run of a job, as its handler sees it. */
export class JobRun<R extends JobResource = JobResource, C extends JobCaller = JobCall<R>> {
  private readonly controller = new AbortController();
  private lastProgressAt = 0;

  constructor(
    readonly job: Job & Claim,
    /** The job's actor, and its resource if it has one: the handler uses them for everything that it does. */
    readonly call: C,
    private readonly db: Database,
    private readonly ledger: JobLedger,
  ) {}

  /** Aborted when the service stops or the claim is lost. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }
  /** Why the run was interrupted; undefined if it was not. */
  get interruption(): Interruption | undefined {
    const reason: unknown = this.signal.reason;
    return reason instanceof JobInterrupted ? reason.reason : undefined;
  }
  interrupt(reason: Interruption): void {
    this.controller.abort(new JobInterrupted(reason));
  }

  /** Writes how far the work is, at most twice a second. */
  async progress(done: number, total: number | null = null): Promise<void> {
    this.signal.throwIfAborted();
    const now = Date.now();
    if (now - this.lastProgressAt < PROGRESS_MS) return;
    this.lastProgressAt = now;
    this.assertHeld(await this.ledger.progress(this.job, done, total));
  }

  /**
   * Writes how far the work is in the transaction that does it, so that a job resumes exactly there after a crash.
   * Throws when the run lost its claim, which rolls the transaction back.
   */
  async checkpoint(tx: Tx, done: number, outcome: JobOutcome): Promise<void> {
    const { rowCount } = await tx.sql.named(
      'job_checkpoint',
      `UPDATE kit.job SET heartbeat_at = clock_timestamp(), done = $3, result = $4
       WHERE id = $1 AND started_at = $2 AND state = 'RUNNING'`,
      [this.job.id, this.job.startedAt, done, JSON.stringify(outcome)],
    );
    this.assertHeld(rowCount > 0);
  }
  /** As `checkpoint`, for a declared job: stores what its next run goes on from. */
  async save(tx: Tx, state: unknown, done: number | null): Promise<void> {
    const { rowCount } = await tx.sql.named(
      'job_save',
      `UPDATE kit.job SET heartbeat_at = clock_timestamp(), done = coalesce($3, done), checkpoint = $4
       WHERE id = $1 AND started_at = $2 AND state = 'RUNNING'`,
      [this.job.id, this.job.startedAt, done, JSON.stringify(state)],
    );
    this.assertHeld(rowCount > 0);
  }
  async append(tx: Tx, bytes: Uint8Array): Promise<void> {
    if (bytes.length) await appendChunk(tx.sql, this.job, 'output', bytes);
  }

  /** Stores the bytes as the job's file, replacing what an earlier run wrote; returns their number. */
  async storeFile(bytes: AsyncIterable<Uint8Array>): Promise<number> {
    await this.db.inTenant(this.call.actor, ({ sql }) => dropChunks(sql, this.job.id, 'output'));
    let size = 0;
    let waiting: Uint8Array[] = [];
    let held = 0;
    const flush = async () => {
      if (held === 0) return;
      const content = Buffer.concat(waiting);
      [waiting, held] = [[], 0];
      await this.db.inTenant(this.call.actor, ({ sql }) => appendChunk(sql, this.job, 'output', content));
    };
    for await (const piece of bytes) {
      this.signal.throwIfAborted();
      waiting.push(piece);
      held += piece.length;
      size += piece.length;
      if (held >= CHUNK_BYTES) await flush();
    }
    await flush();
    return size;
  }

  private assertHeld(held: boolean): void {
    if (held) return;
    this.interrupt('lost');
    this.signal.throwIfAborted();
  }
}
