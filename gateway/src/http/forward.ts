import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform, Writable } from 'node:stream';
import { Problem } from '@coulisse/service-kit/problem/problem';
import { Agent, stream, type Dispatcher } from 'undici';
import { responseHeaders } from './headers';
import type { Target } from './routes';

export interface ForwardOptions {
  /** Longest wait for the first byte of an answer. */
  timeoutMs: number;
  /** Longest silence inside an answer; server-sent events beat every 15 s. */
  silenceMs?: number;
}

export interface Call {
  target: Target;
  /** Path and query as the client sent them. */
  path: string;
  headers: Record<string, string>;
  bodyLimit: number;
  /** Changes a JSON answer before the client sees it; such an answer is collected, all others stream. */
  rewrite?: (body: unknown) => Promise<unknown>;
}

/** Answers that are rewritten are small; a larger one is a mistake of ours. */
const REWRITE_LIMIT = 1_048_576;
const TRANSIENT = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

const tooLarge = () => new Problem('request.too-large', { status: 413 });

/** Counts a body whose length was not announced and stops it where the limit is. */
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

class Collector extends Writable {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.size += chunk.length;
    if (this.size > REWRITE_LIMIT) return done(new Error('an answer to rewrite is too long'));
    this.chunks.push(chunk);
    done();
  }
  json(): unknown {
    return JSON.parse(Buffer.concat(this.chunks).toString('utf8'));
  }
}

/** Streams a request to a service and its answer back; nothing is buffered, parsed or compressed on the way. */
export class Forwarder {
  private readonly agent: Agent;
  /** Event streams that are open: they would outlast every patience of a stop. */
  private readonly streams = new Set<ServerResponse>();

  constructor(options: ForwardOptions) {
    this.agent = new Agent({
      pipelining: 1,
      connect: { timeout: 2_000 },
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.silenceMs ?? 60_000,
    });
  }

  /** Throws a `Problem` while nothing was answered; afterwards a failure cuts the answer short. */
  async forward(request: IncomingMessage, response: ServerResponse, call: Call): Promise<void> {
    if (Number(request.headers['content-length'] ?? 0) > call.bodyLimit) throw tooLarge();
    const gone = new AbortController();
    const leave = () => {
      if (!response.writableFinished) gone.abort();
    };
    response.once('close', leave);
    try {
      await this.send(request, response, call, gone.signal);
    } catch (error) {
      if (gone.signal.aborted) return;
      if (response.headersSent) {
        response.destroy();
        return;
      }
      if (error instanceof Problem) throw error;
      throw new Problem('service.unavailable', { cause: error, headers: { 'Retry-After': '2' } });
    } finally {
      response.off('close', leave);
    }
  }

  /** Ends event streams; browsers come back by themselves, to another replica. */
  endStreams(): void {
    for (const response of this.streams) response.destroy();
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async send(
    request: IncomingMessage,
    response: ServerResponse,
    call: Call,
    signal: AbortSignal,
  ): Promise<void> {
    const method = (request.method ?? 'GET') as Dispatcher.HttpMethod;
    const announced = request.headers['content-length'] !== undefined;
    const body = !hasBody(request) ? null : announced ? request : limited(request, call.bodyLimit);
    const once = () => this.exchange(response, call, { method, body, signal });
    try {
      await once();
    } catch (error) {
      // A kept-alive connection that the service closed meanwhile: nothing was done, asking again is harmless.
      const code = (error as { code?: string }).code ?? '';
      const repeatable = body === null && (method === 'GET' || method === 'HEAD');
      if (!repeatable || response.headersSent || signal.aborted || !TRANSIENT.has(code)) throw error;
      await once();
    }
  }

  private async exchange(
    response: ServerResponse,
    call: Call,
    options: { method: Dispatcher.HttpMethod; body: IncomingMessage | Transform | null; signal: AbortSignal },
  ): Promise<void> {
    let status = 502;
    let headers: Record<string, string | string[]> = {};
    let collector: Collector | undefined;
    await stream(
      call.target.base + call.path,
      { ...options, headers: call.headers, dispatcher: this.agent },
      (answer) => {
        status = answer.statusCode;
        headers = responseHeaders(answer.headers as Record<string, string | string[] | undefined>);
        const type = String(headers['content-type'] ?? '');
        if (call.rewrite && status < 300 && type.startsWith('application/json')) {
          collector = new Collector();
          return collector;
        }
        response.writeHead(status, headers);
        // The first event may be far away: the browser must see the stream open now.
        if (type.startsWith('text/event-stream')) {
          response.flushHeaders();
          this.streams.add(response);
          response.once('close', () => this.streams.delete(response));
        }
        return response;
      },
    );
    if (!collector || !call.rewrite) return;
    const text = Buffer.from(JSON.stringify(await call.rewrite(collector.json())));
    delete headers['etag'];
    response.writeHead(status, { ...headers, 'content-length': String(text.length) }).end(text);
  }
}
