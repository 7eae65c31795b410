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

/** After so many urgent prints in a row, one of the others has its turn. */
const URGENT_IN_A_ROW = 8;
const RETRY_AFTER_SECONDS = '5';

type Start = () => void;

/** Prints a few pages at a time: urgent ones first, without keeping the others waiting for ever. */
export class PrintQueue {
  private readonly urgent: Start[] = [];
  private readonly others: Start[] = [];
  private running = 0;
  private urgentInARow = 0;

  constructor(private readonly settings: PrintQueueSettings) {}

  /** Prints that wait, and that run. */
  get counts(): { waiting: number; running: number } {
    return { waiting: this.urgent.length + this.others.length, running: this.running };
  }

  /** Runs the print when it is its turn. `service.unavailable` when too many wait. */
  async run<R>(isUrgent: boolean, print: () => Promise<R>): Promise<R> {
    const queuedAt = performance.now();
    await this.turn(isUrgent);
    queueing()?.record(secondsSince(queuedAt), { 'coulisse.print.urgent': isUrgent });
    const began = performance.now();
    try {
      return await print();
    } finally {
      printing()?.record(secondsSince(began));
      this.running--;
      this.next();
    }
  }

  private async turn(isUrgent: boolean): Promise<void> {
    if (this.counts.waiting >= this.settings.waiting)
      throw new Problem('service.unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
    await new Promise<void>((start) => {
      (isUrgent ? this.urgent : this.others).push(start);
      this.next();
    });
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
