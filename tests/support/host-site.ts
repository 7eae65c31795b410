import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostPage {
  /** Of the body. */
  html: string;
  head?: string;
  language?: string;
  policy?: string;
}

export interface HostSite {
  /** Another site than the stack's: browsers treat `127.0.0.1` and `localhost` as two. */
  origin: string;
  close(): Promise<void>;
}

/** A theatre's own site, with these pages by their paths. */
export async function hostSite(pages: Readonly<Record<string, HostPage>>): Promise<HostSite> {
  const server: Server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? '/', 'http://host').pathname];
    response.statusCode = page ? 200 : 404;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (page?.policy !== undefined) response.setHeader('content-security-policy', page.policy);
    const { html = '', head = '', language = 'fr' } = page ?? {};
    response.end(
      `<!DOCTYPE html><html lang="${language}"><head><title>Le théâtre</title><link rel="icon" href="data:,">${head}</head><body>${html}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
