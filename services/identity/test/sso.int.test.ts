import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { KeycloakIdentityProvider } from '../src/features/provisioning/keycloak-identity-provider';
import { ownRealms, type OwnRealms } from './support/own-realms';
import { PageReader, type Page } from './support/page-reader';

jest.setTimeout(180_000);

const BACK = 'http://localhost:9/b';
const PASSWORD = 'une-phrase-assez-longue';

/** With Keycloak's own clients closed and data of people read only, the login pages still do what they are there for. */
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
    await provider.keepOrganization({ tenantId, slug: company, name: 'Company' });
    await bringCompany();
  });
  afterAll(async () => {
    await realms?.admin('DELETE', `/${company}`);
    await realms?.drop();
  });

  /** The company's own identity provider, linked to its organization as an operator does it. */
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
    const known = await realms.admin('GET', `/${staffRealm}/organizations/${id}`);
    await realms.admin('PUT', `/${staffRealm}/organizations/${id}`, {
      ...(known.body as object),
      domains: [{ name: domain, verified: true }],
    });
    await realms.admin('POST', `/${staffRealm}/organizations/${id}/identity-providers`, company);
  }

  /** Types the address, then the password, on whatever pages come; answers where it ends. */
  async function logIn(
    email: string,
    answers: Record<string, string>,
  ): Promise<{ page: Page; verifier: string }> {
    const reader = new PageReader();
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: 'coulisse-staff',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: BACK,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    let page = await reader.open(
      `${realms.url}/realms/${realms.staffRealm}/protocol/openid-connect/auth?${query}`,
      BACK,
    );
    for (let step = 0; step < 6 && !page.landed; step += 1) {
      const asked: Record<string, string> = { username: email, ...answers };
      const names = page.form?.names ?? [];
      page = await reader.submit(
        page,
        Object.fromEntries(names.filter((name) => name in asked).map((name) => [name, asked[name] ?? ''])),
        BACK,
      );
    }
    return { page, verifier };
  }
  async function claimsOf(email: string, answers: Record<string, string>): Promise<Record<string, unknown>> {
    const { page, verifier } = await logIn(email, answers);
    const code = page.landed?.searchParams.get('code');
    if (!code)
      throw new Error(`no code at ${page.url}: ${page.text.replace(/<[^>]+>|\s+/g, ' ').slice(0, 600)}`);
    const tokens = await realms.grant(realms.staffRealm, {
      grant_type: 'authorization_code',
      client_id: 'coulisse-staff',
      redirect_uri: BACK,
      code,
      code_verifier: verifier,
    });
    const [, payload = ''] = (tokens.access_token ?? '').split('.');
    return JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as Record<string, unknown>;
  }

  it('send people of an organization to its provider, the first time and later', async () => {
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

  it('have a temporary password changed', async () => {
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
