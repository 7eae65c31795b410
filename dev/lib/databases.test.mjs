import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { ownPostgres } from './own-postgres.mjs';

const server = await ownPostgres('databases-');
const { databaseUrl, ensureServiceDatabase } = await import('./databases.mjs');

before(() => ensureServiceDatabase(server.url, 'trial'));
after(() => server.stop());

async function as(role, text) {
  const client = new pg.Client({ connectionString: databaseUrl(server.url, 'trial', role) });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('creates a database once, and leaves it alone the second time', async () => {
  await ensureServiceDatabase(server.url, 'trial');
  assert.deepEqual(await as('app', 'SELECT current_user, current_database()'), [
    { current_user: 'trial_app', current_database: 'trial' },
  ]);
});

test('only the owner creates tables, and no other role sees them before a grant', async () => {
  await as('owner', 'CREATE TABLE thing (id int)');
  await assert.rejects(as('app', 'CREATE TABLE other (id int)'), /permission denied/);
  await assert.rejects(as('app', 'SELECT * FROM thing'), /permission denied/);
  await assert.rejects(as('platform', 'SELECT * FROM thing'), /permission denied/);
  await as('owner', 'GRANT SELECT ON thing TO trial_app');
  assert.deepEqual(await as('app', 'SELECT * FROM thing'), []);
});

test('no role bypasses row-level security', async () => {
  const rows = await as(
    'owner',
    `SELECT rolname FROM pg_roles WHERE rolname LIKE 'trial%' AND (rolbypassrls OR rolsuper)`,
  );
  assert.deepEqual(rows, []);
});

test('a wrong password is refused', async () => {
  const url = new URL(databaseUrl(server.url, 'trial', 'app'));
  url.password = 'wrong';
  const client = new pg.Client({ connectionString: url.href });
  await assert.rejects(client.connect(), /authentication failed/);
});
