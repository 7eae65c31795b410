import type { IncomingMessage } from 'node:http';
import { Problem } from '@coulisse/service-kit/problem';
import { z } from 'zod';
import type { AccountToken } from './account-token';
import { originOf } from '../hosts/request-site';
import type { SessionCookie } from './cookie';
import { sessionOfHost } from './session-of-host';
import { csrfRefusal, isSafe } from './csrf';
import { WAITING_TOKEN, type WaitingCookie } from './waiting-cookie';
import type { PublicSession, SessionStore } from './session-store';

/** Problem of a refused call; 415 has to be set, because the catalogue has no kind with that status. */
export const csrfProblem = (code: NonNullable<ReturnType<typeof csrfRefusal>>): Problem =>
  new Problem(code, code === 'request.unsupported-media' ? { status: 415 } : {});

/** Responses with the token of a cart: of held seats, whoever has chosen them, and of an offer of a waiting list. */
const GIVES_CART =
  /^\/app-api\/(?:configuration\/representations\/[^/]+\/(?:holds|best-seats|places)|prestiscene\/waiting-list\/entry\/open)$/;
const withCart = z.looseObject({ cart: z.looseObject({ token: z.string().min(1) }) });

export type ResponseHeaders = Record<string, string | string[]>;

export interface PublicCall {
  headers: Record<string, string>;
  /** The browser's session, if it has one, with the id of its cookie. */
  session?: PublicSession & { id: string };
  /** Changes the headers of the response. */
  answerHeaders?: (headers: ResponseHeaders) => ResponseHeaders;
  rewrite?: (body: unknown) => Promise<unknown>;
}

/**
 * Authenticates a call below `/app-api`. Without the cookie (partners, providers' notifications) it is forwarded
 * unchanged. With the cookie, the cart token and the account token of the session are added, whatever the browser
 * sent in their place is dropped, and neither is ever sent to the browser. Its place in a waiting room is a cookie.
 */
export class PublicGate {
  constructor(
    private readonly store: SessionStore,
    private readonly cookie: SessionCookie,
    private readonly accountToken: AccountToken,
    private readonly publicOrigin: string,
    private readonly waiting: WaitingCookie,
  ) {}

  async authenticate(
    request: IncomingMessage,
    path: string,
    headers: Record<string, string>,
  ): Promise<PublicCall> {
    const id = this.cookie.read(request.headers.cookie);
    if (id === undefined) return { headers };
    const method = request.method ?? 'GET';
    const session = sessionOfHost(request, await this.store.find(id));
    const forwarded = { ...headers };
    delete forwarded['cart-token'];
    delete forwarded['authorization'];
    delete forwarded[WAITING_TOKEN];
    if (!session) {
      if (isSafe(method)) return { headers: forwarded };
      throw new Problem('security.session-expired', { headers: { 'Set-Cookie': this.cookie.clear() } });
    }
    const refusal = csrfRefusal(
      method,
      request.headers,
      session.csrfToken,
      originOf(request, this.publicOrigin),
    );
    if (refusal) throw csrfProblem(refusal);
    if (session.cartToken) forwarded['cart-token'] = session.cartToken;
    const token = await this.accountToken.of(session);
    if (token) forwarded['authorization'] = `Bearer ${token}`;
    const givesCart = method === 'POST' && GIVES_CART.test(path);
    const waiting = this.waiting.of(path, request.headers.cookie);
    if (waiting?.token !== undefined) forwarded[WAITING_TOKEN] = waiting.token;
    return {
      headers: forwarded,
      session: { ...session, id },
      ...(waiting && { answerHeaders: waiting.answerHeaders }),
      ...(givesCart && { rewrite: (body: unknown) => this.storeCartToken(session, body) }),
    };
  }

  /** Stores the cart's token in the session and removes it from the response. */
  private async storeCartToken(session: PublicSession, body: unknown): Promise<unknown> {
    const parsed = withCart.safeParse(body);
    if (!parsed.success) return body;
    const { token, ...cart } = parsed.data.cart;
    await this.store.storeCartToken(session, token);
    return { ...parsed.data, cart };
  }
}
