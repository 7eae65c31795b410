import { Problem } from '@coulisse/service-kit/problem';
import type { Router } from 'express';
import type { Config } from '../config';
import { strictRouter } from '../http/strict-router';
import type { AccountToken } from './account-token';
import type { SessionCookie } from './cookie';
import { sessionOf } from './session-of-host';
import type { SessionStore } from './session-store';

export const PERSONAL_DATA_PATH = '/app-api/session/personal-data.json';

/** Where each service that stores something about buyers gives it out, to its owner only. */
const SOURCES = {
  crm: '/app-api/crm/personal-data',
  ticketing: '/app-api/prestiscene/personal-data',
  notifications: '/app-api/notifications/personal-data',
  sales: '/app-api/sale/personal-data',
} as const;
const TIMEOUT_MS = 15_000;

export interface PersonalDataOptions {
  store: SessionStore;
  cookie: SessionCookie;
  accountToken: AccountToken;
  services: Config['services'];
}

/**
 * `GET /app-api/session/personal-data.json`: everything that is stored about the signed-in buyer, in one file. A part that is
 * missing would make the file untrue, so that there is none while a service does not answer.
 */
export function personalData({ store, cookie, accountToken, services }: PersonalDataOptions): Router {
  const router = strictRouter();
  router.get(PERSONAL_DATA_PATH, async (request, response) => {
    const session = await sessionOf(request, { store, cookie });
    const token = session?.account ? await accountToken.of(session) : null;
    if (!session?.account || token === null) throw new Problem('security.not-authenticated');
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-language': request.get('accept-language') ?? 'fr',
    };
    const read = async ([service, path]: [string, string]): Promise<[string, unknown]> => {
      const answer = await fetch(`${services[service]}${path}`, {
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      }).catch((cause: unknown) => {
        throw new Problem('service.unavailable', { cause });
      });
      if (!answer.ok)
        throw new Problem('service.unavailable', {
          cause: new Error(`${service} answered ${answer.status}`),
        });
      return [service, await answer.json()];
    };
    const parts = Object.fromEntries(await Promise.all(Object.entries(SOURCES).map(read)));
    const file = { writtenAt: new Date().toISOString(), account: session.account, ...parts };
    response
      .set({
        'Cache-Control': 'private, no-store',
        'Content-Disposition': 'attachment; filename="personal-data.json"',
      })
      .type('json')
      .send(`${JSON.stringify(file, null, 2)}\n`);
  });
  return router;
}
