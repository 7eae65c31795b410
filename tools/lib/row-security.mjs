// SQL for a new table that the datamodel cannot express: row security, rights of roles, and statements of its own.
// A model declares the exceptions in its doc lines:
//   /// grant app: select, insert            instead of all four (and needed at all on a table without tenant_id)
//   /// grant platform: select, update       a policy of its own for the platform role
//   /// grant platform: select (id, state)    the same for these columns only
//   /// platform rows: is_public             which rows that policy is for, instead of all
//   /// sql: CREATE INDEX … WHERE …          run once, after the table

const CURRENT_TENANT = `(SELECT nullif(current_setting('app.tenant', true), '')::uuid)`;
const ALL = ['select', 'insert', 'update', 'delete'];

/** Tables that a script creates, with their columns. */
export function createdTables(sql) {
  return [...sql.matchAll(/^CREATE TABLE "(\w+)" \(\n([\s\S]*?)^\);/gm)].map(([, name, body]) => ({
    name,
    hasTenant: /^\s+"tenant_id" /m.test(body),
    sequences: [...body.matchAll(/^\s+"(\w+)" (?:BIG|SMALL)?SERIAL/gm)].map(
      ([, column]) => `${name}_${column}_seq`,
    ),
  }));
}

/** Doc lines of each model, by its table. */
export function tableNotes(files) {
  const notes = new Map();
  for (const { content } of files)
    for (const [, comments, body] of content.matchAll(/((?:^\/\/\/.*\n)*)^model \w+ \{\n([\s\S]*?)^\}/gm)) {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1];
      if (!table) continue;
      const words = (role) =>
        [...comments.matchAll(new RegExp(`^/// grant ${role}: (.*)$`, 'gm'))].flatMap(([, list]) =>
          // Splits at the commas between grants, not at those between the columns of one.
          list.split(/,(?![^(]*\))/).map((word) => word.trim()),
        );
      notes.set(table, {
        app: words('app'),
        platform: words('platform'),
        rows: /^\/\/\/ platform rows: (.*)$/m.exec(comments)?.[1] ?? 'true',
        sql: [...comments.matchAll(/^\/\/\/ sql: (.*)$/gm)].map(([, statement]) =>
          statement.replace(/;$/, ''),
        ),
      });
    }
  return notes;
}

/** `select`, or `select (id, state)`, which gives these columns only. */
function grantOf(text) {
  const [, verb, columns] = /^(\w+)(?: \((.*)\))?$/.exec(text) ?? [];
  if (!verb) throw new Error(`a grant is a verb, maybe with columns: ${text}`);
  const names = columns?.split(',').map((name) => `"${name.trim()}"`);
  return { verb, sql: names ? `${verb.toUpperCase()} (${names.join(', ')})` : verb.toUpperCase() };
}

/** `USING` for what is read or changed, `WITH CHECK` for what is written. */
const conditions = (verb, condition) =>
  [
    verb === 'insert' ? '' : ` USING (${condition})`,
    verb === 'select' || verb === 'delete' ? '' : ` WITH CHECK (${condition})`,
  ].join('');

function secure(part, table, note = { app: [], platform: [], sql: [] }) {
  const lines = [];
  const app = note.app.length ? note.app : table.hasTenant ? ALL : [];
  if (table.hasTenant) {
    lines.push(
      `ALTER TABLE "${table.name}" ENABLE ROW LEVEL SECURITY;`,
      `ALTER TABLE "${table.name}" FORCE ROW LEVEL SECURITY;`,
      `CREATE POLICY "tenant" ON "${table.name}" TO "${part}_app"${conditions('all', `"tenant_id" = ${CURRENT_TENANT}`)};`,
    );
  }
  const platform = note.platform.map(grantOf);
  for (const [role, grants] of [
    ['app', app.map(grantOf)],
    ['platform', platform],
  ]) {
    if (!grants.length) continue;
    const rights = grants.map(({ sql }) => sql).join(', ');
    lines.push(`GRANT ${rights} ON "${table.name}" TO "${part}_${role}";`);
    if (grants.some(({ verb }) => verb === 'insert'))
      for (const sequence of table.sequences)
        lines.push(`GRANT USAGE ON SEQUENCE "${sequence}" TO "${part}_${role}";`);
  }
  if (table.hasTenant)
    for (const { verb } of platform)
      lines.push(
        `CREATE POLICY "platform_${verb}" ON "${table.name}" FOR ${verb.toUpperCase()} TO "${part}_platform"${conditions(verb, note.rows ?? 'true')};`,
      );
  return [...lines, ...note.sql.map((statement) => `${statement};`)];
}

/** SQL to append to a migration of a part: what its new tables need. */
export function rowSecurity(part, sql, files) {
  const notes = tableNotes(files);
  return createdTables(sql)
    .map((table) => ({ table, lines: secure(part, table, notes.get(table.name)) }))
    .filter(({ lines }) => lines.length)
    .map(({ table, lines }) => `-- Rights of ${table.name}\n${lines.join('\n')}\n`)
    .join('\n');
}
