import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { freePort } from '../lib/free-port.mjs';
import { until } from '../lib/until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
process.env.COULISSE_DATA_DIR = folder;
const { ProcessSupervisor, backoffMs } = await import('./process-supervisor.mjs');
const { readPid, removePid, writePid } = await import('./pid-files.mjs');

const SERVER = `require('node:http').createServer((_, answer) => answer.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')`;

async function spec(name, overrides = {}) {
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
    ...overrides,
  };
}

const logLines = [];
const supervisor = new ProcessSupervisor((line) => logLines.push(line), { firstMs: 20, maxMs: 100 });
const stateOf = async (name) => (await supervisor.status()).find((row) => row.name === name);
const becomes = (name, state) =>
  until(async () => (await stateOf(name)).state === state, { condition: `${name} ${state}` });

after(async () => {
  await supervisor.stopAll();
  rmSync(folder, { recursive: true, force: true });
});

test('a start resolves when the process is healthy', async () => {
  const processSpec = await spec('one');
  assert.deepEqual(await supervisor.start(processSpec), { started: true });
  const { state, pid, rssMb } = await stateOf('one');
  assert.equal(state, 'up');
  assert.ok(pid > 0 && rssMb > 5);
  assert.deepEqual(await supervisor.start(processSpec), { started: false });
  assert.equal((await stateOf('one')).pid, pid);
});

test('another program under the same name replaces the first', async () => {
  const processSpec = await spec('replaced');
  await supervisor.start(processSpec);
  const { pid } = await stateOf('replaced');
  await supervisor.start({ ...processSpec, fingerprint: 'another' });
  assert.notEqual((await stateOf('replaced')).pid, pid);
});

test('restarts a process that crashes', async () => {
  await supervisor.start(await spec('crashing'));
  const { pid } = await stateOf('crashing');
  process.kill(pid, 'SIGKILL');
  await until(async () => (await stateOf('crashing')).restarts === 1);
  await becomes('crashing', 'up');
  assert.notEqual((await stateOf('crashing')).pid, pid);
});

test('a process that is killed on request stays down until it is restarted', async () => {
  await supervisor.start(await spec('killed'));
  await supervisor.kill('killed');
  assert.deepEqual(await stateOf('killed').then(({ state, pid, restarts }) => ({ state, pid, restarts })), {
    state: 'down',
    pid: null,
    restarts: 0,
  });
  await supervisor.restart('killed');
  assert.equal((await stateOf('killed')).state, 'up');
});

test('the delay of restarts grows up to a minute, without a last attempt', () => {
  assert.deepEqual(
    [0, 1, 2, 6, 7, 8, 10_000].map((failures) => backoffMs(failures)),
    [500, 1_000, 2_000, 32_000, 60_000, 60_000, 60_000],
  );
});

test('retries a process without limit, and reports its next attempt', async () => {
  const broken = join(folder, 'broken');
  const program = `if (require('node:fs').existsSync(process.argv[1])) process.exit(1); ${SERVER}`;
  await supervisor.start(await spec('failing', { args: ['-e', program, broken] }));
  writeFileSync(broken, '');
  process.kill((await stateOf('failing')).pid, 'SIGKILL');
  await until(async () => (await stateOf('failing')).restarts >= 8, { condition: 'eight restarts' });
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

test('retries a process that cannot be spawned', async () => {
  const cwd = join(folder, 'its-folder');
  mkdirSync(cwd);
  await supervisor.start(await spec('homeless', { cwd }));
  rmSync(cwd, { recursive: true });
  process.kill((await stateOf('homeless')).pid, 'SIGKILL');
  await until(async () => (await stateOf('homeless')).restarts >= 3, { condition: 'three attempts' });
  mkdirSync(cwd);
  await becomes('homeless', 'up');
});

test('a restart that fails is reported and retried', async () => {
  const broken = join(folder, 'broken-at-restart');
  const program = `if (require('node:fs').existsSync(process.argv[1])) process.exit(1); ${SERVER}`;
  await supervisor.start(await spec('restarted', { args: ['-e', program, broken] }));
  writeFileSync(broken, '');
  await assert.rejects(supervisor.restart('restarted'), /restarted: ended with 1/);
  rmSync(broken);
  await becomes('restarted', 'up');
});

test('a failed start restores the previous process and its program', async () => {
  const program = join(folder, 'program.cjs');
  writeFileSync(program, SERVER);
  const good = await spec('place', { args: [program], program, fingerprint: 'good' });
  await supervisor.start(good);
  writeFileSync(program, 'process.exit(4)');
  await assert.rejects(supervisor.start({ ...good, fingerprint: 'bad' }), /place: ended with 4/);
  assert.equal((await stateOf('place')).state, 'up');
  // Also after a crash.
  process.kill((await stateOf('place')).pid, 'SIGKILL');
  await until(async () => (await stateOf('place')).restarts === 1);
  await becomes('place', 'up');
});

test('reverting a start restores what it replaced, and removes a new process', async () => {
  const program = join(folder, 'undone.cjs');
  writeFileSync(program, SERVER.replace("'ok'", "'first'"));
  const first = await spec('undone', { args: [program], program, fingerprint: 'first' });
  await supervisor.start(first);
  writeFileSync(program, SERVER.replace("'ok'", "'second'"));
  await supervisor.start({ ...first, fingerprint: 'second' });
  const currentText = async () => (await fetch(first.url)).text();
  assert.equal(await currentText(), 'second');
  await supervisor.revert('undone');
  assert.equal(await currentText(), 'first');

  await supervisor.start(await spec('new'));
  await supervisor.revert('new');
  assert.equal(await stateOf('new'), undefined);
});

test('the pid file is of the running process, however late the exit of the previous one is reported', async () => {
  await supervisor.start(await spec('filed'));
  const before = readPid('filed');
  for (let round = 0; round < 5; round++) await supervisor.restart('filed');
  assert.equal(readPid('filed').pid, (await stateOf('filed')).pid);
  removePid('filed', before);
  assert.equal(readPid('filed').pid, (await stateOf('filed')).pid);
  removePid('filed', readPid('filed'));
  assert.equal(readPid('filed'), undefined);
});

test('ignores a pid file that was half written', () => {
  writePid({ name: 'half', pid: 1, started: '1' });
  writeFileSync(join(folder, 'run/half.json'), '{"pid"');
  assert.equal(readPid('half'), undefined);
  removePid('half', { pid: 1, started: '1' });
  assert.ok(!existsSync(join(folder, 'run/half.json')));
});

test('a process that ends while it starts fails with its last output', async () => {
  const broken = await spec('broken', { args: ['-e', 'console.error("no configuration"); process.exit(3)'] });
  await assert.rejects(supervisor.start(broken), /broken: ended with 3\nno configuration/);
});

test('a command for an unknown process names the known ones', async () => {
  await assert.rejects(supervisor.restart('nobody'), /nobody is not one of .*one/);
});
