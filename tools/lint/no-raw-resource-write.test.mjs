import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Linter } from 'eslint';
import { noRawResourceWrite, writtenTables } from './no-raw-resource-write.mjs';
import { RAW_WRITES } from './raw-writes.mjs';
import { resourceTables, tablesOf } from './resource-tables.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = 'services/payments/src/features/sample.ts';

/** The messages of the rule about a statement in a file of a service. */
function refusals(code, file = FILE) {
  const linter = new Linter({ cwd: ROOT });
  const config = {
    files: ['**/*.ts'],
    plugins: { coulisse: { rules: { 'no-raw-resource-write': noRawResourceWrite } } },
    rules: { 'coulisse/no-raw-resource-write': 'error' },
  };
  return linter.verify(code, config, join(ROOT, file)).map(({ message }) => message.slice(0, 20));
}

test('a statement that writes a table of a resource is refused', () => {
  for (const sql of [
    "UPDATE payment SET state = 'VALIDATED' WHERE id = $1",
    'UPDATE "payment" p SET version = 1',
    'INSERT INTO payment (id) VALUES ($1)',
    'DELETE FROM payment WHERE id = $1',
    'WITH old AS (SELECT 1) UPDATE payment SET id = $1',
    '\\nUPDATE\\n  payment SET id = $1',
  ])
    assert.deepEqual(refusals(`query(\`${sql}\`)`), ['Write payment with r'], sql);
  assert.equal(refusals("query('DELETE FROM payment')").length, 1);
});

test('a table whose name the code puts in is refused', () => {
  assert.deepEqual(refusals('query(`UPDATE "${table}" SET id = $1`)'), ['Write it with resour']);
});

test('reads, locks and tables that are no resource are allowed', () => {
  for (const sql of [
    'SELECT 1 FROM payment WHERE id = $1 FOR UPDATE',
    'SELECT 1 FROM payment FOR NO KEY UPDATE',
    'INSERT INTO payment_attempt (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET id = $1',
    'SELECT 1 FROM payment FOR UPDATE SKIP LOCKED',
    'UPDATE payment_inquiry SET next_at = now() WHERE payment_id = (SELECT id FROM payment LIMIT 1)',
  ])
    assert.deepEqual(refusals(`query(\`${sql}\`)`), [], sql);
});

test('an enumeration is no table', () => {
  const schema =
    'model Payment {\n  id String\n  @@map("payment")\n}\n\nenum State {\n  A\n  @@map("payment_state")\n}\n';
  assert.deepEqual(tablesOf(schema), ['payment']);
});

test('every exception is used and has a reason', () => {
  const tables = resourceTables(ROOT);
  for (const { file, table, reason } of RAW_WRITES) {
    assert.ok(existsSync(join(ROOT, file)), `${file} is gone`);
    assert.ok(
      writtenTables(readFileSync(join(ROOT, file), 'utf8')).includes(table),
      `${file} does not write ${table}`,
    );
    assert.ok(
      table === '*' || tables.get(/^services\/[\w-]+/.exec(file)[0])?.has(table),
      `${table} is no resource`,
    );
    assert.match(reason, /^[A-Z].{30,}\.$/, file);
  }
});
