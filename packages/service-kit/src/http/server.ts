import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { asListener } from './app';
import { handleClientErrors, HEADER_BYTES } from './client-errors';
import { listen } from './listen';
import { closeEventStreams } from './sse';

/** The HTTP server of a process: an express application that can be drained. */
export class HttpServer {
  private readonly server: Server;

  private draining = false;

  constructor(app: Express, log: Logger) {
    const listener = asListener(app, log);
    this.server = createServer({ maxHeaderSize: HEADER_BYTES.internal }, (request, response) => {
      if (this.draining) response.setHeader('Connection', 'close');
      listener(request, response);
    });
    handleClientErrors(this.server);
    // Longer than any proxy keeps an idle connection, so that a proxy never writes into one that was just closed.
    this.server.keepAliveTimeout = 75_000;
    this.server.headersTimeout = 80_000;
    this.server.requestTimeout = 60_000;
  }

  start(host: string, port: number): Promise<number> {
    return listen(this.server, host, port);
  }

  /** Requests are still served; each response asks the client to close its connection. */
  drain(): void {
    this.draining = true;
  }

  /** Accepts no new connection; active requests may end, for at most `capMs`. */
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
