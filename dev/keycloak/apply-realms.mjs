// Applies the described realms to a running Keycloak through its admin API, whatever was changed by hand and wherever
// the gateway moved. Users and organizations belong to identity and are left alone.
import { AdminApi } from '../lib/keycloak-client.mjs';
import { FLOW_STEPS, realms } from './realms.mjs';

/** Whether `actual` holds everything that is expected; extra values do not matter. */
export function covers(actual, expected) {
  if (expected === null || typeof expected !== 'object') return actual === expected;
  if (actual === null || typeof actual !== 'object') return false;
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, i) => covers(actual[i], item))
    );
  return Object.entries(expected).every(([key, value]) => covers(actual[key], value));
}

async function applySettings(api, settings) {
  const { realm } = settings;
  const actual = await api.get(`/${realm}`);
  // Attributes that are left out would be erased; Keycloak keeps settings of its own among them.
  const attributes = { ...actual?.attributes, ...settings.attributes };
  if (!actual) await api.post('', settings);
  else if (!covers(actual, settings)) await api.put(`/${realm}`, { ...settings, attributes });
}

async function applyMappers(api, path, mappers) {
  const actual = (await api.get(path)) ?? [];
  for (const mapper of mappers) {
    const existing = actual.find(({ name }) => name === mapper.name);
    if (!existing) await api.post(path, mapper);
    else if (!covers(existing, mapper))
      await api.put(`${path}/${existing.id}`, { ...mapper, id: existing.id });
  }
  const superfluous = actual.filter(({ name }) => !mappers.some((mapper) => mapper.name === name));
  for (const { id } of superfluous) await api.delete(`${path}/${id}`);
}

/** Creates or updates our client scopes. Returns the ids of all client scopes by name. */
async function applyScopes(api, realm, scopes) {
  const path = `/${realm}/client-scopes`;
  for (const { protocolMappers, ...scope } of scopes) {
    const find = async () => (await api.get(path)).find(({ name }) => name === scope.name);
    if (!(await find())) await api.post(path, scope);
    const stored = await find();
    if (!covers(stored, scope)) await api.put(`${path}/${stored.id}`, { ...stored, ...scope });
    await applyMappers(api, `${path}/${stored.id}/protocol-mappers/models`, protocolMappers);
  }
  return new Map((await api.get(path)).map(({ name, id }) => [name, id]));
}

async function applyClientScopes(api, path, ids, scopes) {
  for (const kind of /** @type {const} */ (['default', 'optional'])) {
    const names = scopes[kind] ?? [];
    const actual = await api.get(`${path}/${kind}-client-scopes`);
    for (const { id, name } of actual)
      if (!names.includes(name)) await api.delete(`${path}/${kind}-client-scopes/${id}`);
    for (const name of names) {
      if (!ids.has(name)) throw new Error(`no client scope is named ${name}`);
      if (!actual.some((scope) => scope.name === name))
        await api.put(`${path}/${kind}-client-scopes/${ids.get(name)}`);
    }
  }
}

/** Rights of a client's own account on the realm. */
async function applyServiceAccount(api, realm, path, roleNames) {
  const [management] = await api.get(`/${realm}/clients?clientId=realm-management`);
  const { id } = await api.get(`${path}/service-account-user`);
  const assigned = `/${realm}/users/${id}/role-mappings/clients/${management.id}`;
  const actual = (await api.get(assigned)) ?? [];
  const missing = roleNames.filter((name) => !actual.some((role) => role.name === name));
  const superfluous = actual.filter(({ name }) => !roleNames.includes(name));
  if (superfluous.length) await api.delete(assigned, superfluous);
  if (missing.length === 0) return;
  const roles = await api.get(`/${realm}/clients/${management.id}/roles`);
  const named = missing.map((name) => roles.find((role) => role.name === name));
  if (named.includes(undefined)) throw new Error(`realm-management lacks a role of ${missing.join(', ')}`);
  await api.post(assigned, named);
}

async function applyClient(api, realm, ids, flowIds, { scopes, realmManagement, browserFlow, ...described }) {
  const flow = browserFlow && { authenticationFlowBindingOverrides: { browser: flowIds.get(browserFlow) } };
  const client = { ...described, ...flow };
  const find = async () => (await api.get(`/${realm}/clients?clientId=${client.clientId}`))[0];
  if (!(await find())) await api.post(`/${realm}/clients`, client);
  const stored = await find();
  const path = `/${realm}/clients/${stored.id}`;
  const attributes = { ...stored.attributes, ...client.attributes };
  if (!covers(stored, client)) await api.put(path, { ...stored, ...client, attributes });
  await applyClientScopes(api, path, ids, scopes);
  if (realmManagement) await applyServiceAccount(api, realm, path, realmManagement);
}

/** Disables Keycloak's own clients; they are not deleted. */
async function closeClients(api, realm, clientIds) {
  for (const clientId of clientIds) {
    const [stored] = await api.get(`/${realm}/clients?clientId=${clientId}`);
    if (stored?.enabled) await api.put(`/${realm}/clients/${stored.id}`, { ...stored, enabled: false });
  }
}

/** Disables required actions that a browser could request for its account. Not every version has all of them. */
async function closeActions(api, realm, aliases) {
  const path = `/${realm}/authentication/required-actions`;
  for (const action of await api.get(path))
    if (aliases.includes(action.alias) && action.enabled)
      await api.put(`${path}/${action.alias}`, { ...action, enabled: false, defaultAction: false });
}

/** Creates the flows that a realm uses, of one step each. Returns their ids by name. */
async function applyFlows(api, realm, aliases) {
  const path = `/${realm}/authentication/flows`;
  for (const alias of aliases) {
    if (!(await api.get(path)).some((flow) => flow.alias === alias))
      await api.post(path, { alias, providerId: 'basic-flow', topLevel: true, builtIn: false });
    const executions = () => api.get(`${path}/${alias}/executions`);
    if ((await executions()).length === 0)
      await api.post(`${path}/${alias}/executions/execution`, { provider: FLOW_STEPS[alias] });
    for (const execution of await executions())
      if (execution.requirement !== 'REQUIRED')
        await api.put(`${path}/${alias}/executions`, { ...execution, requirement: 'REQUIRED' });
  }
  return new Map((await api.get(path)).map(({ alias, id }) => [alias, id]));
}

/** Puts our flows in the place of built-in ones. */
async function bindFlows(api, realm, flows) {
  const actual = await api.get(`/${realm}`);
  if (!covers(actual, flows)) await api.put(`/${realm}`, { ...actual, ...flows });
}

/**
 * @param {import('../lib/keycloak-client.mjs').Access} access
 * @param {import('./realms.mjs').Setting} setting
 */
export async function applyRealms(access, setting) {
  const api = new AdminApi(access);
  // They share nothing, and a start waits for all of them: Keycloak has more than one processor.
  await Promise.all(realms(setting).map((described) => applyRealm(api, described)));
}

/** @param {AdminApi} api @param {ReturnType<typeof realms>[number]} described */
async function applyRealm(
  api,
  { settings, userProfile, scopes, clients, closedClients, closedActions, flows },
) {
  const { realm } = settings;
  await applySettings(api, settings);
  const profile = `/${realm}/users/profile`;
  if (!covers(await api.get(profile), userProfile)) await api.put(profile, userProfile);
  const ids = await applyScopes(api, realm, scopes);
  const used = clients.flatMap(({ browserFlow }) => browserFlow ?? []);
  const flowIds = await applyFlows(api, realm, new Set([...Object.values(flows), ...used]));
  for (const client of clients) await applyClient(api, realm, ids, flowIds, client);
  await closeClients(api, realm, closedClients);
  await closeActions(api, realm, closedActions);
  await bindFlows(api, realm, flows);
}
