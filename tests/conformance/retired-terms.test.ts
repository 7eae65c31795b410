import { basename } from 'node:path';
import ts from 'typescript';
import { RETIRED, RETIRED_FILES, VAGUE } from './retired-terms';
import { read, trackedFiles } from './tracked-files';

const tracked = trackedFiles
  .filter((path) => /\.(?:ts|tsx|mjs|cjs)$/.test(path))
  .filter((path) => !/\/generated\/|retired-terms/.test(path));

/** Names that a text declares or uses; words in comments and texts are not among them. */
function identifiersOf(text: string): Set<string> {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.JSX, text);
  const names = new Set<string>();
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan())
    if (token === ts.SyntaxKind.Identifier) names.add(scanner.getTokenText());
  return names;
}
const retiredIn = (path: string, text: string): string[] =>
  [...identifiersOf(text)].flatMap((name) => {
    const retired = RETIRED.find(({ term, where }) => term.test(name) && (where?.test(path) ?? true));
    return retired ? [`${path}: ${name}, use ${retired.use}`] : [];
  });

test('no identifier is a retired term', () => {
  expect(tracked.length).toBeGreaterThan(1_000);
  expect(tracked.flatMap((path) => retiredIn(path, read(path)))).toEqual([]);
});

/** Vague names of variables, parameters, functions and types that a text declares. */
function vagueIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isLocal =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node);
    if (isLocal && node.name && ts.isIdentifier(node.name) && VAGUE.test(node.name.text))
      names.push(`${path}: ${node.name.text}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

test('no local name is vague', () => {
  expect(tracked.flatMap((path) => vagueIn(path, read(path)))).toEqual([]);
});

/** Fields of messages and of tables that a text declares: `.proto` and `.prisma` files. */
const fieldsOf = (text: string): string[] => [
  ...[...text.matchAll(/^\s+(?:repeated |optional )?[\w.]+ (\w+) = \d+;/gm)].map(([, name]) => name!),
  ...[...text.matchAll(/^ {2}(\w+) +[A-Z]\w*(?:\[\]|\?)?(?: |$)/gm)].map(([, name]) => name!),
];
const vagueFieldsIn = (path: string, text: string): string[] =>
  fieldsOf(text)
    .filter((name) => VAGUE.test(name))
    .map((name) => `${path}: ${name}`);

test('no field of a message or a table is vague', () => {
  const declarations = trackedFiles.filter((path) => /\.(?:proto|prisma)$/.test(path));
  expect(declarations.flatMap((path) => fieldsOf(read(path))).length).toBeGreaterThan(500);
  expect(declarations.flatMap((path) => vagueFieldsIn(path, read(path)))).toEqual([]);
});

test('detects a vague field', () => {
  expect(
    vagueFieldsIn('a.proto', 'message A {\n  bool known = 1;\n  repeated string ids = 2;\n}'),
  ).toHaveLength(1);
  expect(
    vagueFieldsIn('a.prisma', 'model A {\n  id Int\n  asked      Int       @default(0)\n}'),
  ).toHaveLength(1);
});

test('no file is named by a retired term', () => {
  const names = tracked.flatMap((path) =>
    path.split('/').map((part) => basename(part).replace(/\.\w+$/, '')),
  );
  expect([...new Set(names)].filter((name) => RETIRED_FILES.some((term) => term.test(name)))).toEqual([]);
});

test('detects a vague name, and allows a property', () => {
  expect(vagueIn('a.ts', 'const { known } = f((one) => one);')).toHaveLength(2);
  expect(vagueIn('a.ts', 'const { known: ids } = { known: [1] };')).toEqual([]);
});

test('detects a retired term in code, and not in a comment', () => {
  expect(retiredIn('packages/a.ts', 'const crowds = new Crowds(); // a crowd of hushed doors')).toHaveLength(
    2,
  );
  expect(retiredIn('packages/a.ts', "const text = 'Crowds'; /* keepBuyer */")).toEqual([]);
  expect(retiredIn('packages/a.ts', 'request.cartToken')).toHaveLength(1);
  expect(retiredIn('services/ticketing/a.ts', 'request.cartToken')).toEqual([]);
});
