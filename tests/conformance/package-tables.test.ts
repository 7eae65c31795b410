import { read, trackedFiles } from './tracked-files';

const MIGRATION = /^packages\/([\w-]+)\/migrations\/\d{4}_\w+\.sql$/;

/** Tables that a migration creates. */
const tablesOf = (sql: string): string[] =>
  [...sql.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?kit\.(\w+)/gm)].map(([, table]) => table!);

/** The packages that a package imports, indirectly too, and itself. */
function reachable(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const { dependencies = {} } = JSON.parse(read(`packages/${name}/package.json`)) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies))
    if (dependency.startsWith('@coulisse/')) reachable(dependency.slice('@coulisse/'.length), found);
  return found;
}

/** Packages whose sources have SQL on a table. */
function packagesUsing(table: string): string[] {
  const statement = new RegExp(String.raw`\b(?:FROM|INTO|UPDATE|JOIN) kit\.${table}\b`);
  const sources = trackedFiles
    .filter((path) => /^packages\/[\w-]+\/src\/.+\.ts$/.test(path) && !/\.test\.ts$/.test(path))
    .filter((path) => statement.test(read(path)));
  return [...new Set(sources.map((path) => path.split('/')[1]!))];
}

const declared = trackedFiles.flatMap((path) => {
  const [, owner] = MIGRATION.exec(path) ?? [];
  return owner === undefined ? [] : tablesOf(read(path)).map((table) => ({ owner, table }));
});

test('packages declare tables', () => {
  expect(declared.length).toBeGreaterThan(10);
  expect(new Set(declared.map(({ table }) => table)).size).toBe(declared.length);
});

test.each(declared)('$table is used by $owner, and by no package below it', ({ owner, table }) => {
  const users = packagesUsing(table);
  expect(users).toContain(owner);
  expect(users.filter((name) => !reachable(name).has(owner))).toEqual([]);
});

test('no service makes or changes a table of the packages since they migrate by themselves', () => {
  const [, since] = /KIT_SCHEMA_SINCE = '(\d{14})'/.exec(read('tools/lib/kit-migrations.mjs')) ?? [];
  expect(since).toBeDefined();
  const tables = declared.map(({ table }) => table).join('|');
  const change = new RegExp(
    String.raw`\b(?:TABLE|ON|INTO|UPDATE|FROM) (?:IF (?:NOT )?EXISTS )?(?:"?public"?\.)?"?(?:${tables})"?(?![\w."])`,
  );
  const later = trackedFiles.filter((path) => {
    const [, stamp] = /^(?:services\/[\w-]+|packages\/sample)\/prisma\/migrations\/(\d{14})/.exec(path) ?? [];
    return stamp !== undefined && stamp >= since!;
  });
  expect(later.filter((path) => change.test(read(path)))).toEqual([]);
  expect(change.test('CREATE TABLE "outbox" (')).toBe(true);
  expect(change.test('CREATE TABLE kit.outbox_copy (')).toBe(false);
  expect(change.test('INSERT INTO kit.history')).toBe(false);
});
