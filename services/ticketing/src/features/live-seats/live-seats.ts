import { encodeChanges } from '@coulisse/seat-plan';
import { listen, type EventStream, type ServiceContext } from '@coulisse/service-kit';
import type { SeatState } from '../holds/claim-seats.command';

/** Changes within this time are one message: a sale at speed costs each open plan a few messages a second. */
const WINDOW_MS = 150;

interface Performance {
  streams: Set<EventStream>;
  /** The last state of each seat that changed since the last message. */
  changed: Map<string, SeatState>;
  window: NodeJS.Timeout | undefined;
}

/**
 * Open seat plans of this process, by performance. Every replica consumes all seat events and serves its own clients.
 * A message is written once for all of them; the first change after a pause is sent at once, later ones are collected.
 */
export class LiveSeats {
  private readonly performances = new Map<string, Performance>();

  watch(performanceId: string, stream: EventStream): void {
    const performance = this.performances.get(performanceId) ?? {
      streams: new Set(),
      changed: new Map<string, SeatState>(),
      window: undefined,
    };
    this.performances.set(performanceId, performance);
    performance.streams.add(stream);
    stream.closed.addEventListener('abort', () => {
      performance.streams.delete(stream);
      if (performance.streams.size > 0) return;
      clearTimeout(performance.window);
      if (this.performances.get(performanceId) === performance) this.performances.delete(performanceId);
    });
  }

  announce(performanceId: string, seatIds: readonly string[], state: SeatState): void {
    const performance = this.performances.get(performanceId);
    if (!performance) return;
    for (const id of seatIds) performance.changed.set(id, state);
    if (!performance.window) this.send(performance);
  }

  /** Subscribes from now on; a client that reconnects reads the states again. */
  start(ctx: ServiceContext): () => Promise<void> {
    const subscription = listen(ctx, 'ticketing.seat.v1', 'live-seats', {
      seatsChanged: ({ performanceId, seatIds, state }) =>
        this.announce(performanceId, seatIds, state as SeatState),
    });
    return () => subscription.stop();
  }

  private send(performance: Performance): void {
    performance.window = undefined;
    if (performance.changed.size === 0) return;
    const messages = encodeChanges(performance.changed);
    performance.changed = new Map();
    for (const message of messages) {
      const text = JSON.stringify(message);
      for (const stream of performance.streams) stream.send('seats', text);
    }
    performance.window = setTimeout(() => this.send(performance), WINDOW_MS);
    performance.window.unref();
  }
}
