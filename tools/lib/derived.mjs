// What a table's own columns decide (a generated column, its index) and no datamodel can say. The model tells it in doc
// lines of one statement each:
//   /// derive: ALTER TABLE … ADD COLUMN … GENERATED …    behind the table, and again when its columns change
//   /// derive undo: ALTER TABLE … DROP COLUMN …          before that, because a column in use cannot change

/** What is derived of each table, by its name: the statements that make it, and those that take it away. */
export function derivedOf(schema) {
  const found = new Map();
  for (const [, comments, body] of schema.matchAll(/((?:^\/\/\/.*\n)+)^model \w+ \{\n([\s\S]*?)^\}/gm)) {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1];
    const lines = (key) =>
      [...comments.matchAll(new RegExp(`^/// ${key}: (.*)$`, 'gm'))].map(([, statement]) => statement);
    const make = lines('derive');
    if (table && make.length) found.set(table, { make, undo: lines('derive undo') });
  }
  return found;
}

/** Whether a script drops or retypes a column of a table; what is derived of it must then stand aside. */
const disturbs = (sql, table) =>
  new RegExp(`^ALTER TABLE "${table}"[^;]*\\b(DROP COLUMN|SET DATA TYPE)\\b`, 'm').test(sql);

/** Tables share what they all need, an extension or a function: said once. */
const part = (title, statements) =>
  statements.length ? [`-- ${title}`, ...[...new Set(statements)].map((one) => `${one};`)].join('\n') : '';

/**
 * A script with what is derived brought from one schema to the next.
 * @param {string} sql the script that changes tables, maybe empty
 * @param {string} before schema that the last migration reached
 * @param {string} after schema that this one is to reach
 */
export function withDerived(sql, before, after) {
  const [was, is] = [derivedOf(before), derivedOf(after)];
  const changed = ([table]) =>
    was.get(table)?.make.join() !== is.get(table)?.make.join() || disturbs(sql, table);
  const statements = (tables, key) => [...tables].filter(changed).flatMap(([, derived]) => derived[key]);
  return [
    part('What is derived stands aside', statements(was, 'undo')),
    sql.trimEnd(),
    part('What is derived', statements(is, 'make')),
  ]
    .filter(Boolean)
    .join('\n\n');
}
