import { decodeChanges, type SeatChanges } from '@coulisse/seat-plan';
import type { SeatStates } from './types';

const FIRST_RETRY = 1_000;
const LAST_RETRY = 30_000;

export interface LiveSeats {
  onSeats(states: SeatStates): void;
  /** The stream was opened or reopened: earlier changes may be missing, so the plan must be read. */
  onOpen(): void;
}

/**
 * Subscribes to the seats of a performance. EventSource reconnects after a lost connection by itself, but stops
 * when the response is not a stream (for example during a deployment): then we reconnect.
 * @returns ends the stream
 */
export function followSeats(performanceId: string, { onSeats, onOpen }: LiveSeats): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_RETRY;

  const connect = (): void => {
    source = new EventSource(
      `/app-api/configuration/representations/${encodeURIComponent(performanceId)}/events`,
    );
    source.addEventListener('open', () => {
      delay = FIRST_RETRY;
      onOpen();
    });
    source.addEventListener('seats', (event) => {
      onSeats(decodeChanges(JSON.parse(event.data as string) as SeatChanges));
    });
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      // Every open plan of the performance lost its stream at the same moment: they come back at different ones.
      timer = setTimeout(connect, delay * (0.5 + Math.random()));
      delay = Math.min(delay * 2, LAST_RETRY);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
