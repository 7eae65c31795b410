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

/** A certificate of an authority of its own, in PEM. */
function certificate(name) {
  call(name, '-genkeypair', '-keyalg', 'EC', '-alias', name, '-dname', `CN=${name}`);
  return call(name, '-exportcert', '-rfc', '-alias', name);
}

test('a runtime comes to trust whom the machine trusts, once', async () => {
  const known = certificate('known');
  const company = certificate('company');
  const runtime = { keytool, store: join(folder, 'known'), password };
  const trusted = `${known}\n# a remark of the bundle\n${company}${company}`;
  assert.equal(authorities(trusted).size, 2);
  assert.equal(await trustLikeMachine(runtime, trusted), 1);
  assert.match(call('known', '-list', '-v'), /Owner: CN=company/);
  assert.equal(await trustLikeMachine(runtime, trusted), 0);
});

test('the environment may name the bundle, and one more', () => {
  const file = (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const bundle = file('bundle.pem', 'bundle');
  const more = file('more.pem', 'more');
  assert.equal(trustedByMachine({ SSL_CERT_FILE: bundle, NODE_EXTRA_CA_CERTS: more }), 'bundle\nmore');
  assert.equal(
    trustedByMachine({ SSL_CERT_FILE: bundle, NODE_EXTRA_CA_CERTS: join(folder, 'gone') }),
    'bundle',
  );
});
