import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen';

/** Number of established connections to `port`, counted on the client side. */
function established(port: number): number {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')} 01 `;
  return readFileSync('/proc/self/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => line.includes(remote)).length;
}

it('accepts 1,000 connections while the process is busy, more than the 511 of Node by default', async () => {
  const allowed = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  expect(allowed).toBeGreaterThanOrEqual(1_024);
  const server = createServer((socket) => socket.destroy());
  const port = await listen(server, '127.0.0.1', 0);
  const clients: Socket[] = [];
  for (let client = 0; client < 1_000; client += 1)
    clients.push(connect(port, '127.0.0.1').on('error', () => undefined));
  // The connections start at the next tick; the server accepts none before the event loop polls its sockets.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const completed = established(port);
  for (const client of clients) client.destroy();
  await new Promise((resolve) => server.close(resolve));
  expect(completed).toBe(1_000);
});
