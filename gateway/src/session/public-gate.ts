import type { IncomingMessage } from 'node:http';
import { Problem } from '@coulisse/service-kit/problem/problem';
import { z } from 'zod';
import type { AccountToken } from './account-token';
import type { SessionCookie } from './cookie';
import { csrfRefusal, isSafe } from './csrf';
import type { PublicSession, SessionStore } from './session-store';

/** Status of a refusal that the catalogue's kind does not give. */
export const csrfProblem = (code: NonNullable<ReturnType<typeof csrfRefusal>>): Problem =>
  new Problem(code, code === 'request.unsupported-media' ? { status: 415 } : {});

const HOLDS = /^\/app-api\/configuration\/representations\/[^/]+\/holds$/;
const withCart = z.looseObject({ cart: z.looseObject({ token: z.string().min(1) }) });

export interface PublicCall {
  headers: Record<string, string>;
  rewrite?: (body: unknown) => Promise<unknown>;
}

/**
 * What a call below `/app-api` becomes. Without the cookie (partners, providers' notifications) it passes as it is.
 * With it, the session speaks for the browser: its cart token and its account's token are added, whatever the
 * browser sent in their place is dropped, and neither ever travels back.
 */
export class PublicGate {
  constructor(
    private readonly store: SessionStore,
    private readonly cookie: SessionCookie,
    private readonly accountToken: AccountToken,
    private readonly publicOrigin: string,
  ) {}

  async admit(request: IncomingMessage, path: string, headers: Record<string, string>): Promise<PublicCall> {
    const id = this.cookie.read(request.headers.cookie);
    if (id === undefined) return { headers };
    const method = request.method ?? 'GET';
    const session = await this.store.find(id);
    const own = { ...headers };
    delete own['cart-token'];
    delete own['authorization'];
    if (!session) {
      if (isSafe(method)) return { headers: own };
      throw new Problem('security.session-expired', { headers: { 'Set-Cookie': this.cookie.clear() } });
    }
    const refusal = csrfRefusal(method, request.headers, session.csrfToken, this.publicOrigin);
    if (refusal) throw csrfProblem(refusal);
    if (session.cartToken) own['cart-token'] = session.cartToken;
    const token = await this.accountToken.of(session);
    if (token) own['authorization'] = `Bearer ${token}`;
    const holds = method === 'POST' && HOLDS.test(path);
    return holds ? { headers: own, rewrite: (body) => this.keepCartToken(session, body) } : { headers: own };
  }

  /** The cart's token goes into the session and out of the answer. */
  private async keepCartToken(session: PublicSession, body: unknown): Promise<unknown> {
    const parsed = withCart.safeParse(body);
    if (!parsed.success) return body;
    const { token, ...cart } = parsed.data.cart;
    await this.store.keepCartToken(session, token);
    return { ...parsed.data, cart };
  }
}
