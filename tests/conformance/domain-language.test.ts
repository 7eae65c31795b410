import { declaredResources } from './declared-resources';
import { read } from './tracked-files';

const page = read('docs', 'domain-language.md');
/** First and second column of each row of the page's tables. */
const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map(([, term = '', code = '']) => ({
  term: term.trim(),
  code: code.trim(),
}));

test('each resource has a line with its name in code', async () => {
  const named = rows.flatMap(({ code }) => [...code.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const resources = await declaredResources();
  expect(resources.length).toBeGreaterThan(20);
  const missing = resources
    .map(({ rights }) => rights.slice(rights.indexOf('.') + 1))
    .filter((name) => !named.includes(name));
  expect(missing).toEqual([]);
});

test('no term stands twice', () => {
  const terms = rows.map(({ term }) => term).filter((term) => !/^-+$|French|^Term$/.test(term));
  expect(terms.length).toBeGreaterThan(60);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
});
