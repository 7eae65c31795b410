import type { Language } from '@coulisse/ui-kit/format';

/** `2026-12-31` → `2026-12` */
export const monthOf = (date: string): string => date.slice(0, 7);

/** A month that many months later, or earlier. */
export function monthsAfter(month: string, count: number): string {
  const first = new Date(`${month}-01`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return monthOf(first.toISOString());
}

/** The days of a month in weeks that begin on Monday; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const days = new Date(Date.parse(`${monthsAfter(month, 1)}-01`) - 1).getUTCDate();
  const before = (new Date(`${month}-01`).getUTCDay() + 6) % 7;
  const weeks = Math.ceil((before + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const day = week * 7 + weekday - before + 1;
      return day < 1 || day > days ? null : `${month}-${String(day).padStart(2, '0')}`;
    }),
  );
}

const inLanguage = (language: Language, date: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr-FR', { ...options, timeZone: 'UTC' }).format(
    new Date(date),
  );

/** `décembre 2026` */
export const monthName = (month: string, language: Language): string =>
  inLanguage(language, month, { month: 'long', year: 'numeric' });

/** `vendredi 4 décembre` */
export const dayName = (date: string, language: Language): string =>
  inLanguage(language, date, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '');

/** From Monday to Sunday: 2024 began on a Monday. */
export const weekdayNames = (language: Language, weekday: 'short' | 'long'): string[] =>
  Array.from({ length: 7 }, (_, index) => inLanguage(language, `2024-01-0${index + 1}`, { weekday }));
