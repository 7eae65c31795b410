// The tables of the packages, in schema `kit` of each database: `packages/<name>/migrations/NNNN_name.sql`, plain SQL in
// which :"app" and :"platform" are the roles of the service. docs/adr/0037-tables-of-the-kit.md
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { read, root } from './databases.mjs';

/**
 * Until then the services' own migrations made these tables, in schema public. Those run before the first migration of the
 * packages, which moves the tables; later ones run after it.
 */
export const KIT_SCHEMA_SINCE = '20261123120000';

const LEDGER = `CREATE SCHEMA IF NOT EXISTS kit;
  CREATE TABLE IF NOT EXISTS kit.migration (
    package text NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (package, name)
  )`;

const OWN = '@coulisse/';

async function workspacesOf(packageFile) {
  const { dependencies = {} } = JSON.parse((await read(packageFile)) || '{}');
  return Object.keys(dependencies)
    .filter((name) => name.startsWith(OWN))
    .map((name) => name.slice(OWN.length));
}

/** The packages that a folder's package imports, indirectly too, each after those that it needs itself. */
async function packagesOf(dir, visited = new Set(), order = []) {
  for (const name of await workspacesOf(join(dir, 'package.json'))) {
    if (visited.has(name)) continue;
    visited.add(name);
    await packagesOf(join(root, 'packages', name), visited, order);
    order.push(name);
  }
  return order;
}

/** Migrations of the packages that a service uses, in the order in which they are applied. */
export async function kitMigrations(dir) {
  const migrations = [];
  for (const name of await packagesOf(dir)) {
    const folder = join(root, 'packages', name, 'migrations');
    if (!existsSync(folder)) continue;
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
    for (const file of files)
      migrations.push({ package: name, name: file, sql: await read(join(folder, file)) });
  }
  return migrations;
}

export const checksumOf = (sql) => createHash('sha256').update(sql).digest('hex');

/** Puts the roles of a service into the text of a migration. */
export const forService = (sql, service) =>
  sql.replace(/:"(\w+)"/g, (_, role) => pg.escapeIdentifier(`${service}_${role}`));

async function inTransaction(client, work) {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Applies the pending migrations, each in a transaction of its own. Returns those applied. */
export async function applyKit(client, migrations, service) {
  if (migrations.length === 0) return [];
  await client.query(LEDGER);
  const { rows } = await client.query('SELECT package, name, checksum FROM kit.migration');
  const checksums = new Map(rows.map((row) => [`${row.package}/${row.name}`, row.checksum]));
  const label = (migration) => `${migration.package}/${migration.name}`;
  // All are compared before one is applied: a refused database is not changed.
  for (const migration of migrations) {
    const applied = checksums.get(label(migration));
    if (applied && applied !== checksumOf(migration.sql))
      throw new Error(
        `packages/${migration.package}/migrations/${migration.name} was changed after it was applied`,
      );
  }
  const pending = migrations.filter((migration) => !checksums.has(label(migration)));
  for (const migration of pending)
    await inTransaction(client, async () => {
      await client.query(forService(migration.sql, service)).catch((error) => {
        throw new Error(`${label(migration)}: ${error.message}`, { cause: error });
      });
      await client.query('INSERT INTO kit.migration (package, name, checksum) VALUES ($1, $2, $3)', [
        migration.package,
        migration.name,
        checksumOf(migration.sql),
      ]);
    });
  return pending.map(label);
}
