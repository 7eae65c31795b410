import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'processes-'));
test.after(() => rmSync(folder, { recursive: true }));

/** The environment of each part, for another data directory; the caller's holds a secret that must not be passed on. */
const environments = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { environment } from ${JSON.stringify(new URL('service-processes.mjs', import.meta.url).href)};
       import { readTopology } from ${JSON.stringify(new URL('topology.mjs', import.meta.url).href)};
       console.log(JSON.stringify(Object.fromEntries(readTopology().map((part) => [part.name, environment(part)]))));`,
    ],
    {
      env: { ...process.env, COULISSE_DATA_DIR: folder, AWS_SECRET_ACCESS_KEY: 'of the operator' },
      encoding: 'utf8',
    },
  ),
);
const having = (name) =>
  Object.entries(environments)
    .filter(([, env]) => env[name])
    .map(([part]) => part);

test('passes a process only its own secrets', () => {
  for (const [name, parts] of [
    ['SESSION_KEY', ['gateway']],
    ['FRONT_CLIENT_SECRET', ['gateway']],
    ['IDENTITY_CLIENT_SECRET', ['identity']],
    ['SUPER_ADMIN_PASSWORD', ['identity']],
    ['SANDBOX_BANK_HMAC_KEY', ['payments']],
  ])
    assert.deepEqual(having(name), parts, name);
  assert.ok(!having('ENCRYPTION_KEY').includes('gateway'));
  for (const name of ['SERVICE_KEY', 'DATABASE_URL']) {
    const values = Object.values(environments).flatMap((env) => env[name] ?? []);
    assert.ok(values.length > 5);
    assert.equal(new Set(values).size, values.length, `${name} is each part's own`);
  }
});

test('passes a process no variable of the caller', () =>
  assert.deepEqual(having('AWS_SECRET_ACCESS_KEY'), []));
