import { isTransient } from '@coulisse/service-kit/problem';
import type { FrontRealm } from './front-realm';
import type { AccountTokens, PublicSession, SessionStore } from './session-store';

/** A token must still be valid when the service receives it. */
const MARGIN_MS = 30_000;

const isFresh = (tokens: AccountTokens): boolean => tokens.accessExpiresAt.getTime() - Date.now() > MARGIN_MS;

/** The access token of a session's account, renewed when it is about to expire; one renewal at a time per session. */
export class AccountToken {
  private readonly renewing = new Map<string, Promise<AccountTokens | null>>();

  constructor(
    private readonly store: SessionStore,
    private readonly realm: FrontRealm,
  ) {}

  /**
   * Null when no account is logged in, or no longer. Also null while the realm is down: a visitor can still buy without
   * the account and is logged in again once the realm is back.
   */
  async of(session: PublicSession): Promise<string | null> {
    if (!session.tokens) return null;
    if (isFresh(session.tokens)) return session.tokens.accessToken;
    const key = session.idHash.toString('hex');
    let renewal = this.renewing.get(key);
    if (!renewal) {
      renewal = this.store
        .renewTokens(session, async ({ tokens }) => {
          if (!tokens || isFresh(tokens)) return tokens;
          return this.realm.refresh(tokens);
        })
        .finally(() => this.renewing.delete(key));
      this.renewing.set(key, renewal);
    }
    try {
      return (await renewal)?.accessToken ?? null;
    } catch (error) {
      if (isTransient(error)) return null;
      throw error;
    }
  }
}
