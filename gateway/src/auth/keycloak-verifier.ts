import { createHash } from 'node:crypto';
import { Problem } from '@coulisse/service-kit/problem';
import {
  createRemoteJWKSet,
  errors,
  exportSPKI,
  jwtVerify,
  type CryptoKey,
  type JWTVerifyGetKey,
} from 'jose';
import Keycloak from 'keycloak-connect';
import type { TokenVerifier, VerifiedToken } from './token-verifier';

export interface VerifierOptions {
  /** Address that tokens are issued under. */
  keycloakUrl: string;
  /** Address that keys are fetched from, if it differs. */
  internalUrl?: string;
  realm: string;
  audience: string;
  /** Keys of the realm; by default they are fetched from its JWKS address. */
  keys?: JWTVerifyGetKey;
}

/** The part of keycloak-connect's grant manager that its type declarations leave out. */
interface GrantManager {
  createGrant(grant: { access_token: string }): Promise<unknown>;
}

/** Grant managers in memory, one per signing key; a realm rotates its key a few times a year. */
const MANAGERS = 8;

/**
 * Verifies a token with two libraries. jose goes first: algorithm allow-list, issuer, audience, expiry, not-before, and
 * keys fetched with a time limit. keycloak-connect goes second with the key that jose used: by itself it would fetch
 * keys without a time limit, crash on a response that is not JSON and keep revoked keys for ever. Its middleware is
 * not used either: it mounts administration callbacks and returns 403 instead of 401.
 */
export class KeycloakVerifier implements TokenVerifier {
  private readonly issuer: string;
  private readonly keys: JWTVerifyGetKey;
  private readonly managers = new Map<string, GrantManager>();

  constructor(private readonly options: VerifierOptions) {
    const internalUrl = options.internalUrl ?? options.keycloakUrl;
    this.issuer = `${options.keycloakUrl}/realms/${options.realm}`;
    this.keys =
      options.keys ??
      createRemoteJWKSet(new URL(`${internalUrl}/realms/${options.realm}/protocol/openid-connect/certs`), {
        timeoutDuration: 3_000,
        cooldownDuration: 10_000,
        cacheMaxAge: 600_000,
      });
  }

  async verify(token: string): Promise<VerifiedToken> {
    const { payload, key } = await jwtVerify(token, this.keys, {
      issuer: this.issuer,
      audience: this.options.audience,
      algorithms: ['RS256'],
      clockTolerance: 5,
      requiredClaims: ['sub', 'exp'],
    }).catch((cause: unknown) => {
      throw isAboutToken(cause)
        ? refused(cause)
        : new Problem('service.unavailable', { cause, headers: { 'Retry-After': '2' } });
    });
    const manager = await this.managerOf(key as CryptoKey);
    await manager.createGrant({ access_token: token }).catch((cause: unknown) => {
      throw refused(cause);
    });
    return { subject: String(payload.sub), expiresAt: Number(payload.exp) * 1000 };
  }

  private async managerOf(key: CryptoKey): Promise<GrantManager> {
    const pem = await exportSPKI(key);
    const id = createHash('sha256').update(pem).digest('base64');
    const cachedManager = this.managers.get(id);
    if (cachedManager) return cachedManager;
    const config = {
      realm: this.options.realm,
      'auth-server-url': this.options.keycloakUrl,
      resource: this.options.audience,
      'bearer-only': true,
      'verify-token-audience': true,
      'realm-public-key': pem.replace(/-----[^-]+-----|\s/g, ''),
      'ssl-required': 'external',
      'confidential-port': 0,
    };
    const manager = new Keycloak({}, config).grantManager as unknown as GrantManager;
    if (this.managers.size >= MANAGERS) this.managers.clear();
    this.managers.set(id, manager);
    return manager;
  }
}

/** Error codes of jose when the realm's keys could not be fetched; the token may still be valid. */
const ABOUT_KEYS = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !ABOUT_KEYS.has(error.code);

const refused = (cause: unknown): Problem =>
  new Problem('security.session-expired', {
    cause,
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
