/** Place of the examples: a folder of product code, so that they are searched like it. They exist in memory only. */
export const EXAMPLES_FILE = 'services/crm/src/sql-examples.ts';

/** One statement per line: the tests find an example by a part of its text. */
export const EXAMPLES = [
  `import type { Database, Sql } from '@coulisse/service-kit/database';`,
  `import type { Actor } from '@coulisse/service-kit/actor';`,
  `import { type Client } from 'pg';`,
  `declare const client: Client;`,
  `declare const sql: Sql, db: Database, actor: Actor, table: string, isLast: boolean;`,
  `const COLUMNS = ['id', 'version'].map((name) => 't.' + name).join(', ');`,
  `const TEXTS = { chosen: 'SELECT 1 AS one', other: 'SELECT 2 AS two' } as const;`,
  `export const correct = sql.query<{ id: string; version: number }>(\`SELECT \${COLUMNS} FROM tiers t WHERE id = $1\`, ['']);`,
  `export const column = sql.query('SELECT nmae FROM tiers');`,
  `export const relation = sql.named('relation', 'SELECT 1 FROM tirs');`,
  `export const property = sql.query<{ id: string; label: string; note?: string }>('SELECT id AS "tiersId" FROM tiers');`,
  `export const type = sql.query<{ version: string; id: string }>('SELECT version, id, 3 FROM tiers');`,
  `export const list = sql.query<{ ids: string }>('SELECT array_agg(id) AS ids FROM tiers');`,
  `export const values = sql.query('SELECT 4 FROM tiers WHERE id = $1 AND tenant_id = $2', [1]);`,
  `export const batch = db.batch(actor, [{ text: 'SELECT 5 FROM tiers WHERE id = $1', values: [] }]);`,
  `export const asked = db.askPlatform<{ nine: number }>('why', { text: 'SELECT 9 AS one' });`,
  `export const ownClient = client.query<{ total: number }>('SELECT count(*) AS total FROM tiers');`,
  `const read = (text: string, values: unknown[]) => sql.query<{ two: number }>(text, values);`,
  `export const passed = read('SELECT 6 AS one', []);`,
  `export const either = sql.query<{ one: number }>(isLast ? TEXTS.chosen : TEXTS.other);`,
  `export const composed = sql.query(\`SELECT 7 FROM \${table}\`);`,
  `const build = (name: string, where: string) => { const all = 'SELECT 8 FROM ' + name; return [all + where]; };`,
  `export const built = sql.query(build('tiers', '')[0]!);`,
].join('\n');
