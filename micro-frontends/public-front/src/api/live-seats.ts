import type { SeatChange } from './types';

const FIRST_RETRY = 1_000;
const LAST_RETRY = 30_000;

export interface LiveSeats {
  onSeats(changes: SeatChange[]): void;
  /** The stream is open, at first or again: what happened before is unknown, so the plan must be read. */
  onOpen(): void;
}

/**
 * Follows the seats of a performance. EventSource itself reconnects after a lost connection, but gives up
 * for good when the server answers anything else than a stream (a deployment, for instance): then we try again.
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
      onSeats((JSON.parse(event.data as string) as { seats: SeatChange[] }).seats);
    });
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(connect, delay);
      delay = Math.min(delay * 2, LAST_RETRY);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
