// The two realms as data: the desired state.
//   coulisse        staff: one organization per tenant, identity-first login pages, tokens for the staff portal
//   coulisse-front  the public's accounts, named `<tenant>:<e-mail>`; its login pages are never shown

import { readFileSync } from 'node:fs';

export const REALMS = /** @type {const} */ (['coulisse', 'coulisse-front']);
/** The login pages, see `theme/`. */
export const LOGIN_THEME = 'coulisse';
/** Attribute of a realm: the stack whose users are in it. */
export const STACK = 'coulisse.stack';

const BASE_SCOPES = ['basic', 'profile', 'email', 'roles', 'web-origins', 'acr'];
const ACCESS_TOKEN_SECONDS = 300;
const CODE_SECONDS = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** The rule for names of people is shared with identity. */
const PERSON_NAME = JSON.parse(
  readFileSync(new URL('../../packages/identifiers/src/person-name.json', import.meta.url), 'utf8'),
);
/** Keycloak's own clients, none of which is used: only identity changes accounts. */
const CLOSED_CLIENTS = ['account', 'account-console', 'security-admin-console', 'broker', 'admin-cli'];
/** Actions on an account that a user could request from the login pages. */
const CLOSED_ACTIONS = ['UPDATE_PROFILE', 'UPDATE_EMAIL', 'delete_account'];
/** A flow that denies every login. */
export const CLOSED_FLOW = 'coulisse-closed';
/** A flow that gives a code to who has a session at Keycloak, which identity alone can open, and denies every other login. */
const SESSION_FLOW = 'coulisse-session';
/** Our flows have one step each. @type {Record<string, string>} */
export const FLOW_STEPS = { [CLOSED_FLOW]: 'deny-access-authenticator', [SESSION_FLOW]: 'auth-cookie' };
/** Where Keycloak would send a browser with a code. None is sent: identity reads the redirect, which leads nowhere. */
const CODE_ADDRESS = 'https://login.invalid/';
const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/**
 * @typedef {object} Setting
 * @property {string} stack that owns the users
 * @property {string} publicUrl of the gateway, to which browsers are redirected
 * @property {string} identitySecret
 * @property {string} gatewaySecret
 * @property {{ host: string, port: string }} smtp
 * @property {string} [leakedPasswords] file of forbidden passwords, where this Keycloak has one
 * @property {readonly [string, string]} [names] of the realms, where they are not the product's own (tests)
 * @property {boolean} [isInstalled] true without what is for development only
 *
 * @typedef {object} RealmDescription
 * @property {Record<string, unknown> & { realm: string, attributes: Record<string, string> }} settings
 * @property {object} userProfile
 * @property {{ name: string, protocolMappers: Mapper[], attributes?: object }[]} scopes ours, beside the built-in ones
 * @property {ClientDescription[]} clients
 * @property {readonly string[]} closedClients of Keycloak's own, switched off
 * @property {readonly string[]} closedActions switched off
 * @property {Record<string, string>} flows our flow in place of each built-in one
 *
 * @typedef {{ name: string, protocol: string, protocolMapper: string, config: Record<string, string> }} Mapper
 * @typedef {Record<string, unknown> & { clientId: string, scopes: { default: string[], optional?: string[] }, realmManagement?: string[], browserFlow?: string }} ClientDescription
 */

const inAccessToken = { 'access.token.claim': 'true', 'introspection.token.claim': 'true' };

/** @returns {Mapper} */
const audience = (name) => ({
  name: `audience ${name}`,
  protocol: 'openid-connect',
  protocolMapper: 'oidc-audience-mapper',
  config: { 'included.custom.audience': name, 'id.token.claim': 'false', ...inAccessToken },
});

/** @returns {Mapper} */
const attributeClaim = (name) => ({
  name,
  protocol: 'openid-connect',
  protocolMapper: 'oidc-usermodel-attribute-mapper',
  config: {
    'user.attribute': name,
    'claim.name': name,
    'jsonType.label': 'String',
    'id.token.claim': 'true',
    'userinfo.token.claim': 'true',
    ...inAccessToken,
  },
});

/** Keycloak adds no `act` to the tokens of an impersonated session; the session's notes hold it. @returns {Mapper} */
const sessionNote = (note, claim) => ({
  name: claim,
  protocol: 'openid-connect',
  protocolMapper: 'oidc-usersessionmodel-note-mapper',
  config: {
    'user.session.note': note,
    'claim.name': claim,
    'jsonType.label': 'String',
    'id.token.claim': 'true',
    ...inAccessToken,
  },
});

const scope = (name, protocolMappers) => ({
  name,
  protocol: 'openid-connect',
  attributes: { 'include.in.token.scope': 'false', 'display.on.consent.screen': 'false' },
  protocolMappers,
});

/** Only identity writes, so that it is aware of every change of a login's address. */
const people = { view: ['admin', 'user'], edit: ['admin'] };
const administrators = { view: ['admin'], edit: ['admin'] };
const names = {
  length: { max: PERSON_NAME.max },
  pattern: { pattern: PERSON_NAME.pattern, 'error-message': 'person-name' },
};
/** The login pages refuse leaked passwords too, where Keycloak has the list. */
const passwordPolicy = (rules, leakedPasswords) =>
  [...rules, ...(leakedPasswords ? [`passwordBlacklist(${leakedPasswords})`] : [])].join(' and ');

/** Keycloak silently drops attributes that are not declared here. */
const userProfile = ({ usernameRules, namesRequired }) => {
  const required = namesRequired ? { required: { roles: ['user'] } } : {};
  const length = { length: { min: 3, max: 255 } };
  return {
    attributes: [
      {
        name: 'username',
        displayName: '${username}',
        validations: { ...length, ...usernameRules },
        permissions: people,
      },
      {
        name: 'email',
        displayName: '${email}',
        validations: { email: {}, length: { max: 255 } },
        required: { roles: ['user'] },
        permissions: people,
      },
      {
        name: 'firstName',
        displayName: '${firstName}',
        validations: names,
        permissions: people,
        ...required,
      },
      { name: 'lastName', displayName: '${lastName}', validations: names, permissions: people, ...required },
      {
        name: 'tenant_id',
        displayName: 'Tenant',
        multivalued: false,
        validations: { pattern: { pattern: UUID, 'error-message': 'tenant_id' } },
        permissions: administrators,
      },
    ],
    groups: [],
  };
};

const common = {
  enabled: true,
  sslRequired: 'external',
  registrationAllowed: false,
  registrationEmailAsUsername: false,
  rememberMe: false,
  internationalizationEnabled: true,
  supportedLocales: ['fr', 'en'],
  defaultLocale: 'fr',
  // Keycloak's default policy, plus `base-uri`: no page may change where its links lead. A given list replaces it.
  browserSecurityHeaders: {
    contentSecurityPolicy: "frame-src 'self'; frame-ancestors 'self'; object-src 'none'; base-uri 'none';",
    contentSecurityPolicyReportOnly: '',
    strictTransportSecurity: 'max-age=31536000; includeSubDomains',
    xContentTypeOptions: 'nosniff',
    xFrameOptions: 'SAMEORIGIN',
    xRobotsTag: 'none',
    referrerPolicy: 'no-referrer',
  },
  accessTokenLifespan: ACCESS_TOKEN_SECONDS,
  accessCodeLifespan: CODE_SECONDS,
  bruteForceProtected: true,
  permanentLockout: false,
  bruteForceStrategy: 'MULTIPLE',
  failureFactor: 5,
  waitIncrementSeconds: 60,
  maxFailureWaitSeconds: 900,
  maxDeltaTimeSeconds: 12 * HOUR,
  // Two failures within this time lock at once: they are a program's, not a person's.
  quickLoginCheckMilliSeconds: 200,
  minimumQuickLoginWaitSeconds: 10,
  eventsEnabled: true,
  eventsExpiration: 7 * DAY,
  adminEventsEnabled: true,
  adminEventsDetailsEnabled: false,
};

const client = (clientId, overrides) => ({
  clientId,
  protocol: 'openid-connect',
  enabled: true,
  publicClient: false,
  bearerOnly: false,
  standardFlowEnabled: false,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
  serviceAccountsEnabled: false,
  frontchannelLogout: false,
  // No Keycloak roles in tokens: rights come from identity.
  fullScopeAllowed: false,
  redirectUris: [],
  webOrigins: [],
  ...overrides,
});

/** The only service that writes to Keycloak. */
const identityClient = (secret, realmManagement) =>
  client('coulisse-identity', {
    name: 'Coulisse identity',
    clientAuthenticatorType: 'client-secret',
    secret,
    serviceAccountsEnabled: true,
    fullScopeAllowed: true,
    scopes: { default: ['basic', 'roles'] },
    realmManagement,
  });

/** For scripts on a developer's machine; a real installation does not have it. */
const commandLineClient = client('coulisse-cli', {
  name: 'Command line (development)',
  publicClient: true,
  directAccessGrantsEnabled: true,
  scopes: { default: [...BASE_SCOPES, 'coulisse-api'], optional: ['organization'] },
});

/** @param {Setting} setting @returns {RealmDescription} */
const staffRealm = ({
  stack,
  publicUrl,
  identitySecret,
  smtp,
  leakedPasswords,
  names = REALMS,
  isInstalled = false,
}) => ({
  settings: {
    ...common,
    realm: names[0],
    displayName: 'Coulisse',
    attributes: { [STACK]: stack },
    loginTheme: LOGIN_THEME,
    organizationsEnabled: true,
    loginWithEmailAllowed: true,
    duplicateEmailsAllowed: false,
    resetPasswordAllowed: true,
    passwordPolicy: passwordPolicy(
      ['length(12)', 'notUsername()', 'notEmail()', 'passwordHistory(3)'],
      leakedPasswords,
    ),
    ssoSessionIdleTimeout: 2 * HOUR,
    ssoSessionMaxLifespan: 10 * HOUR,
    // A refresh token that is sent a second time was stolen, or sent by two requests at once.
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    smtpServer: {
      host: smtp.host,
      port: smtp.port,
      from: 'acces@coulisse.example',
      fromDisplayName: 'Coulisse',
    },
  },
  userProfile: userProfile({
    usernameRules: { 'username-prohibited-characters': {}, 'up-username-not-idn-homograph': {} },
    namesRequired: true,
  }),
  scopes: [
    scope('coulisse-api', [
      audience('coulisse-api'),
      attributeClaim('tenant_id'),
      sessionNote('IMPERSONATOR_ID', 'act.sub'),
      sessionNote('IMPERSONATOR_USERNAME', 'act.preferred_username'),
    ]),
  ],
  clients: [
    client('coulisse-staff', {
      name: 'Coulisse',
      publicClient: true,
      standardFlowEnabled: true,
      rootUrl: publicUrl,
      baseUrl: `${publicUrl}/b`,
      redirectUris: [`${publicUrl}/b`, `${publicUrl}/b/*`],
      webOrigins: [publicUrl],
      attributes: {
        'pkce.code.challenge.method': 'S256',
        'post.logout.redirect.uris': `${publicUrl}/b##${publicUrl}/b/*`,
      },
      scopes: { default: [...BASE_SCOPES, 'coulisse-api'], optional: ['organization'] },
    }),
    ...(isInstalled ? [] : [commandLineClient]),
    identityClient(identitySecret, [
      'manage-users',
      'view-users',
      'query-users',
      'manage-organizations',
      'view-realm',
    ]),
  ],
  closedClients: CLOSED_CLIENTS,
  closedActions: CLOSED_ACTIONS,
  flows: {},
});

/** @param {Setting} setting @returns {RealmDescription} */
const frontRealm = ({ stack, identitySecret, gatewaySecret, leakedPasswords, names = REALMS }) => ({
  settings: {
    ...common,
    realm: names[1],
    displayName: 'Coulisse',
    attributes: { [STACK]: stack },
    loginWithEmailAllowed: false,
    // The gateway renews the tokens of a session; after a longer absence the user logs in again.
    ssoSessionIdleTimeout: HOUR / 2,
    ssoSessionMaxLifespan: 10 * HOUR,
    // The same person may have an account at each tenant.
    duplicateEmailsAllowed: true,
    resetPasswordAllowed: false,
    passwordPolicy: passwordPolicy(['length(12)', 'notUsername()', 'notEmail()'], leakedPasswords),
  },
  // The usual rules refuse the `:` of our user names.
  userProfile: userProfile({ usernameRules: {}, namesRequired: false }),
  scopes: [scope('coulisse-front-api', [audience('coulisse-front-api'), attributeClaim('tenant_id')])],
  clients: [
    client('coulisse-gateway', {
      name: 'Coulisse gateway',
      clientAuthenticatorType: 'client-secret',
      secret: gatewaySecret,
      directAccessGrantsEnabled: true,
      // For logins by a mailed link: identity opens the session, and the gateway exchanges its code.
      standardFlowEnabled: true,
      redirectUris: [CODE_ADDRESS],
      attributes: { 'pkce.code.challenge.method': 'S256' },
      browserFlow: SESSION_FLOW,
      scopes: { default: [...BASE_SCOPES, 'coulisse-front-api'] },
    }),
    identityClient(identitySecret, [
      'manage-users',
      'view-users',
      'query-users',
      'view-realm',
      // In this realm only: nobody is let into an account of the staff.
      'impersonation',
    ]),
  ],
  closedClients: CLOSED_CLIENTS,
  closedActions: CLOSED_ACTIONS,
  // Public accounts are created, verified and changed on our own pages: Keycloak's are closed.
  flows: { browserFlow: CLOSED_FLOW },
});

/** @param {Setting} setting @returns {RealmDescription[]} */
export const realms = (setting) => [staffRealm(setting), frontRealm(setting)];
