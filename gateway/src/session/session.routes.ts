import { personName } from '@coulisse/service-kit/http/person-name';
import { Problem } from '@coulisse/service-kit/problem/problem';
import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import type { LoginLimits } from '../limits/login-limits';
import type { PublicAccounts } from './accounts';
import type { SessionCookie } from './cookie';
import { csrfRefusal, isJsonOrEmpty, isSameOrigin } from './csrf';
import type { FrontRealm } from './front-realm';
import { csrfProblem } from './public-gate';
import type { PublicSession, SessionStore } from './session-store';
import { parseBody } from './parse-body';

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
const asking = z.strictObject({ tenantId, email });
const credentials = z.strictObject({ tenantId, email, password });
const registration = z.strictObject({
  tenantId,
  email,
  password,
  firstName: personName(),
  lastName: personName(),
});

const told = (session: PublicSession) => ({ csrfToken: session.csrfToken, account: session.account });

/** `/app-api/session`: the cookie's session, and who is logged in by it. */
export function sessionRoutes(options: SessionRoutesOptions): Router {
  const { store, cookie, realm, accounts, limits, publicOrigin, addressOf } = options;

  const sessionOf = async (request: Request): Promise<PublicSession | null> => {
    const id = cookie.read(request.headers.cookie);
    return id === undefined ? null : store.find(id);
  };
  const answer = (response: Response, made: { id: string; session: PublicSession }, status = 200): void => {
    response.set('Set-Cookie', cookie.write(made.id)).status(status).json(told(made.session));
  };

  /** With a session its CSRF token is needed; without one too, another site must not log a visitor in. */
  const guarded =
    (
      work: (request: Request, response: Response, session: PublicSession | null) => Promise<void>,
    ): RequestHandler =>
    async (request, response) => {
      const session = await sessionOf(request);
      if (session) {
        const refusal = csrfRefusal(request.method, request.headers, session.csrfToken, publicOrigin);
        if (refusal) throw csrfProblem(refusal);
      } else {
        if (!isSameOrigin(request.headers, publicOrigin)) throw csrfProblem('security.invalid-csrf-token');
        if (!isJsonOrEmpty(request.headers)) throw csrfProblem('request.unsupported-media');
      }
      await work(request, response, session);
    };

  const logIn = async (
    request: Request,
    response: Response,
    session: PublicSession | null,
    given: z.output<typeof credentials>,
    status: number,
  ): Promise<void> => {
    const address = addressOf(request);
    await limits.beforeLogin(address, given.tenantId, given.email);
    const login = await realm
      .login(given.tenantId, given.email, given.password)
      .catch(async (error: unknown) => {
        await limits.forgiveLogin(address, given.tenantId, given.email);
        throw error;
      });
    if (!login) throw new Problem('front.bad-credentials');
    await limits.afterLogin(address, given.tenantId, given.email);
    // A new id: whoever knew the old one (planted or overheard) is not logged in with the visitor.
    answer(response, await store.rotate(session, { tenantId: given.tenantId, ...login }), status);
  };

  const router = Router();
  router.use('/app-api/session', express.json({ limit: '16kb' }), (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/app-api/session', async (request, response) => {
    const session = await sessionOf(request);
    if (session) {
      response.json(told(session));
      return;
    }
    await limits.beforeSession(addressOf(request));
    answer(response, await store.create());
  });
  router.post(
    '/app-api/session/email',
    guarded(async (request, response) => {
      const given = parseBody(asking, request.body);
      await limits.beforeLookUp(addressOf(request));
      const { exists } = await accounts.findPublicAccount(given);
      response.json({ known: exists });
    }),
  );
  router.post(
    '/app-api/session/login',
    guarded(async (request, response, session) =>
      logIn(request, response, session, parseBody(credentials, request.body), 200),
    ),
  );
  router.post(
    '/app-api/session/register',
    guarded(async (request, response, session) => {
      const given = parseBody(registration, request.body);
      await limits.beforeRegister(addressOf(request));
      await accounts.createPublicAccount(given);
      await logIn(request, response, session, given, 201);
    }),
  );
  router.post(
    '/app-api/session/logout',
    guarded(async (_request, response, session) => {
      if (session) await store.remove(session);
      // The realm forgets the refresh token too; that it cannot be told just now keeps nobody logged in here.
      if (session?.tokens) await realm.logout(session.tokens).catch(() => undefined);
      response.set({ 'Set-Cookie': cookie.clear(), 'Clear-Site-Data': '"storage"' }).status(204).end();
    }),
  );
  return router;
}
