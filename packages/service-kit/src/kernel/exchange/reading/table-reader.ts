import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Language } from '@coulisse/contracts';
import { Problem } from '../../../problem/problem';
import { LIMITS, type ReadLimits } from './limits';
import type { TablePieces } from './table-pieces';
import type { WorkerAnswer, WorkerTask } from './worker-messages';

export interface ReaderSettings {
  limits?: ReadLimits;
  /** Memory of the heap of a process that reads. What it keeps outside of it the limits bound. */
  heapMb?: number;
  timeoutMs?: number;
  /** Files that are read at once in this process, and those that may wait for their turn. */
  atOnce?: number;
  waiting?: number;
}

/** Beside the service's own bundle, or, where the source itself runs, what bundles it then. */
const WORKER = __filename.endsWith('.ts')
  ? join(__dirname, '../../../../dev/table-worker.cjs')
  : join(__dirname, 'table-worker.js');
/** How a process ends whose heap is full. */
const HEAP_FULL = new Set<unknown>(['SIGABRT', 'SIGTRAP', 134, 133]);
const RETRY_SECONDS = 10;

/**
 * Reads files of rows in processes of their own: what a file costs is given back when it was read, and what it ends is
 * never the service.
 */
export class TableReader {
  private readonly limits: ReadLimits;
  private readonly heapMb: number;
  private readonly timeoutMs: number;
  private readonly atOnce: number;
  private readonly mostWaiting: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor({
    limits = LIMITS,
    heapMb = 256,
    timeoutMs = 60_000,
    atOnce = 1,
    waiting = 4,
  }: ReaderSettings = {}) {
    this.limits = limits;
    this.heapMb = heapMb;
    this.timeoutMs = timeoutMs;
    this.atOnce = atOnce;
    this.mostWaiting = waiting;
  }

  /** Reads a file; throws the problem of one that cannot be imported. */
  async read(bytes: Uint8Array, language: Language): Promise<TablePieces> {
    if (bytes.length > this.limits.bytes)
      throw new Problem('import.too-large', {
        params: { max: this.limits.bytes / 1024 / 1024 },
        status: 413,
      });
    await this.turn();
    try {
      return await this.work(bytes, language);
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    if (this.running < this.atOnce) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.mostWaiting)
      throw new Problem('request.too-many', {
        params: { seconds: RETRY_SECONDS },
        headers: { 'Retry-After': String(RETRY_SECONDS) },
      });
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
  }

  private async work(bytes: Uint8Array, language: Language): Promise<TablePieces> {
    const worker = fork(WORKER, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Nothing that the service was started with, telemetry first of all, is loaded once more, and none of its secrets given.
      execArgv: [`--max-old-space-size=${this.heapMb}`],
      env: {},
    });
    try {
      return await new Promise<TablePieces>((resolve, reject) => {
        const tooComplex = (reason: string) =>
          reject(new Problem('import.too-complex', { cause: new Error(reason) }));
        const timer = setTimeout(
          () => tooComplex(`it was read for more than ${this.timeoutMs} ms`),
          this.timeoutMs,
        );
        worker.once('message', (answer: WorkerAnswer) => {
          if ('table' in answer) resolve(answer.table);
          else {
            const { code, params, status, reason } = answer.refusal;
            reject(
              new Problem(code, { params, ...(status && { status }), ...(reason && { cause: reason }) }),
            );
          }
        });
        worker.once('error', reject);
        worker.once('exit', (code, signal) => {
          clearTimeout(timer);
          if (HEAP_FULL.has(signal ?? code)) tooComplex(`it filled ${this.heapMb} MB`);
          else reject(new Error(`the process that reads files of rows ended: ${signal ?? code}`));
        });
        // A process that ends before it has heard everything is told of by its end.
        worker.send({ bytes, language, limits: this.limits } satisfies WorkerTask, () => undefined);
      });
    } finally {
      worker.kill('SIGKILL');
    }
  }
}
