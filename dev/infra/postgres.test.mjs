import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import pg from 'pg';
import { freePort } from '../lib/free-port.mjs';
import { signal, treeOf } from '../lib/processes.mjs';
import { until } from '../lib/until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
// As root, PostgreSQL runs as another user, who needs access.
chmodSync(folder, 0o755);
process.env.COULISSE_DATA_DIR = folder;
const { startPostgres } = await import('./postgres.mjs');
const MODULE = new URL('postgres.mjs', import.meta.url).href;

test('starts after a first start that was killed during initdb', async () => {
  const dataDir = join(folder, 'data');
  const options = { dataDir, port: await freePort(), password: 'secret', name: 'postgres-test' };
  const code = `import(${JSON.stringify(MODULE)}).then((m) => m.startPostgres(${JSON.stringify(options)}))`;
  const first = spawn(process.execPath, ['-e', code], { env: process.env, stdio: 'ignore' });
  // initdb writes this early and then goes on for most of its time.
  const begun = () => [dataDir, `${dataDir}.arriving`].some((path) => existsSync(join(path, 'PG_VERSION')));
  await until(begun, { everyMs: 2, condition: 'initdb under way' });
  for (const pid of treeOf(first.pid)) signal(pid, 'SIGKILL');
  await once(first, 'exit');
  assert.ok(!existsSync(join(dataDir, 'PG_VERSION')), 'what is half made is not in its place');

  const { stop, url } = await startPostgres(options);
  try {
    // It listens before it is ready.
    const result = await until(async () => {
      const client = new pg.Client({ connectionString: url });
      try {
        await client.connect();
        return (await client.query('SELECT 1 AS one')).rows[0].one;
      } catch (error) {
        if (error.code === '57P03') return undefined;
        throw error;
      } finally {
        await client.end();
      }
    });
    assert.equal(result, 1);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
