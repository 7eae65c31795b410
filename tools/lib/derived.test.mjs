import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withDerived } from './derived.mjs';

const model = (table, expression) => `
${expression ? `/// derive: CREATE EXTENSION IF NOT EXISTS pg_trgm\n/// derive: ALTER TABLE "${table}" ADD COLUMN "all" text GENERATED ALWAYS AS (${expression}; 'x') STORED\n/// derive undo: ALTER TABLE "${table}" DROP COLUMN "all"\n` : ''}model ${table} {
  id String
  @@map("${table}")
}
`;
const made = (table, expression) =>
  `ALTER TABLE "${table}" ADD COLUMN "all" text GENERATED ALWAYS AS (${expression}; 'x') STORED;`;
const undone = (table) => `ALTER TABLE "${table}" DROP COLUMN "all";`;
/** The statements of a script, without its comments. */
const linesOf = (sql) => sql.split('\n').filter((line) => line && !line.startsWith('--'));

describe('derived statements of a table', () => {
  it('come after it, and shared ones are written once', () => {
    const after = model('a', 'x') + model('b', 'y');
    assert.deepEqual(linesOf(withDerived('CREATE TABLE "a" ();\nCREATE TABLE "b" ();', '', after)), [
      'CREATE TABLE "a" ();',
      'CREATE TABLE "b" ();',
      'CREATE EXTENSION IF NOT EXISTS pg_trgm;',
      made('a', 'x'),
      made('b', 'y'),
    ]);
  });
  it('are omitted while none of them changes', () => {
    assert.equal(withDerived('', model('a', 'x'), model('a', 'x')), '');
    const sql = 'ALTER TABLE "a" ADD COLUMN "more" TEXT;';
    assert.equal(withDerived(sql, model('a', 'x'), model('a', 'x')), sql);
  });
  it('are run again when they change, even if no table does', () => {
    assert.deepEqual(linesOf(withDerived('', model('a', 'x'), model('a', 'y'))), [
      undone('a'),
      'CREATE EXTENSION IF NOT EXISTS pg_trgm;',
      made('a', 'y'),
    ]);
    assert.deepEqual(linesOf(withDerived('', model('a', 'x'), model('a'))), [undone('a')]);
  });
  it('are undone first when a column of the table is dropped or retyped, and for no other table', () => {
    const schema = model('a', 'x') + model('b', 'y');
    for (const sql of [
      'ALTER TABLE "a" ADD COLUMN "z" TEXT,\nDROP COLUMN "w";',
      'ALTER TABLE "a" ALTER COLUMN "x" SET DATA TYPE VARCHAR(300);',
    ])
      assert.deepEqual(linesOf(withDerived(sql, schema, schema)), [
        undone('a'),
        ...sql.split('\n'),
        'CREATE EXTENSION IF NOT EXISTS pg_trgm;',
        made('a', 'x'),
      ]);
  });
});
