import { buyerName, optionalBuyerName } from '@coulisse/service-kit/http';
import { Problem } from '@coulisse/service-kit/problem';
import type { Router, Request, RequestHandler, Response } from 'express';
import { jsonBody } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { originOf, siteOfRequest } from '../hosts/request-site';
import type { LoginLimits } from '../limits/login-limits';
import type { PublicAccounts } from './accounts';
import type { SessionCookie } from './cookie';
import { csrfRefusal, isJsonOrEmpty, isSameOrigin } from './csrf';
import type { FrontRealm } from './front-realm';
import { csrfProblem } from './public-gate';
import { sessionOf } from './session-of-host';
import type { PublicSession, SessionStore } from './session-store';
import { parseBody } from './parse-body';
import { strictRouter } from '../http/strict-router';

export interface SessionRoutesOptions {
  store: SessionStore;
  cookie: SessionCookie;
  realm: FrontRealm;
  accounts: PublicAccounts;
  limits: LoginLimits;
  publicOrigin: string;
  /** Address of the client. */
  addressOf: (request: Request) => string;
}

const tenantId = z.uuid();
const email = z
  .email()
  .max(254)
  .transform((text) => text.toLowerCase());
const password = z.string().min(1).max(200);
const language = z.enum(['fr', 'en']).default('fr');
const forgotten = z.strictObject({ tenantId, email, language });
/** With names, an account is opened where the address has none. */
const loginLink = z.strictObject({
  tenantId,
  email,
  language,
  firstName: optionalBuyerName().default(''),
  lastName: optionalBuyerName().default(''),
});
const credentials = z.strictObject({ tenantId, email, password });
const registration = z.strictObject({
  tenantId,
  email,
  firstName: buyerName(),
  lastName: buyerName(),
  language,
});
const linkToken = z.string().min(1).max(200);
const opened = z.strictObject({ token: linkToken });
/** The token of a cart, as ticketing writes it. */
const adopted = z.strictObject({ token: z.string().regex(/^[\w-]{16,64}$/) });
const erasure = z.strictObject({ language });
const chosen = z.strictObject({ token: linkToken, password });

/** The host of a theatre opens accounts of that theatre alone. */
const isOfOtherHost = (request: Request, tenantId: string): boolean => {
  const theatre = siteOfRequest(request)?.theatre?.id;
  return theatre !== undefined && tenantId !== theatre;
};

const invalidLink = (): Problem => new Problem('security.invalid-or-expired-login-link');

/** An account belongs to a theatre, in whose look its pages are shown. */
const sessionBody = ({ csrfToken, account, tenantId }: PublicSession) => ({
  csrfToken,
  account: account && { ...account, tenantId },
});

/** `/app-api/session`: the session of the cookie and its account. */
export function sessionRoutes(options: SessionRoutesOptions): Router {
  const { store, cookie, realm, accounts, limits, publicOrigin, addressOf } = options;

  const answer = (
    response: Response,
    created: { id: string; session: PublicSession },
    status = 200,
  ): void => {
    response.set('Set-Cookie', cookie.write(created.id)).status(status).json(sessionBody(created.session));
  };

  /** CSRF protection: by the session's token, or without a session by the origin, against logins from other sites. */
  const guarded =
    (
      work: (request: Request, response: Response, session: PublicSession | null) => Promise<void>,
    ): RequestHandler =>
    async (request, response) => {
      const session = await sessionOf(request, { store, cookie });
      const origin = originOf(request, publicOrigin);
      if (session) {
        const refusal = csrfRefusal(request.method, request.headers, session.csrfToken, origin);
        if (refusal) throw csrfProblem(refusal);
      } else {
        if (!isSameOrigin(request.headers, origin)) throw csrfProblem('security.invalid-csrf-token');
        if (!isJsonOrEmpty(request.headers)) throw csrfProblem('request.unsupported-media');
      }
      await work(request, response, session);
    };

  const logIn = async (
    request: Request,
    response: Response,
    session: PublicSession | null,
    attempt: z.output<typeof credentials>,
    status: number,
  ): Promise<void> => {
    if (isOfOtherHost(request, attempt.tenantId)) throw new Problem('front.bad-credentials');
    const address = addressOf(request);
    await limits.beforeLogin(address, attempt.tenantId, attempt.email);
    const login = await realm
      .login(attempt.tenantId, attempt.email, attempt.password)
      .catch(async (error: unknown) => {
        await limits.forgiveLogin(address, attempt.tenantId, attempt.email);
        throw error;
      });
    if (!login) throw new Problem('front.bad-credentials');
    await limits.afterLogin(address, attempt.tenantId, attempt.email);
    // A new id against session fixation: a planted or stolen old id must not become logged in.
    answer(response, await store.rotate(session, { tenantId: attempt.tenantId, ...login }), status);
  };

  /** The account of a mailed link. On the host of a theatre a link of another one is none. */
  const describeLink = async (request: Request, token: string) => {
    const link = await accounts.describeAccountLink({ token });
    if (isOfOtherHost(request, link.tenantId)) throw invalidLink();
    return link;
  };

  const router = strictRouter();
  router.use('/app-api/session', jsonBody({ limit: '16kb' }), (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/app-api/session', async (request, response) => {
    const session = await sessionOf(request, { store, cookie });
    if (session) {
      response.json(sessionBody(session));
      return;
    }
    await limits.beforeSession(addressOf(request));
    answer(response, await store.create());
  });
  router.post(
    '/app-api/session/login',
    guarded(async (request, response, session) =>
      logIn(request, response, session, parseBody(credentials, request.body), 200),
    ),
  );
  /** The response and its duration are the same whether the address has an account or not. */
  const requestLink = async (
    request: Request,
    response: Response,
    linkRequest: Parameters<PublicAccounts['requestAccountLink']>[0],
  ): Promise<void> => {
    if (isOfOtherHost(request, linkRequest.tenantId)) throw new Problem('http.404');
    await limits.beforeLink(addressOf(request), linkRequest.tenantId, linkRequest.email);
    await accounts.requestAccountLink(linkRequest);
    response.status(202).json({});
  };
  router.post(
    '/app-api/session/register',
    guarded(async (request, response) =>
      requestLink(request, response, { ...parseBody(registration, request.body), kind: 'REGISTER' }),
    ),
  );
  router.post(
    '/app-api/session/password-reset',
    guarded(async (request, response) => {
      const resetRequest = parseBody(forgotten, request.body);
      await requestLink(request, response, { ...resetRequest, kind: 'RESET', firstName: '', lastName: '' });
    }),
  );
  router.post(
    '/app-api/session/login-link',
    guarded(async (request, response) =>
      requestLink(request, response, { ...parseBody(loginLink, request.body), kind: 'LOGIN' }),
    ),
  );
  /** Only a press on the page of the link sends this: programs that open the links of mails use none up. */
  router.post(
    '/app-api/session/login-by-link',
    guarded(async (request, response, session) => {
      const { token } = parseBody(opened, request.body);
      await limits.beforeLinkUse(addressOf(request));
      const link = await describeLink(request, token);
      if (link.kind !== 'LOGIN') throw invalidLink();
      const login = await realm.loginByCode((client) => accounts.useLoginLink({ token, ...client }));
      if (!login) throw invalidLink();
      answer(response, await store.rotate(session, { tenantId: link.tenantId, ...login }));
    }),
  );
  router.post(
    '/app-api/session/link',
    guarded(async (request, response) => {
      const { token } = parseBody(opened, request.body);
      await limits.beforeLinkUse(addressOf(request));
      const { kind, email: address, tenantId: id, ...organiser } = await describeLink(request, token);
      const tenant = { id, name: organiser.organiserName, slug: organiser.organiserSlug };
      response.json({ kind, email: address, organiser: tenant });
    }),
  );
  router.post(
    '/app-api/session/password',
    guarded(async (request, response) => {
      const choice = parseBody(chosen, request.body);
      await limits.beforeLinkUse(addressOf(request));
      await describeLink(request, choice.token);
      const account = await accounts.useAccountLink(choice);
      // An attacker who made the new password necessary may still be logged in.
      await store.removeAccount(account.tenantId, account.email);
      response.status(204).end();
    }),
  );
  router.post(
    '/app-api/session/erasure',
    guarded(async (request, response, session) => {
      const linkLanguage = parseBody(erasure, request.body).language;
      if (!session?.account || !session.tenantId) throw new Problem('security.not-authenticated');
      const { tenantId, account } = session;
      const owner = { tenantId, email: account.email, language: linkLanguage, firstName: '', lastName: '' };
      await requestLink(request, response, { ...owner, kind: 'ERASE' });
    }),
  );
  router.post(
    '/app-api/session/erase',
    guarded(async (request, response) => {
      const { token } = parseBody(opened, request.body);
      await limits.beforeLinkUse(addressOf(request));
      await describeLink(request, token);
      const account = await accounts.eraseAccount({ token });
      await store.removeAccount(account.tenantId, account.email);
      response.status(204).end();
    }),
  );
  /**
   * A cart from a frame on another site, where no cookie is sent: its page has the token, and hands it to a page of our
   * own for the payment. A token that is none gives an empty cart.
   */
  router.post(
    '/app-api/session/cart',
    guarded(async (request, response, session) => {
      if (!session) throw new Problem('security.session-expired');
      const { token } = parseBody(adopted, request.body);
      await store.storeCartToken(session, token);
      response.status(204).end();
    }),
  );
  router.post(
    '/app-api/session/logout',
    guarded(async (_request, response, session) => {
      if (session) await store.remove(session);
      // Revokes the refresh token at the realm too; if the realm is down, the session here has still ended.
      if (session?.tokens) await realm.logout(session.tokens).catch(() => undefined);
      response.set({ 'Set-Cookie': cookie.clear(), 'Clear-Site-Data': '"storage"' }).status(204).end();
    }),
  );
  return router;
}
