// Imports the realms of k8s/platform into the Keycloak of the stack that runs, under names of their own, as its operator does.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { applyRealms, covers } from '../../dev/keycloak/apply-realms.mjs';
import { realms } from '../../dev/keycloak/realms.mjs';
import { AdminApi, keycloakAccess } from '../../dev/lib/keycloak-client.mjs';
import { realmImports } from './realm-import.mjs';

const suffix = randomUUID().slice(0, 8);
const setting = {
  stack: `import ${suffix}`,
  publicUrl: 'https://coulisse.example',
  identitySecret: randomUUID(),
  gatewaySecret: randomUUID(),
  smtp: { host: 'smtp.example', port: '587' },
  names: [`staff-${suffix}`, `front-${suffix}`],
};
const access = keycloakAccess();
const api = new AdminApi(access);
const names = (items) => items.map(({ name }) => name).sort();

const clientOf = async (realm, clientId) =>
  (await api.get(`/${realm}/clients?clientId=${encodeURIComponent(clientId)}`))[0];

/** As Keycloak writes a setting that it stores in another form: lists of languages sorted, rules without arguments bare. */
const storedForm = {
  supportedLocales: (value) => [...value].sort(),
  passwordPolicy: (value) => value.replaceAll('()', ''),
};

/** Differences between a realm and its description that a user of it would notice. */
async function differences({ settings, userProfile, clients, scopes }) {
  const { realm } = settings;
  const found = [];
  const stored = await api.get(`/${realm}`);
  for (const [key, value] of Object.entries(settings))
    if (!covers(storedForm[key]?.(stored[key]) ?? stored[key], storedForm[key]?.(value) ?? value))
      found.push(`${realm} ${key} is ${JSON.stringify(stored[key])}`);
  if (!covers(await api.get(`/${realm}/users/profile`), userProfile)) found.push(`${realm}: user profile`);
  const ours = new Map(scopes.map((scope) => [scope.name, scope.protocolMappers]));
  for (const { scopes: used, realmManagement, browserFlow: _flow, ...client } of clients) {
    const actual = await clientOf(realm, client.clientId);
    if (!covers(actual, client)) found.push(`${realm} ${client.clientId}: settings`);
    // Tokens hold the claims of our scopes, whether through a scope or a mapper of the client.
    const mappers = names(actual.protocolMappers ?? []);
    const builtIn = used.default.filter((name) => !ours.has(name));
    for (const name of used.default.filter((scope) => ours.has(scope)))
      if (!actual.defaultClientScopes.includes(name))
        for (const mapper of names(ours.get(name)))
          if (!mappers.includes(mapper)) found.push(`${realm} ${client.clientId} lacks ${mapper}`);
    for (const name of builtIn)
      if (!actual.defaultClientScopes.includes(name)) found.push(`${realm} ${client.clientId} lacks ${name}`);
    if (!realmManagement) continue;
    const account = await api.get(`/${realm}/clients/${actual.id}/service-account-user`);
    const management = await clientOf(realm, 'realm-management');
    const roles = names(
      await api.get(`/${realm}/users/${account.id}/role-mappings/clients/${management.id}`),
    );
    if (!covers(roles, [...realmManagement].sort())) found.push(`${realm} ${client.clientId} may ${roles}`);
  }
  return found;
}

async function serviceToken(realm) {
  const grant = {
    grant_type: 'client_credentials',
    client_id: 'coulisse-identity',
    client_secret: setting.identitySecret,
  };
  const path = `${access.url}/realms/${realm}/protocol/openid-connect/token`;
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(grant) });
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()).access_token;
}

test('Keycloak imports both realms as they are described, and nothing remains to be done but to close its own clients', async (t) => {
  const described = realms({ ...setting, isInstalled: true });
  t.after(async () => {
    for (const name of setting.names) if (await api.get(`/${name}`)) await api.delete(`/${name}`);
  });
  for (const representation of realmImports(setting)) await api.post('', representation);

  for (const realm of described) assert.deepEqual(await differences(realm), []);
  for (const name of setting.names) {
    const authorization = `Bearer ${await serviceToken(name)}`;
    const users = (realm) =>
      fetch(`${access.url}/admin/realms/${realm}/users`, { headers: { authorization } });
    assert.equal((await users(name)).status, 200);
    assert.ok([401, 403].includes((await users('master')).status));
    assert.equal(
      await clientOf(name, 'coulisse-cli'),
      undefined,
      'the client for development is not installed',
    );
  }

  // A difference that an import would leave is found.
  const [staff] = described;
  const { realm } = staff.settings;
  await api.put(`/${realm}`, { ...(await api.get(`/${realm}`)), bruteForceProtected: false });
  assert.equal((await differences(staff)).length, 1);

  await applyRealms(access, { ...setting, isInstalled: true });
  for (const { settings, closedClients, flows, ...rest } of described) {
    assert.deepEqual(await differences({ settings, ...rest }), []);
    for (const clientId of closedClients)
      assert.notEqual((await clientOf(settings.realm, clientId))?.enabled, true, `${clientId} is open`);
    assert.ok(covers(await api.get(`/${settings.realm}`), flows));
  }
});
