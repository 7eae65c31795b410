import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { Problem } from '../problem/problem';
import { ExpiringCache } from './expiring-cache';

/** A token whose signature, issuer, audience, kind and dates were all checked. */
export interface VerifiedToken {
  realm: 'staff' | 'front';
  subject: string;
  /** Null for the platform's own staff. */
  tenantId: string | null;
  email: string | null;
  name: string | null;
  /** Subject of the impersonator, if any. */
  impersonator: string | null;
  expiresAt: Date;
  /** Start of the token's session; the token's issue date if it has no `auth_time`. */
  authenticatedAt: Date;
  claims: Readonly<Record<string, unknown>>;
}

export interface TokenVerifier {
  /** Rejects with a `Problem`: `security.session-expired`, or `service.unavailable` when the keys cannot be fetched. */
  verify(token: string): Promise<VerifiedToken>;
}

export interface RealmSettings {
  realm: 'staff' | 'front';
  issuer: string;
  audience: string;
  /** Address of the realm's keys; below the issuer by default. */
  jwksUrl?: string;
}

const CACHE_SIZE = 5_000;
const CLOCK_TOLERANCE_S = 5;

/** Verifies access tokens of Keycloak with the realm's published keys; results are cached until the token expires. */
export class JoseTokenVerifier implements TokenVerifier {
  private readonly realms: ReadonlyMap<string, RealmSettings & { keys: JWTVerifyGetKey }>;
  private readonly verified = new ExpiringCache<VerifiedToken>(CACHE_SIZE);

  constructor(realms: readonly RealmSettings[]) {
    this.realms = new Map(realms.map((realm) => [realm.issuer, { ...realm, keys: keysOf(realm) }]));
  }

  async verify(token: string): Promise<VerifiedToken> {
    const fingerprint = createHash('sha256').update(token).digest('base64');
    const cached = this.verified.get(fingerprint);
    if (cached) return cached;
    const result = await this.check(token);
    this.verified.set(fingerprint, result, result.expiresAt.getTime() - Date.now());
    return result;
  }

  private async check(token: string): Promise<VerifiedToken> {
    try {
      const realm = this.realms.get(decodeJwt(token).iss ?? '');
      if (!realm) throw new Problem('security.session-expired');
      const { payload, protectedHeader } = await jwtVerify(token, realm.keys, {
        algorithms: ['RS256'],
        issuer: realm.issuer,
        audience: realm.audience,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      const header = protectedHeader.typ?.toLowerCase();
      // ID and refresh tokens of the realm are signed with the same key, so the kind is checked too.
      const isAccess = (header === 'jwt' || header === 'at+jwt') && payload.typ === 'Bearer';
      if (!isAccess) throw new Problem('security.session-expired');
      return describe(realm.realm, payload);
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw new Problem(isOutage(error) ? 'service.unavailable' : 'security.session-expired', {
        cause: error,
      });
    }
  }
}

const keysOf = ({ issuer, jwksUrl }: RealmSettings): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(jwksUrl ?? `${issuer}/protocol/openid-connect/certs`), {
    timeoutDuration: 3_000,
    cooldownDuration: 10_000,
    cacheMaxAge: 600_000,
  });

/** Every error of jose has its own code, except a failed fetch and a response that is not 200. */
const isOutage = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout ||
  (error instanceof errors.JOSEError ? error.code === 'ERR_JOSE_GENERIC' : !(error instanceof SyntaxError));

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const describe = (realm: 'staff' | 'front', claims: JWTPayload): VerifiedToken => ({
  realm,
  subject: claims.sub!,
  tenantId: text(claims.tenant_id),
  email: text(claims.email),
  name: text(claims.name),
  impersonator: text((claims.act as { sub?: unknown } | undefined)?.sub),
  expiresAt: new Date(claims.exp! * 1_000),
  authenticatedAt: new Date((typeof claims.auth_time === 'number' ? claims.auth_time : claims.iat!) * 1_000),
  claims,
});

export interface KeycloakSettings {
  readonly KEYCLOAK_URL: string;
  readonly KEYCLOAK_INTERNAL_URL?: string | undefined;
  readonly KEYCLOAK_REALM: string;
  readonly KEYCLOAK_FRONT_REALM: string;
}

/** The two realms: staff (audience `coulisse-api`) and public accounts (`coulisse-front-api`). */
export function realmsOf(config: KeycloakSettings): RealmSettings[] {
  const base = config.KEYCLOAK_INTERNAL_URL ?? config.KEYCLOAK_URL;
  const of = (realm: 'staff' | 'front', name: string, audience: string): RealmSettings => ({
    realm,
    issuer: `${config.KEYCLOAK_URL}/realms/${name}`,
    audience,
    jwksUrl: `${base}/realms/${name}/protocol/openid-connect/certs`,
  });
  return [
    of('staff', config.KEYCLOAK_REALM, 'coulisse-api'),
    of('front', config.KEYCLOAK_FRONT_REALM, 'coulisse-front-api'),
  ];
}

export const createTokenVerifier = (config: KeycloakSettings): TokenVerifier =>
  new JoseTokenVerifier(realmsOf(config));

/** The token of an `Authorization` header. */
export function bearerOf(header: string | undefined): string | null {
  const match = header ? /^Bearer +([\w.~+/-]+=*)$/i.exec(header) : null;
  return match?.[1] ?? null;
}
