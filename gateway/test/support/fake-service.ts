import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (seen: RecordedRequest, response: ServerResponse, request: IncomingMessage) => void;

const hello: Answer = (seen, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ url: seen.url }));
};

/** A service that records its requests and responds as the test sets it up. */
export class FakeService {
  readonly requests: RecordedRequest[] = [];
  respond: Answer = hello;

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

  get lastRequest(): RecordedRequest {
    const last = this.requests.at(-1);
    if (!last) throw new Error('the service was not asked anything');
    return last;
  }

  reset(): void {
    this.requests.length = 0;
    this.respond = hello;
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
      // The gateway cut the request: no response is possible; the test checks what the client received.
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const seen: RecordedRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
    };
    this.requests.push(seen);
    this.respond(seen, response, request);
  }
}
