import { formatNumber } from './money';
import type { Language } from './language';

const UNITS: Record<Language, readonly string[]> = {
  fr: ['o', 'ko', 'Mo', 'Go'],
  en: ['B', 'kB', 'MB', 'GB'],
};

/** 1_258_291 → '1,3 Mo'; decimal units (1 Mo = 1,000,000 bytes). */
export const formatSize = (bytes: number, language: Language = 'fr'): string => {
  const rank = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** rank;
  const written = formatNumber(
    amount >= 10 || rank === 0 ? Math.round(amount) : Math.round(amount * 10) / 10,
    language,
  );
  return `${written}\u00a0${UNITS[language][rank]}`;
};
