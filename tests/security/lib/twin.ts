import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Process, Vitals } from './vitals';

export interface Twin {
  origin: string;
  close: () => Promise<void>;
}

/** A small server that is broken on purpose. */
export async function twin(listener: RequestListener, prepare?: (server: Server) => void): Promise<Twin> {
  const server = createServer(listener);
  prepare?.(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function withTwin<T>(
  listener: RequestListener,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const { origin, close } = await twin(listener);
  try {
    return await work(origin);
  } finally {
    await close();
  }
}

/** Sends a problem as the product does. */
export function problem(
  response: ServerResponse,
  status: number,
  code = `http.${status}`,
  extra: object = {},
): void {
  const body = JSON.stringify({ type: 'about:blank', title: code, status, code, detail: code, ...extra });
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(body);
}

export function answer(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Fake vitals: the processes of the first look, and those of later ones. */
export function vitalsOf(
  before: Partial<Process>[],
  after: Partial<Process>[],
  unready: string[] = [],
): Vitals {
  let looks = 0;
  const withDefaults = (some: Partial<Process>): Process => ({
    name: 'crm',
    pid: 1,
    rssMb: 150,
    restarts: 0,
    ...some,
  });
  return {
    own: new Set(['crm', 'gateway']),
    processes: () => Promise.resolve((looks++ === 0 ? before : after).map(withDefaults)),
    unready: () => Promise.resolve(unready),
  };
}
