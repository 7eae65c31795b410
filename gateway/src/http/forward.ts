import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { Problem } from '@coulisse/service-kit/problem';
import { Pool, type Dispatcher } from 'undici';
import { responseHeaders } from './headers';
import type { Target } from './routes';
import type { ContentCoding } from './accept-encoding';
import { compressAtOnce, compressor, negotiated, SMALLEST_COMPRESSED_BYTES } from './compression';

type Headers = Readonly<Record<string, string>>;
const NO_HEADERS = { common: {}, data: {} };
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json/;

export interface ForwardOptions {
  /** Longest wait for the first byte of a response. */
  timeoutMs: number;
  /** Longest pause within a response; event streams send a heartbeat every 15 s. */
  idleTimeoutMs?: number;
  /** Headers of every response, and of data. */
  headers?: { common: Headers; data: Headers };
  /** How long requests are retried while a service refuses connections, from its first refusal on; 0 is never. */
  retryForMs?: number;
}

export interface Call {
  target: Target;
  /** Path and query as the client sent them. */
  path: string;
  headers: Record<string, string>;
  bodyLimit: number;
  /** Changes a JSON response before it is sent; such a response is buffered, all others are streamed. */
  rewrite?: (body: unknown) => Promise<unknown>;
  /** Changes the headers of the response before it is sent. */
  answerHeaders?: (headers: Record<string, string | string[]>) => Record<string, string | string[]>;
}

/** Larger bodies cost more to copy than a second write does. */
const LARGEST_JOINED_BYTES = 16_384;
/** Rewritten responses are small; a larger one is a bug. */
const REWRITE_LIMIT = 1_048_576;
/** The connection ended before the response began; the service may have processed the request. */
const CUT = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
/** The connection was not established: nothing was sent. */
const REFUSED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** A request that crashes the service must not be retried until every replica has crashed. */
const LARGEST_CUTS = 2;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const FIRST_PAUSE_MS = 25;
const LARGEST_PAUSE_MS = 400;

const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

const tooLarge = () => new Problem('request.too-large', { status: 413 });

/** Counts a body without Content-Length and fails at the limit. */
function limited(request: IncomingMessage, limit: number): Transform {
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) done(tooLarge());
      else done(null, chunk);
    },
  });
  request.on('error', (error) => counter.destroy(error));
  return request.pipe(counter);
}

type Answer = Record<string, string | string[]>;
type Controller = Dispatcher.DispatchController;

/**
 * One request to a service; its response is written to the client as it arrives. It uses undici's callbacks: a promise
 * and a stream for each response would cost as much as the forwarding itself.
 */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Controller | undefined;
  private headers: Answer = {};
  private status = 0;
  /** Chunks of a response that will be rewritten. */
  private collected: Buffer[] | undefined;
  private size = 0;
  /** Content-Length of the response; a body that arrives in one chunk is sent together with the headers. */
  private announced: number | undefined;
  /** Coding of a response that is compressed. */
  private coding: ContentCoding | undefined;
  private compressor: Transform | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly call: Call,
    private readonly security: { common: Headers; data: Headers },
    private readonly openStream: (response: ServerResponse) => void,
    private readonly done: (error?: Error) => void,
  ) {}

  /** Called when the client has disconnected: aborts the request to the service. */
  abort(): void {
    const error = new Error('the client is gone');
    this.controller?.abort(error);
    if (!this.compressor) return;
    // The service may have sent its whole response already: then no callback follows.
    this.compressor.destroy();
    this.done(error);
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.response.destroyed) this.abort();
  }

  onResponseStart(
    _controller: Controller,
    status: number,
    received: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const { response, call } = this;
    const type = String(received['content-type'] ?? '');
    const { common, data } = this.security;
    const plain = responseHeaders(received, JSON_TYPE.test(type) ? data : common);
    const headers = call.answerHeaders ? call.answerHeaders(plain) : plain;
    this.status = status;
    this.headers = headers;
    if (call.rewrite && status < 300 && type.startsWith('application/json')) {
      this.collected = [];
      return;
    }
    const length = headers['content-length'];
    this.announced = length === undefined ? undefined : Number(length);
    // Small responses are sent at once, without any of these checks.
    if (this.announced !== undefined && this.announced < SMALLEST_COMPRESSED_BYTES)
      response.writeHead(status, headers);
    else {
      const sent = negotiated(response.req, status, headers, received['set-cookie'] !== undefined);
      this.coding = sent.coding;
      response.writeHead(status, sent.headers);
    }
    if (!type.startsWith('text/event-stream')) return;
    // The first event may come much later: the browser must see the stream open now.
    response.flushHeaders();
    this.openStream(response);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.collected) {
      this.size += chunk.length;
      if (this.size > REWRITE_LIMIT) throw new Error('an answer to rewrite is too long');
      this.collected.push(chunk);
      return;
    }
    if (this.coding) {
      this.compress(controller, chunk, this.coding);
      return;
    }
    if (chunk.length === this.announced) {
      // As a string, Node sends headers and body in one write; latin1 keeps each byte as it is.
      if (chunk.length <= LARGEST_JOINED_BYTES) this.response.end(chunk.toString('latin1'), 'latin1');
      else this.response.end(chunk);
      return;
    }
    if (this.response.write(chunk)) return;
    controller.pause();
    this.response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    if (!this.collected) {
      if (this.coding && !this.response.writableEnded) {
        // The response ends when the compressor has written its last bytes.
        this.startedCompressor(this.coding).end();
        return;
      }
      if (!this.response.writableEnded) this.response.end();
      this.done();
      return;
    }
    this.rewritten(this.collected).then(() => this.done(), this.done);
  }

  onResponseError(_controller: Controller, error: Error): void {
    // It has not ended, so the client does not receive the end of a compressed body.
    this.compressor?.destroy();
    this.done(error);
  }

  private compress(controller: Controller, chunk: Buffer, coding: ContentCoding): void {
    if (chunk.length === this.announced && chunk.length <= LARGEST_JOINED_BYTES) {
      this.response.end(compressAtOnce(chunk, coding));
      return;
    }
    const stream = this.startedCompressor(coding);
    if (stream.write(chunk)) return;
    controller.pause();
    stream.once('drain', () => controller.resume());
  }

  private startedCompressor(coding: ContentCoding): Transform {
    if (this.compressor) return this.compressor;
    const stream = compressor(coding);
    this.compressor = stream;
    stream.pipe(this.response);
    stream.once('end', () => this.done());
    stream.on('error', (error) => {
      this.controller?.abort(error);
      this.done(error);
    });
    return stream;
  }

  private async rewritten(collected: readonly Buffer[]): Promise<void> {
    const answer = await this.call.rewrite?.(JSON.parse(Buffer.concat(collected).toString('utf8')));
    const text = Buffer.from(JSON.stringify(answer));
    const { etag: _ofAnotherText, ...headers } = this.headers;
    this.response.writeHead(this.status, { ...headers, 'content-length': String(text.length) }).end(text);
  }
}

/** Connection pool of a service, and the prefix of its paths. */
interface Upstream {
  pool: Pool;
  prefix: string;
  /** Time since when it refuses connections; 0 while it accepts them. */
  refusedSince: number;
}

interface Attempt {
  request: IncomingMessage;
  response: ServerResponse;
  call: Call;
  method: Dispatcher.HttpMethod;
  body: IncomingMessage | Transform | null;
}

const KEEP_ALIVE_MS = 4_000;
/** On one machine connecting is immediate, but a busy process may take a while to accept. */
const CONNECT_MS = 5_000;

/** Streams a request to a service and its response back; it is compressed on the way if that helps, never collected. */
export class Forwarder {
  private readonly upstreams = new Map<string, Upstream>();
  /** Open event streams; they do not end by themselves, so a stop has to end them. */
  private readonly streams = new Set<ServerResponse>();

  constructor(private readonly options: ForwardOptions) {}

  /** Throws a `Problem` if nothing was sent to the client yet; later a failure cuts the response. */
  async forward(request: IncomingMessage, response: ServerResponse, call: Call): Promise<void> {
    const announced = request.headers['content-length'];
    if (announced !== undefined && Number(announced) > call.bodyLimit) throw tooLarge();
    const method = request.method ?? 'GET';
    const body = !hasBody(request)
      ? null
      : announced !== undefined
        ? request
        : limited(request, call.bodyLimit);
    const upstream = this.upstream(call.target.base);
    let error = await this.exchange(upstream, response, call, method, body);
    if (error) error = await this.repeat(error, upstream, { request, response, call, method, body });
    if (!error || response.destroyed) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error instanceof Problem) throw error;
    throw new Problem('service.unavailable', { cause: error, headers: { 'Retry-After': '2' } });
  }

  /** Ends event streams; browsers reconnect to another replica by themselves. */
  endStreams(): void {
    for (const response of this.streams) response.destroy();
  }

  async close(): Promise<void> {
    await Promise.all([...this.upstreams.values()].map(({ pool }) => pool.destroy()));
  }

  /**
   * Retries what may be retried: a request that changes nothing after a refused or cut connection; one with an
   * idempotency key after a refused connection only. Retries bridge a restart of the service; when it has refused for
   * `retryForMs`, further requests fail at once.
   */
  private async repeat(firstError: Error, upstream: Upstream, attempt: Attempt): Promise<Error | undefined> {
    const { retryForMs = 0 } = this.options;
    const { request, response, call, method, body } = attempt;
    const isSafe = body === null && SAFE.has(method);
    const hasKey = call.headers['idempotency-key'] !== undefined;
    let error: Error | undefined = firstError;
    let cuts = 0;
    for (let pauseMs = FIRST_PAUSE_MS; error; pauseMs = Math.min(pauseMs * 2, LARGEST_PAUSE_MS)) {
      if (response.headersSent || response.destroyed) break;
      const code = (error as { code?: string }).code ?? '';
      if (REFUSED.has(code)) {
        upstream.refusedSince ||= Date.now();
        // A body that was read, if only in part, cannot be sent again.
        const isUnsent =
          isSafe || (hasKey && (body === null || (body === request && !request.readableDidRead)));
        if (!isUnsent || Date.now() - upstream.refusedSince >= retryForMs) break;
        await pause(pauseMs);
      } else if (!CUT.has(code) || !isSafe || ++cuts > LARGEST_CUTS) break;
      error = await this.exchange(upstream, response, call, method, body);
    }
    return error;
  }

  /** Resolves to the error, or undefined on success. */
  private exchange(
    upstream: Upstream,
    response: ServerResponse,
    call: Call,
    method: Dispatcher.HttpMethod,
    body: IncomingMessage | Transform | null,
  ): Promise<Error | undefined> {
    const { pool, prefix } = upstream;
    return new Promise((resolve) => {
      const exchange = new Exchange(
        response,
        call,
        this.options.headers ?? NO_HEADERS,
        this.openStream,
        (error) => {
          response.off('close', onClose);
          if (!error) upstream.refusedSince = 0;
          resolve(error);
        },
      );
      const onClose = () => {
        if (!response.writableFinished) exchange.abort();
      };
      response.once('close', onClose);
      pool.dispatch({ path: prefix + call.path, method, headers: call.headers, body }, exchange);
    });
  }

  private readonly openStream = (response: ServerResponse): void => {
    this.streams.add(response);
    response.once('close', () => this.streams.delete(response));
  };

  private upstream(base: string): Upstream {
    const existing = this.upstreams.get(base);
    if (existing) return existing;
    const { origin, pathname } = new URL(base);
    const { timeoutMs, idleTimeoutMs = 60_000 } = this.options;
    const pool = new Pool(origin, {
      pipelining: 1,
      connect: { timeout: CONNECT_MS },
      // Shorter than a service's drain time: it never closes a connection while a request is on its way.
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      headersTimeout: timeoutMs,
      bodyTimeout: idleTimeoutMs,
    });
    const created = { refusedSince: 0, pool, prefix: pathname.replace(/\/$/, '') };
    this.upstreams.set(base, created);
    return created;
  }
}
