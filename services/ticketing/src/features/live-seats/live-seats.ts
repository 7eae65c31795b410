import { listen, type EventStream, type ServiceContext } from '@coulisse/service-kit';
import type { SeatState } from '../holds/claim-seats.command';

/**
 * Open seat plans of this process, by performance. Every replica consumes all seat events and serves its own clients.
 */
export class LiveSeats {
  private readonly watchers = new Map<string, Set<EventStream>>();

  watch(performanceId: string, stream: EventStream): void {
    const streams = this.watchers.get(performanceId) ?? new Set();
    this.watchers.set(performanceId, streams.add(stream));
    stream.closed.addEventListener('abort', () => {
      streams.delete(stream);
      if (streams.size === 0 && this.watchers.get(performanceId) === streams)
        this.watchers.delete(performanceId);
    });
  }

  announce(performanceId: string, seatIds: readonly string[], state: SeatState): void {
    const streams = this.watchers.get(performanceId);
    if (!streams) return;
    const text = JSON.stringify({ seats: seatIds.map((id) => ({ id, state })) });
    for (const stream of streams) stream.send('seats', text);
  }

  /** Subscribes from now on; a client that reconnects reads the whole plan again. */
  start(ctx: ServiceContext): () => Promise<void> {
    const subscription = listen(ctx, 'ticketing.seat.v1', 'live-seats', {
      seatsChanged: ({ performanceId, seatIds, state }) =>
        this.announce(performanceId, seatIds, state as SeatState),
    });
    return () => subscription.stop();
  }
}
