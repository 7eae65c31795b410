import { randomUUID } from 'node:crypto';
import { KeycloakIdentityProvider } from '../src/features/provisioning/keycloak-identity-provider';
import { codeOf, logIn, exchangeCode } from './support/code-flow';
import { ownRealms, type OwnRealms } from './support/own-realms';

jest.setTimeout(180_000);

const PASSWORD = 'une-phrase-assez-longue';

/** The login pages work although the built-in clients are disabled and user data is read-only. */
describe('login pages of the staff', () => {
  let realms: OwnRealms;
  let provider: KeycloakIdentityProvider;
  const tenantId = randomUUID();
  const company = `it-company-${tenantId.slice(0, 8)}`;
  const domain = `${company}.test`;
  const bob = `bob@${domain}`;

  beforeAll(async () => {
    realms = await ownRealms('http://localhost:9');
    provider = new KeycloakIdentityProvider(realms);
    await provider.upsertOrganization({ tenantId, slug: company, name: 'Company' });
    await bringCompany();
  });
  afterAll(async () => {
    await realms?.admin('DELETE', `/${company}`);
    await realms?.drop();
  });

  /** Creates the company's identity provider and links it to its organization, as an operator does. */
  async function bringCompany(): Promise<void> {
    const { staffRealm, url } = realms;
    await realms.admin('POST', '', {
      realm: company,
      enabled: true,
      clients: [
        {
          clientId: 'broker-client',
          secret: 'company-secret',
          publicClient: false,
          standardFlowEnabled: true,
          redirectUris: [`${url}/realms/${staffRealm}/broker/${company}/endpoint*`],
        },
      ],
      users: [
        {
          username: 'bob',
          email: bob,
          emailVerified: true,
          enabled: true,
          firstName: 'Bob',
          lastName: 'Acme',
          credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
        },
      ],
    });
    const oidc = `${url}/realms/${company}/protocol/openid-connect`;
    await realms.admin('POST', `/${staffRealm}/identity-provider/instances`, {
      alias: company,
      providerId: 'oidc',
      enabled: true,
      trustEmail: true,
      firstBrokerLoginFlowAlias: 'first broker login',
      config: {
        issuer: `${url}/realms/${company}`,
        authorizationUrl: `${oidc}/auth`,
        tokenUrl: `${oidc}/token`,
        userInfoUrl: `${oidc}/userinfo`,
        jwksUrl: `${oidc}/certs`,
        useJwksUrl: 'true',
        validateSignature: 'true',
        clientId: 'broker-client',
        clientSecret: 'company-secret',
        clientAuthMethod: 'client_secret_post',
        defaultScope: 'openid profile email',
        syncMode: 'FORCE',
        'kc.org.domain': domain,
        'kc.org.broker.redirect.mode.email-matches': 'true',
      },
    });
    const mapper = (name: string, identityProviderMapper: string, config: object) =>
      realms.admin('POST', `/${staffRealm}/identity-provider/instances/${company}/mappers`, {
        name,
        identityProviderAlias: company,
        identityProviderMapper,
        config,
      });
    await mapper('tenant', 'hardcoded-attribute-idp-mapper', {
      syncMode: 'FORCE',
      attribute: 'tenant_id',
      'attribute.value': tenantId,
    });
    await mapper('username', 'oidc-username-idp-mapper', {
      syncMode: 'IMPORT',
      template: '${CLAIM.email | lowercase}',
      target: 'LOCAL',
    });
    const found = await realms.admin('GET', `/${staffRealm}/organizations?q=tenant_id:${tenantId}`);
    const [{ id } = { id: '' }] = found.body as { id: string }[];
    const organization = await realms.admin('GET', `/${staffRealm}/organizations/${id}`);
    await realms.admin('PUT', `/${staffRealm}/organizations/${id}`, {
      ...(organization.body as object),
      domains: [{ name: domain, verified: true }],
    });
    await realms.admin('POST', `/${staffRealm}/organizations/${id}/identity-providers`, company);
  }

  async function claimsOf(email: string, answers: Record<string, string>): Promise<Record<string, unknown>> {
    const login = await logIn(realms, email, answers);
    const tokens = await exchangeCode(realms, codeOf(login), login.verifier);
    const [, payload = ''] = (tokens.access_token ?? '').split('.');
    return JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as Record<string, unknown>;
  }

  it('redirect users of an organization to its identity provider, at the first login and later', async () => {
    for (const round of ['first', 'second']) {
      const claims = await claimsOf(bob, { username: bob, password: PASSWORD });
      expect([round, claims]).toMatchObject([
        round,
        {
          email: bob,
          tenant_id: tenantId,
          given_name: 'Bob',
          family_name: 'Acme',
          auth_time: expect.any(Number),
        },
      ]);
    }
  });

  it('require the change of a temporary password', async () => {
    const email = `temp-${randomUUID()}@identity.test`;
    await provider.createStaff({
      tenantId,
      email,
      firstName: 'Ana',
      lastName: 'Lys',
      language: 'fr',
      enabled: true,
      password: PASSWORD,
      temporary: true,
    });
    const chosen = `${PASSWORD}-${randomUUID()}`;
    const answers = { password: PASSWORD, 'password-new': chosen, 'password-confirm': chosen };
    expect(await claimsOf(email, answers)).toMatchObject({ email, tenant_id: tenantId });
    expect(await claimsOf(email, { password: chosen })).toMatchObject({ email });
  });
});
