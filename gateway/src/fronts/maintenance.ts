import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { PLAIN_PAGE_POLICY, plainPage, retryAction } from '../http/plain-page';

export interface MaintenanceOptions {
  /** Opens the public front all the same, for the staff who check it; without one it is closed for everybody. */
  key: string | undefined;
  secure: boolean;
}

/** When browsers, search engines and clients of the API may come back, in seconds. */
export const RETRY_SECONDS = 300;
/** Notifications of banks: what was paid is never lost. */
const OPEN_CALLS = /^\/app-api\/payments\/[^/]+\/notification$/;
const COOKIE = 'coulisse.maintenance';

const TEXTS = {
  fr: {
    title: 'Le site est en maintenance',
    text: 'Nous revenons dans quelques minutes. Vos billets et vos réservations sont en lieu sûr.',
  },
  en: {
    title: 'The site is under maintenance',
    text: 'We will be back in a few minutes. Your tickets and reservations are safe.',
  },
} as const;

const page = (language: 'fr' | 'en'): string =>
  plainPage({ language, texts: TEXTS, action: retryAction(language) });
const PAGES = { fr: page('fr'), en: page('en') };

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isEqual = (left: string, right: string): boolean => timingSafeEqual(digestOf(left), digestOf(right));

/** The public front while the whole installation is under maintenance. The staff portal stays open. */
export class Maintenance {
  constructor(private readonly options: MaintenanceOptions) {}

  /** Whether a call is refused. */
  refuses(path: string, cookies: string | undefined): boolean {
    return path.startsWith('/app-api/') && !OPEN_CALLS.test(path) && !this.isOpenFor(cookies);
  }

  /** Answers pages below `/app`; `/app?maintenance=<key>` opens them in this browser. */
  handler(languageOf: (request: Parameters<RequestHandler>[0]) => 'fr' | 'en'): RequestHandler {
    return (request, response, next) => {
      const { key, secure } = this.options;
      const typed = request.query['maintenance'];
      if (key !== undefined && typeof typed === 'string' && isEqual(typed, key)) {
        const cookie = `${COOKIE}=${encodeURIComponent(key)}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
        response.set({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }).redirect(302, request.path);
        return;
      }
      if (this.isOpenFor(request.headers.cookie)) return next();
      const language = languageOf(request);
      response
        .status(503)
        .set({
          'Retry-After': String(RETRY_SECONDS),
          'Cache-Control': 'no-store',
          'Content-Language': language,
          'Content-Security-Policy': PLAIN_PAGE_POLICY,
          Vary: 'Accept-Language, Cookie',
        })
        .type('html')
        .send(PAGES[language]);
    };
  }

  private isOpenFor(cookies: string | undefined): boolean {
    const { key } = this.options;
    const shown = new RegExp(`(?:^|;\\s*)${COOKIE.replace('.', '\\.')}=([^;]*)`).exec(cookies ?? '')?.[1];
    return key !== undefined && shown !== undefined && isEqual(shown, encodeURIComponent(key));
  }
}
