import type { Language } from '@coulisse/ui-kit/format';
import type { Theatre } from '../api/types';

/** Data of a page that the server rendered; it stands in the page, so that the browser need not ask for it. */
export interface FirstScreen {
  language: Language;
  theatre: Theatre | null;
  queries: [key: readonly unknown[], data: unknown][];
}

export const FIRST_SCREEN_ID = 'first-screen';

/** Null when the server rendered nothing, or in another language. */
export function readFirstScreen(language: Language): FirstScreen | null {
  const text = document.getElementById(FIRST_SCREEN_ID)?.textContent;
  if (!text) return null;
  const screen = JSON.parse(text) as FirstScreen;
  return screen.language === language ? screen : null;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that cannot end the element it stands in, nor be read as HTML. */
export const inlineJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? '');
