import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { freePort } from './free-port.mjs';
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
    health: { port: await freePort() },
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

const SERVER =
  'setTimeout(() => require("node:net").createServer().listen(process.argv[1], "127.0.0.1"), 1_000)';

test('once it is healthy its session lets others go first, too, where Linux divides the processors among sessions', async () => {
  const log = join(mkdtempSync(join(tmpdir(), 'launch-')), 'log');
  const started = await Promise.all(
    [0, 7, 7, 7].map(async (niceness) => {
      const port = await freePort();
      const args = ['-e', SERVER, String(port)];
      return launch({ command: process.execPath, args, env: process.env, health: { port }, log, niceness });
    }),
  );
  /** "/autogroup-12 nice 7" */
  const nicenessOfSession = ({ pid }) => {
    const file = `/proc/${pid}/autogroup`;
    return existsSync(file) ? Number(readFileSync(file, 'utf8').trim().split(' ').at(-1)) : null;
  };
  const hasGroups = existsSync('/proc/self/autogroup');
  const every = (...niceness) => String(hasGroups ? niceness : niceness.map(() => null));
  try {
    assert.equal(String(started.map(nicenessOfSession)), every(0, 0, 0, 0));
    await until(() => String(started.map(nicenessOfSession)) === every(0, 7, 7, 7), {
      timeoutMs: 10_000,
      condition: 'the niceness of each session',
    });
  } finally {
    for (const child of started) child.kill('SIGKILL');
  }
});
