import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Canary {
  origin: string;
  hits: string[];
  /** A file of this machine with a text that nothing else holds. */
  file: string;
  secret: string;
  close: () => Promise<void>;
}

/** A listener that nothing should reach, and a file that nothing should read. */
export async function startCanary(folder: string): Promise<Canary> {
  const hits: string[] = [];
  const secret = `CANARY${randomUUID().replaceAll('-', '')}`;
  const directory = mkdtempSync(join(folder, 'attack-'));
  const file = join(directory, 'canary.txt');
  writeFileSync(file, `${secret}\n`);
  chmodSync(file, 0o644);
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response
      .writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
      .end(`<p>${secret}</p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    hits,
    file,
    secret,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
