// A Keycloak that was there before us: whether it will do, and what we leave in it.
import { Refusal } from '../lib/command.mjs';
import { AdminApi } from '../lib/keycloak-client.mjs';
import { LOGIN_THEME, REALMS, STACK } from './realms.mjs';

const OLDEST = 26;
const ENTRY =
  'KEYCLOAK_URL is the address before /admin and /realms; KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD are an administrator of its realm master.';

/**
 * @typedef {import('../lib/keycloak-client.mjs').Access} Access
 * @typedef {object} ServerInfo what Keycloak tells of itself; how much depends on who asks
 * @property {{ version?: string }} [systemInfo]
 * @property {{ name: string, enabled: boolean }[]} [features]
 * @property {{ login?: { name: string }[] }} [themes]
 */

/** Why a Keycloak cannot serve, if so. @param {ServerInfo} info */
export function unfitness({ systemInfo, features }) {
  const version = systemInfo?.version;
  if (version && Number.parseInt(version) < OLDEST) return `it is ${version}; ${OLDEST} or newer is needed`;
  const organizations = features?.find(({ name }) => name === 'ORGANIZATION');
  if (organizations && !organizations.enabled) return 'its feature `organization` is switched off';
  return undefined;
}

/** @param {ServerInfo} info */
const hasOurTheme = ({ themes }) => themes?.login?.some(({ name }) => name === LOGIN_THEME) ?? false;

/** Realms of our names that exist, and whose users are in them. */
async function knownRealms(api) {
  const found = await Promise.all(REALMS.map((name) => api.get(`/${name}`)));
  return found.filter(Boolean).map(({ realm, attributes }) => ({ realm, stack: attributes?.[STACK] }));
}

async function askServer(api, { username, password }) {
  if (!password)
    throw new Refusal(`KEYCLOAK_URL names a Keycloak, and nothing tells the password of ${username}`, {
      advice: ENTRY,
    });
  try {
    return await api.serverInfo();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.message, {
      // Nobody there, or somebody who says no.
      advice:
        error.cause instanceof Error
          ? 'Start it first (KEYCLOAK_URL is such as http://localhost:8180), or leave KEYCLOAK_URL out: then one is brought.'
          : ENTRY,
      cause: error,
    });
  }
}

/**
 * Looks at a Keycloak before anything is started on it. Answers what people should know of it, if anything.
 * @param {Access} access
 * @param {string} [stack] ours, where its users cannot be those of other databases
 * @returns {Promise<string | undefined>}
 */
export async function examineKeycloak(access, stack) {
  const api = new AdminApi(access);
  const info = await askServer(api, access);
  const reason = unfitness(info);
  if (reason) throw new Refusal(`The Keycloak at ${access.url} will not do: ${reason}`);
  const others = (await knownRealms(api)).filter((known) => stack && known.stack && known.stack !== stack);
  if (others.length)
    throw new Refusal(
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
 * Removes our realms with all their users, and no realm of anybody else. Answers their names.
 * @param {Access} access @param {string} stack
 */
export async function forgetRealms(access, stack) {
  const api = new AdminApi(access);
  const ours = (await knownRealms(api)).filter((known) => known.stack === stack).map(({ realm }) => realm);
  for (const realm of ours) await api.delete(`/${realm}`);
  return ours;
}
