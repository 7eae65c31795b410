import { read, trackedFiles } from './tracked-files';

/** `…/locales/` of a package, `…/tiers.` of a resource: what stands before `fr.json`. */
const prefixes = trackedFiles
  .filter((path) => /[/.]fr\.json$/.test(path))
  .map((path) => path.slice(0, -'fr.json'.length));
const texts = (prefix: string, language: string): Record<string, string> =>
  JSON.parse(read(`${prefix}${language}.json`)) as Record<string, string>;

/** Variables and inner elements of each text. French has the plural `many`, English has not (CLDR). */
const variables = (prefix: string, language: string) =>
  Object.fromEntries(
    Object.entries(texts(prefix, language))
      .filter(([key]) => !key.endsWith('_many'))
      .map(([key, text]) => [key, (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).sort().join(' ')]),
  );

test('texts are found', () => expect(prefixes.length).toBeGreaterThan(40));

test.each(prefixes)('%s*.json have the same keys and variables in both languages', (prefix) => {
  expect(Object.keys(texts(prefix, 'fr')).length).toBeGreaterThan(0);
  expect(variables(prefix, 'en')).toEqual(variables(prefix, 'fr'));
});

/** The packages of the generic screens, each with those whose texts are loaded before its own. */
const RESOURCE_PACKAGES: Record<string, string[]> = {
  'resource-client': [],
  'resource-fields': ['resource-client'],
  'resource-ui': ['resource-client', 'resource-fields'],
  'resource-board': ['resource-client', 'resource-fields', 'resource-ui'],
  'resource-lines': ['resource-client', 'resource-fields', 'resource-ui'],
  'resource-exchange-ui': ['resource-client', 'resource-fields', 'resource-ui'],
};

/** Keys that a source passes to the texts of the generic screens, but for those that it composes. */
const usedKeys = (text: string): string[] =>
  [...text.matchAll(/\btext\(\s*'([^']+)'/g)].map(([, key = '']) => key);

describe.each(Object.entries(RESOURCE_PACKAGES))('%s', (name, loaded) => {
  const keysOf = (member: string) => Object.keys(texts(`packages/${member}/src/locales/`, 'fr'));
  const available = new Set(
    [name, ...loaded].flatMap(keysOf).map((key) => key.replace(/_(?:one|many|other)$/, '')),
  );

  it('uses texts that are loaded with it', () => {
    const sources = trackedFiles.filter(
      (path) => path.startsWith(`packages/${name}/src/`) && /\.tsx?$/.test(path) && !/\.test\./.test(path),
    );
    const missing = sources.flatMap((path) => {
      const source = read(path);
      if (!source.includes('useResourceText')) return [];
      return usedKeys(source)
        .filter((key) => !available.has(key))
        .map((key) => `${path}: ${key}`);
    });
    expect(sources.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  it('has no key that another of these packages has too', () => {
    const others = loaded.flatMap(keysOf);
    expect(keysOf(name).filter((key) => others.includes(key))).toEqual([]);
  });
});
