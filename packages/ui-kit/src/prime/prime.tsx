import { type APIOptions, addLocale, PrimeReactProvider } from 'primereact/api';
import type { ReactNode } from 'react';
import { type Language, locale } from '../format';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { PRESET } from './preset';

const TEXTS = { fr, en };

/** Names of days and months, from the browser's Intl. */
const names = (
  language: Language,
  unit: 'weekday' | 'month',
  width: 'long' | 'short' | 'narrow',
): string[] => {
  const format = new Intl.DateTimeFormat(locale(language), { [unit]: width, timeZone: 'UTC' });
  // 4 January 1970 was a Sunday: the first day of a week for the widget.
  return unit === 'weekday'
    ? Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(1970, 0, 4 + day)))
    : Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(1970, month, 1)));
};

/** The content security policy requires this nonce on style elements. Undefined where a test renders without a DOM. */
const nonce = (): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

const addTexts = (): void => {
  for (const language of ['fr', 'en'] as const)
    addLocale(language, {
      firstDayOfWeek: 1,
      dayNames: names(language, 'weekday', 'long'),
      dayNamesShort: names(language, 'weekday', 'short'),
      dayNamesMin: names(language, 'weekday', 'narrow'),
      monthNames: names(language, 'month', 'long'),
      monthNamesShort: names(language, 'month', 'short'),
      today: TEXTS[language]['calendar.today'],
      clear: TEXTS[language]['calendar.clear'],
      chooseDate: TEXTS[language]['calendar.choose'],
    });
};

addTexts();

const OPTIONS: APIOptions = { unstyled: true, pt: PRESET, nonce: nonce() };

/** Options of the widgets inside. Without a provider, PrimeReact's overlays fail when the page scrolls behind them. */
export const Prime = ({ children }: { children: ReactNode }) => (
  <PrimeReactProvider value={OPTIONS}>{children}</PrimeReactProvider>
);
