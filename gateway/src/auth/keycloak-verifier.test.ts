import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { KeycloakVerifier } from './keycloak-verifier';

const URL = 'http://keycloak.test';
const ISSUER = `${URL}/realms/coulisse`;

describe('KeycloakVerifier', () => {
  let key: CryptoKey;
  let stranger: CryptoKey;
  let verifier: KeycloakVerifier;

  beforeAll(async () => {
    const own = await generateKeyPair('RS256');
    key = own.privateKey;
    stranger = (await generateKeyPair('RS256')).privateKey;
    const keys = createLocalJWKSet({
      keys: [{ ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }],
    });
    verifier = new KeycloakVerifier({ keycloakUrl: URL, realm: 'coulisse', audience: 'coulisse-api', keys });
  });

  interface Claims {
    issuer?: string;
    audience?: string;
    expires?: string;
    typ?: string;
  }
  const token = (claims: Claims = {}, by: CryptoKey = key) =>
    new SignJWT({ typ: claims.typ ?? 'Bearer' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setSubject('user-1')
      .setIssuer(claims.issuer ?? ISSUER)
      .setAudience(claims.audience ?? 'coulisse-api')
      .setIssuedAt()
      .setExpirationTime(claims.expires ?? '5m')
      .sign(by);

  it('accepts a token of the realm for our audience', async () => {
    const verified = await verifier.verify(await token());
    expect(verified.subject).toBe('user-1');
    expect(verified.expiresAt).toBeGreaterThan(Date.now());
  });

  it.each<[string, Claims]>([
    ['another audience', { audience: 'account' }],
    ['another realm', { issuer: `${URL}/realms/coulisse-front` }],
    ['an expired token', { expires: '-1m' }],
    ['an identity token (only keycloak-connect sees it)', { typ: 'ID' }],
  ])('refuses %s with 401', async (_name, claims) => {
    await expect(verifier.verify(await token(claims))).rejects.toMatchObject({
      code: 'security.session-expired',
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  });

  it('refuses a forged signature and nonsense', async () => {
    await expect(verifier.verify(await token({}, stranger))).rejects.toMatchObject({ status: 401 });
    await expect(verifier.verify('nonsense')).rejects.toMatchObject({ status: 401 });
  });

  it('ignores keys and key addresses in the token header', async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(pair.publicKey);
    for (const header of [{ jwk }, { jwk, kid: 'k1' }, { jku: 'http://127.0.0.1:9/keys', kid: 'k2' }]) {
      const forged = await new SignJWT({ typ: 'Bearer' })
        .setProtectedHeader({ alg: 'RS256', ...header })
        .setSubject('user-1')
        .setIssuer(ISSUER)
        .setAudience('coulisse-api')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(pair.privateKey);
      await expect(verifier.verify(forged)).rejects.toMatchObject({ status: 401 });
    }
  });

  it('refuses a token before its nbf time', async () => {
    const early = new SignJWT({ typ: 'Bearer' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setSubject('user-1')
      .setIssuer(ISSUER)
      .setAudience('coulisse-api')
      .setIssuedAt()
      .setNotBefore('2m')
      .setExpirationTime('5m');
    await expect(verifier.verify(await early.sign(key))).rejects.toMatchObject({ status: 401 });
  });

  it('fails with 503 when no key can be fetched', async () => {
    const alone = new KeycloakVerifier({
      keycloakUrl: 'http://127.0.0.1:9',
      realm: 'coulisse',
      audience: 'coulisse-api',
    });
    await expect(alone.verify(await token())).rejects.toMatchObject({
      code: 'service.unavailable',
      status: 503,
    });
  });
});
