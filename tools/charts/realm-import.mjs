// The realms as Keycloak's operator imports them: the same description that `npm start` applies, without what is for
// development only. An import cannot close Keycloak's own clients and actions; `npm run realms` does that afterwards.
import { realms } from '../../dev/keycloak/realms.mjs';

/** Put in by the chart. */
export const PUBLIC_URL = 'https://public-url.invalid';
export const SMTP = { host: 'smtp-host.invalid', port: 'smtp-port.invalid' };
export const STACK_ID = 'stack.invalid';
/** Put in by the operator, from Secrets. */
const placeholder = (name) => `\${${name}}`;

function clientOf({ scopes, realmManagement: _rights, browserFlow: _flow, ...client }, described) {
  // A list of client scopes would replace all built-in ones: the mappers of ours are the clients' own.
  const ours = new Map(described.scopes.map((scope) => [scope.name, scope.protocolMappers]));
  return {
    ...client,
    defaultClientScopes: scopes.default.filter((name) => !ours.has(name)),
    optionalClientScopes: scopes.optional ?? [],
    protocolMappers: scopes.default.flatMap((name) => ours.get(name) ?? []),
  };
}

/** What the chart and the operator put other values into. */
const PLACEHOLDERS = {
  stack: STACK_ID,
  publicUrl: PUBLIC_URL,
  identitySecret: placeholder('IDENTITY_CLIENT_SECRET'),
  gatewaySecret: placeholder('GATEWAY_CLIENT_SECRET'),
  smtp: SMTP,
};

/**
 * @param {Omit<import('../../dev/keycloak/realms.mjs').Setting, 'isInstalled'>} [setting]
 * @returns {object[]} representations of both realms
 */
export function realmImports(setting = PLACEHOLDERS) {
  return realms({ ...setting, isInstalled: true }).map((realm) => {
    const { clients } = realm;
    return {
      ...realm.settings,
      clients: clients.map((client) => clientOf(client, realm)),
      users: clients
        .filter(({ realmManagement }) => realmManagement)
        .map(({ clientId, realmManagement }) => ({
          username: `service-account-${clientId}`,
          enabled: true,
          serviceAccountClientId: clientId,
          clientRoles: { 'realm-management': realmManagement },
        })),
      components: {
        'org.keycloak.userprofile.UserProfileProvider': [
          {
            providerId: 'declarative-user-profile',
            config: { 'kc.user.profile.config': [JSON.stringify(realm.userProfile)] },
          },
        ],
      },
    };
  });
}
