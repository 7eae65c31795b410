import { Client } from 'pg';
import { fromStack } from './stack';

/** Runs one statement in a service's database as the superuser, to whom row-level security does not apply. */
export async function inDatabaseOf<R extends object>(
  service: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const url = new URL(fromStack('TEST_POSTGRES_URL'));
  url.pathname = `/${service}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}
