import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { digestSource } from './security-headers';

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
    retry: 'Réessayer',
  },
  en: {
    title: 'The site is under maintenance',
    text: 'We will be back in a few minutes. Your tickets and reservations are safe.',
    retry: 'Try again',
  },
} as const;

const STYLES = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:17px/26px Inter,system-ui,sans-serif;background:#f7f6f9;color:#1d1a26}main{max-width:32rem;padding:24px}section+section{margin-top:32px;padding-top:24px;border-top:1px solid #d9d5e2}h1{margin:0 0 8px;font:600 28px/34px Fraunces,Georgia,serif}h2{margin:0 0 8px;font:600 22px/28px Fraunces,Georgia,serif}p{margin:0 0 16px}a{display:inline-block;padding:10px 18px;border-radius:8px;background:#47216b;color:#fff;font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid #c98211;outline-offset:2px}@media(prefers-color-scheme:dark){body{background:#15121c;color:#f2eff7}section+section{border-color:#3a3446}a{background:#d9c2f5;color:#1d1029}}`;

/** It needs nothing else: no script, file or service that could be away. */
function pageIn(language: 'fr' | 'en'): string {
  const other = language === 'fr' ? 'en' : 'fr';
  const first = TEXTS[language];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${first.title}</title><style>${STYLES}</style></head><body><main><section><h1>${first.title}</h1><p>${first.text}</p><a href="">${first.retry}</a></section><section lang="${other}"><h2>${TEXTS[other].title}</h2><p>${TEXTS[other].text}</p></section></main></body></html>`;
}

const PAGES = { fr: pageIn('fr'), en: pageIn('en') };
const POLICY = `default-src 'none'; style-src ${digestSource(STYLES)}; base-uri 'none'; frame-ancestors 'self'`;

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
          'Content-Security-Policy': POLICY,
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
