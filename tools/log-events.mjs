// npm run log-events : writes docs/operations/log-events.md from the log calls of the sources.
//   npm run log-events -- --check     only says whether the page is current
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { format, resolveConfig } from 'prettier';
import { root } from './lib/databases.mjs';

const PAGE = join(root, 'docs/operations/log-events.md');
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
export const EVENT = /^[a-z]+(?:_[a-z]+)*(?:\.[a-z]+(?:_[a-z]+)*)+$/;

const sources = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (path) =>
        /^(?:gateway|(?:services|packages)\/[\w-]+)\/src\//.test(path) && existsSync(join(root, path)),
    )
    .filter((path) => !/\.test\.ts$|\/generated\/|^packages\/(?:test-kit|sample)\//.test(path));

/** The texts that an expression can be: a literal, or either side of a condition. */
function textsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  return [];
}
const fieldsOf = (node) =>
  node && ts.isObjectLiteralExpression(node)
    ? node.properties.flatMap(({ name }) => (name ? [name.getText().replace(/^err$/, 'error')] : []))
    : [];

/** @returns {{ event: string | undefined, level: string, fields: string[], path: string, line: number }[]} */
export function logCalls(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const calls = [];
  const visit = (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      LEVELS.includes(node.expression.name.text) &&
      /(?:^|\.)log$/.test(node.expression.expression.getText(file))
    ) {
      const last = node.arguments.at(-1);
      const names = last ? textsOf(last) : [];
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      const fields = node.arguments.length > 1 ? fieldsOf(node.arguments[0]) : [];
      for (const event of names.length ? names : [undefined])
        calls.push({ event, level: node.expression.name.text, fields, path, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

export const allLogCalls = () =>
  sources().flatMap((path) => logCalls(path, readFileSync(join(root, path), 'utf8')));

async function page() {
  const events = new Map();
  for (const { event, level, fields, path } of allLogCalls()) {
    const entry = events.get(event) ?? { levels: new Set(), fields: new Set(), parts: new Set() };
    entry.levels.add(level);
    fields.forEach((field) => entry.fields.add(field));
    entry.parts.add(path.startsWith('gateway') ? 'gateway' : path.split('/')[1]);
    events.set(event, entry);
  }
  const list = (values) => [...values].sort().join(', ');
  const rows = [...events]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(
      ([event, { levels, fields, parts }]) =>
        `| \`${event}\` | ${list(levels)} | ${list(fields)} | ${list(parts)} |`,
    );
  const text = `# Log events

Written by \`npm run log-events\` from the log calls of the sources; a test keeps it current. Every line is JSON with \`level\`, \`time\`, \`service\`, the event in \`msg\`, and, within a request or a message, \`traceId\`. An \`error\` has type, message, stack and cause; secrets are redacted before a line is written.

| Event | Level | Fields | Logged by |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
  return format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const expected = await page();
  const found = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  if (process.argv.includes('--check')) {
    const unnamed = allLogCalls().filter(({ event }) => !event || !EVENT.test(event));
    for (const { path, line, event } of unnamed)
      console.error(
        `${path}:${line} logs ${JSON.stringify(event)}: a name such as job.handler_missing is needed`,
      );
    if (found !== expected)
      console.error('docs/operations/log-events.md is not what the sources log: npm run log-events');
    if (unnamed.length > 0 || found !== expected) process.exitCode = 1;
  } else {
    mkdirSync(dirname(PAGE), { recursive: true });
    writeFileSync(PAGE, expected);
  }
}
