import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { end, identify, isAlive, treeOf, treeRssMb } from './processes.mjs';
import { until } from './until.mjs';

const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send('ready');`;

test('identifies a process, and not another one with the same pid', () => {
  const self = identify(process.pid);
  assert.ok(isAlive(self));
  assert.ok(!isAlive({ ...self, started: 'another time' }));
  assert.ok(treeRssMb(process.pid) > 10);
});

test('ends a process that ignores signals, with its children', async () => {
  const parent = spawn('sh', ['-c', 'sleep 60 & trap "" TERM; echo ready; wait; sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(parent.stdout, 'data');
  const members = await until(() => {
    const pids = treeOf(parent.pid);
    return pids.length > 1 && pids.map(identify);
  });
  await end(identify(parent.pid), { graceMs: 200 });
  assert.deepEqual(members.filter(isAlive), []);
});

test('a process that ignores the polite signal is killed after the grace', async () => {
  const child = spawn(process.execPath, ['-e', STUBBORN], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  await once(child, 'message');
  await end(identify(child.pid), { graceMs: 100 });
  assert.equal(child.signalCode ?? (await once(child, 'exit'))[1], 'SIGKILL');
});

test('does not end another process that reuses the pid', async () => {
  await end({ pid: process.pid, started: 'another time' });
  assert.ok(isAlive(identify(process.pid)));
});
