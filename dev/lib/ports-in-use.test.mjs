import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import test from 'node:test';
import { listeningInodes, portHolder } from './ports-in-use.mjs';

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:A0B0 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 20 4 30 10 -1`;

test('only sockets that listen hold a port', () => {
  assert.deepEqual(listeningInodes(TABLE, 8080), ['4711']);
  assert.deepEqual(listeningInodes(TABLE, 8081), []);
});

test('the holder of a port is named by pid and command', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const holder = await portHolder(port);
  assert.equal(holder.pid, process.pid);
  assert.match(holder.command, /node/);
  server.close();
  await once(server, 'close');
  assert.equal(await portHolder(port), undefined);
});
