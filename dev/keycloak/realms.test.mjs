import assert from 'node:assert/strict';
import test from 'node:test';
import { covers } from './apply-realms.mjs';
import { FLOW_STEPS, realms } from './realms.mjs';

const setting = {
  stack: 'this one',
  publicUrl: 'http://localhost:9999',
  identitySecret: 'identity',
  gatewaySecret: 'gateway',
  smtp: { host: 'localhost', port: '25' },
};
const [staff, front] = realms(setting);
const client = (realm, id) => realm.clients.find(({ clientId }) => clientId === id);

test('redirects browsers only to the staff portal', () => {
  const { redirectUris, webOrigins, attributes, publicClient } = client(staff, 'coulisse-staff');
  assert.ok(redirectUris.every((uri) => uri.startsWith('http://localhost:9999/b')));
  assert.deepEqual(webOrigins, ['http://localhost:9999']);
  assert.equal(attributes['pkce.code.challenge.method'], 'S256');
  assert.ok(publicClient);
});

test('allows the password grant only to the development client, and to the gateway for the public', () => {
  const direct = (realm) =>
    realm.clients
      .filter(({ directAccessGrantsEnabled }) => directAccessGrantsEnabled)
      .map(({ clientId }) => clientId);
  assert.deepEqual(direct(staff), ['coulisse-cli']);
  assert.deepEqual(direct(front), ['coulisse-gateway']);
  assert.ok(!client(front, 'coulisse-gateway').publicClient);
});

test('a code of the gateway reaches no browser, and identity opens sessions of the public alone', () => {
  const { redirectUris, attributes, browserFlow } = client(front, 'coulisse-gateway');
  assert.ok(redirectUris.every((uri) => new URL(uri).hostname.endsWith('.invalid')));
  assert.equal(attributes['pkce.code.challenge.method'], 'S256');
  assert.equal(FLOW_STEPS[browserFlow], 'auth-cookie');
  const may = (realm) => client(realm, 'coulisse-identity').realmManagement.includes('impersonation');
  assert.deepEqual([may(staff), may(front)], [false, true]);
});

test('tokens name their audience and the tenant', () => {
  const claims = (realm) => realm.scopes[0].protocolMappers.map(({ name }) => name);
  assert.deepEqual(claims(staff).slice(0, 2), ['audience coulisse-api', 'tenant_id']);
  assert.deepEqual(claims(front), ['audience coulisse-front-api', 'tenant_id']);
});

test('both realms lock an account after repeated failed logins', () => {
  for (const { settings } of [staff, front]) {
    assert.ok(settings.bruteForceProtected);
    assert.ok(settings.accessTokenLifespan <= 300);
  }
});

test('only identity changes accounts, and Keycloak’s own clients are disabled', () => {
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

test('requires long passwords, without composition rules or expiry', () => {
  for (const { settings } of [staff, front]) {
    assert.match(settings.passwordPolicy, /\blength\(12\)/);
    assert.doesNotMatch(
      settings.passwordPolicy,
      /digits|lowerCase|upperCase|specialChars|regexPattern|maxLength|forceExpiredPasswordChange/,
    );
  }
});

test('a session ends when idle, and after ten hours at the latest', () => {
  assert.equal(staff.settings.ssoSessionIdleTimeout, 2 * 3_600);
  assert.equal(front.settings.ssoSessionIdleTimeout, 1_800);
  for (const { settings } of [staff, front]) {
    assert.equal(settings.ssoSessionMaxLifespan, 10 * 3_600);
    assert.ok(!settings.rememberMe);
  }
});

test('a code expires after a minute, and a refresh token of a browser is valid once', () => {
  for (const { settings } of [staff, front]) assert.equal(settings.accessCodeLifespan, 60);
  assert.equal(staff.settings.revokeRefreshToken, true);
  assert.equal(staff.settings.refreshTokenMaxReuse, 0);
});

test('each client has the grants and the scopes that it needs, and no more', () => {
  const grants = (settings) =>
    [
      settings.standardFlowEnabled && 'code',
      settings.implicitFlowEnabled && 'implicit',
      settings.directAccessGrantsEnabled && 'password',
      settings.serviceAccountsEnabled && 'service',
    ].filter(Boolean);
  const all = [staff, front].flatMap(({ clients }) => clients);
  assert.deepEqual(
    all.map((settings) => [settings.clientId, ...grants(settings)]),
    [
      ['coulisse-staff', 'code'],
      ['coulisse-cli', 'password'],
      ['coulisse-identity', 'service'],
      ['coulisse-gateway', 'code', 'password'],
      ['coulisse-identity', 'service'],
    ],
  );
  // Public clients have no secret; all others must authenticate.
  for (const settings of all)
    assert.equal(
      Boolean(settings.publicClient),
      !settings.secret && ['coulisse-staff', 'coulisse-cli'].includes(settings.clientId),
    );
  const base = ['basic', 'profile', 'email', 'roles', 'web-origins', 'acr'];
  assert.deepEqual(client(staff, 'coulisse-staff').scopes, {
    default: [...base, 'coulisse-api'],
    optional: ['organization'],
  });
  assert.deepEqual(client(front, 'coulisse-gateway').scopes, { default: [...base, 'coulisse-front-api'] });
  assert.ok(all.every((settings) => !settings.fullScopeAllowed || settings.clientId === 'coulisse-identity'));
});

test('records logins and changes', () => {
  for (const { settings } of [staff, front]) {
    assert.ok(settings.eventsEnabled && settings.adminEventsEnabled);
    // Admin events record which fields were changed, not their values.
    assert.equal(settings.adminEventsDetailsEnabled, false);
  }
});

test('compares expected values and ignores extra ones', () => {
  assert.ok(covers({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ c: 2 }] }));
  assert.ok(!covers({ a: 1 }, { a: 2 }));
  assert.ok(!covers({ a: [1, 2] }, { a: [1] }));
  assert.ok(!covers(undefined, { a: 1 }));
});
