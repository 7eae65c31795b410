import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { freePort } from '../lib/free-port.mjs';
import { until } from '../lib/until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'keeper-'));
process.env.COULISSE_DATA_DIR = folder;
const { Keeper, backoffMs } = await import('./keeper.mjs');
const { readPid, removePid, writePid } = await import('./pid-files.mjs');

const SERVER = `require('node:http').createServer((_, answer) => answer.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')`;

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

const said = [];
const keeper = new Keeper((line) => said.push(line), { firstMs: 20, maxMs: 100 });
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

test('restarts come ever later, at most once a minute, for ever', () => {
  assert.deepEqual(
    [0, 1, 2, 6, 7, 8, 10_000].map((failures) => backoffMs(failures)),
    [500, 1_000, 2_000, 32_000, 60_000, 60_000, 60_000],
  );
});

test('a process is never given up, and told about while it waits for its next attempt', async () => {
  const broken = join(folder, 'broken');
  const program = `if (require('node:fs').existsSync(process.argv[1])) process.exit(1); ${SERVER}`;
  await keeper.start(await spec('failing', { args: ['-e', program, broken] }));
  writeFileSync(broken, '');
  process.kill((await stateOf('failing')).pid, 'SIGKILL');
  await until(async () => (await stateOf('failing')).restarts >= 8, { what: 'eight restarts' });
  const waiting = await until(async () => {
    const row = await stateOf('failing');
    return row.nextAttemptAt && row;
  });
  assert.equal(waiting.state, 'down');
  assert.ok(Math.abs(Date.parse(waiting.nextAttemptAt) - Date.now()) < 5_000);
  rmSync(broken);
  await becomes('failing', 'up');
  assert.equal((await stateOf('failing')).nextAttemptAt, null);
});

test('what cannot even begin is tried again', async () => {
  const cwd = join(folder, 'its-folder');
  mkdirSync(cwd);
  await keeper.start(await spec('homeless', { cwd }));
  rmSync(cwd, { recursive: true });
  process.kill((await stateOf('homeless')).pid, 'SIGKILL');
  await until(async () => (await stateOf('homeless')).restarts >= 3, { what: 'three attempts' });
  mkdirSync(cwd);
  await becomes('homeless', 'up');
});

test('a restart that fails is told and tried again', async () => {
  const broken = join(folder, 'broken-at-restart');
  const program = `if (require('node:fs').existsSync(process.argv[1])) process.exit(1); ${SERVER}`;
  await keeper.start(await spec('restarted', { args: ['-e', program, broken] }));
  writeFileSync(broken, '');
  await assert.rejects(keeper.restart('restarted'), /restarted: ended with 1/);
  rmSync(broken);
  await becomes('restarted', 'up');
});

test('a failed start leaves what ran under the name as it was, its program too', async () => {
  const program = join(folder, 'program.cjs');
  writeFileSync(program, SERVER);
  const good = await spec('place', { args: [program], program, fingerprint: 'good' });
  await keeper.start(good);
  writeFileSync(program, 'process.exit(4)');
  await assert.rejects(keeper.start({ ...good, fingerprint: 'bad' }), /place: ended with 4/);
  assert.equal((await stateOf('place')).state, 'up');
  // Also when it fails later, or crashes now.
  process.kill((await stateOf('place')).pid, 'SIGKILL');
  await until(async () => (await stateOf('place')).restarts === 1);
  await becomes('place', 'up');
});

test('a start that is undone brings back what it took the place of, and forgets what was not there', async () => {
  const program = join(folder, 'undone.cjs');
  writeFileSync(program, SERVER.replace("'ok'", "'first'"));
  const first = await spec('undone', { args: [program], program, fingerprint: 'first' });
  await keeper.start(first);
  writeFileSync(program, SERVER.replace("'ok'", "'second'"));
  await keeper.start({ ...first, fingerprint: 'second' });
  const heard = async () => (await fetch(first.url)).text();
  assert.equal(await heard(), 'second');
  await keeper.revert('undone');
  assert.equal(await heard(), 'first');

  await keeper.start(await spec('new'));
  await keeper.revert('new');
  assert.equal(await stateOf('new'), undefined);
});

test('the pid file is of the process that runs, however late the end of the one before is heard', async () => {
  await keeper.start(await spec('filed'));
  const before = readPid('filed');
  for (let round = 0; round < 5; round++) await keeper.restart('filed');
  assert.equal(readPid('filed').pid, (await stateOf('filed')).pid);
  removePid('filed', before);
  assert.equal(readPid('filed').pid, (await stateOf('filed')).pid);
  removePid('filed', readPid('filed'));
  assert.equal(readPid('filed'), undefined);
});

test('a pid file that was half written is none', () => {
  writePid({ name: 'half', pid: 1, started: '1' });
  writeFileSync(join(folder, 'run/half.json'), '{"pid"');
  assert.equal(readPid('half'), undefined);
  removePid('half', { pid: 1, started: '1' });
  assert.ok(!existsSync(join(folder, 'run/half.json')));
});

test('a process that ends while it starts is a failure that shows its last words', async () => {
  const broken = await spec('broken', { args: ['-e', 'console.error("no configuration"); process.exit(3)'] });
  await assert.rejects(keeper.start(broken), /broken: ended with 3\nno configuration/);
});

test('an order for what does not exist names what does', async () => {
  await assert.rejects(keeper.restart('nobody'), /nobody is not one of .*one/);
});
