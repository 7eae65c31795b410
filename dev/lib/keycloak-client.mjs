// Keycloak for scripts: tokens by the development client, and the admin REST API.
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, adminPassword } from '../infra/keycloak.mjs';
import { UserError } from './command.mjs';
import { PORTS } from './settings.mjs';
import { sharedRuns } from './shared-runs.mjs';

const REALM = 'coulisse';
const EARLY_MS = 10_000;

/**
 * Keycloak refuses a login while another one of the same user is under way, in the words of a wrong password: its
 * protection against guessing allows one at a time. Those of this process are shared; another process may have its own.
 */
const loginOnce = sharedRuns();
const PAUSES_MS = [300, 900];

/** @typedef {{ url: string, username: string, password: string }} Access */

/** The Keycloak that the environment names, or ours, whose administrator it cannot name. @returns {Access} */
export function keycloakAccess(env = process.env) {
  if (!env.KEYCLOAK_URL)
    return { url: `http://localhost:${PORTS.keycloak}`, username: ADMIN, password: adminPassword() };
  return {
    url: env.KEYCLOAK_URL.replace(/\/+$/, ''),
    username: env.KEYCLOAK_ADMIN || ADMIN,
    password: env.KEYCLOAK_ADMIN_PASSWORD || '',
  };
}

/** @param {string} url of Keycloak @param {string} path @param {RequestInit} request */
async function fetchKeycloak(url, path, request) {
  try {
    return await fetch(url + path, request);
  } catch (error) {
    const cause = error.cause ?? error;
    throw new UserError(`Keycloak at ${url} does not answer: ${cause.code ?? cause.message}`, { cause });
  }
}

/** @param {string} url of Keycloak @param {string} realm @param {Record<string, string>} grant */
async function requestToken(url, realm, grant) {
  const path = `/realms/${realm}/protocol/openid-connect/token`;
  const answer = await fetchKeycloak(url, path, { method: 'POST', body: new URLSearchParams(grant) });
  // A server that is not Keycloak may respond with anything.
  const content = await answer.json().catch(() => ({}));
  if (answer.ok && content.access_token) return content;
  const reason = content.error_description ?? content.error ?? `no token, but HTTP ${answer.status}`;
  throw new UserError(`${grant.username}: ${reason} (realm ${realm} at ${url})`, { cause: content });
}

/**
 * An access token of a member of staff. A refused login is tried twice more.
 * @param {string} login @param {string} password
 * @returns {Promise<string>}
 */
export function accessToken(login, password, { url } = keycloakAccess()) {
  return loginOnce(JSON.stringify([url, login, password]), async () => {
    for (const pause of PAUSES_MS)
      try {
        return await loginToken(login, password, url);
      } catch (error) {
        if (!isWrongPassword(error) || isNotSetUp(error)) throw error;
        await sleep(pause);
      }
    return loginToken(login, password, url);
  });
}

async function loginToken(login, password, url) {
  const grant = {
    grant_type: 'password',
    client_id: 'coulisse-cli',
    scope: 'openid',
    username: login,
    password,
  };
  return (await requestToken(url, REALM, grant)).access_token;
}

/** Whether a token was refused because of the credentials, not because of Keycloak. */
export const isWrongPassword = (error) =>
  error instanceof UserError && error.cause?.error === 'invalid_grant';

/** The password is right, and something else is asked of the user first: to change it. */
export const isNotSetUp = (error) =>
  isWrongPassword(error) && error.cause.error_description === 'Account is not fully set up';

/** The admin REST API, below /admin/realms. */
export class AdminApi {
  #access;
  /** The token of calls that begin now; they share one request for it. @type {Promise<string> | undefined} */
  #token;
  #expires = 0;

  /** @param {Access} access */
  constructor(access) {
    this.#access = access;
  }

  get = (path) => this.call('GET', path);
  post = (path, body) => this.call('POST', path, body);
  put = (path, body) => this.call('PUT', path, body);
  delete = (path, body) => this.call('DELETE', path, body);

  /** Version, features and themes of the server. */
  serverInfo = () => this.#call('GET', '/admin/serverinfo');

  /** Returns the content; undefined when a GET responds 404. */
  call(method, path, body) {
    return this.#call(method, `/admin/realms${path}`, body);
  }

  async #call(method, path, body) {
    const answer = await fetchKeycloak(this.#access.url, path, {
      method,
      headers: { authorization: `Bearer ${await this.#bearer()}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status === 404 && method === 'GET') return undefined;
    if (!answer.ok) throw new UserError(`Keycloak: ${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  #bearer() {
    if (!this.#token || Date.now() >= this.#expires) {
      this.#expires = Infinity;
      this.#token = this.#login();
      // A refused login is no token for later calls.
      this.#token.catch(() => (this.#token = undefined));
    }
    return this.#token;
  }

  async #login() {
    const { url, username, password } = this.#access;
    const grant = { grant_type: 'password', client_id: 'admin-cli', username, password };
    const { access_token: token, expires_in: seconds } = await requestToken(url, 'master', grant);
    this.#expires = Date.now() + seconds * 1_000 - EARLY_MS;
    return token;
  }
}

/**
 * The Keycloak user of a member of staff, or undefined.
 * @param {string} login
 * @returns {Promise<{ id: string, requiredActions?: string[] } | undefined>}
 */
export const findLogin = async (login, api = new AdminApi(keycloakAccess())) =>
  (await api.get(`/${REALM}/users?exact=true&username=${encodeURIComponent(login)}`))[0];

/**
 * Sets a password that need not be changed for a member of staff: for seeds, where nobody reads the generated one.
 * @param {string} login @param {string} password
 */
export async function setPassword(login, password, access = keycloakAccess()) {
  const api = new AdminApi(access);
  const user = await findLogin(login, api);
  if (!user) throw new UserError(`${login} is not known to Keycloak`);
  await api.put(`/${REALM}/users/${user.id}/reset-password`, {
    type: 'password',
    value: password,
    temporary: false,
  });
  if (user.requiredActions?.length) await askNothingMore(user, api);
}

/**
 * Asks nothing more of a member of staff at the next login.
 * @param {string} login
 */
export async function clearRequiredActions(login, access = keycloakAccess()) {
  const api = new AdminApi(access);
  const user = await findLogin(login, api);
  if (user) await askNothingMore(user, api);
}

const askNothingMore = (user, api) => api.put(`/${REALM}/users/${user.id}`, { ...user, requiredActions: [] });
