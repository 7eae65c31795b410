import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { productSources as sources, read, root, trackedFiles } from './tracked-files';

/** Fronts and services may share a name; the diagram distinguishes them. */
const FRONTS: Record<string, string> = {
  crm: 'crm-front',
  sales: 'sales-front',
  ticketing: 'ticketing-front',
};
function nodeOf(path: string): string {
  const [kind = '', name = ''] = path.split('/');
  if (kind === 'services') return 'services';
  if (kind === 'micro-frontends') return FRONTS[name] ?? name;
  return kind === 'gateway' ? kind : name;
}

/** `a --> b` for every import of another package. */
function importsOfSources(): string[] {
  const edges = sources.flatMap((path) =>
    [...read(path).matchAll(/(?:from |import\(|import )'@coulisse\/([a-z-]+)/g)].map(
      ([, target]) => `${nodeOf(path)} --> ${target}`,
    ),
  );
  return [...new Set(edges)].filter((edge) => !/^(.+) --> \1$/.test(edge)).sort();
}

/** `a --> b` for every arrow of the diagram. */
function arrowsOfDiagram(text: string): string[] {
  const diagram = /```mermaid\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  return diagram
    .split('\n')
    .map((line) => /^\s*([\w-]+) --> (.+)$/.exec(line))
    .filter((match) => match !== null)
    .flatMap(([, from, targets]) =>
      (targets ?? '').split('&').map((target) => `${from} --> ${target.trim()}`),
    )
    .sort();
}

test('the diagram of packages shows the actual imports', () => {
  const drawn = arrowsOfDiagram(read('docs/architecture.md'));
  expect(drawn.length).toBeGreaterThan(40);
  expect(drawn).toEqual(importsOfSources());
});

test('detects an arrow that is missing from the diagram', () => {
  const text = read('docs/architecture.md').replace(' & identifiers & money', ' & money');
  expect(arrowsOfDiagram(text)).not.toEqual(importsOfSources());
});

describe('decisions', () => {
  const files = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d{4}-/.test(name));

  test('are all in the index, under their titles', () => {
    const index = read('docs/adr/README.md');
    for (const name of files) expect(index).toContain(`](${name})`);
    expect(files.length).toBeGreaterThan(20);
  });

  test.each(files)('%s names existing files that guard it', (name) => {
    const [, guards = ''] = read(`docs/adr/${name}`).split('## Guarded by');
    const paths = [...guards.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) =>
      normalize(join(dirname(`docs/adr/${name}`), path)),
    );
    expect(paths).not.toEqual([]);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('links between documents have existing targets', () => {
  const pages = trackedFiles.filter((path) => path.endsWith('.md'));
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, link = '']) => normalize(join(dirname(page), decodeURI(link))))
      .filter((link) => !existsSync(join(root, link)))
      .map((link) => `${page} → ${link}`),
  );
  expect(dead).toEqual([]);
});
