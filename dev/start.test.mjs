import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'start-'));
const START = fileURLToPath(new URL('start.mjs', import.meta.url));
const LOCK = fileURLToPath(new URL('lib/start-lock.mjs', import.meta.url));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @returns {Promise<{ code: number, output: string }>} */
const node = (args, env) =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      args,
      { env: { ...process.env, ...env }, timeout: 60_000 },
      (error, out, err) => resolve({ code: error ? error.code : 0, output: out + err }),
    ),
  );

const stack = (name) => ({ COULISSE_DATA_DIR: join(folder, name), COULISSE_PORT_OFFSET: '31000' });
/** Takes the lock, prints `locked` and keeps it. */
const HOLDER = `import { lockStart } from ${JSON.stringify(LOCK)}; lockStart(); console.log('locked'); setInterval(() => {}, 1e6)`;

async function holder(env) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER], {
    env: { ...process.env, ...env },
  });
  await once(child.stdout, 'data');
  return child;
}

test('a second start reports since when the first is under way', async () => {
  const env = stack('two');
  const first = await holder(env);
  const { code, output } = await node([START, '--infra-only'], env);
  assert.equal(code, 1);
  assert.match(
    output,
    new RegExp(`^already starting since \\d\\d:\\d\\d:\\d\\d \\(pid ${first.pid}\\)$`, 'm'),
  );
  assert.ok(!existsSync(join(env.COULISSE_DATA_DIR, 'run/supervisor.json')));
  first.kill('SIGKILL');
  await once(first, 'exit');
  // A killed process holds no lock.
  const third = await holder(env);
  third.kill('SIGKILL');
});

test('of many concurrent starts, after one that was killed, one begins', async () => {
  const env = stack('many');
  const killed = await holder(env);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const TRY = `import { lockStart } from ${JSON.stringify(LOCK)}; lockStart(); await new Promise((done) => setTimeout(done, 3000))`;
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => node(['--input-type=module', '-e', TRY], env)),
  );
  assert.equal(tries.filter(({ code }) => code === 0).length, 1);
  for (const { output } of tries.filter(({ code }) => code !== 0))
    assert.match(output, /already starting since/);
});

test('ignores a lock that was half written', async () => {
  const env = stack('half');
  mkdirSync(join(env.COULISSE_DATA_DIR, 'run'), { recursive: true });
  writeFileSync(join(env.COULISSE_DATA_DIR, 'run/start.lock'), '{');
  (await holder(env)).kill('SIGKILL');
});

test('a blocked port is refused with the reason before anything starts', async () => {
  const env = { ...stack('blocked'), COULISSE_PORT_OFFSET: '1990' };
  const { code, output } = await node([START, '--infra-only'], env);
  assert.equal(code, 1);
  assert.match(output, /port 10080 \(sandbox-bank\) is blocked/);
  assert.match(output, /COULISSE_PORT_OFFSET/);
  assert.ok(!existsSync(join(env.COULISSE_DATA_DIR, 'run/supervisor.json')));
});
