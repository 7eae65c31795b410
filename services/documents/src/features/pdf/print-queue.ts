import { Problem } from '@coulisse/service-kit';
import { durations, secondsSince } from '@coulisse/service-kit/telemetry';

const printing = durations('coulisse.print.duration', 'Time to print a page, without its wait');
const queueing = durations('coulisse.print.wait', 'Time that a page waits for its turn, by urgency');

export interface PrintQueueSettings {
  /** Prints at the same time. */
  readonly concurrency: number;
  /** Prints that may wait; further ones are refused. */
  readonly waiting: number;
}

/** Who waits for a print, and until when. */
export interface PrintCaller {
  /** Aborted when the caller has gone: its print is not begun any more. */
  readonly signal: AbortSignal;
  readonly deadline: Date | null;
}

/** After so many urgent prints in a row, one of the others has its turn. */
const URGENT_IN_A_ROW = 8;
/** What the last print weighs in the typical duration of one. */
const WEIGHT = 0.2;
const LONGEST_RETRY_SECONDS = 120;

type Start = () => void;

/** Prints a few pages at a time: urgent ones first, without keeping the others waiting for ever. */
export class PrintQueue {
  private readonly urgent: Start[] = [];
  private readonly others: Start[] = [];
  private running = 0;
  private urgentInARow = 0;
  /** Seconds that a print takes at present; 0 before the first one. */
  private typical = 0;

  constructor(private readonly settings: PrintQueueSettings) {}

  /** Prints that wait, and that run. */
  get counts(): { waiting: number; running: number } {
    return { waiting: this.urgent.length + this.others.length, running: this.running };
  }

  /**
   * Runs the print when it is its turn. `service.unavailable`, with the seconds until it is worth another try, when too many
   * wait, and when its turn would come too late for its caller: it is refused at once instead of at its deadline, and takes
   * no turn from those who still wait.
   */
  async run<R>(isUrgent: boolean, print: () => Promise<R>, caller?: PrintCaller): Promise<R> {
    const queuedAt = performance.now();
    await this.turn(isUrgent, caller);
    queueing()?.record(secondsSince(queuedAt), { 'coulisse.print.urgent': isUrgent });
    const began = performance.now();
    try {
      return await print();
    } finally {
      const took = secondsSince(began);
      printing()?.record(took);
      this.typical = this.typical === 0 ? took : this.typical + WEIGHT * (took - this.typical);
      this.running--;
      this.next();
    }
  }

  private async turn(isUrgent: boolean, caller?: PrintCaller): Promise<void> {
    if (this.counts.waiting >= this.settings.waiting || this.isTooLate(isUrgent, caller)) throw this.busy();
    const list = isUrgent ? this.urgent : this.others;
    const signal = caller?.signal;
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        const place = list.indexOf(start);
        if (place >= 0) list.splice(place, 1);
        reject(this.busy(signal?.reason));
      };
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      list.push(start);
      this.next();
    });
  }

  /** Whether a print that is added now could not be complete before its caller's deadline. */
  private isTooLate(isUrgent: boolean, caller?: PrintCaller): boolean {
    if (!caller?.deadline) return false;
    const seconds = this.secondsToWait(isUrgent ? this.urgent.length : this.counts.waiting);
    return seconds > 0 && Date.now() + (seconds + this.typical) * 1_000 > caller.deadline.getTime();
  }

  /** Until a print begins that so many others go before; 0 when one can begin at once. */
  private secondsToWait(ahead: number): number {
    const { concurrency } = this.settings;
    return this.running < concurrency ? 0 : ((ahead + 1) * this.typical) / concurrency;
  }

  private busy(cause?: unknown): Problem {
    const seconds = Math.ceil(this.secondsToWait(this.counts.waiting));
    const retryAfter = String(Math.min(LONGEST_RETRY_SECONDS, Math.max(1, seconds)));
    return new Problem('service.unavailable', { cause, headers: { 'Retry-After': retryAfter } });
  }

  private next(): void {
    if (this.running >= this.settings.concurrency) return;
    const start = this.takeNext();
    if (!start) return;
    this.running++;
    start();
  }

  private takeNext(): Start | undefined {
    const isOthersTurn = this.urgentInARow >= URGENT_IN_A_ROW && this.others.length > 0;
    const urgent = isOthersTurn ? undefined : this.urgent.shift();
    // Counted only while others wait.
    this.urgentInARow = urgent && this.others.length > 0 ? this.urgentInARow + 1 : 0;
    return urgent ?? this.others.shift();
  }
}
