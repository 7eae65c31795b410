import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '@coulisse/service-kit/problem';
import { request as httpRequest } from 'undici';
import type { Target } from './routes';

type Headers = Readonly<Record<string, string>>;

export interface SharedStreamOptions {
  /** Longest wait for the service to open the stream. */
  timeoutMs: number;
  /** Longest pause within a stream; services send a heartbeat every 15 s. */
  idleTimeoutMs?: number;
  /** Headers of each response. */
  headers?: Headers;
  /** A client that is further behind is disconnected: it reconnects and reads the current state. */
  maxBufferedBytes?: number;
  /** Clients of a stream that ends wait up to this long before they reconnect, each for another time. */
  reconnectWithinMs?: number;
}

interface SharedStream {
  clients: Set<ServerResponse>;
  abort: AbortController;
  /** Settled when the service has answered; rejects with a `Problem`. */
  opened: Promise<void>;
}

const END_OF_EVENT = Buffer.from('\n\n');
const FIRST_RECONNECT_MS = 1_000;

const RETRY = Buffer.from('retry:');

/** Each client has a time of its own to reconnect after; the service's, which comes first in its stream, is left out. */
const withoutRetry = (events: Buffer): Buffer =>
  events.subarray(0, RETRY.length).equals(RETRY)
    ? events.subarray(events.indexOf(END_OF_EVENT) + END_OF_EVENT.length)
    : events;

/** Chunks of a stream as whole events: a client may join between any two of them. */
export class WholeEvents {
  private rest: Buffer = Buffer.alloc(0);

  /** The events that are complete with this chunk; empty when none is. */
  push(chunk: Buffer): Buffer {
    const all = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const end = all.lastIndexOf(END_OF_EVENT);
    const complete = end < 0 ? 0 : end + END_OF_EVENT.length;
    this.rest = all.subarray(complete);
    return all.subarray(0, complete);
  }

  get pending(): number {
    return this.rest.length;
  }
}

/**
 * Event streams that are the same for every client: the gateway opens one to the service for each path and writes each
 * event to all clients of it, so that two thousand open plans cost the service one stream. The call to the service is
 * anonymous, since its response is for everybody.
 */
export class SharedStreams {
  private readonly streams = new Map<string, SharedStream>();

  constructor(private readonly options: SharedStreamOptions) {}

  /** Resolves when the stream is open; a client that has an open stream misses no later event. */
  async join(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    path: string,
    headers: Headers,
    theatre = '',
  ): Promise<void> {
    if (response.destroyed) return;
    const url = target.base.replace(/\/$/, '') + path;
    // On the host of another theatre the same path is none.
    const key = `${theatre} ${url}`;
    let stream = this.streams.get(key);
    if (!stream) {
      stream = this.open(key, url, headers);
      this.streams.set(key, stream);
    }
    const shared = stream;
    shared.clients.add(response);
    response.once('close', () => this.leave(key, shared, response));
    try {
      await shared.opened;
    } catch (error) {
      // Nobody waits for the answer: the last client left while the stream was being opened.
      if (!response.destroyed) throw error;
    }
    this.begin(response);
  }

  /** Ends all streams; browsers reconnect to another replica by themselves. */
  end(): void {
    for (const { abort } of this.streams.values()) abort.abort();
  }

  /** Number of streams to services. */
  get size(): number {
    return this.streams.size;
  }

  private open(key: string, url: string, headers: Headers): SharedStream {
    const abort = new AbortController();
    const clients = new Set<ServerResponse>();
    const stream: SharedStream = { clients, abort, opened: Promise.resolve() };
    const { authorization: _account, cookie: _cookie, 'cart-token': _cart, ...anonymous } = headers;
    stream.opened = this.connect(key, url, anonymous, stream).catch((error: unknown) => {
      this.forget(key, stream);
      if (error instanceof Problem) throw error;
      throw new Problem('service.unavailable', { cause: error, headers: { 'Retry-After': '2' } });
    });
    return stream;
  }

  private async connect(key: string, url: string, headers: Headers, stream: SharedStream): Promise<void> {
    const { timeoutMs, idleTimeoutMs = 60_000 } = this.options;
    const { statusCode, body } = await httpRequest(url, {
      headers,
      signal: stream.abort.signal,
      headersTimeout: timeoutMs,
      bodyTimeout: idleTimeoutMs,
    });
    if (statusCode !== 200) {
      await body.dump();
      throw statusCode === 404 ? new Problem('http.404') : new Error(`the service answered ${statusCode}`);
    }
    const events = new WholeEvents();
    body.on('data', (chunk: Buffer) => {
      if (events.pending > this.maxBuffered) body.destroy(new Error('an event is too long'));
      else this.send(stream, withoutRetry(events.push(chunk)));
    });
    const end = (): void => {
      this.forget(key, stream);
      for (const client of stream.clients) client.destroy();
    };
    body.once('close', end).on('error', end);
  }

  /** Writes the head of the response to a client whose stream is open. */
  private begin(response: ServerResponse): void {
    if (response.destroyed || response.headersSent) return;
    // The body ends with the connection, which belongs to the stream alone: each event is written without a frame.
    response.removeHeader('Transfer-Encoding');
    response.writeHead(200, {
      ...this.options.headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    response.socket?.setNoDelay(true);
    const { reconnectWithinMs = 8_000 } = this.options;
    response.write(`retry: ${Math.round(FIRST_RECONNECT_MS + Math.random() * reconnectWithinMs)}\n\n`);
  }

  private send(stream: SharedStream, events: Buffer): void {
    if (events.length === 0) return;
    for (const client of stream.clients) {
      if (!client.headersSent) continue;
      if (client.writableLength > this.maxBuffered) client.destroy();
      else client.write(events);
    }
  }

  private leave(url: string, stream: SharedStream, response: ServerResponse): void {
    stream.clients.delete(response);
    if (stream.clients.size > 0) return;
    this.forget(url, stream);
    stream.abort.abort();
  }

  private forget(url: string, stream: SharedStream): void {
    if (this.streams.get(url) === stream) this.streams.delete(url);
  }

  private get maxBuffered(): number {
    return this.options.maxBufferedBytes ?? 64 * 1024;
  }
}
