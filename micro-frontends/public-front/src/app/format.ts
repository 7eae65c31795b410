import { useLanguage } from '@coulisse/ui-kit';
import { formatDate, formatMoney, formatTime, type Language } from '@coulisse/ui-kit/format';
import { useCallback } from 'react';
import { useText } from './use-text';

/** '49.00' → '49 €', '49.50' → '49,50 €': short form for indicative prices. */
export function shortMoney(decimal: string, language: Language): string {
  return formatMoney(decimal, language).replace(/[.,]00(?=\D*$)/, '');
}

export function useMoney(): (minor: number) => string {
  const language = useLanguage();
  return useCallback((minor) => formatMoney(minor, language), [language]);
}

/** The date of a row, '12 déc.'; with its year where that is another one than today's. */
export const rowDate = (date: string, language: Language): string =>
  formatDate(date, language, date.startsWith(`${new Date().getFullYear()}-`) ? 'short' : 'medium');

interface Timed {
  mealTimes: readonly string[];
  showTimes: readonly string[];
}

/** 'repas 19:30 · spectacle 20:30'. */
export function useTimes(): (performance: Timed) => string {
  const t = useText();
  return ({ mealTimes, showTimes }) =>
    [
      ...mealTimes.map((time) => t('time.meal', { time: formatTime(time) })),
      ...showTimes.map((time) => t('time.show', { time: formatTime(time) })),
    ].join(' · ');
}

/** '24 novembre 2026'. */
export function useDay(): (at: string) => string {
  const language = useLanguage();
  return useCallback((at) => formatDate(at, language, 'long'), [language]);
}
