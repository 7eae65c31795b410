import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { WaitingRoomLimits } from './waiting-room.domain';

export interface PressureSample {
  /** 99th percentile since the last sample, in ms. */
  eventLoopDelayMs: number;
  /** Most holds that were in work at the same time since the last sample. */
  holdsInFlight: number;
}

/** Samples in a row above a limit before the process counts as overloaded, and below before it no longer does. */
const SAMPLES = 3;

export const isAbove = (
  sample: PressureSample,
  limits: Pick<WaitingRoomLimits, 'eventLoopDelayMs' | 'holdsInFlight'>,
): boolean =>
  (limits.eventLoopDelayMs > 0 && sample.eventLoopDelayMs > limits.eventLoopDelayMs) ||
  (limits.holdsInFlight > 0 && sample.holdsInFlight > limits.holdsInFlight);

/** Whether this process is overloaded. One slow second, such as a garbage collection, does not change it. */
export class Pressure {
  private readonly delay = monitorEventLoopDelay({ resolution: 20 });
  private running = 0;
  private mostRunning = 0;
  private streak = 0;
  private high = false;

  constructor(private readonly limits: Pick<WaitingRoomLimits, 'eventLoopDelayMs' | 'holdsInFlight'>) {}

  get isHigh(): boolean {
    return this.high;
  }

  start(): () => void {
    if (this.limits.eventLoopDelayMs > 0) this.delay.enable();
    return () => void this.delay.disable();
  }

  /** Counts a hold while it is in work. */
  async during<R>(hold: () => Promise<R>): Promise<R> {
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      return await hold();
    } finally {
      this.running -= 1;
    }
  }

  /** Called once a second. */
  measure(): void {
    const sample = { eventLoopDelayMs: this.delay.percentile(99) / 1e6, holdsInFlight: this.mostRunning };
    this.delay.reset();
    this.mostRunning = this.running;
    this.take(sample);
  }

  take(sample: PressureSample): void {
    const isAboveNow = isAbove(sample, this.limits);
    this.streak = isAboveNow === this.high ? 0 : this.streak + 1;
    if (this.streak < SAMPLES) return;
    this.high = isAboveNow;
    this.streak = 0;
  }
}
