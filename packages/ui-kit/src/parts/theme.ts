import { useSyncExternalStore } from 'react';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'coulisse.theme';
const listeners = new Set<() => void>();

/** The theme of a page that does not leave it to its reader: `data-look` of the page. */
const fixed = () => document.documentElement.dataset.look as Theme | undefined;

const stored = (): Theme => {
  const value = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === value) ?? 'auto';
};

const prefersDark = () => window.matchMedia('(prefers-color-scheme: dark)');

let following = false;
/** With `auto`, the page follows the system's dark mode, whenever it changes. */
const followMachine = (): void => {
  if (following) return;
  following = true;
  prefersDark().addEventListener('change', () => applyTheme());
};

/** Sets `data-theme` on the page, and then follows the system's setting; call it before the first paint. */
export const applyTheme = (theme: Theme = fixed() || stored()): void => {
  const dark = theme === 'dark' || (theme === 'auto' && prefersDark().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  followMachine();
};

export const setTheme = (theme: Theme): void => {
  localStorage.setItem(KEY, theme);
  applyTheme(theme);
  listeners.forEach((listener) => listener());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): [Theme, (theme: Theme) => void] => {
  const theme = useSyncExternalStore(subscribe, stored);
  return [theme, setTheme];
};
