import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
const env = { ...process.env, COULISSE_DATA_DIR: folder };
const command = fileURLToPath(new URL('../secrets.mjs', import.meta.url));
const secrets = (...args) => execFileSync(process.execPath, [command, ...args], { env, encoding: 'utf8' });
const inModule = (body) =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import * as s from ${JSON.stringify(new URL('secrets.mjs', import.meta.url).href)}; ${body}`,
      ],
      { env, encoding: 'utf8' },
    ),
  );
const credentials = (part) =>
  inModule(`console.log(JSON.stringify(s.serviceCredentials(${JSON.stringify(part)}, ['crm', 'gateway'])))`);
const publicOf = (key) =>
  createPublicKey(createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }))
    .export({ format: 'der', type: 'spki' })
    .toString('base64');

test.after(() => rmSync(folder, { recursive: true }));

test('creates one key pair for each part, once, in a private file', () => {
  const [crm, gateway] = [credentials('crm'), credentials('gateway')];
  assert.notEqual(crm.SERVICE_KEY, gateway.SERVICE_KEY);
  assert.deepEqual(credentials('crm'), crm);
  const peers = JSON.parse(crm.SERVICE_PEERS);
  assert.deepEqual(peers, { crm: [publicOf(crm.SERVICE_KEY)], gateway: [publicOf(gateway.SERVICE_KEY)] });
  assert.equal(statSync(join(folder, 'secrets.json')).mode & 0o777, 0o600);
});

test('after a rotation peers accept both keys until the old one is dropped; no value is printed', () => {
  const before = credentials('crm').SERVICE_KEY;
  const shown = secrets('rotate', 'crm', 'session', 'encryption') + secrets();
  const after = credentials('crm');
  assert.notEqual(after.SERVICE_KEY, before);
  assert.deepEqual(JSON.parse(after.SERVICE_PEERS).crm, [after.SERVICE_KEY, before].map(publicOf));
  const values = Object.values(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).flat();
  for (const value of values) assert.ok(!shown.includes(value));
  secrets('drop-old');
  assert.deepEqual(JSON.parse(credentials('crm').SERVICE_PEERS).crm, [publicOf(after.SERVICE_KEY)]);
});

test('keeps old encryption keys, which stored data still needs', () => {
  const first = inModule(`console.log(JSON.stringify(s.secret('encryptionKey')))`);
  secrets('rotate', 'encryption');
  secrets('drop-old');
  assert.ok(inModule(`console.log(JSON.stringify(s.oldSecrets('encryptionKey')))`).includes(first));
});

test('an unknown name is refused', () => {
  assert.throws(() => secrets('rotate', 'nobody'), /no such key: nobody/);
  assert.throws(() => secrets('rotate'), /no such key/);
});
