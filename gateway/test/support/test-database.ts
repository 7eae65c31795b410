import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const PASSWORD = 'gateway';
const folder = join(__dirname, '../..');

export interface TestDatabase {
  /** As the gateway's own role. */
  url: string;
  /** Runs a statement as the superuser. */
  asSuperuser(statement: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** A database of its own, migrated, on the PostgreSQL that the tests run against. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_POSTGRES_URL'];
  if (!server) throw new Error('TEST_POSTGRES_URL must name the superuser of a PostgreSQL server');
  const name = `gateway_${randomBytes(6).toString('hex')}`;
  const url = (role: string) =>
    Object.assign(new URL(server), { username: role, password: PASSWORD, pathname: `/${name}` }).href;
  const run = async (database: string, statement: string) => {
    const client = new Client({ connectionString: Object.assign(new URL(server), { pathname: `/${database}` }).href });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  for (const role of ['gateway_owner', 'gateway_app']) {
    await run(
      'postgres',
      `DO $$ BEGIN CREATE ROLE ${role} LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
       ALTER ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`,
    );
  }
  await run('postgres', `CREATE DATABASE ${name} OWNER gateway_owner`);
  const tool = join(folder, '../tools/migrate.mjs');
  await promisify(execFile)(process.execPath, [tool, folder, url('gateway_owner')]);
  return {
    url: url('gateway_app'),
    asSuperuser: (statement) => run(name, statement),
    drop: async () => {
      await run('postgres', `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
