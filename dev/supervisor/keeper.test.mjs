import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { until } from '../lib/until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'keeper-'));
process.env.COULISSE_DATA_DIR = folder;
const { Keeper } = await import('./keeper.mjs');

const SERVER = `require('node:http').createServer((_, answer) => answer.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')`;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function spec(name, more = {}) {
  const port = await freePort();
  return {
    name,
    command: process.execPath,
    args: ['-e', SERVER],
    env: { PATH: process.env.PATH, PORT: String(port) },
    health: { url: `http://127.0.0.1:${port}/` },
    url: `http://127.0.0.1:${port}`,
    log: join(folder, `${name}.log`),
    stage: 1,
    ...more,
  };
}

const keeper = new Keeper(() => {});
const stateOf = async (name) => (await keeper.status()).find((row) => row.name === name);
const becomes = (name, state) =>
  until(async () => (await stateOf(name)).state === state, { what: `${name} ${state}` });

after(async () => {
  await keeper.stopAll();
  rmSync(folder, { recursive: true, force: true });
});

test('a start is over when the process is well', async () => {
  const one = await spec('one');
  assert.deepEqual(await keeper.start(one), { started: true });
  const { state, pid, rssMb } = await stateOf('one');
  assert.equal(state, 'up');
  assert.ok(pid > 0 && rssMb > 5);
  assert.deepEqual(await keeper.start(one), { started: false });
  assert.equal((await stateOf('one')).pid, pid);
});

test('another program under the same name replaces the first', async () => {
  const one = await spec('replaced');
  await keeper.start(one);
  const { pid } = await stateOf('replaced');
  await keeper.start({ ...one, fingerprint: 'another' });
  assert.notEqual((await stateOf('replaced')).pid, pid);
});

test('what crashes is started again', async () => {
  await keeper.start(await spec('crashing'));
  const { pid } = await stateOf('crashing');
  process.kill(pid, 'SIGKILL');
  await until(async () => (await stateOf('crashing')).restarts === 1);
  await becomes('crashing', 'up');
  assert.notEqual((await stateOf('crashing')).pid, pid);
});

test('what is killed on purpose stays down until it is restarted', async () => {
  await keeper.start(await spec('killed'));
  await keeper.kill('killed');
  assert.deepEqual(await stateOf('killed').then(({ state, pid, restarts }) => ({ state, pid, restarts })), {
    state: 'down',
    pid: null,
    restarts: 0,
  });
  await keeper.restart('killed');
  assert.equal((await stateOf('killed')).state, 'up');
});

test('a process that ends while it starts is a failure that shows its last words', async () => {
  const broken = await spec('broken', { args: ['-e', 'console.error("no configuration"); process.exit(3)'] });
  await assert.rejects(keeper.start(broken), /broken: ended with 3\nno configuration/);
});

test('an order for what does not exist names what does', async () => {
  await assert.rejects(keeper.restart('nobody'), /nobody is not one of .*one/);
});
