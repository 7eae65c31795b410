// A Keycloak that existed before: whether it is usable, and what this stack leaves in it.
import { UserError } from '../lib/command.mjs';
import { AdminApi } from '../lib/keycloak-client.mjs';
import { LOGIN_THEME, REALMS, STACK } from './realms.mjs';

const OLDEST = 26;
const ENTRY =
  'KEYCLOAK_URL is the address before /admin and /realms; KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD are an administrator of its realm master.';

/**
 * @typedef {import('../lib/keycloak-client.mjs').Access} Access
 * @typedef {object} ServerInfo what Keycloak reports about itself; how much depends on the rights of the caller
 * @property {{ version?: string }} [systemInfo]
 * @property {{ name: string, enabled: boolean }[]} [features]
 * @property {{ login?: { name: string }[] }} [themes]
 */

/** The reason why a Keycloak is not usable, if any. @param {ServerInfo} info */
export function incompatibilityReason({ systemInfo, features }) {
  const version = systemInfo?.version;
  if (version && Number.parseInt(version) < OLDEST) return `it is ${version}; ${OLDEST} or newer is needed`;
  const organizations = features?.find(({ name }) => name === 'ORGANIZATION');
  if (organizations && !organizations.enabled) return 'its feature `organization` is switched off';
  return undefined;
}

/** @param {ServerInfo} info */
const hasOurTheme = ({ themes }) => themes?.login?.some(({ name }) => name === LOGIN_THEME) ?? false;

/** The existing realms with our names, each with the stack whose users it holds. */
async function knownRealms(api) {
  const found = await Promise.all(REALMS.map((name) => api.get(`/${name}`)));
  return found.filter(Boolean).map(({ realm, attributes }) => ({ realm, stack: attributes?.[STACK] }));
}

async function askServer(api, { username, password }) {
  if (!password)
    throw new UserError(`KEYCLOAK_URL names a Keycloak, and nothing tells the password of ${username}`, {
      advice: ENTRY,
    });
  try {
    return await api.serverInfo();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message, {
      // Not reachable, or access refused.
      advice:
        error.cause instanceof Error
          ? 'Start it first (KEYCLOAK_URL is such as http://localhost:8180), or leave KEYCLOAK_URL out: then one is brought.'
          : ENTRY,
      cause: error,
    });
  }
}

/**
 * Checks a Keycloak before anything is started on it. Returns a notice for the user, if any.
 * @param {Access} access
 * @param {string} [stack] ours, when its users cannot belong to other databases
 * @returns {Promise<string | undefined>}
 */
export async function checkKeycloak(access, stack) {
  const api = new AdminApi(access);
  const info = await askServer(api, access);
  const reason = incompatibilityReason(info);
  if (reason) throw new UserError(`The Keycloak at ${access.url} will not do: ${reason}`);
  const others = (await knownRealms(api)).filter((realm) => stack && realm.stack && realm.stack !== stack);
  if (others.length)
    throw new UserError(
      `${others.map(({ realm }) => `realm ${realm}`).join(' and ')} at ${access.url} hold the users of another stack, or of one whose data were forgotten`,
      {
        advice: `Delete what nobody needs any more at ${access.url}/admin; else name the COULISSE_DATA_DIR of that stack, or another Keycloak.`,
      },
    );
  if (hasOurTheme(info)) return undefined;
  return [
    `The Keycloak at ${access.url} lacks the theme ${LOGIN_THEME}: people log in on Keycloak's own pages until`,
    '  node dev/keycloak/deploy-themes.mjs <its folder "themes">',
    'has put it there, and Keycloak was started again (`start-dev` needs no new start).',
  ].join('\n');
}

/**
 * Removes the realms of this stack with all their users, and no others. Returns their names.
 * @param {Access} access @param {string} stack
 */
export async function deleteRealms(access, stack) {
  const api = new AdminApi(access);
  const ours = (await knownRealms(api)).filter((realm) => realm.stack === stack).map(({ realm }) => realm);
  for (const realm of ours) await api.delete(`/${realm}`);
  return ours;
}
