import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RAW_WRITES } from './raw-writes.mjs';
import { resourceTables } from './resource-tables.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The table that a statement writes; `*` for a name that the code puts in (`UPDATE "${table}"`). */
const WRITE =
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE(?!\s+(?:OF|SKIP|NOWAIT|SET)\b))\s+(?:ONLY\s+)?"?(\w+|\$\{)/g;
const AFTER_A_LOCK = /\bFOR\s+(?:NO\s+KEY\s+)?$/;
const AFTER_A_CONFLICT = /\bDO\s+$/;

/** The tables that a text of SQL writes. Prose that begins with a capital verb names no table of a resource. */
export function writtenTables(sql) {
  return [...sql.matchAll(WRITE)].flatMap((match) => {
    const before = sql.slice(0, match.index);
    if (AFTER_A_LOCK.test(before) || AFTER_A_CONFLICT.test(before)) return [];
    return [match[1] === '${' ? '*' : match[1]];
  });
}

let cachedTables;
/** Read once for all files of a run. */
const tablesByService = () => (cachedTables ??= resourceTables(ROOT));

/** @type {import('eslint').Rule.RuleModule} */
export const noRawResourceWrite = {
  meta: {
    type: 'problem',
    docs: {
      description:
        'Tables of resources are written by the kernel: rights, rules, history and events go with it',
    },
    schema: [],
    messages: {
      raw: 'Write {{table}} with resourcesOf(ctx).of(…): rights, rules, history and events go with it. An exception needs its reason in tools/lint/raw-writes.mjs.',
    },
  },
  create(context) {
    const file = relative(ROOT, context.filename);
    const service = /^services\/[\w-]+/.exec(file)?.[0];
    if (!service) return {};
    const tables = tablesByService().get(service) ?? new Set();
    if (tables.size === 0) return {};
    const allowed = new Set(RAW_WRITES.filter((entry) => entry.file === file).map(({ table }) => table));
    const check = (node, sql) => {
      for (const table of new Set(writtenTables(sql)))
        if ((table === '*' || tables.has(table)) && !allowed.has(table))
          context.report({ node, messageId: 'raw', data: { table: table === '*' ? 'it' : table } });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked ?? '').join('${}')),
    };
  },
};
