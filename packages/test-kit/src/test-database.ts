import { randomBytes } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { escapeIdentifier as quote, type QueryResultRow } from 'pg';
import { superuserUrl } from './environment';
import { asSuperuser, ensureRole } from './superuser';
import { copyOfTemplate } from './template-database';

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

const LOGINS = ['app', 'platform'] as const;

/**
 * Creates `<service>_test_<random>` with the tables of a service's folder. Its logins are new members of the service's
 * roles, so that a stack that runs on the same PostgreSQL is not changed; its owner is that of the template.
 */
export async function testDatabase(serviceDir: string): Promise<TestDatabase> {
  const directory = resolve(serviceDir);
  const service = basename(directory).replaceAll('-', '_');
  const database = `${service}_test_${randomBytes(5).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const login = (role: string) => `${database}_${role}`;
  const urlOf = (user: { username: string; password: string }) =>
    Object.assign(new URL(superuserUrl(database)), user).href;

  await ensureRole(`${service}_owner`);
  for (const role of LOGINS) {
    await ensureRole(`${service}_${role}`);
    const group = quote(`${service}_${role}`);
    await asSuperuser(
      undefined,
      `CREATE ROLE ${quote(login(role))} LOGIN NOBYPASSRLS PASSWORD '${password}' IN ROLE ${group}`,
    );
  }
  const owner = await copyOfTemplate(directory, service, database);

  return {
    url: urlOf({ username: login('app'), password }),
    platformUrl: urlOf({ username: login('platform'), password }),
    ownerUrl: urlOf({ username: owner.name, password: owner.password }),
    asSuperuser: (statement, values) => asSuperuser(database, statement, values),
    drop: async () => {
      await asSuperuser(undefined, `DROP DATABASE IF EXISTS ${quote(database)} WITH (FORCE)`);
      for (const role of LOGINS) await asSuperuser(undefined, `DROP ROLE IF EXISTS ${quote(login(role))}`);
    },
  };
}
