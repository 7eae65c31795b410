import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { KeycloakVerifier } from '../src/auth/keycloak-verifier';
import { KeycloakFrontRealm } from '../src/session/front-realm';
import { directGrant, gatewaySecret, keycloakUrl, makeUser } from './support/keycloak-admin';

/** Keycloak hashes passwords slowly on purpose, and slower still on a busy machine. */
jest.setTimeout(60_000);

const password = 'une-phrase-assez-longue';

describe('with a real Keycloak', () => {
  const tenantId = randomUUID();
  const email = `gateway-${tenantId}@example.test`;
  let removals: (() => Promise<void>)[];

  beforeAll(async () => {
    removals = [
      await makeUser('coulisse', { username: email, email, tenantId, password }),
      await makeUser('coulisse-front', { username: `${tenantId}:${email}`, email, tenantId, password }),
    ];
  });
  afterAll(() => Promise.all(removals.map((remove) => remove())));

  const realm = (changes: object = {}) =>
    new KeycloakFrontRealm({
      keycloakUrl: keycloakUrl(),
      realm: 'coulisse-front',
      clientId: 'coulisse-gateway',
      clientSecret: gatewaySecret(),
      ...changes,
    });

  describe('staff', () => {
    const verifier = () =>
      new KeycloakVerifier({ keycloakUrl: keycloakUrl(), realm: 'coulisse', audience: 'coulisse-api' });

    it('accepts a real token', async () => {
      const token = await directGrant('coulisse', 'coulisse-cli', email, password);
      expect(await verifier().verify(token)).toMatchObject({ subject: decodeJwt(token).sub });
    });

    it('refuses a token of the public’s realm or for another audience', async () => {
      const front = await realm().login(tenantId, email, password);
      await expect(verifier().verify(front?.tokens.accessToken ?? '')).rejects.toMatchObject({ status: 401 });
      const token = await directGrant('coulisse', 'coulisse-cli', email, password);
      const other = new KeycloakVerifier({
        keycloakUrl: keycloakUrl(),
        realm: 'coulisse',
        audience: 'another-api',
      });
      await expect(other.verify(token)).rejects.toMatchObject({ status: 401 });
    });
  });

  describe('the public', () => {
    it('logs in, renews and logs out', async () => {
      const login = await realm().login(tenantId, email.toUpperCase(), password);
      expect(login?.account).toEqual({ email, firstName: 'Ana', lastName: 'Lys' });
      const claims = decodeJwt(login?.tokens.accessToken ?? '');
      expect(claims).toMatchObject({ tenant_id: tenantId, aud: 'coulisse-front-api' });
      expect(login?.tokens.accessExpiresAt.getTime()).toBeGreaterThan(Date.now() + 60_000);
      if (!login) throw new Error('not logged in');
      const renewed = await realm().refresh(login.tokens);
      if (!renewed) throw new Error('not renewed');
      expect(decodeJwt(renewed.accessToken).sub).toBe(claims.sub);
      await realm().logout(renewed);
      expect(await realm().refresh(renewed)).toBeNull();
    });

    it('is refused with a wrong password and in another tenant', async () => {
      expect(await realm().login(tenantId, email, 'not the right one')).toBeNull();
      expect(await realm().login(randomUUID(), email, password)).toBeNull();
    });

    it('fails with an error when the gateway’s credentials are wrong or Keycloak is down', async () => {
      await expect(realm({ clientSecret: 'wrong' }).login(tenantId, email, password)).rejects.toThrow(
        /refused the gateway/,
      );
      await expect(
        realm({ keycloakUrl: 'http://127.0.0.1:9' }).login(tenantId, email, password),
      ).rejects.toMatchObject({
        code: 'service.unavailable',
      });
    });
  });
});
