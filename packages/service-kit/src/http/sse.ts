import type { Response } from 'express';

export interface EventStream {
  /** Sends one event; data that is not text goes as JSON. */
  send(event: string, data: unknown, id?: string): void;
  comment(text: string): void;
  close(): void;
  /** Fires when either side closed. */
  readonly closed: AbortSignal;
}

export interface SseSettings {
  heartbeatMs?: number;
  /** How long the browser waits before it comes back. */
  retryMs?: number;
  /** A reader that falls so far behind is cut; it comes back and reads the present state. */
  maxBufferedBytes?: number;
}

/** Streams that are open now: they end when the service drains, or it would never stop. */
const open = new Set<EventStream>();

export const closeEventStreams = (): void => open.forEach((stream) => stream.close());

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** Server-sent events on an express response: `const stream = sse(exchange.res)`. */
export function sse(
  res: Response,
  { heartbeatMs = 15_000, retryMs = 3_000, maxBufferedBytes = 1024 * 1024 }: SseSettings = {},
): EventStream {
  const abort = new AbortController();
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.socket?.setNoDelay(true);
  const write = (text: string) => {
    if (abort.signal.aborted) return;
    if (res.writableLength > maxBufferedBytes) stream.close();
    else res.write(text);
  };
  const stream: EventStream = {
    send(event, data, id) {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
      write(`${id === undefined ? '' : `id: ${oneLine(id)}\n`}event: ${oneLine(event)}\n${lines.join('')}\n`);
    },
    comment: (text) => write(`: ${oneLine(text)}\n\n`),
    close() {
      if (abort.signal.aborted) return;
      abort.abort();
      clearInterval(heartbeat);
      open.delete(stream);
      // What a reader does not take cannot be ended politely.
      if (res.writableLength > maxBufferedBytes) res.destroy();
      else res.end();
    },
    closed: abort.signal,
  };
  const heartbeat = setInterval(() => stream.comment('still here'), heartbeatMs);
  heartbeat.unref();
  res.on('close', () => stream.close());
  open.add(stream);
  write(`retry: ${retryMs}\n\n`);
  return stream;
}
