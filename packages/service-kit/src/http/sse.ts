import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';

export interface EventStream {
  /** Sends one event; data that is not text goes as JSON. */
  send(event: string, data: unknown, id?: string): void;
  comment(text: string): void;
  close(): void;
  /** Aborted when either side closed. */
  readonly closed: AbortSignal;
}

export interface SseSettings {
  heartbeatMs?: number;
  /** How long the browser waits before it reconnects. */
  retryMs?: number;
  /** A client that falls further behind is disconnected; it reconnects and reads the current state. */
  maxBufferedBytes?: number;
}

/** Open streams: they are closed when the service drains, or it would never stop. */
const open = new Set<EventStream>();

export const closeEventStreams = (): void => open.forEach((stream) => stream.close());

/** An ended session is detected within five seconds: a response of identity is cached for four. */
const CHECK_MS = 500;
const authorizations = new WeakMap<Response, () => Promise<unknown>>();

/** Registers the check of an event stream: the stream ends as soon as `authorize` rejects. */
export const authorizeStream = (res: Response, authorize: () => Promise<unknown>): void =>
  void authorizations.set(res, authorize);

async function checkUntilClosed({ closed }: EventStream, authorize: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await pause(CHECK_MS, undefined, { ref: false, signal: closed });
    await authorize();
  }
}

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/**
 * Server-sent events on an express response: `const stream = sse(exchange.res)`. On a route that is not public the
 * stream ends when its token expires, its session ends or the right is revoked.
 */
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
      // A client that does not read cannot receive an orderly end.
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
  const authorize = authorizations.get(res);
  // The client learns the reason from the response to its next request.
  if (authorize) checkUntilClosed(stream, authorize).catch(() => stream.close());
  return stream;
}
