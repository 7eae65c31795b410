import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { addressOf, isLoopback, listeningSockets } from './listening-sockets.mjs';

test('reads the addresses of /proc/net/tcp and tcp6', () => {
  assert.equal(addressOf('0100007F'), '127.0.0.1');
  assert.equal(addressOf('00000000'), '0.0.0.0');
  assert.equal(addressOf('0000000000000000FFFF00000100007F'), '127.0.0.1');
  assert.equal(addressOf('00000000000000000000000001000000'), '0:0:0:0:0:0:0:1');
  assert.equal(addressOf('00000000000000000000000000000000'), '0:0:0:0:0:0:0:0');
  assert.deepEqual(
    ['127.0.0.1', '127.0.1.1', '0:0:0:0:0:0:0:1', '0.0.0.0', '0:0:0:0:0:0:0:0', '10.0.0.1'].map(isLoopback),
    [true, true, true, false, false, false],
  );
});

test('finds what a process listens on', { skip: process.platform !== 'linux' }, async () => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const server = createServer();
    await new Promise((resolve) => server.listen(0, host, resolve));
    const { port } = server.address();
    const found = listeningSockets([process.pid]).find((socket) => socket.port === port);
    assert.deepEqual(found, { pid: process.pid, address: host, port });
    await new Promise((resolve) => server.close(resolve));
  }
});
