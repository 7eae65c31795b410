import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { launch } from './launch.mjs';

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
