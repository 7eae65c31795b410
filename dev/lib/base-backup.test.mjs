import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { freePort } from './free-port.mjs';
import { until } from './until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'base-backup-'));
// As root, PostgreSQL runs as another user, who needs access.
chmodSync(folder, 0o755);
process.env.COULISSE_DATA_DIR = folder;
const { startPostgres } = await import('../infra/postgres.mjs');
const { recovered, restoreBaseBackup, takeBaseBackup } = await import('./base-backup.mjs');

const dataDir = join(folder, 'data');
const backup = join(folder, 'backup');
const options = { dataDir, password: 'secret', name: 'base-backup-test' };

/** Adds rows one by one until it is stopped; each number that it keeps was committed. */
async function writer(url) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('CREATE TABLE sale (n int PRIMARY KEY, filler text)');
  let [committed, isOver] = [0, false];
  const loop = (async () => {
    while (!isOver) {
      const insert = "INSERT INTO sale VALUES ($1, repeat('x', 2000))";
      try {
        await client.query(insert, [committed + 1]);
      } catch {
        return;
      }
      committed++;
    }
  })();
  const end = async () => {
    isOver = true;
    await loop;
    await client.end().catch(() => undefined);
  };
  return { committed: () => committed, end };
}

async function rows(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: found } = await client.query('SELECT count(*)::int AS count, max(n) AS last FROM sale');
    return found[0];
  } finally {
    await client.end();
  }
}

let server;
before(async () => {
  server = await startPostgres({ ...options, port: await freePort() });
  await recovered(server.url);
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a backup that is taken while rows are written is restored to the last commit of a killed server', async () => {
  const sales = await writer(server.url);
  await until(() => sales.committed() > 200, { condition: 'rows before the backup' });
  const began = sales.committed();
  await takeBaseBackup({ adminUrl: server.url, folder: backup });
  const ended = sales.committed();
  assert.ok(ended > began, 'the server went on meanwhile');
  await until(() => sales.committed() > ended + 500, { condition: 'rows after the backup' });
  process.kill(server.pid, 'SIGKILL');
  await sales.end();
  const committed = sales.committed();
  await server.stop();

  await restoreBaseBackup({ folder: backup, dataDir });
  server = await startPostgres({ ...options, port: await freePort() });
  await recovered(server.url);
  const { count, last } = await rows(server.url);
  // The answer to the last one may not have arrived.
  assert.ok(last === committed || last === committed + 1, `${last} of ${committed}`);
  assert.equal(count, last);

  // The twin: without the log of the lost server, what was committed after the backup is gone.
  await server.stop();
  await restoreBaseBackup({ folder: backup, dataDir, withLog: false });
  server = await startPostgres({ ...options, port: await freePort() });
  await recovered(server.url);
  const old = await rows(server.url);
  assert.ok(old.last >= began && old.last < committed, `${old.last} of ${committed}`);
  assert.equal(old.count, old.last);

  // A server that has removed the log since the backup is refused, not restored to some time.
  await server.stop();
  for (const name of readdirSync(join(dataDir, 'pg_wal')))
    rmSync(join(dataDir, 'pg_wal', name), { recursive: true });
  await assert.rejects(restoreBaseBackup({ folder: backup, dataDir }), /log since the backup/);
});
