import { useMemo, useSyncExternalStore } from 'react';
import { isLanguage, type Language, type Theme, THEMES, toLanguage } from '@coulisse/ui-kit';

/** What the address says: `/?theme=dark&language=en#/buttons`. */
export interface Address {
  /** Slug of the page; empty on the first visit. */
  page: string;
  theme: Theme;
  language: Language;
  /** Name of a generic screen that is shown alone, in a frame. */
  screen: string | null;
}

export const parseAddress = (search: string, hash: string, browserLanguage: string): Address => {
  const params = new URLSearchParams(search);
  const language = params.get('language');
  return {
    page: hash.replace(/^#\/?/, ''),
    theme: THEMES.find((theme) => theme === params.get('theme')) ?? 'auto',
    language: isLanguage(language) ? language : toLanguage(browserLanguage),
    screen: params.get('screen'),
  };
};

export const currentAddress = (): Address =>
  parseAddress(window.location.search, window.location.hash, navigator.language);

const subscribe = (listener: () => void) => {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
};
const snapshot = (): string => window.location.search + window.location.hash;

/** The address, which is the only state of the gallery: a copied link shows the same page in the same look. */
export const useAddress = (): Address => {
  const text = useSyncExternalStore(subscribe, snapshot);
  return useMemo(() => {
    const { search, hash } = new URL(text, window.location.origin);
    return parseAddress(search, hash, navigator.language);
  }, [text]);
};

export const setLook = (look: Partial<Pick<Address, 'theme' | 'language'>>): void => {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(look)) url.searchParams.set(name, value);
  window.history.replaceState(null, '', url);
  // Browsers send this event for the back button only.
  window.dispatchEvent(new PopStateEvent('popstate'));
};
