import { isLanguage, type Language, toLanguage } from '@coulisse/ui-kit/format';
import type { Namespaces, Texts } from './translator';

const KEY = 'coulisse.language';
const YEAR_SECONDS = 31_536_000;

/** Each language is a script of its own, so that a page loads one. */
const LOADERS: Readonly<Record<Language, () => Promise<{ default: Namespaces }>>> = {
  fr: () => import(/* webpackChunkName: "texts-fr" */ './fr'),
  en: () => import(/* webpackChunkName: "texts-en" */ './en'),
};

/** Texts of the plan and the basket, which a visitor of the catalogue does not see. */
const SEATS_LOADERS: Readonly<Record<Language, () => Promise<{ default: Texts }>>> = {
  fr: () => import(/* webpackChunkName: "seats-words-fr" */ './seats-fr'),
  en: () => import(/* webpackChunkName: "seats-words-en" */ './seats-en'),
};

/** Texts of the pages after them: half of all. */
const LATER_LOADERS: Readonly<Record<Language, () => Promise<{ default: Texts }>>> = {
  fr: () => import(/* webpackChunkName: "later-texts-fr" */ './later-fr'),
  en: () => import(/* webpackChunkName: "later-texts-en" */ './later-en'),
};

let areSeatsNeeded = false;
let areLaterNeeded = false;

/** Texts of a language: of the first pages, and of the others once one of them was opened. */
export async function loadTexts(language: Language): Promise<Namespaces> {
  const [{ default: texts }, seats, later] = await Promise.all([
    LOADERS[language](),
    areSeatsNeeded ? SEATS_LOADERS[language]() : undefined,
    areLaterNeeded ? LATER_LOADERS[language]() : undefined,
  ]);
  // The texts that are shown already get the others too: they are one object.
  Object.assign(texts.front, seats?.default, later?.default);
  return texts;
}

/** The plan and the basket, with their texts. */
export async function withSeatsTexts<T>(part: Promise<T>): Promise<T> {
  // The server has all texts.
  if (typeof document === 'undefined') return part;
  areSeatsNeeded = true;
  // Together: a part that fails while its texts do has somebody who hears of it.
  const [loaded] = await Promise.all([part, loadTexts(toLanguage(document.documentElement.lang))]);
  return loaded;
}

/** A later part, with the texts of the plan and those that only later parts have. */
export function withLaterTexts<T>(part: Promise<T>): Promise<T> {
  areLaterNeeded = true;
  return withSeatsTexts(part);
}

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
