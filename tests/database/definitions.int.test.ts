import { join } from 'node:path';
import { topology } from '@coulisse/contracts';
import {
  childTables,
  declaredColumns,
  isComputed,
  isNeverNull,
  SEARCH_COLUMN,
  storageOf,
  storedColumns,
  type ResourceDefinition,
  type StoredColumn,
} from '@coulisse/resource';
import { testDatabase, type TestDatabase } from '@coulisse/test-kit';

jest.setTimeout(120_000);

const root = join(__dirname, '..', '..');

interface Column extends Record<string, unknown> {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
}
const COLUMNS = `SELECT c.relname AS "table", a.attname AS "column", NOT a.attnotnull AS nullable,
    CASE WHEN t.typtype = 'e' THEN 'enum' ELSE format_type(t.oid, NULL) END AS type
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`;
const VALUES = `SELECT t.typname AS name, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS values
  FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname`;
const UNGUARDED = `SELECT c.relname AS "table" FROM pg_class c
  WHERE c.relnamespace::regnamespace::text IN ('public', 'kit') AND c.relkind = 'r'
    AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id')
    AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
      SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant' AND p.polwithcheck IS NOT NULL))`;
/**
 * Foreign keys whose columns no index begins with, in any order: a deleted or moved row of the other table is looked for
 * in the whole table.
 */
const UNINDEXED = `SELECT c.conname AS name FROM pg_constraint c
  WHERE c.contype = 'f' AND c.connamespace::regnamespace::text IN ('public', 'kit') AND NOT EXISTS (
    SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indisvalid AND i.indpred IS NULL
      AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`;

/** Names that format_type gives to the types of our columns. */
const SPELLING: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  text: 'character varying',
};

function expectedColumn(table: string, { column, spec }: StoredColumn): Column {
  const isEnum = spec.kind === 'enumeration' && !spec.encrypted;
  const { sql, prisma } = storageOf(spec);
  const type = isEnum ? 'enum' : sql === 'text' && prisma[1] === '@db.Text' ? 'text' : (SPELLING[sql] ?? sql);
  // The kernel stores empty lists instead of null: Prisma gives arrays no NOT NULL.
  const isList = spec.kind === 'list' || spec.kind === 'refs';
  return { table, column, type, nullable: isList || !isNeverNull(spec) };
}

/** Fields that the database computes at each read have no column. */
const physicalColumns = (resource: ResourceDefinition): StoredColumn[] =>
  storedColumns(resource).filter(({ spec }) => !isComputed(spec));

function expectedColumns(resource: ResourceDefinition): Column[] {
  return [
    ...physicalColumns(resource).map((column) => expectedColumn(resource.table, column)),
    ...childTables(resource).flatMap(({ table, fields }) =>
      declaredColumns(fields).map((column) => expectedColumn(table, column)),
    ),
  ];
}

const services = topology.filter(({ kind }) => kind === 'service').map(({ name }) => name);

describe.each(services)('the database of %s', (service) => {
  const folder = join(root, 'services', service);
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- which services there are is known at run time
  const declared = Object.values(require(join(folder, 'src/resources')) as Record<string, unknown>);
  const resources = declared.filter(
    (candidate): candidate is ResourceDefinition =>
      typeof candidate === 'object' && candidate !== null && 'entity' in candidate && 'table' in candidate,
  );
  const expected = () => bases.flatMap(expectedColumns);
  const bases = resources.filter((resource) => !resource.variantOf && !resource.view);
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase(folder);
  });
  afterAll(() => database?.drop());

  test('matches its definitions, column by column', async () => {
    // A service of read models declares no resource; its own tables are compared with the schema of its migrations.
    expect(resources.length > 0 || service === 'insights').toBe(true);
    const columns = await database.asSuperuser<Column>(COLUMNS);
    const found = new Map(columns.map((column) => [`${column.table}.${column.column}`, column]));
    for (const column of expected())
      expect(found.get(`${column.table}.${column.column}`) ?? column.column).toEqual(column);
  });

  test('has a view with the columns of each resource that is read from one', async () => {
    const columns = await database.asSuperuser<Column>(COLUMNS.replace(`relkind = 'r'`, `relkind = 'v'`));
    const named = new Set(columns.map(({ table, column }) => `${table}.${column}`));
    const common = ['id', 'tenant_id', 'version', 'created_at', 'updated_at'];
    const missing = resources
      .filter(({ view }) => view)
      .flatMap((resource) =>
        [...common, ...physicalColumns(resource).map(({ column }) => column)].map(
          (column) => `${resource.table}.${column}`,
        ),
      )
      .filter((name) => !named.has(name));
    expect(missing).toEqual([]);
  });

  test('has no column in the table of a resource that nothing declares', async () => {
    const commonColumns = new Set([
      'id',
      'tenant_id',
      'version',
      'created_by',
      'parent_id',
      'position',
      SEARCH_COLUMN,
    ]);
    const tables = new Map<string, Set<string>>();
    for (const { table, column } of expected())
      tables.set(table, (tables.get(table) ?? new Set(commonColumns)).add(column));
    const strays = (await database.asSuperuser<Column>(COLUMNS)).filter(
      ({ table, column }) =>
        tables.has(table) &&
        !tables.get(table)!.has(column) &&
        !tables.get(table)!.has(column.replace(/_label$/, '_id')),
    );
    // Hand-written columns are declared in prisma/schema/custom, which never touches the table of a resource.
    expect(strays.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  });

  test('has the values of every enumeration and state', async () => {
    const rows = await database.asSuperuser<{ name: string; values: string[] }>(VALUES);
    const storedValues = new Map(rows.map(({ name, values }) => [name, values]));
    for (const resource of bases)
      for (const { column, spec } of physicalColumns(resource))
        if (spec.kind === 'enumeration' && !spec.encrypted)
          // Their order in the database is that in which they were added; a declaration may have another one.
          expect([
            resource.table,
            column,
            storedValues.get(`${resource.table}_${column}`)?.toSorted(),
          ]).toEqual([resource.table, column, [...(spec.values ?? [])].toSorted()]);
  });

  test('has row-level security on every table of tenants', async () => {
    expect(await database.asSuperuser(UNGUARDED)).toEqual([]);
  });

  test('has an index for every foreign key', async () => {
    expect(await database.asSuperuser(UNINDEXED)).toEqual([]);
  });
});

test('detects a table without row-level security', async () => {
  const database = await testDatabase(join(root, 'services', 'crm'));
  await database.asSuperuser('CREATE TABLE open_house (id uuid, tenant_id uuid)');
  expect(await database.asSuperuser(UNGUARDED)).toEqual([{ table: 'open_house' }]);
  await database.drop();
});

test('detects a foreign key without an index', async () => {
  const database = await testDatabase(join(root, 'services', 'crm'));
  await database.asSuperuser(
    `CREATE TABLE lender (id uuid PRIMARY KEY);
     CREATE TABLE loan (id uuid PRIMARY KEY, lender_id uuid CONSTRAINT loan_lender_fkey REFERENCES lender, due date);
     CREATE INDEX ON loan (due, lender_id); CREATE INDEX ON loan (lender_id) WHERE due IS NULL`,
  );
  expect(await database.asSuperuser(UNINDEXED)).toEqual([{ name: 'loan_lender_fkey' }]);
  await database.drop();
});
