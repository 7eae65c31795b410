import type { publicAccountV1 } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit/problem';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { KeycloakVerifier } from '../../src/auth/keycloak-verifier';
import type { PublicAccounts } from '../../src/session/accounts';
import type { CodeClient, FrontLogin, FrontRealm } from '../../src/session/front-realm';
import type { AccountTokens } from '../../src/session/session-store';

export const KEYCLOAK = 'http://keycloak.test';

/** A staff realm with its own key. */
export async function staffRealm() {
  const pair = await generateKeyPair('RS256');
  const keys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }],
  });
  const token = (audience = 'coulisse-api', key: CryptoKey = pair.privateKey) =>
    new SignJWT({ typ: 'Bearer' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setSubject('staff-1')
      .setIssuer(`${KEYCLOAK}/realms/coulisse`)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key);
  const options = { keycloakUrl: KEYCLOAK, realm: 'coulisse', audience: 'coulisse-api', keys };
  return { token, verifier: new KeycloakVerifier(options) };
}

interface FakeAccount {
  password: string;
  firstName: string;
  lastName: string;
}

/** Public accounts in memory, as identity and as the front realm. */
export class FakeFrontRealm implements FrontRealm, PublicAccounts {
  private readonly accounts = new Map<string, FakeAccount>();
  private issued = 0;
  /** Requested links. */
  readonly links: publicAccountV1.RequestAccountLinkRequest[] = [];
  private readonly usedLinks = new Set<string>();
  /** Lifetime of the next access tokens, in seconds. */
  lifetime = 300;
  refreshes = 0;
  loggedOut: string[] = [];
  down = false;
  /** The realm refuses all refresh tokens. */
  revoked = false;

  add(tenantId: string, email: string, account: FakeAccount): void {
    this.accounts.set(`${tenantId}:${email.toLowerCase()}`, account);
  }

  login(tenantId: string, email: string, password: string): Promise<FrontLogin | null> {
    if (this.down) return Promise.reject(new Problem('service.unavailable'));
    const account = this.accounts.get(`${tenantId}:${email.toLowerCase()}`);
    if (!account || account.password !== password) return Promise.resolve(null);
    const { firstName, lastName } = account;
    return Promise.resolve({ account: { email, firstName, lastName }, tokens: this.issue() });
  }

  async loginByCode(
    request: (client: CodeClient) => Promise<{ tenantId: string; code: string }>,
  ): Promise<FrontLogin | null> {
    const { tenantId, code } = await request({
      clientId: 'coulisse-gateway',
      redirectUri: 'https://login.invalid/',
      codeChallenge: 'challenge',
    });
    if (this.down) throw new Problem('service.unavailable');
    const account = this.accounts.get(`${tenantId}:${code}`);
    if (!account) return null;
    const { firstName, lastName } = account;
    return { account: { email: code, firstName, lastName }, tokens: this.issue() };
  }

  refresh(): Promise<AccountTokens | null> {
    this.refreshes += 1;
    if (this.down) return Promise.reject(new Problem('service.unavailable'));
    return Promise.resolve(this.revoked ? null : this.issue());
  }

  logout(tokens: AccountTokens): Promise<void> {
    this.loggedOut.push(tokens.refreshToken);
    return Promise.resolve();
  }

  requestAccountLink(request: publicAccountV1.RequestAccountLinkRequest): Promise<object> {
    if (this.down) return Promise.reject(new Problem('service.unavailable'));
    this.links.push(request);
    return Promise.resolve({});
  }

  async describeAccountLink({
    token,
  }: {
    token: string;
  }): Promise<publicAccountV1.DescribeAccountLinkResponse> {
    const { kind, email, tenantId } = this.linkOf(token);
    return { kind, email, tenantId, organiserName: 'La Lumière', organiserSlug: 'lumiere' };
  }

  async useAccountLink({ token, password }: { token: string; password: string }) {
    const { tenantId, email, firstName, lastName } = this.linkOf(token);
    this.add(tenantId, email, { password, firstName, lastName });
    return { tenantId, email };
  }

  /** The code is the address. */
  async useLoginLink({ token, clientId }: publicAccountV1.UseLoginLinkRequest) {
    const { tenantId, email, firstName, lastName } = this.linkOf(token);
    if (clientId !== 'coulisse-gateway') throw new Error(`a code for ${clientId}`);
    if (this.usedLinks.has(token)) throw new Problem('account.link-used', { status: 410 });
    this.usedLinks.add(token);
    if (!this.accounts.has(`${tenantId}:${email}`))
      this.add(tenantId, email, { password: '', firstName, lastName });
    return { tenantId, email, code: email };
  }

  async eraseAccount({ token }: { token: string }) {
    const { tenantId, email, kind } = this.linkOf(token);
    if (kind !== 'ERASE') throw new Problem('security.invalid-or-expired-login-link');
    this.accounts.delete(`${tenantId}:${email}`);
    return { tenantId, email };
  }

  /** The token of a link is its index in `links`. */
  private linkOf(token: string): publicAccountV1.RequestAccountLinkRequest {
    const link = this.links[Number(token)];
    if (!link) throw new Problem('security.invalid-or-expired-login-link');
    return link;
  }

  close(): void {
    this.accounts.clear();
  }

  private issue(): AccountTokens {
    this.issued += 1;
    return {
      accessToken: `access-${this.issued}`,
      refreshToken: `refresh-${this.issued}`,
      accessExpiresAt: new Date(Date.now() + this.lifetime * 1000),
    };
  }
}
