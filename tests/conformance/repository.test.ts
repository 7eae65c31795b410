import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { topology, topics } from '@coulisse/contracts';
import { manifests as services } from './parts-of-services';
import { read, root, trackedFiles as tracked } from './tracked-files';

const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, path, entry.name, 'package.json')))
    .map((entry) => join(path, entry.name));
interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  exports?: Record<string, string>;
}
const workspaces = [
  ...folders('packages'),
  ...folders('services'),
  ...folders('micro-frontends'),
  'gateway',
  'dev',
  'tests',
];
const manifests = workspaces.map((path) => JSON.parse(read(path, 'package.json')) as Manifest);

describe('the repository', () => {
  test('no import cycle between packages', () => {
    const graph = new Map(manifests.map(({ name, dependencies }) => [name, Object.keys(dependencies ?? {})]));
    const visit = (name: string, path: string[]): string[] => {
      if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
      for (const next of graph.get(name) ?? []) {
        const circle = graph.has(next) ? visit(next, [...path, name]) : [];
        if (circle.length) return circle;
      }
      return [];
    };
    for (const name of graph.keys()) expect(visit(name, [])).toEqual([]);
  });

  test('the PostgreSQL driver has one exact version: batches use its internals', () => {
    const versions = manifests.flatMap(({ dependencies }) => dependencies?.pg ?? []);
    expect(versions.length).toBeGreaterThan(3);
    expect([...new Set(versions)]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  });
  test('no file over 600 lines', () => {
    const source = tracked.filter((path) => /\.(ts|tsx|mjs|cjs|css|proto)$/.test(path));
    expect(source.length).toBeGreaterThan(100);
    expect(source.filter((path) => read(path).split('\n').length > 601)).toEqual([]);
  });

  test('no binary, no lockfile with hosts, no path of a machine', () => {
    expect(tracked.filter((path) => /\.(jar|zip|gz|exe|so|wasm|woff2?)$/.test(path))).toEqual([]);
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> };
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([]);
    const texts = tracked.filter(
      (path) => /\.(ts|tsx|mjs|json|md|yaml|css)$/.test(path) && path !== 'package-lock.json',
    );
    expect(
      texts.filter(
        (path) => /\/(work|home|root)\/\w+\//.test(read(path)) && !path.startsWith('tests/conformance'),
      ),
    ).toEqual([]);
  });
});

describe.each(topology.filter(({ kind }) => kind === 'service').map((part) => part.name))(
  'service %s',
  (name) => {
    const path = join('services', name);

    test('has one name in the topology, as a folder, as a package and as a proto package', () => {
      expect(manifests.map((manifest) => manifest.name)).toContain(`@coulisse/${name}`);
      expect(existsSync(join(root, path, 'src', 'service.ts'))).toBe(true);
      // A service of read models has neither events nor calls of its own.
      const { publishes = [], rpc = [] } = services.find((manifest) => manifest.name === name)!;
      const hasContract = publishes.length + rpc.length > 0;
      expect(existsSync(join(root, 'proto', 'coulisse', name))).toBe(hasContract);
      expect(Object.keys(topics).some((topic) => topic.startsWith(`${name}.`))).toBe(hasContract);
    });

    test('its README has the six headings', () => {
      const text = read(path, 'README.md').toLowerCase();
      for (const heading of ['owns', 'publishes', 'consumes', 'calls', 'configures', 'run and test'])
        expect(text).toContain(`## ${heading}`);
    });
  },
);

test('the message catalogue has both languages, and they differ', () => {
  const fr = JSON.parse(read('packages/contracts/src/messages/fr.json')) as Record<string, string>;
  const en = JSON.parse(read('packages/contracts/src/messages/en.json')) as Record<string, string>;
  expect(Object.keys(en)).toEqual(Object.keys(fr));
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [code, text] of Object.entries(fr)) {
    expect(en[code]).not.toBe(text);
    expect([code, placeholders(en[code] ?? '')]).toEqual([code, placeholders(text)]);
  }
});

test('texts of histories exist in both languages', () => {
  const TOLD_BY_SCREENS = ['create', 'update', 'delete', 'comment', 'attach', 'detach', 'order'];
  // `tx.history('crm.tiers', id, 'merged', …)`, and the options of the operations of a resource: `{ action: 'refund', … }`.
  const NAMED =
    /history\(\s*'[\w.-]+',\s*[^,]+,\s*'([\w-]+)'|\baction: '([\w-]+)'|\.delete\([^;]*, '([\w-]+)'\)/g;
  const deeds = tracked
    .filter(
      (path) => /^services\/[^/]+\/src\/(?:features|events)\/.*\.ts$/.test(path) && !path.includes('.test.'),
    )
    .flatMap((path) =>
      [...read(path).matchAll(NAMED)].map(([, ...names]) => ({
        service: path.split('/')[1] ?? '',
        action: names.find((name) => name !== undefined) ?? '',
      })),
    )
    .filter(({ action }) => !TOLD_BY_SCREENS.includes(action));
  expect(deeds.length).toBeGreaterThan(7);
  const missing = deeds.flatMap(({ service, action }) =>
    ['fr', 'en'].flatMap((language) => {
      const files = tracked.filter((path) =>
        new RegExp(`^services/${service}/src/.*\\.${language}\\.json$`).test(path),
      );
      const texts = files.flatMap((path) => Object.keys(JSON.parse(read(path)) as object));
      return texts.some((key) => key.endsWith(`.history.${action}`))
        ? []
        : [`${language}: ${service} ${action}`];
    }),
  );
  expect(missing).toEqual([]);
});

describe.each(folders('packages'))('%s', (folder) => {
  const manifest = JSON.parse(read(folder, 'package.json')) as Manifest;

  it('names each of its entries, and each exists', () => {
    const targets = Object.entries(manifest.exports ?? {});
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter(([entry, target]) => `${entry}${target}`.includes('*'))).toEqual([]);
    expect(targets.filter(([, target]) => !existsSync(join(root, folder, target)))).toEqual([]);
  });

  it('has a README of one page', () => {
    expect(read(folder, 'README.md').split('\n').length).toBeLessThan(130);
  });
});
