import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Language } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit/problem';
import { LIMITS, type ReadLimits } from '../spreadsheet/limits';
import type { TablePieces } from './table-pieces';
import type { WorkerAnswer, WorkerTask } from './worker-messages';

export interface ReaderSettings {
  limits?: ReadLimits;
  /** Heap size of a reader process in MB. Its memory outside the heap is bounded by `limits`. */
  heapMb?: number;
  timeoutMs?: number;
  /** Maximum number of files read at once, and of files queued. */
  atOnce?: number;
  waiting?: number;
}

/** The worker bundle beside the service's bundle; when run from source, the script that bundles it. */
const WORKER = __filename.endsWith('.ts')
  ? join(__dirname, '../../dev/table-worker.cjs')
  : join(__dirname, 'table-worker.js');
/** Signals and exit codes of a process that ran out of heap. */
const HEAP_FULL = new Set<unknown>(['SIGABRT', 'SIGTRAP', 134, 133]);
const RETRY_SECONDS = 10;

/**
 * Reads files in child processes: their memory is freed when the file was read, and a file that crashes its reader does
 * not crash the service.
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

  /** Reads a file; throws a `Problem` if it cannot be imported. */
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
      // The worker gets none of the service's start options (such as telemetry) and none of its secrets.
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
        // Errors of `send` are ignored: if the process ends before it has received everything, `exit` reports it.
        worker.send({ bytes, language, limits: this.limits } satisfies WorkerTask, () => undefined);
      });
    } finally {
      worker.kill('SIGKILL');
    }
  }
}
