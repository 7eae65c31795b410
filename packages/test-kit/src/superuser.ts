import { Client, escapeIdentifier as quote, type QueryResultRow } from 'pg';
import { superuserUrl } from './environment';

/** Runs statements as the superuser, in another database if one is given. */
export async function asSuperuser<R extends QueryResultRow>(
  database: string | undefined,
  statement: string,
  values?: unknown[],
): Promise<R[]> {
  const client = new Client({ connectionString: superuserUrl(database) });
  await client.connect();
  try {
    return (await client.query<R>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a role with these options unless there is one. */
export const ensureRole = (role: string, options = '') =>
  asSuperuser(
    undefined,
    `DO $$ BEGIN CREATE ROLE ${quote(role)} ${options};
     EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  );
