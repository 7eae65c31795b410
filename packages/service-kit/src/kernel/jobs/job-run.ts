import type { Database, Tx } from '../../database/types';
import type { Call } from '../types';
import type { Job, JobOutcome } from './job';
import { appendChunk, dropChunks } from './job-chunks';
import type { Claim, JobLedger } from './job-ledger';

/** Why a run ends before its work does. */
export type Interruption = 'stopped' | 'lost';
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
  constructor(readonly reason: Interruption) {
    super(reason === 'stopped' ? 'the service stops' : 'the job was cancelled, or another process has it');
  }
}

/** Progress is for people: more often than this is for nobody. */
const PROGRESS_MS = 500;
const CHUNK_BYTES = 512 * 1024;

/** Does the work of a kind of job. It looks at `run.signal` between its steps and may be called again for the same job. */
export type JobHandler = (run: JobRun) => Promise<JobOutcome>;

/** One run of a job, as its handler sees it. */
export class JobRun {
  private readonly controller = new AbortController();
  private told = 0;

  constructor(
    readonly job: Job & Claim,
    /** The job's actor at its resource: whatever the handler does, it does with this. */
    readonly call: Call,
    private readonly db: Database,
    private readonly ledger: JobLedger,
  ) {}

  /** Aborted when the service stops, and when the claim is lost. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }
  /** Why the run was ended; undefined while it was not. */
  get interruption(): Interruption | undefined {
    const reason: unknown = this.signal.reason;
    return reason instanceof JobInterrupted ? reason.reason : undefined;
  }
  interrupt(reason: Interruption): void {
    this.controller.abort(new JobInterrupted(reason));
  }

  /** Says how far the work is, to people; at most twice a second. */
  async progress(done: number, total: number | null = null): Promise<void> {
    this.signal.throwIfAborted();
    const now = Date.now();
    if (now - this.told < PROGRESS_MS) return;
    this.told = now;
    this.assertHeld(await this.ledger.progress(this.job, done, total));
  }

  /**
   * Keeps how far the work is in the transaction that does it: after a crash the job goes on from exactly there. A run
   * that lost its claim throws here, and what it did in the transaction is undone.
   */
  async checkpoint(tx: Tx, done: number, outcome: JobOutcome): Promise<void> {
    const { rowCount } = await tx.sql.named(
      'job_checkpoint',
      `UPDATE job SET heartbeat_at = clock_timestamp(), done = $3, result = $4
       WHERE id = $1 AND started_at = $2 AND state = 'RUNNING'`,
      [this.job.id, this.job.startedAt, done, JSON.stringify(outcome)],
    );
    this.assertHeld(rowCount > 0);
  }
  async append(tx: Tx, bytes: Uint8Array): Promise<void> {
    if (bytes.length) await appendChunk(tx.sql, this.job, 'output', bytes);
  }

  /** Keeps bytes as the job's file, in place of what an earlier run began; answers how many there are. */
  async keep(bytes: AsyncIterable<Uint8Array>): Promise<number> {
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
