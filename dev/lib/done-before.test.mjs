import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'done-before-'));
// As root, PostgreSQL runs as another user, who needs access.
chmodSync(folder, 0o755);
process.env.COULISSE_DATA_DIR = folder;
const { startPostgres } = await import('../infra/postgres.mjs');
const { digestOf, unlessDoneBefore } = await import('./done-before.mjs');

let server;
before(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  server = await startPostgres({ dataDir: join(folder, 'postgres'), port, password: 'only-for-this-test' });
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('work is done once for a digest, and again for another one', async () => {
  let times = 0;
  const work = async () => void (times += 1);
  assert.equal(await unlessDoneBefore(server.url, 'demo', 'one', work), undefined);
  assert.equal(await unlessDoneBefore(server.url, 'demo', 'one', work), 'as before');
  assert.equal(times, 1);
  assert.equal(await unlessDoneBefore(server.url, 'demo', 'two', work), undefined);
  assert.equal(await unlessDoneBefore(server.url, 'other', 'two', work), undefined);
  assert.equal(times, 3);
});

test('work that failed is done again', async () => {
  const failing = async () => {
    throw new Error('not now');
  };
  await assert.rejects(unlessDoneBefore(server.url, 'failing', 'one', failing), /not now/);
  assert.equal(await unlessDoneBefore(server.url, 'failing', 'one', async () => undefined), undefined);
});

test('a digest is that of the files and of the value', () => {
  const file = join(folder, 'text');
  writeFileSync(file, 'a');
  const first = digestOf([file], { port: 1 });
  assert.equal(digestOf([file], { port: 1 }), first);
  assert.notEqual(digestOf([file], { port: 2 }), first);
  writeFileSync(file, 'b');
  assert.notEqual(digestOf([file], { port: 1 }), first);
});
