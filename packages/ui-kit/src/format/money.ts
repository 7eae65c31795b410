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
  const format = formatOf(language, `currency ${currency}`, { style: 'currency', currency });
  return readable(format.format(decimal as Intl.StringNumericLiteral));
};

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format costs a hundred times its use, and a table of lines uses a thousand. */
const formatOf = (language: Language, kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${language} ${kind}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale(language), options);
  formats.set(key, format);
  return format;
};

/** The narrow space of French thousands is too thin on a screen: `2 136,00 €` gets a full one. */
const readable = (written: string): string => written.replaceAll('\u202f', '\u00a0');

export const formatNumber = (value: string | number, language: Language = 'fr', digits?: number): string =>
  readable(
    formatOf(
      language,
      `number ${digits ?? 'as many'}`,
      digits === undefined
        ? { maximumFractionDigits: 6 }
        : { minimumFractionDigits: digits, maximumFractionDigits: digits },
    ).format(value as Intl.StringNumericLiteral),
  );

export const formatPercent = (value: string | number, language: Language = 'fr'): string =>
  language === 'fr' ? `${formatNumber(value, language)}\u00a0%` : `${formatNumber(value, language)}%`;
