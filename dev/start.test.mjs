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

/** @returns {Promise<{ code: number, said: string }>} */
const node = (args, env) =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      args,
      { env: { ...process.env, ...env }, timeout: 60_000 },
      (error, out, err) => resolve({ code: error ? error.code : 0, said: out + err }),
    ),
  );

const stack = (name) => ({ COULISSE_DATA_DIR: join(folder, name), COULISSE_PORT_OFFSET: '31000' });
/** What takes the lock, says so and keeps it. */
const HOLDER = `import { lockStart } from ${JSON.stringify(LOCK)}; lockStart(); console.log('locked'); setInterval(() => {}, 1e6)`;

async function holder(env) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER], {
    env: { ...process.env, ...env },
  });
  await once(child.stdout, 'data');
  return child;
}

test('the second of two starts says since when the first is under way', async () => {
  const env = stack('two');
  const first = await holder(env);
  const { code, said } = await node([START, '--infra-only'], env);
  assert.equal(code, 1);
  assert.match(said, new RegExp(`^already starting since \\d\\d:\\d\\d:\\d\\d \\(pid ${first.pid}\\)$`, 'm'));
  assert.ok(!existsSync(join(env.COULISSE_DATA_DIR, 'run/supervisor.json')));
  first.kill('SIGKILL');
  await once(first, 'exit');
  // What was killed holds nothing.
  const third = await holder(env);
  third.kill('SIGKILL');
});

test('of many starts at once, after one that was killed, one begins', async () => {
  const env = stack('many');
  const killed = await holder(env);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const TRY = `import { lockStart } from ${JSON.stringify(LOCK)}; lockStart(); await new Promise((done) => setTimeout(done, 3000))`;
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => node(['--input-type=module', '-e', TRY], env)),
  );
  assert.equal(tries.filter(({ code }) => code === 0).length, 1);
  for (const { said } of tries.filter(({ code }) => code !== 0)) assert.match(said, /already starting since/);
});

test('a lock that was half written holds nobody', async () => {
  const env = stack('half');
  mkdirSync(join(env.COULISSE_DATA_DIR, 'run'), { recursive: true });
  writeFileSync(join(env.COULISSE_DATA_DIR, 'run/start.lock'), '{');
  (await holder(env)).kill('SIGKILL');
});

test('a blocked port is refused with the reason before anything starts', async () => {
  const env = { ...stack('blocked'), COULISSE_PORT_OFFSET: '1990' };
  const { code, said } = await node([START, '--infra-only'], env);
  assert.equal(code, 1);
  assert.match(said, /port 10080 \(sandbox-bank\) is blocked/);
  assert.match(said, /COULISSE_PORT_OFFSET/);
  assert.ok(!existsSync(join(env.COULISSE_DATA_DIR, 'run/supervisor.json')));
});
