import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface HttpRequest {
  method: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Loopback address of the sender: another client for limits by network. */
  from?: string;
  timeoutMs?: number;
}

export interface HttpAnswer {
  /** 0 without a response. */
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Why there was no response. */
  failure: string | null;
}

const MOST_BYTES = 8 * 1024 * 1024;
const agents = new Map<string, Agent>();

function agentOf(from: string): Agent {
  const existing = agents.get(from);
  if (existing) return existing;
  const made = new Agent({ keepAlive: true, maxSockets: 16, localAddress: from });
  agents.set(from, made);
  return made;
}

export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}

const failed = (failure: string): HttpAnswer => ({ status: 0, headers: {}, body: Buffer.alloc(0), failure });

/**
 * One request with exactly these headers; no redirect is followed. Of an event stream, the first bytes are returned.
 * Throws only for what the client itself cannot send.
 */
export function send(origin: string, request: HttpRequest): Promise<HttpAnswer> {
  const { hostname, port } = new URL(origin);
  const { body } = request;
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      agent: agentOf(request.from ?? '127.0.0.1'),
      host: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port,
      method: request.method,
      path: request.path,
      headers: {
        host: `${hostname}:${port}`,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...request.headers,
      },
    });
    let ended = false;
    const end = (answer: HttpAnswer) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      resolve(answer);
    };
    const timer = setTimeout(() => {
      end(failed(`no answer in ${request.timeoutMs ?? 30_000} ms`));
      sent.destroy();
    }, request.timeoutMs ?? 30_000);
    sent.once('error', (error: NodeJS.ErrnoException) => end(failed(error.code ?? error.message)));
    sent.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const chunks: Buffer[] = [];
      let size = 0;
      const answered = () => end({ status, headers, body: Buffer.concat(chunks), failure: null });
      if (headers['content-type']?.includes('text/event-stream')) {
        answered();
        sent.destroy();
        return;
      }
      response.on('data', (chunk: Buffer) => {
        if ((size += chunk.length) <= MOST_BYTES) chunks.push(chunk);
      });
      response.once('end', answered);
      response.once('error', (error: NodeJS.ErrnoException) =>
        end(failed(`cut off: ${error.code ?? error.message}`)),
      );
    });
    try {
      sent.end(body);
    } catch (error) {
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/** Does `work` for every item, so many at once. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

/** The client number n of a crowd, each in a network of its own. */
export const clientNumber = (n: number): string =>
  `127.${1 + (Math.floor(n / 62_500) % 200)}.${Math.floor(n / 250) % 250}.${1 + (n % 250)}`;
