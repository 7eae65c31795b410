import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client, escapeIdentifier as quote, type QueryResultRow } from 'pg';
import { superuserUrl } from './environment';

/** A database of one test file, migrated, with roles as in production. */
export interface TestDatabase {
  /** Role of the service: row-level security limits it to one tenant. */
  url: string;
  /** Role of the platform scope. */
  platformUrl: string;
  /** Role of migrations: for a test's own tables, and to bypass the policies after `SET row_security = off`. */
  ownerUrl: string;
  /** Runs a statement as the superuser, who sees every row. */
  asSuperuser<R extends QueryResultRow>(statement: string, values?: unknown[]): Promise<R[]>;
  drop(): Promise<void>;
}

const ROLES = ['owner', 'app', 'platform'] as const;
type Role = (typeof ROLES)[number];

async function run<R extends QueryResultRow>(
  database: string | undefined,
  statement: string,
  values?: unknown[],
) {
  const client = new Client({ connectionString: superuserUrl(database) });
  await client.connect();
  try {
    return (await client.query<R>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Migrations and policies name the service's roles. They may exist already, with passwords that are unknown here. */
const ensureGroup = (role: string) =>
  run(
    undefined,
    `DO $$ BEGIN CREATE ROLE ${quote(role)}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  );

/**
 * Creates `<service>_test_<random>` from the migrations of a service's folder. Its logins are new members of the
 * service's roles, so that a stack that runs on the same PostgreSQL is not changed.
 */
export async function testDatabase(serviceDir: string): Promise<TestDatabase> {
  const directory = resolve(serviceDir);
  const service = basename(directory).replaceAll('-', '_');
  const database = `${service}_test_${randomBytes(5).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const login = (role: Role) => `${database}_${role}`;
  const urlOf = (role: Role) =>
    Object.assign(new URL(superuserUrl(database)), { username: login(role), password }).href;

  for (const role of ROLES) {
    await ensureGroup(`${service}_${role}`);
    const group = quote(`${service}_${role}`);
    await run(
      undefined,
      `CREATE ROLE ${quote(login(role))} LOGIN NOBYPASSRLS PASSWORD '${password}' IN ROLE ${group}`,
    );
  }
  await run(undefined, `CREATE DATABASE ${quote(database)} OWNER ${quote(login('owner'))}`);
  const members = ['app', 'platform'].map((role) => quote(`${service}_${role}`)).join(', ');
  await run(
    database,
    `ALTER SCHEMA public OWNER TO ${quote(login('owner'))}; GRANT USAGE ON SCHEMA public TO ${members}`,
  );
  await migrate(directory, urlOf('owner'));

  return {
    url: urlOf('app'),
    platformUrl: urlOf('platform'),
    ownerUrl: urlOf('owner'),
    asSuperuser: (statement, values) => run(database, statement, values),
    drop: async () => {
      await run(undefined, `DROP DATABASE IF EXISTS ${quote(database)} WITH (FORCE)`);
      for (const role of ROLES) await run(undefined, `DROP ROLE IF EXISTS ${quote(login(role))}`);
    },
  };
}

/** Runs in a separate process: the migration engine is an ES module that jest cannot load. */
async function migrate(directory: string, ownerUrl: string): Promise<void> {
  const root = dirname(dirname(dirname(__dirname)));
  await promisify(execFile)(process.execPath, [join(root, 'tools/migrate.mjs'), directory, ownerUrl], {
    cwd: root,
  });
}
