import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { KeycloakIdentityProvider } from '../src/features/provisioning/keycloak-identity-provider';
import { openSession } from '../src/features/provisioning/public-session';
import { serviceToken } from '../src/features/provisioning/service-token';
import { ownRealms, type OwnRealms } from './support/own-realms';

/** Keycloak's password hash is slow on purpose, and slower on a busy machine. */
jest.setTimeout(120_000);

const REDIRECT = 'https://login.invalid/';
const PASSWORD = 'une-phrase-assez-longue';

describe('a login without a password at Keycloak', () => {
  let realms: OwnRealms;
  let provider: KeycloakIdentityProvider;
  const tenantId = randomUUID();

  beforeAll(async () => {
    realms = await ownRealms();
    provider = new KeycloakIdentityProvider(realms);
  });
  afterAll(() => realms?.drop());

  const someone = (password?: string) =>
    provider.createPublicAccount({
      tenantId,
      email: `it-${randomUUID()}@public.test`,
      firstName: 'Léa',
      lastName: 'Roux',
      password,
    });
  const pkce = () => {
    const verifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    return { verifier, client: { clientId: 'coulisse-gateway', redirectUri: REDIRECT, codeChallenge } };
  };
  const exchange = (code: string, verifier: string, secret = realms.gatewaySecret) =>
    realms.grant(realms.frontRealm, {
      grant_type: 'authorization_code',
      client_id: 'coulisse-gateway',
      client_secret: secret,
      redirect_uri: REDIRECT,
      code,
      code_verifier: verifier,
    });
  const renew = (token: string) =>
    realms.grant(realms.frontRealm, {
      grant_type: 'refresh_token',
      client_id: 'coulisse-gateway',
      client_secret: realms.gatewaySecret,
      refresh_token: token,
    });
  const opened = async (subject: string) => {
    const { verifier, client } = pkce();
    return exchange(await provider.openPublicSession(subject, client), verifier);
  };

  it.each([
    ['with a password', PASSWORD],
    ['without a password', undefined],
  ])('gives the tokens of an account %s, as a login with a password does', async (_kind, password) => {
    const subject = await someone(password);
    const tokens = await opened(subject);
    expect(decodeJwt(tokens.access_token ?? '')).toMatchObject({
      sub: subject,
      tenant_id: tenantId,
      aud: 'coulisse-front-api',
      azp: 'coulisse-gateway',
      given_name: 'Léa',
    });
    const renewed = await renew(tokens.refresh_token ?? '');
    expect(decodeJwt(renewed.access_token ?? '').sub).toBe(subject);
    // A new password, or an erasure, ends it like any other session.
    await provider.endPublicSessions(subject);
    expect((await renew(renewed.refresh_token ?? '')).access_token).toBeUndefined();
  });

  it('gives nothing for a code without the secret and the verifier of the gateway, or a second time', async () => {
    const subject = await someone();
    const { verifier, client } = pkce();
    expect((await exchange(await provider.openPublicSession(subject, client), pkce().verifier)).error).toBe(
      'invalid_grant',
    );
    expect(
      (await exchange(await provider.openPublicSession(subject, client), verifier, 'another')).access_token,
    ).toBeUndefined();
    const code = await provider.openPublicSession(subject, client);
    expect((await exchange(code, verifier)).access_token).toBeDefined();
    expect((await exchange(code, verifier)).error).toBe('invalid_grant');
  });

  it('gives no code to another client or address, or without a challenge', async () => {
    const subject = await someone();
    const { client } = pkce();
    for (const changes of [
      { clientId: 'coulisse-identity' },
      { clientId: 'account' },
      { redirectUri: 'http://localhost:9/x' },
      { redirectUri: `${REDIRECT}x` },
      { codeChallenge: '' },
    ])
      await expect(provider.openPublicSession(subject, { ...client, ...changes })).rejects.toThrow(/no code/);
  });

  it('gives no browser a code or a form, which has no session at Keycloak', async () => {
    const { client } = pkce();
    for (const prompt of ['none', 'login', undefined]) {
      const query = new URLSearchParams({
        client_id: client.clientId,
        redirect_uri: REDIRECT,
        response_type: 'code',
        scope: 'openid',
        code_challenge: client.codeChallenge,
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
      });
      const address = `${realms.url}/realms/${realms.frontRealm}/protocol/openid-connect/auth?${query.toString()}`;
      const answer = await fetch(address, { redirect: 'manual' });
      expect(answer.headers.get('location') ?? '').not.toContain('code=');
      expect(await answer.text()).not.toMatch(/<input[^>]+name="(username|password|email)"/);
    }
  });

  it('refuses an account with a second factor, one that is locked, and one that is gone', async () => {
    const path = (subject: string) => `/${realms.frontRealm}/users/${subject}`;
    const guarded = await someone(PASSWORD);
    const otp = {
      type: 'otp',
      secretData: JSON.stringify({ value: 'JBSWY3DPEHPK3PXP' }),
      credentialData: JSON.stringify({
        subType: 'totp',
        digits: 6,
        counter: 0,
        period: 30,
        algorithm: 'HmacSHA1',
      }),
    };
    const { body } = await realms.admin('GET', path(guarded));
    await realms.admin('PUT', path(guarded), { ...(body as object), credentials: [otp] });
    await expect(provider.openPublicSession(guarded, pkce().client)).rejects.toMatchObject({
      code: 'security.invalid-or-expired-login-link',
    });
    const locked = await someone();
    const { body: user } = await realms.admin('GET', path(locked));
    await realms.admin('PUT', path(locked), { ...(user as object), enabled: false });
    await expect(provider.openPublicSession(locked, pkce().client)).rejects.toThrow();
    await provider.removePublicAccount(locked);
    await expect(provider.openPublicSession(locked, pkce().client)).rejects.toThrow();
  });

  it('is impossible for an account of the staff', async () => {
    const staff = await provider.createStaff({
      tenantId,
      email: `it-${randomUUID()}@identity.test`,
      firstName: 'Ana',
      lastName: 'Lys',
      language: 'fr',
      enabled: true,
      password: PASSWORD,
      temporary: false,
    });
    await expect(provider.openPublicSession(staff, pkce().client)).rejects.toThrow();
    for (const realm of [realms.staffRealm, realms.frontRealm]) {
      const accessToken = await serviceToken({ ...realms, realm, timeoutMs: 5_000 }).getAccessToken();
      const request = { url: realms.url, realm: realms.staffRealm, timeoutMs: 5_000, accessToken };
      await expect(openSession({ ...request, subject: staff }, pkce().client)).rejects.toThrow(/40[13]$/);
    }
  });

  it('reports an unreachable Keycloak as service.unavailable', async () => {
    const away = new KeycloakIdentityProvider({ ...realms, url: 'http://127.0.0.1:9', timeoutMs: 500 });
    await expect(away.openPublicSession(randomUUID(), pkce().client)).rejects.toMatchObject({
      code: 'service.unavailable',
    });
  });
});
