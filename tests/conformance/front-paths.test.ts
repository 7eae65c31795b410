import { productSources, read, trackedFiles } from './tracked-files';

interface Source {
  path: string;
  text: string;
}
const sourceAt = (path: string): Source => ({ path, text: read(path) });

/** Also as a regular expression spells it: screens have `screenPath` for that. */
const API_PATH = /\/b\\?\/api\b/;
/** One call each, which is no resource's and which nothing else makes. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['micro-frontends/shell/src/workspace.tsx', '/b/api/core/me'],
  ['micro-frontends/shell/src/palette/use-found-records.ts', '/b/api/global-search'],
]);

describe('paths of the API in the modules of the back office', () => {
  const FRONTS = ['crm', 'ticketing', 'sales', 'admin', 'shell'];
  const sourcesOf = (front: string): Source[] =>
    productSources.filter((path) => path.startsWith(`micro-frontends/${front}/src/`)).map(sourceAt);
  const withPath = ({ path, text }: Source): boolean =>
    !path.endsWith('/api-paths.ts') && API_PATH.test(text.replace(ALLOWED.get(path) ?? '', ''));

  test.each(FRONTS)('%s takes those of resources from descriptors, others from api-paths.ts', (front) => {
    const sources = sourcesOf(front);
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter(withPath).map(({ path }) => path)).toEqual([]);
  });

  test('are found in texts, templates and regular expressions', () => {
    const path = 'micro-frontends/crm/src/page.tsx';
    for (const text of ["'/b/api/crm/tiers'", '`/b/api/crm/tiers/${id}`', String.raw`/^\/b\/api/`])
      expect(withPath({ path, text })).toBe(true);
    expect(withPath({ path, text: '`${descriptor.path}/${id}`' })).toBe(false);
    expect(withPath({ path: 'micro-frontends/crm/src/api-paths.ts', text: "'/b/api/x'" })).toBe(false);
  });

  test.each([...ALLOWED])('%s may contain %s only, and does', (path, allowed) => {
    const { text } = sourceAt(path);
    expect(text).toContain(allowed);
    expect(withPath({ path, text: `${text} ${allowed}` })).toBe(true);
  });

  const declarations = trackedFiles.filter((path) =>
    /^micro-frontends\/[\w-]+\/src\/api-paths\.ts$/.test(path),
  );

  test('api-paths.ts files exist', () => expect(declarations.length).toBeGreaterThan(1));

  test.each(declarations)('%s declares each path once, for other files', (path) => {
    const { text } = sourceAt(path);
    const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
    const paths = [...text.matchAll(/['`](\/b\/api\/[^'`]+)['`]/g)].map(([, found = '']) => found);
    expect(names.length).toBeGreaterThan(0);
    expect(paths).toHaveLength(names.length);
    expect(new Set(paths).size).toBe(paths.length);
    const others = sourcesOf(path.split('/')[1] ?? '').filter((source) => source.path !== path);
    const unused = names.filter(
      (name) => !others.some((source) => new RegExp(`\\b${name}\\b`).test(source.text)),
    );
    expect(unused).toEqual([]);
  });
});

describe('libraries of numbers', () => {
  const LIBRARIES = ['libphonenumber-js', 'ibantools'];
  const OWNER = 'packages/identifiers/';
  const sources = trackedFiles.filter((path) => /\.[cm]?[tj]sx?$/.test(path)).map(sourceAt);
  const importsOf = (library: string, files: readonly Source[]): string[] =>
    files
      .filter(({ text }) =>
        new RegExp(String.raw`(?:from|import|require|mock)\s*\(?\s*['"\`]${library}(?:/|['"\`])`).test(text),
      )
      .map(({ path }) => path);

  test('the scan covers the repository', () => {
    expect(sources.length).toBeGreaterThan(1_000);
    expect(sources.some(({ path }) => path.startsWith('packages/resource-fields/src/'))).toBe(true);
  });

  test.each(LIBRARIES)('%s is imported by identifiers, and by nothing else', (library) => {
    const importers = importsOf(library, sources);
    expect(importers.filter((path) => path.startsWith(OWNER))).not.toEqual([]);
    expect(importers.filter((path) => !path.startsWith(OWNER))).toEqual([]);
  });

  test.each(LIBRARIES)('%s is a dependency of identifiers only', (library) => {
    const manifests = trackedFiles.filter((path) => path.endsWith('package.json')).map(sourceAt);
    const dependents = manifests.filter(({ text }) => text.includes(`"${library}"`)).map(({ path }) => path);
    expect(dependents).toEqual([`${OWNER}package.json`]);
  });

  test.each(LIBRARIES)('every kind of import of %s is found', (library) => {
    for (const text of [
      `import { x } from '${library}';`,
      `import '${library}';`,
      `const x = await import("${library}/min");`,
      `require('${library}')`,
    ])
      expect(importsOf(library, [{ path: 'a.ts', text }])).toEqual(['a.ts']);
    expect(importsOf(library, [{ path: 'a.ts', text: `// see ${library}` }])).toEqual([]);
  });
});
