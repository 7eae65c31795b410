import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { productSources, read, root, trackedFiles } from './tracked-files';

/** Modules that a file loads: static and dynamic imports and re-exports, without those of types alone. */
const modulesOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map(([, fixed, onDemand]) => fixed ?? onDemand ?? '');

const entriesOf = (name: string): Record<string, string> =>
  (JSON.parse(read('packages', name, 'package.json')) as { exports: Record<string, string> }).exports;

/** The source file of a module of the repository; undefined for one of npm, and for what is not code. */
const sourceOf = (module: string, from: string): string | undefined => {
  const [, name, entry] = /^@coulisse\/([\w-]+)(\/.+)?$/.exec(module) ?? [];
  const target = name
    ? join('packages', name, entriesOf(name)[`.${entry ?? ''}`] ?? '')
    : module.startsWith('.')
      ? join(dirname(from), module)
      : undefined;
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((end) => `${target}${end}`)
    .find((path) => target && /\.tsx?$/.test(path) && existsSync(join(root, path)));
};

/** Modules of npm that a front contains, with a file that imports each. */
const npmModulesOf = (front: string): Map<string, string> => {
  const found = new Map<string, string>();
  const files = productSources.filter((path) => path.startsWith(`micro-frontends/${front}/src/`));
  const seen = new Set(files);
  for (let file = files.pop(); file; file = files.pop())
    for (const module of modulesOf(read(file))) {
      const source = sourceOf(module, file);
      if (!source) found.set(module, file);
      else if (!seen.has(source)) {
        seen.add(source);
        files.push(source);
      }
    }
  return found;
};

const isPrime = (module: string): boolean => module.startsWith('primereact');

test('the public front contains no PrimeReact, by whatever way', () => {
  const modules = npmModulesOf('public-front');
  expect([...modules].filter(([module]) => isPrime(module))).toEqual([]);
  // It does contain what it imports through our packages.
  expect(modules.has('lucide-react')).toBe(true);
});

test('the same search finds PrimeReact in the shell, through several packages', () => {
  const importers = [...npmModulesOf('shell')].filter(([module]) => isPrime(module));
  expect(importers.map(([module]) => module)).toEqual(
    expect.arrayContaining(['primereact/calendar', 'primereact/menu', 'primereact/overlaypanel']),
  );
});

test('only ui-kit imports PrimeReact, widget by widget, and not its themes', () => {
  const importers = trackedFiles
    .filter((path) => /\.(?:tsx?|css)$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/(?:from|import|@import)\s*\(?['"](primereact[^'"]*)['"]/g)].map(
        ([, module = '']) => ({ path, module }),
      ),
    );
  expect(importers.length).toBeGreaterThan(4);
  const others = importers.filter(
    ({ path, module }) => !path.startsWith('packages/ui-kit/src/') || !/^primereact\/\w+$/.test(module),
  );
  expect(others).toEqual([]);
});
