// What a start has done to the data of this stack is not done again as long as what it was done from is the same. The
// mark is stored in the same PostgreSQL server as these data, so that it disappears, and is restored, with them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';

const TABLE = 'CREATE TABLE IF NOT EXISTS done_before (name text PRIMARY KEY, digest text NOT NULL)';
const STORE = `INSERT INTO done_before (name, digest) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET digest = excluded.digest`;

/** A digest of files and of a value that JSON can write. @param {readonly string[]} files @param {unknown} [value] */
export function digestOf(files, value = null) {
  const hash = createHash('sha256').update(JSON.stringify(value));
  for (const file of files) hash.update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Does the work unless it was done before with the same digest; work that fails is done again by the next start. Returns
 * a note for people.
 * @param {string} adminUrl of the server, as the superuser @param {string} name
 * @param {string} digest @param {() => Promise<void>} work
 */
export async function unlessDoneBefore(adminUrl, name, digest, work) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(TABLE);
    const { rows } = await client.query('SELECT digest FROM done_before WHERE name = $1', [name]);
    if (rows[0]?.digest === digest) return 'as before';
    await work();
    await client.query(STORE, [name, digest]);
    return undefined;
  } finally {
    await client.end();
  }
}
