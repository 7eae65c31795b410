import { read, trackedFiles } from './tracked-files';

const SCHEMA = /^packages\/([\w-]+)\/prisma\/\1\.prisma$/;

/** Tables that a schema declares. */
const tablesOf = (schema: string): string[] =>
  [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, table]) => table!);

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
  const statement = new RegExp(String.raw`\b(?:FROM|INTO|UPDATE|JOIN) "?${table}"?\b`);
  const sources = trackedFiles
    .filter((path) => /^packages\/[\w-]+\/src\/.+\.ts$/.test(path) && !/\.test\.ts$/.test(path))
    .filter((path) => statement.test(read(path)));
  return [...new Set(sources.map((path) => path.split('/')[1]!))];
}

const declared = trackedFiles.flatMap((path) => {
  const [, owner] = SCHEMA.exec(path) ?? [];
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
