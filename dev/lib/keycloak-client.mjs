// Keycloak for scripts: tokens by the development client, and the admin REST API.
import { ADMIN, adminPassword } from '../infra/keycloak.mjs';
import { Refusal } from './command.mjs';
import { PORTS } from './settings.mjs';

const REALM = 'coulisse';
const EARLY_MS = 10_000;

/** Keycloak as the environment names it, or ours. */
export function keycloakAccess(env = process.env) {
  return {
    url: (env.KEYCLOAK_URL || `http://localhost:${PORTS.keycloak}`).replace(/\/+$/, ''),
    username: env.KEYCLOAK_ADMIN || ADMIN,
    password: env.KEYCLOAK_ADMIN_PASSWORD || adminPassword(),
  };
}

/** @param {string} url of Keycloak @param {string} realm @param {Record<string, string>} grant */
async function requestToken(url, realm, grant) {
  const address = `${url}/realms/${realm}/protocol/openid-connect/token`;
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(grant) });
  const content = await answer.json();
  if (answer.ok) return content;
  throw new Refusal(
    `${grant.username}: ${content.error_description ?? content.error} (realm ${realm} at ${url})`,
  );
}

/**
 * An access token of a member of staff.
 * @param {string} login @param {string} password
 * @returns {Promise<string>}
 */
export async function accessToken(login, password, { url } = keycloakAccess()) {
  const grant = {
    grant_type: 'password',
    client_id: 'coulisse-cli',
    scope: 'openid',
    username: login,
    password,
  };
  return (await requestToken(url, REALM, grant)).access_token;
}

/** The admin REST API, below /admin/realms. */
export class AdminApi {
  #access;
  #token = '';
  #expires = 0;

  /** @param {{ url: string, username: string, password: string }} access */
  constructor(access) {
    this.#access = access;
  }

  get = (path) => this.call('GET', path);
  post = (path, body) => this.call('POST', path, body);
  put = (path, body) => this.call('PUT', path, body);
  delete = (path, body) => this.call('DELETE', path, body);

  /** Answers the content; nothing when there is no such thing. */
  async call(method, path, body) {
    const answer = await fetch(`${this.#access.url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${await this.#bearer()}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status === 404 && method === 'GET') return undefined;
    if (!answer.ok) throw new Refusal(`Keycloak: ${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  async #bearer() {
    if (Date.now() < this.#expires) return this.#token;
    const { url, username, password } = this.#access;
    const grant = { grant_type: 'password', client_id: 'admin-cli', username, password };
    const { access_token: token, expires_in: seconds } = await requestToken(url, 'master', grant);
    this.#token = token;
    this.#expires = Date.now() + seconds * 1_000 - EARLY_MS;
    return token;
  }
}

/**
 * Gives a member of staff a password that need not be changed: for seeds, where nobody reads the generated one.
 * @param {string} login @param {string} password
 */
export async function setPassword(login, password, access = keycloakAccess()) {
  const api = new AdminApi(access);
  const [user] = await api.get(`/${REALM}/users?exact=true&username=${encodeURIComponent(login)}`);
  if (!user) throw new Refusal(`${login} is not known to Keycloak`);
  await api.put(`/${REALM}/users/${user.id}/reset-password`, {
    type: 'password',
    value: password,
    temporary: false,
  });
  if (user.requiredActions?.length)
    await api.put(`/${REALM}/users/${user.id}`, { ...user, requiredActions: [] });
}
