import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase, type TestDatabase } from '@coulisse/test-kit';
import { Client } from 'pg';

jest.setTimeout(120_000);

const root = join(__dirname, '..', '..');
const service = join(root, 'services', 'crm');
const run = promisify(execFile);
const tenant = '0190a000-0000-7000-8000-000000000001';
const id = '0190a000-0000-7000-8000-000000000002';

/** A row of each table, in the columns that have no default. */
const ROWS: Readonly<Record<string, string>> = {
  outbox: `(id, tenant_id, topic, aggregate_id, type, payload) VALUES ('${id}', '${tenant}', 'crm.tiers.v1', 'a', 'created', 'x')`,
  inbox: `(message_id, consumer, tenant_id) VALUES ('${id}', 'crm.on-sale', '${tenant}')`,
  failed_delivery: `(id, tenant_id, consumer, topic, partition, position, message_key, message_id, type, headers, payload, state, error_code)
    VALUES ('${id}', '${tenant}', 'crm.on-sale', 't', 0, 1, 'k', 'm', 'x', '{}', 'x', 'DEAD', 'boom')`,
  idempotency_key: `(tenant_id, key, scope, fingerprint) VALUES ('${tenant}', 'k', 's', 'f')`,
  number_series: `(tenant_id, series, year, last) VALUES ('${tenant}', 'ticket', 2026, 41)`,
  history: `(id, tenant_id, entity, entity_id, action, actor_name) VALUES ('${id}', '${tenant}', 'tiers', '${id}', 'create', 'Léa & Co')`,
  saved_view: `(id, tenant_id, resource, name, query, owner_id, owner_name) VALUES ('${id}', '${tenant}', 'crm.tiers', 'v', '{}', 'o', 'O')`,
  view_default: `(tenant_id, resource, user_id, view_id) VALUES ('${tenant}', 'crm.tiers', 'o', '${id}')`,
  attachment: `(id, tenant_id, entity, entity_id, file_id, name, media_type, size, added_by_name)
    VALUES ('${id}', '${tenant}', 'tiers', '${id}', '${id}', 'f.pdf', 'application/pdf', 3, 'O')`,
  data_key: `(id, tenant_id, wrapped) VALUES ('${id}', '${tenant}', 'x')`,
  job: `(id, tenant_id, resource, kind, input, actor, owner_id) VALUES ('${id}', '${tenant}', 'crm.tiers', 'export', '{}', '{}', 'o')`,
  job_chunk: `(tenant_id, job_id, role, position, content) VALUES ('${tenant}', '${id}', 'input', 0, 'x')`,
  imported_file: `(tenant_id, resource, sha256, name, job_id) VALUES ('${tenant}', 'crm.tiers', repeat('a', 64), 'f.csv', '${id}')`,
};
const tables = Object.keys(ROWS);

const CATALOG: Readonly<Record<string, string>> = {
  columns: `SELECT c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid) AS value, a.attacl::text AS rights
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'kit'::regnamespace AND c.relkind = 'r' ORDER BY 1, 2`,
  relations: `SELECT relname, relkind::text, relrowsecurity, relforcerowsecurity,
      (SELECT array_agg(entry::text ORDER BY entry::text) FROM unnest(relacl) entry) AS rights
    FROM pg_class WHERE relnamespace = 'kit'::regnamespace ORDER BY 1`,
  constraints: `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'kit'::regnamespace ORDER BY 1, 2`,
  indexes: `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'kit' ORDER BY 1`,
  policies: `SELECT tablename, policyname, roles::text, cmd, qual, with_check FROM pg_policies WHERE schemaname = 'kit' ORDER BY 1, 2`,
  sequences: `SELECT s.relname, d.refobjid::regclass::text AS owner FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype = 'a'
    WHERE s.relkind = 'S' AND s.relnamespace = 'kit'::regnamespace ORDER BY 1`,
  schema: `SELECT (SELECT array_agg(entry::text ORDER BY entry::text) FROM unnest(nspacl) entry) AS rights
    FROM pg_namespace WHERE nspname = 'kit'`,
  migrations: `SELECT package, name, checksum FROM kit.migration ORDER BY 1, 2`,
};

/** The catalog of schema kit; the login that owns a test's tables is named after its database. */
async function catalogOf(database: TestDatabase): Promise<unknown> {
  const entries = await Promise.all(
    Object.entries(CATALOG).map(async ([part, query]) => [part, await database.asSuperuser(query)] as const),
  );
  const owner = new URL(database.ownerUrl).username;
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)).replaceAll(owner, 'owner'));
}

const migrate = async (folder: string, database: TestDatabase): Promise<string> =>
  (await run(process.execPath, [join(root, 'tools/migrate.mjs'), folder, database.ownerUrl])).stdout.trim();

let folders: string;
const opened: TestDatabase[] = [];
async function databaseOf(folder: string): Promise<TestDatabase> {
  const database = await testDatabase(folder);
  opened.push(database);
  return database;
}

/** The service as it was when its own migrations made the tables: it uses no package that migrates itself. */
async function olderService(): Promise<string> {
  const [, since] =
    /KIT_SCHEMA_SINCE = '(\d+)'/.exec(await readFile(join(root, 'tools/lib/kit-migrations.mjs'), 'utf8')) ??
    [];
  const folder = join(folders, 'older', 'crm');
  await cp(join(service, 'prisma'), join(folder, 'prisma'), { recursive: true });
  const migrations = join(folder, 'prisma/migrations');
  for (const name of await readdir(migrations))
    if (/^\d/.test(name) && name >= since!) await rm(join(migrations, name), { recursive: true });
  return folder;
}
/** A service without a migration of its own. */
async function newService(): Promise<string> {
  const folder = join(folders, 'new', 'crm');
  await mkdir(join(folder, 'prisma/schema'), { recursive: true });
  await writeFile(join(folder, 'package.json'), await readFile(join(service, 'package.json')));
  await cp(join(service, 'prisma/schema/main.prisma'), join(folder, 'prisma/schema/main.prisma'));
  return folder;
}

beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'coulisse-kit-'));
});
afterAll(async () => {
  for (const database of opened) await database.drop();
  await rm(folders, { recursive: true, force: true });
});

test('the tables of an older database are moved with their rows, and are those of a new one', async () => {
  const older = await databaseOf(await olderService());
  expect(await older.asSuperuser(`SELECT 1 FROM pg_namespace WHERE nspname = 'kit'`)).toEqual([]);
  for (const [table, row] of Object.entries(ROWS))
    await older.asSuperuser(`INSERT INTO public.${table} ${row}`);
  const rowsOf = async (schema: string) =>
    Promise.all(
      tables.map(
        async (table) => (await older.asSuperuser(`SELECT to_jsonb(t) AS row FROM ${schema}.${table} t`))[0],
      ),
    );
  const before = await rowsOf('public');
  expect(before).not.toContain(undefined);

  expect(await migrate(service, older)).toMatch(
    /service-kit\/0001_tables\.sql.*resource-exchange\/0001_tables\.sql/,
  );
  // Later migrations add columns, which these rows leave empty.
  expect(await rowsOf('kit')).toMatchObject(before);
  const left = await older.asSuperuser(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY($1)`,
    [tables],
  );
  expect(left).toEqual([]);

  const moved = await catalogOf(older);
  expect(moved).toEqual(await catalogOf(await databaseOf(await newService())));
  expect(moved).toEqual(await catalogOf(await databaseOf(service)));
  expect(await migrate(service, older)).toBe('up to date');

  // The service's role numbers and publishes where the older release stopped.
  const app = new Client({ connectionString: older.url });
  await app.connect();
  try {
    await app.query(`BEGIN; SET LOCAL app.tenant = '${tenant}'`);
    const next = `INSERT INTO kit.outbox ${ROWS.outbox!.replace(id, '0190a000-0000-7000-8000-000000000003')} RETURNING seq`;
    expect((await app.query(next)).rows).toEqual([{ seq: '2' }]);
    expect((await app.query('SELECT last FROM kit.number_series')).rows).toEqual([{ last: 41 }]);
    await app.query('ROLLBACK');
    expect((await app.query('SELECT * FROM kit.history')).rows).toEqual([]);
    await expect(app.query('SELECT * FROM kit.migration')).rejects.toThrow('permission denied');
  } finally {
    await app.end();
  }
});

test('a migration that was changed after it was applied is refused by name, and nothing is applied', async () => {
  const database = await databaseOf(service);
  await database.asSuperuser(`DELETE FROM kit.migration WHERE package = 'service-kit'`);
  await database.asSuperuser(`UPDATE kit.migration SET checksum = 'other' WHERE package = 'job-runner'`);
  await expect(migrate(service, database)).rejects.toThrow(
    'packages/job-runner/migrations/0001_tables.sql was changed after it was applied',
  );
  expect(await database.asSuperuser(`SELECT 1 FROM kit.migration WHERE package = 'service-kit'`)).toEqual([]);
});

test('two processes that migrate one database at once apply each migration once', async () => {
  const database = await databaseOf(await newService());
  await database.asSuperuser('DROP SCHEMA kit CASCADE');
  const answers = await Promise.all([migrate(service, database), migrate(service, database)]);
  expect(answers.filter((answer) => answer === 'up to date')).toHaveLength(1);
});
