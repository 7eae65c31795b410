import { isLanguage, type Language, toLanguage } from '@coulisse/ui-kit/format';
import type { Namespaces } from './translator';

const KEY = 'coulisse.language';
const YEAR_SECONDS = 31_536_000;

/** Each language is a script of its own, so that a page loads one. */
const LOADERS: Readonly<Record<Language, () => Promise<{ default: Namespaces }>>> = {
  fr: () => import(/* webpackChunkName: "texts-fr" */ './fr'),
  en: () => import(/* webpackChunkName: "texts-en" */ './en'),
};

export const loadTexts = async (language: Language): Promise<Namespaces> =>
  (await LOADERS[language]()).default;

/** Keeps the choice: on this device for all fronts, and as a cookie for the server that renders the pages. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
  document.cookie = `${KEY}=${language}; Path=/app; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/** Language of the URL (`?lang=en` in a mail); without it the earlier choice counts, then that of the page. */
export function startLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lang');
  const stored = localStorage.getItem(KEY);
  const chosen = isLanguage(requested) ? requested : isLanguage(stored) ? stored : undefined;
  if (chosen !== undefined) keepLanguage(chosen);
  return chosen ?? toLanguage(document.documentElement.lang || navigator.language);
}
