import { messages, type Language } from '@coulisse/contracts';
import type { Router } from 'express';
import { Problem } from '@coulisse/service-kit/problem';
import { strictRouter } from '../http/strict-router';

/** Domains that the gateway serves; screens bundle their own texts. */
const domains: ReadonlyMap<string, (language: Language) => Record<string, string>> = new Map([
  ['errors', messages],
  ['messages', messages],
]);

export const languageOf = (locale: unknown): Language =>
  /^en\b/i.test(typeof locale === 'string' ? locale : '') ? 'en' : 'fr';

/** `GET /translations/{domain}.json|js?locale=fr`; French is the fallback of every other locale. */
export function translations(): Router {
  const router = strictRouter();
  router.get('/translations{/:file}', (request, response) => {
    const match = /^([\w-]+)\.(json|js)$/.exec(request.params.file ?? 'messages.json');
    const texts = match?.[1] === undefined ? undefined : domains.get(match[1]);
    if (!match?.[1] || !texts) throw new Problem('http.404');
    const language = languageOf(request.query['locale']);
    response.set({ 'Cache-Control': 'public, max-age=300', 'Content-Language': language });
    if (match[2] === 'json') {
      response.json(texts(language));
      return;
    }
    const place = `[${JSON.stringify(language)}]`;
    response.type('text/javascript').send(
      `globalThis.translations ??= {};
globalThis.translations${place} ??= {};
globalThis.translations${place}[${JSON.stringify(match[1])}] = ${JSON.stringify(texts(language))};
`,
    );
  });
  return router;
}
