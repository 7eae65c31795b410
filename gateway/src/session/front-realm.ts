import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '@coulisse/service-kit/problem';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import type { Account, AccountTokens } from './session-store';

export interface FrontLogin {
  account: Account;
  tokens: AccountTokens;
}

/** Who exchanges a code: a client of the realm, with the challenge to a verifier that it keeps. */
export interface CodeClient {
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
}

/** Identity provider of the public's accounts. `null` means that the credentials or the refresh token are not valid. */
export interface FrontRealm {
  login(tenantId: string, email: string, password: string): Promise<FrontLogin | null>;
  /** By a code that somebody else got for this client. */
  loginByCode(
    request: (client: CodeClient) => Promise<{ tenantId: string; code: string }>,
  ): Promise<FrontLogin | null>;
  refresh(tokens: AccountTokens): Promise<AccountTokens | null>;
  logout(tokens: AccountTokens): Promise<void>;
}

export interface FrontRealmOptions {
  keycloakUrl: string;
  realm: string;
  clientId: string;
  clientSecret: string;
  timeoutMs?: number;
}

const answer = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });
const claims = z.object({
  tenant_id: z.string(),
  email: z.string(),
  given_name: z.string().default(''),
  family_name: z.string().default(''),
});

/** The client is registered with this address, to which nothing is sent: `dev/keycloak/realms.mjs`. */
const CODE_ADDRESS = 'https://login.invalid/';

/** Keycloak realm of the public: direct grants of a confidential client, user name `<tenant>:<e-mail>`. */
export class KeycloakFrontRealm implements FrontRealm {
  constructor(private readonly options: FrontRealmOptions) {}

  async login(tenantId: string, email: string, password: string): Promise<FrontLogin | null> {
    const username = `${tenantId}:${email.toLowerCase()}`;
    const tokens = await this.token({ grant_type: 'password', username, password, scope: 'openid' });
    return tokens && this.loginOf(tenantId, tokens);
  }

  async loginByCode(
    request: (client: CodeClient) => Promise<{ tenantId: string; code: string }>,
  ): Promise<FrontLogin | null> {
    const verifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    const { clientId } = this.options;
    const { tenantId, code } = await request({ clientId, redirectUri: CODE_ADDRESS, codeChallenge });
    const tokens = await this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CODE_ADDRESS,
      code_verifier: verifier,
    });
    return tokens && this.loginOf(tenantId, tokens);
  }

  private loginOf(tenantId: string, tokens: AccountTokens): FrontLogin {
    const claimed = claims.parse(decodeJwt(tokens.accessToken));
    if (claimed.tenant_id !== tenantId) throw new Error('the realm answered an account of another tenant');
    return {
      tokens,
      account: { email: claimed.email, firstName: claimed.given_name, lastName: claimed.family_name },
    };
  }

  refresh(tokens: AccountTokens): Promise<AccountTokens | null> {
    return this.token({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
  }

  async logout(tokens: AccountTokens): Promise<void> {
    await this.post('logout', { refresh_token: tokens.refreshToken });
  }

  private async token(form: Record<string, string>): Promise<AccountTokens | null> {
    const response = await this.post('token', form);
    if (response.status === 400 || response.status === 401) {
      const body: unknown = await response.json();
      // Anything but a refused grant (for example a wrong client secret) is our error, not the visitor's.
      if (z.object({ error: z.literal('invalid_grant') }).safeParse(body).success) return null;
      throw new Error(`the front realm refused the gateway: ${JSON.stringify(body)}`);
    }
    if (!response.ok)
      throw new Problem('service.unavailable', { cause: new Error(`Keycloak: ${response.status}`) });
    const tokens = answer.parse(await response.json());
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      accessExpiresAt: new Date(Date.now() + tokens.expires_in * 1000),
    };
  }

  private async post(endpoint: 'token' | 'logout', form: Record<string, string>): Promise<Response> {
    const { keycloakUrl, realm, clientId, clientSecret, timeoutMs = 5_000 } = this.options;
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    try {
      return await fetch(`${keycloakUrl}/realms/${realm}/protocol/openid-connect/${endpoint}`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        body: new URLSearchParams(form),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
    } catch (cause) {
      throw new Problem('service.unavailable', { cause });
    }
  }
}
