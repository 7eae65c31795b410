import assert from 'node:assert/strict';
import test from 'node:test';
import { covers } from './apply-realms.mjs';
import { realms } from './realms.mjs';

const setting = {
  stack: 'this one',
  publicUrl: 'http://localhost:9999',
  identitySecret: 'identity',
  gatewaySecret: 'gateway',
  smtp: { host: 'localhost', port: '25' },
};
const [staff, front] = realms(setting);
const client = (realm, id) => realm.clients.find(({ clientId }) => clientId === id);

test('browsers are only sent back to the staff portal', () => {
  const { redirectUris, webOrigins, attributes, publicClient } = client(staff, 'coulisse-staff');
  assert.ok(redirectUris.every((uri) => uri.startsWith('http://localhost:9999/b')));
  assert.deepEqual(webOrigins, ['http://localhost:9999']);
  assert.equal(attributes['pkce.code.challenge.method'], 'S256');
  assert.ok(publicClient);
});

test('passwords are only taken by the development client, and by the gateway for the public', () => {
  const direct = (realm) =>
    realm.clients
      .filter(({ directAccessGrantsEnabled }) => directAccessGrantsEnabled)
      .map(({ clientId }) => clientId);
  assert.deepEqual(direct(staff), ['coulisse-cli']);
  assert.deepEqual(direct(front), ['coulisse-gateway']);
  assert.ok(!client(front, 'coulisse-gateway').publicClient);
});

test('tokens name their audience and the tenant', () => {
  const claims = (realm) => realm.scopes[0].protocolMappers.map(({ name }) => name);
  assert.deepEqual(claims(staff).slice(0, 2), ['audience coulisse-api', 'tenant_id']);
  assert.deepEqual(claims(front), ['audience coulisse-front-api', 'tenant_id']);
});

test('both realms lock an account that is guessed at', () => {
  for (const { settings } of [staff, front]) {
    assert.ok(settings.bruteForceProtected);
    assert.ok(settings.accessTokenLifespan <= 300);
  }
});

test('nobody changes an account but identity, and Keycloak’s own clients are closed', () => {
  for (const { closedClients, closedActions, userProfile } of [staff, front]) {
    assert.deepEqual(
      [...closedClients],
      ['account', 'account-console', 'security-admin-console', 'broker', 'admin-cli'],
    );
    assert.ok(closedActions.includes('UPDATE_PROFILE'));
    assert.ok(userProfile.attributes.every(({ permissions }) => permissions.edit.join() === 'admin'));
  }
  assert.deepEqual(Object.keys(front.flows), ['browserFlow']);
});

test('a list of leaked passwords is named where this Keycloak has one', () => {
  for (const { settings } of [staff, front]) {
    assert.match(settings.passwordPolicy, /^length\(12\) and notUsername\(\) and notEmail\(\)/);
    assert.doesNotMatch(settings.passwordPolicy, /passwordBlacklist/);
  }
  for (const { settings } of realms({ ...setting, leakedPasswords: 'leaked.txt' }))
    assert.match(settings.passwordPolicy, / and passwordBlacklist\(leaked\.txt\)$/);
});

test('what is wanted is compared, what is there besides is not', () => {
  assert.ok(covers({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ c: 2 }] }));
  assert.ok(!covers({ a: 1 }, { a: 2 }));
  assert.ok(!covers({ a: [1, 2] }, { a: [1] }));
  assert.ok(!covers(undefined, { a: 1 }));
});
