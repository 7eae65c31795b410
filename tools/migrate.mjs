// node tools/migrate.mjs <service folder> <owner url>   applies pending migrations; does nothing the second time
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import pg from 'pg';
import { read } from './lib/databases.mjs';
import { applyKit, KIT_SCHEMA_SINCE, kitMigrations } from './lib/kit-migrations.mjs';
import { apply } from './lib/schema-engine.mjs';

/** Key of the advisory lock, any number: migrations of one database run one after the other. */
const LOCK = 727003;

/** Services make their ids with uuidv7(): docs/adr/0010-postgresql-18.md. */
const OLDEST_SERVER = 180_000;

async function checkServer(client) {
  const { rows } = await client.query(`SELECT current_setting('server_version_num')::int AS version`);
  if (rows[0].version < OLDEST_SERVER)
    throw new Error(
      `PostgreSQL 18 or newer is needed, this server is ${Math.floor(rows[0].version / 10_000)}`,
    );
}

/** A migration is one transaction: an unfinished one leaves only its row in the table, which would block later ones. */
async function alone(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await checkServer(client);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`);
    if (rows[0].present)
      await client.query(
        'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
      );
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Migrations in a service's own folder, by name. */
async function ownMigrations(prisma) {
  const folder = join(prisma, 'migrations');
  if (!existsSync(folder)) return [];
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = entries.map((entry) => entry.name).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await read(join(folder, name, 'migration.sql')) })),
  );
}

/**
 * Applies the pending migrations of a service (its folder) and of the packages that it uses, as the owner of the tables.
 * Returns those applied.
 */
export async function migrate(dir, url) {
  const folder = resolve(dir);
  const prisma = join(folder, 'prisma');
  const own = await ownMigrations(prisma);
  // The gateway has no tenants and none of these tables.
  const kit = basename(folder) === 'gateway' ? [] : await kitMigrations(folder);
  const before = own.filter(({ name }) => name < KIT_SCHEMA_SINCE);
  const applyOwn = async (migrations) => (migrations.length ? apply(prisma, migrations, url) : []);
  return alone(url, async (client) => [
    ...(await applyOwn(before)),
    ...(await applyKit(client, kit, basename(folder).replaceAll('-', '_'))),
    ...(before.length < own.length ? await applyOwn(own) : []),
  ]);
}

if (process.argv[1] === import.meta.filename) {
  const [dir, url] = process.argv.slice(2);
  if (!dir || !url) throw new Error('node tools/migrate.mjs <service folder> <owner url>');
  try {
    const applied = await migrate(dir, url);
    console.log(applied.length ? `applied ${applied.join(', ')}` : 'up to date');
  } catch (error) {
    console.error(`${dir}: ${error.message}`);
    process.exitCode = 1;
  }
  process.exit();
}
