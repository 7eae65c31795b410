import type { IncomingMessage } from 'node:http';
import { type ProblemBody, problemBody } from '@coulisse/service-kit/problem';
import { plainPage, retryAction } from './plain-page';

/** Calls of programs: they get a problem whatever they accept. */
const CALLS = /^\/(?:b\/api|app-api|health|mf|translations)(?:\/|$)/;

/** Texts of pages whose problem says nothing to a visitor. */
const MISSING = {
  fr: { title: 'Page introuvable', text: 'L’adresse est incomplète, ou la page n’existe plus.' },
  en: { title: 'Page not found', text: 'The address is incomplete, or the page no longer exists.' },
};
const MALFORMED = {
  fr: {
    title: 'Adresse incorrecte',
    text: 'Cette adresse n’est pas valide. Vérifiez le lien que vous avez suivi.',
  },
  en: { title: 'Wrong address', text: 'This address is not valid. Check the link that you followed.' },
};
const INTERNAL = {
  fr: {
    title: 'Une erreur est survenue',
    text: 'La page n’a pas pu être affichée. Réessayez dans un instant ; rien de ce que vous avez réservé n’est perdu.',
  },
  en: {
    title: 'An error occurred',
    text: 'The page could not be shown. Try again in a moment; nothing that you have booked is lost.',
  },
};

const HOME = { fr: 'Retour à l’accueil', en: 'Back to the home page' };

const textsOf = (fr: ProblemBody, en: ProblemBody) => {
  if (fr.status === 404 || fr.status === 405) return MISSING;
  if (fr.status === 400) return MALFORMED;
  if (fr.code === 'internal') return INTERNAL;
  return { fr: { title: fr.title, text: fr.detail }, en: { title: en.title, text: en.detail } };
};

/** Whether a request opens a page in a browser: a call of a script or a program does not accept HTML by name. */
export function opensPage(request: Pick<IncomingMessage, 'headers'>, path: string): boolean {
  const accepted = /(?:^|,)\s*text\/html\s*(;[^,]*)?(?=,|$)/i.exec(request.headers.accept ?? '');
  const isRefused = /;\s*q=0(?:\.0{0,3})?\s*(?:;|$)/i.test(accepted?.[1] ?? '');
  return accepted !== null && !isRefused && !CALLS.test(path);
}

/** The page that a visitor gets in place of a problem, in the visitor's language first. */
export function errorPage(error: unknown, language: 'fr' | 'en', path: string, traceId: string): string {
  const [fr, en] = [problemBody(error, 'fr', path, traceId), problemBody(error, 'en', path, traceId)];
  const mayRetry = fr.status === 429 || fr.status >= 500;
  const home = path === '/b' || path.startsWith('/b/') ? '/b' : '/app';
  const action = mayRetry ? retryAction(language) : { label: HOME[language], href: home };
  return plainPage({
    language,
    texts: textsOf(fr, en),
    action,
    reference: fr.status >= 500 ? traceId : null,
  });
}
