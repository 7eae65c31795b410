import { type Language, locale } from './language';

/** 8900 → '89.00'. Amounts are never converted to a binary float. */
export const minorToDecimal = (minor: number | bigint, digits = 2): string => {
  const sign = minor < 0 ? '-' : '';
  const figures = String(minor)
    .replace('-', '')
    .padStart(digits + 1, '0');
  return `${sign}${figures.slice(0, -digits)}.${figures.slice(-digits)}`;
};

/** A decimal string ('89.00') or a number of minor units (8900) → '89,00 €'. */
export const formatMoney = (
  amount: string | number | bigint,
  language: Language = 'fr',
  currency = 'EUR',
): string => {
  const decimal = typeof amount === 'string' ? amount : minorToDecimal(amount);
  const format = new Intl.NumberFormat(locale(language), { style: 'currency', currency });
  return readable(format.format(decimal as Intl.StringNumericLiteral));
};

/** The narrow space of French thousands is too thin on a screen: `2 136,00 €` gets a full one. */
const readable = (written: string): string => written.replaceAll('\u202f', '\u00a0');

export const formatNumber = (value: string | number, language: Language = 'fr', digits?: number): string =>
  readable(
    new Intl.NumberFormat(
      locale(language),
      digits === undefined
        ? { maximumFractionDigits: 6 }
        : { minimumFractionDigits: digits, maximumFractionDigits: digits },
    ).format(value as Intl.StringNumericLiteral),
  );

export const formatPercent = (value: string | number, language: Language = 'fr'): string =>
  language === 'fr' ? `${formatNumber(value, language)}\u00a0%` : `${formatNumber(value, language)}%`;
