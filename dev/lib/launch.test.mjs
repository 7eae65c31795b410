import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { launch } from './launch.mjs';
import { until } from './until.mjs';

const NICENESS =
  'console.log(os.getPriority(), require("child_process").execFileSync(process.execPath, ["-p", "try { os.setPriority(-8) } catch {} os.getPriority()"]).toString())';

async function nicenessOf(niceness) {
  const log = join(mkdtempSync(join(tmpdir(), 'launch-')), 'log');
  const child = launch({
    command: process.execPath,
    args: ['-e', NICENESS],
    env: process.env,
    log,
    niceness,
  });
  await once(child, 'exit');
  return readFileSync(log, 'utf8').trim().split(/\s+/).map(Number);
}

test('a process lets others go first as declared, and those that it starts cannot go before it', async () => {
  const [own] = await nicenessOf(0);
  assert.deepEqual(await nicenessOf(5), [own + 5, own + 5]);
});

test('its session lets others go first, too, where Linux divides the processors among sessions', async () => {
  const log = join(mkdtempSync(join(tmpdir(), 'launch-')), 'log');
  const args = ['-e', 'setTimeout(() => undefined, 60_000)'];
  const started = [0, 7, 7, 7].map((niceness) =>
    launch({ command: process.execPath, args, env: process.env, log, niceness }),
  );
  /** "/autogroup-12 nice 7" */
  const nicenessOfSession = ({ pid }) => {
    const file = `/proc/${pid}/autogroup`;
    return existsSync(file) ? Number(readFileSync(file, 'utf8').trim().split(' ').at(-1)) : null;
  };
  const expected = existsSync('/proc/self/autogroup') ? [0, 7, 7, 7] : [null, null, null, null];
  try {
    await until(() => String(started.map(nicenessOfSession)) === String(expected), {
      timeoutMs: 10_000,
      condition: 'the niceness of each session',
    });
  } finally {
    for (const child of started) child.kill('SIGKILL');
  }
});
