import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { KeycloakIdentityProvider } from '../src/features/provisioning/keycloak-identity-provider';
import { REDIRECT_URI, codeOf, logIn, loginAddress, exchangeCode } from './support/code-flow';
import { ownRealms, type OwnRealms } from './support/own-realms';
import { PageReader } from './support/page-reader';

jest.setTimeout(180_000);

const PASSWORD = 'Une-phrase-assez-longue';

/** Behaviour of Keycloak with our realms that the product relies on. */
describe('the authorization server', () => {
  let realms: OwnRealms;
  let provider: KeycloakIdentityProvider;
  const tenantId = randomUUID();
  const member = `it-${randomUUID()}@identity.test`;

  const person = (email: string) =>
    provider.createStaff({
      tenantId,
      email,
      firstName: 'Ana',
      lastName: 'Lys',
      language: 'fr',
      enabled: true,
      password: PASSWORD,
      temporary: false,
    });

  beforeAll(async () => {
    realms = await ownRealms('http://localhost:9');
    provider = new KeycloakIdentityProvider(realms);
    await person(member);
  });
  afterAll(() => realms?.drop());

  const refresh = (token = '', client = 'coulisse-staff') =>
    realms.grant(realms.staffRealm, {
      grant_type: 'refresh_token',
      client_id: client,
      refresh_token: token,
    });
  const direct = (username: string, password: string) =>
    realms.grant(realms.staffRealm, {
      grant_type: 'password',
      client_id: 'coulisse-cli',
      scope: 'openid',
      username,
      password,
    });

  it('sends the security headers of the product with its pages', async () => {
    const page = await fetch(loginAddress(realms, { code_challenge: 'a'.repeat(43) }));
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/html; ?charset=utf-8$/i),
    ]);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy':
        "frame-src 'self'; frame-ancestors 'self'; object-src 'none'; base-uri 'none';",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('accepts an authorization code once, and revokes its tokens when it is reused', async () => {
    const login = await logIn(realms, member, { password: PASSWORD });
    const first = await exchangeCode(realms, codeOf(login), login.verifier);
    expect(first.access_token).toBeDefined();
    const second = await exchangeCode(realms, codeOf(login), login.verifier);
    expect([second.status, second.error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(first.refresh_token)).error).toBe('invalid_grant');
  });

  it('requires the PKCE verifier of the login, with S256 only', async () => {
    const login = await logIn(realms, member, { password: PASSWORD });
    const stolen = await exchangeCode(realms, codeOf(login), randomBytes(32).toString('base64url'));
    expect([stolen.status, stolen.access_token]).toEqual([400, undefined]);
    for (const changes of [
      { code_challenge_method: undefined },
      { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
    ]) {
      const { redirectedTo } = await new PageReader().open(loginAddress(realms, changes), REDIRECT_URI);
      expect([changes, redirectedTo?.searchParams.get('error')]).toEqual([changes, 'invalid_request']);
    }
  });

  it('supports no response type but code, and refuses unregistered redirect URIs', async () => {
    const challenge = { code_challenge: 'a'.repeat(43) };
    for (const type of ['token', 'id_token', 'id_token token', 'code token']) {
      const address = loginAddress(realms, { ...challenge, response_type: type, nonce: 'n' });
      const { redirectedTo, text } = await new PageReader().open(address, REDIRECT_URI);
      expect([type, /error=/.test(redirectedTo?.href ?? ''), /name="password"/.test(text)]).toEqual([
        type,
        true,
        false,
      ]);
    }
    for (const elsewhere of [
      'http://localhost:9.evil.test/b',
      'http://localhost:9/',
      'https://evil.test/b',
    ]) {
      const page = await new PageReader().open(
        loginAddress(realms, { ...challenge, redirect_uri: elsewhere }),
        elsewhere,
      );
      expect([elsewhere, page.status, page.redirectedTo]).toEqual([elsewhere, 400, undefined]);
    }
  });

  it('accepts a refresh token once: its reuse ends the session', async () => {
    const login = await logIn(realms, member, { password: PASSWORD });
    const first = await exchangeCode(realms, codeOf(login), login.verifier);
    const renewed = await refresh(first.refresh_token);
    expect(renewed.access_token).toBeDefined();
    expect((await refresh(first.refresh_token)).error).toBe('invalid_grant');
    expect((await refresh(renewed.refresh_token)).error).toBe('invalid_grant');
  });

  it('asks for confirmation of a logout that has no id_token_hint', async () => {
    const reader = new PageReader();
    const login = await logIn(realms, member, { password: PASSWORD }, reader);
    const tokens = await exchangeCode(realms, codeOf(login), login.verifier);
    const query = new URLSearchParams({
      client_id: 'coulisse-staff',
      post_logout_redirect_uri: REDIRECT_URI,
    });
    const page = await reader.open(
      `${realms.url}/realms/${realms.staffRealm}/protocol/openid-connect/logout?${query.toString()}`,
      REDIRECT_URI,
    );
    expect([page.redirectedTo, page.form === undefined]).toEqual([undefined, false]);
    expect((await refresh(tokens.refresh_token)).access_token).toBeDefined();
  });

  it('refuses dynamic client registration', async () => {
    for (const realm of [realms.staffRealm, realms.frontRealm])
      for (const provider of ['default', 'openid-connect', 'install', 'saml2-entity-descriptor']) {
        const answer = await fetch(`${realms.url}/realms/${realm}/clients-registrations/${provider}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ clientId: `it-${randomUUID()}`, redirect_uris: ['https://evil.test/'] }),
        });
        expect([realm, provider, answer.status >= 400]).toEqual([realm, provider, true]);
      }
    const { body } = await realms.admin('GET', `/${realms.staffRealm}/clients?search=true&clientId=it-`);
    expect(body).toEqual([]);
  });

  it.each([
    ['in another case', PASSWORD.toLowerCase()],
    ['with a space behind it', `${PASSWORD} `],
    ['without its last letter', PASSWORD.slice(0, -1)],
  ])('verifies a password exactly as typed: refuses it %s', async (_description, typed) => {
    const email = `it-${randomUUID()}@identity.test`;
    await person(email);
    const refused = await direct(email, typed);
    expect([refused.error, refused.access_token]).toEqual(['invalid_grant', undefined]);
    // Keycloak refuses another login of a user while it still records the failure of the first.
    await eventually(async () => expect((await direct(email, PASSWORD)).access_token).toBeDefined());
  });

  it('stores passwords with the slow hash function argon2', async () => {
    const { body: found } = await realms.admin(
      'GET',
      `/${realms.staffRealm}/users?email=${member}&exact=true`,
    );
    const [user] = found as { id: string }[];
    const { body } = await realms.admin('GET', `/${realms.staffRealm}/users/${user?.id}/credentials`);
    const [credential] = body as { type: string; credentialData: string; secretData?: string }[];
    expect(credential?.type).toBe('password');
    expect(JSON.parse(credential?.credentialData ?? '{}')).toMatchObject({ algorithm: 'argon2' });
    expect(credential?.secretData).toBeUndefined();
  });
});
