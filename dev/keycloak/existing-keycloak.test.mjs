import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { after, before, beforeEach } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'keycloak-'));
process.env.COULISSE_DATA_DIR = folder;
const { keycloakAccess } = await import('../lib/keycloak-client.mjs');
const { checkKeycloak, deleteRealms, incompatibilityReason } = await import('./existing-keycloak.mjs');

const PASSWORD = 'of the administrator';
const organizations = { name: 'ORGANIZATION', enabled: true };

/** State of the fake Keycloak; each test changes the part that it needs. */
let themes;
let realms;

async function answer(request) {
  const { url, method } = request;
  if (url === '/realms/master/protocol/openid-connect/token') {
    const right = new URLSearchParams(await text(request)).get('password') === PASSWORD;
    if (right) return [200, { access_token: 'token', expires_in: 60 }];
    return [401, { error: 'invalid_grant', error_description: 'Invalid user credentials' }];
  }
  if (request.headers.authorization !== 'Bearer token') return [401, {}];
  if (url === '/admin/serverinfo')
    return [200, { systemInfo: { version: '26.7.5' }, features: [organizations], themes: { login: themes } }];
  const name = url.replace('/admin/realms/', '');
  if (!(name in realms)) return [404, { error: 'Realm not found.' }];
  const realm = { realm: name, attributes: realms[name] };
  if (method === 'DELETE') delete realms[name];
  return [200, realm];
}

const server = createServer(async (request, response) => {
  const [status, content] = await answer(request);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
});
let access;
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  access = { url: `http://127.0.0.1:${server.address().port}`, username: 'admin', password: PASSWORD };
});
beforeEach(() => {
  themes = [{ name: 'keycloak.v2' }, { name: 'coulisse' }];
  realms = {};
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const advice = (pattern) => (error) => pattern.test(error.advice);

test('returns no notice for a complete Keycloak', async () => {
  assert.equal(await checkKeycloak(access, 'ours'), undefined);
});

test('accepts a Keycloak without our theme, and says how to install it', async () => {
  themes = [{ name: 'keycloak.v2' }];
  assert.match(await checkKeycloak(access, 'ours'), /lacks the theme coulisse.*deploy-themes\.mjs/s);
});

test('distinguishes an unreachable Keycloak, a wrong password and a missing one', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address();
  closed.close();
  await once(closed, 'close');
  const examine = (change) => () => checkKeycloak({ ...access, ...change }, 'ours');
  await assert.rejects(examine({ url: `http://127.0.0.1:${port}` }), advice(/Start it first/));
  await assert.rejects(examine({ password: 'guessed' }), advice(/KEYCLOAK_ADMIN_PASSWORD/));
  await assert.rejects(examine({ password: 'guessed' }), /Invalid user credentials/);
  await assert.rejects(examine({ password: '' }), /nothing tells the password/);
});

test('refuses realms that hold the users of another stack', async () => {
  realms = { coulisse: { 'coulisse.stack': 'theirs' } };
  await assert.rejects(checkKeycloak(access, 'ours'), /realm coulisse at/);
  // An external database may belong to the same stack as those realms.
  assert.equal(await checkKeycloak(access), undefined);
  realms = { coulisse: { 'coulisse.stack': 'ours' }, 'coulisse-front': {} };
  assert.equal(await checkKeycloak(access, 'ours'), undefined);
});

test('removes only the realms of this stack', async () => {
  realms = {
    master: {},
    coulisse: { 'coulisse.stack': 'ours' },
    'coulisse-front': { 'coulisse.stack': 'theirs' },
  };
  assert.deepEqual(await deleteRealms(access, 'ours'), ['coulisse']);
  assert.deepEqual(Object.keys(realms), ['master', 'coulisse-front']);
});

test('refuses a Keycloak that is too old or has no organizations', () => {
  assert.match(incompatibilityReason({ systemInfo: { version: '25.0.6' } }), /25\.0\.6/);
  assert.match(incompatibilityReason({ features: [{ ...organizations, enabled: false }] }), /organization/);
  assert.equal(
    incompatibilityReason({ systemInfo: { version: '26.0.0' }, features: [organizations] }),
    undefined,
  );
  // A caller with few rights gets no version and no features.
  assert.equal(incompatibilityReason({}), undefined);
});

test('uses KEYCLOAK_ADMIN only together with KEYCLOAK_URL', () => {
  const named = { KEYCLOAK_ADMIN: 'somebody', KEYCLOAK_ADMIN_PASSWORD: 'theirs' };
  const outside = keycloakAccess({ ...named, KEYCLOAK_URL: 'https://login.example/' });
  assert.deepEqual(outside, { url: 'https://login.example', username: 'somebody', password: 'theirs' });
  assert.equal(keycloakAccess({ KEYCLOAK_URL: 'https://login.example' }).password, '');
  const own = keycloakAccess(named);
  assert.equal(own.username, 'admin');
  assert.notEqual(own.password, 'theirs');
});
