// SQL that is derived from a table's own columns (a generated column, its index) and that the datamodel cannot express.
// The model declares it in doc lines of one statement each:
//   /// derive: ALTER TABLE … ADD COLUMN … GENERATED …    after the table, and again when its columns change
//   /// derive undo: ALTER TABLE … DROP COLUMN …          before that, because a column in use cannot change

/** The derived statements of each table, by its name: those that create, and those that drop. */
export function derivedStatements(schema) {
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

/** Whether a script drops or retypes a column of a table; what is derived from it must be dropped before. */
const disturbs = (sql, table) =>
  new RegExp(`^ALTER TABLE "${table}"[^;]*\\b(DROP COLUMN|SET DATA TYPE)\\b`, 'm').test(sql);

/** A statement that several tables share, such as for an extension or a function, is written once. */
const part = (title, statements) =>
  statements.length
    ? [`-- ${title}`, ...[...new Set(statements)].map((statement) => `${statement};`)].join('\n')
    : '';

/**
 * Adds to a script the derived statements that lead from one schema to the next.
 * @param {string} sql the script that changes tables, maybe empty
 * @param {string} before schema that the last migration reached
 * @param {string} after schema that this one is to reach
 */
export function withDerived(sql, before, after) {
  const [derivedBefore, derivedAfter] = [derivedStatements(before), derivedStatements(after)];
  const changed = ([table]) =>
    derivedBefore.get(table)?.make.join() !== derivedAfter.get(table)?.make.join() || disturbs(sql, table);
  const statements = (tables, key) => [...tables].filter(changed).flatMap(([, derived]) => derived[key]);
  return [
    part('What is derived stands aside', statements(derivedBefore, 'undo')),
    sql.trimEnd(),
    part('What is derived', statements(derivedAfter, 'make')),
  ]
    .filter(Boolean)
    .join('\n\n');
}
