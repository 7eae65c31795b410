import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile, cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { topology } from '@coulisse/contracts';
import { testDatabase, type TestDatabase } from '@coulisse/test-kit';

jest.setTimeout(120_000);

const root = join(__dirname, '..', '..');
const run = promisify(execFile);

/** Writes the script that leads from an empty database to a committed snapshot. */
const SCRIPT = `
  import { difference } from '${root}/tools/lib/schema-engine.mjs';
  import { rowSecurity } from '${root}/tools/lib/row-security.mjs';
  import { withDerived } from '${root}/tools/lib/derived.mjs';
  const [folder, service] = process.argv.slice(1);
  const { sql, files } = await difference(folder);
  const snapshot = files.map((file) => file.content).join('\\n');
  process.stdout.write(withDerived([sql, rowSecurity(service, sql, files)].join('\\n'), '', snapshot), () => process.exit());`;

const CATALOG: Readonly<Record<string, string>> = {
  columns: `SELECT format('%s.%s %s%s%s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN ' NOT NULL' END, CASE WHEN a.attgenerated <> '' THEN ' GENERATED' END,
      pg_get_expr(d.adbin, d.adrelid)) AS entry
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'`,
  // By name: a type keeps the order in which its values came, whatever their order in a later declaration.
  enumerations: `SELECT format('%s %s', t.typname, string_agg(e.enumlabel, ', ' ORDER BY e.enumlabel)) AS entry
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname`,
  constraints: `SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) AS entry
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u')
      AND conrelid::regclass::text <> '_prisma_migrations'`,
  indexes: `SELECT indexdef AS entry FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
};
/** Migrations write these by hand: the datamodel has neither partial indexes nor indexes of expressions. */
const inexpressible = (entry: string) => / INDEX .*( WHERE |lower\()/.test(entry);

type Catalog = Record<string, string[]>;

async function catalogOf(database: TestDatabase): Promise<Catalog> {
  const parts = Object.entries(CATALOG).map(async ([part, query]): Promise<[string, string[]]> => {
    const rows = await database.asSuperuser<{ entry: string }>(query);
    return [part, rows.map(({ entry }) => entry.trim()).sort()];
  });
  return Object.fromEntries(await Promise.all(parts));
}

/** A database made from the snapshot of a service in one step. */
async function fromSnapshot(service: string, folders: string): Promise<TestDatabase> {
  const folder = join(folders, service);
  await mkdir(join(folder, 'prisma/schema'), { recursive: true });
  await cp(
    join(root, 'services', service, 'prisma/schema.snapshot.prisma'),
    join(folder, 'prisma/schema/main.prisma'),
  );
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT, join(folder, 'prisma'), service],
    { maxBuffer: 1e8 },
  );
  const migration = join(folder, 'prisma/migrations/20260101000000_snapshot');
  await mkdir(migration, { recursive: true });
  await writeFile(join(migration, 'migration.sql'), stdout);
  return testDatabase(folder);
}

let folders: string;
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'coulisse-snapshot-'));
});
afterAll(() => rm(folders, { recursive: true, force: true }));

const services = topology.filter(({ kind }) => kind === 'service').map(({ name }) => name);

test.each(services)('the migrations of %s lead to its committed snapshot', async (service) => {
  const migrated = await testDatabase(join(root, 'services', service));
  const snapshot = await fromSnapshot(service, folders);
  try {
    const [found, declared] = [await catalogOf(migrated), await catalogOf(snapshot)];
    for (const part of Object.keys(CATALOG)) {
      const missing = declared[part]!.filter((entry) => !found[part]!.includes(entry));
      const undeclared = found[part]!.filter((entry) => !declared[part]!.includes(entry));
      expect([part, missing, undeclared.filter((entry) => !inexpressible(entry))]).toEqual([part, [], []]);
    }
  } finally {
    await snapshot.drop();
    await migrated.drop();
  }
});
