import { productSources, read } from './tracked-files';

/** Names that a text imports from a module, without types. */
const namesFrom = (text: string, module: string): string[] =>
  [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '([^']+)';/gm)]
    .filter(([, , from]) => from === module)
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0] ?? name);

const LISTS = {
  'react-router': 'react-router',
  'react-i18next': 'react-i18next',
  '@tanstack/react-query': 'react-query',
};
/** Fronts without federation contain the libraries themselves. */
const isOfPortal = (path: string): boolean =>
  /^(?:packages|micro-frontends)\/(?!(?:public-front|api-docs|gallery|resource-samples|test-kit)\/)/.test(
    path,
  ) &&
  !path.includes('/shared/') &&
  !/\.test\./.test(path);

test.each(Object.entries(LISTS))(
  'the shell provides what the portal uses of %s, and no more',
  (library, list) => {
    const provided = namesFrom(read(`packages/mfe-kit/src/shared/${list}.ts`), library);
    const used = new Set(productSources.filter(isOfPortal).flatMap((path) => namesFrom(read(path), library)));
    expect(used.size).toBeGreaterThan(2);
    expect([...used].filter((name) => !provided.includes(name))).toEqual([]);
    expect(provided.filter((name) => !used.has(name))).toEqual([]);
  },
);
