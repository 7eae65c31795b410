import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { authorities, trustLikeMachine, trustedByMachine } from './java-trust.mjs';
import { ensureJava } from './java.mjs';

const folder = mkdtempSync(join(tmpdir(), 'trust-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const password = 'only-for-this-test';
const keytool = join((await ensureJava()).home, 'bin/keytool');
const call = (store, ...args) =>
  execFileSync(keytool, [...args, '-keystore', join(folder, store), '-storepass', password], {
    encoding: 'utf8',
    stdio: 'pipe',
  });

/** A self-signed certificate, in PEM. */
function certificate(name) {
  call(name, '-genkeypair', '-keyalg', 'EC', '-alias', name, '-dname', `CN=${name}`);
  return call(name, '-exportcert', '-rfc', '-alias', name);
}

test('adds the authorities of the machine to a runtime, once', async () => {
  const existing = certificate('known');
  const company = certificate('company');
  const runtime = { keytool, store: join(folder, 'known'), password };
  const trusted = `${existing}\n# a remark of the bundle\n${company}${company}`;
  assert.equal(authorities(trusted).size, 2);
  assert.equal(await trustLikeMachine(runtime, trusted), 1);
  assert.match(call('known', '-list', '-v'), /Owner: CN=company/);
  assert.equal(await trustLikeMachine(runtime, trusted), 0);
});

test('reads the bundle of SSL_CERT_FILE and the extra one of NODE_EXTRA_CA_CERTS', () => {
  const file = (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const bundle = file('bundle.pem', 'bundle');
  const extra = file('more.pem', 'more');
  assert.equal(trustedByMachine({ SSL_CERT_FILE: bundle, NODE_EXTRA_CA_CERTS: extra }), 'bundle\nmore');
  assert.equal(
    trustedByMachine({ SSL_CERT_FILE: bundle, NODE_EXTRA_CA_CERTS: join(folder, 'gone') }),
    'bundle',
  );
});
