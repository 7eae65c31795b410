import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { asListener } from './app';
import { closeEventStreams } from './sse';

/** The HTTP side of a process: an express application that can be drained. */
export class HttpServer {
  private readonly server: Server;

  private draining = false;

  constructor(app: Express, log: Logger) {
    const listener = asListener(app, log);
    this.server = createServer((request, response) => {
      if (this.draining) response.setHeader('Connection', 'close');
      listener(request, response);
    });
    // Longer than any proxy keeps its side open, so that a proxy never writes into a connection that just closed.
    this.server.keepAliveTimeout = 75_000;
    this.server.headersTimeout = 80_000;
    this.server.requestTimeout = 60_000;
  }

  async start(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** Everything is answered still; each answer asks its client to come back on another connection. */
  drain(): void {
    this.draining = true;
  }

  /** No new connection; requests under way may end, for at most `capMs`. */
  async stop(capMs: number): Promise<void> {
    this.draining = true;
    closeEventStreams();
    await new Promise<void>((resolve) => {
      const cut = setTimeout(() => this.server.closeAllConnections(), capMs);
      this.server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      this.server.closeIdleConnections();
    });
  }
}
