import ts from 'typescript';
import { RULES, WITHOUT_TEST } from './rules';
import { read, trackedFiles } from './tracked-files';

const ID = /\bR-\d{3}\b/g;
const LAST_RULE = 'R-208';

/** Rules that the texts of a source name: titles of tests and rows of their tables. Comments prove nothing. */
function rulesNamedBy(source: string, path = 'a.test.ts'): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node);
    if (isText) names.push(...(node.text.match(ID) ?? []));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  return names;
}

const tests = trackedFiles.filter(
  (path) => /\.test\.(?:tsx?|mjs)$/.test(path) && !path.startsWith('tests/conformance/'),
);
const namedByTests = new Set(
  tests.flatMap((path) => {
    const source = read(path);
    // Few files name any: the others are not scanned.
    return source.includes('R-') ? rulesNamedBy(source, path) : [];
  }),
);

test('every rule is named by a test that proves it, or the list says why by none', () => {
  const unnamed = Object.keys(RULES).filter((id) => !namedByTests.has(id));
  expect(unnamed.sort()).toEqual(Object.keys(WITHOUT_TEST).sort());
});

test('tests name only rules that exist', () => {
  expect([...namedByTests].filter((id) => id < 'R-001' || id > LAST_RULE)).toEqual([]);
});

test('a rule is named by a title or a row, not by a comment', () => {
  expect(
    rulesNamedBy("// R-001\n/* R-002 */ test('sells (R-003)', () => {}); [['R-004']]; it(`is ${x} (R-005)`)"),
  ).toEqual(['R-003', 'R-004', 'R-005']);
});
