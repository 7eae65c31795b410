import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (seen: Seen, response: ServerResponse, request: IncomingMessage) => void;

const hello: Answer = (seen, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ url: seen.url }));
};

/** A service that remembers what it was asked and answers what a test tells it to. */
export class FakeService {
  readonly seen: Seen[] = [];
  answer: Answer = hello;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FakeService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fake = new FakeService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => void fake.take(request, response));
    return fake;
  }

  get last(): Seen {
    const last = this.seen.at(-1);
    if (!last) throw new Error('the service was not asked anything');
    return last;
  }

  reset(): void {
    this.seen.length = 0;
    this.answer = hello;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The gateway cut the request: there is nothing to answer, and the test looks at what the client got.
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const seen: Seen = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
    };
    this.seen.push(seen);
    this.answer(seen, response, request);
  }
}
