import type { Language } from '@coulisse/ui-kit/format';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** Spaces of every width, Swiss apostrophes, and units. */
const NOISE = /[\s\u00a0\u202f'’€$£%]/g;

/**
 * '1 234,56' in French and '1,234.56' in English → '1234.56'.
 * Text that is not a number is unchanged: the server returns an error for the field.
 */
export const parseNumber = (typed: string, language: Language): string => {
  const bare = typed.replace(NOISE, '').replace(/^\u2212/, '-');
  const plain = withPoint(bare, language);
  if (!NUMBER.test(plain)) return typed.trim();
  const [, sign = '', integer = '', decimals = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(plain) ?? [];
  return `${sign === '-' ? '-' : ''}${integer || '0'}${decimals ? `.${decimals}` : ''}`;
};

/** The last of two different separators is the decimal one; a single comma is decimal, except thousands in English. */
const withPoint = (bare: string, language: Language): string => {
  const [commas, points] = [bare.split(',').length - 1, bare.split('.').length - 1];
  if (commas > 0 && points > 0) {
    const [group, decimal] = bare.lastIndexOf(',') > bare.lastIndexOf('.') ? ['.', ','] : [',', '.'];
    return bare.replaceAll(group, '').replace(decimal, '.');
  }
  if (commas > 1) return isGrouped(bare, ',') ? bare.replaceAll(',', '') : bare;
  if (points > 1) return isGrouped(bare, '.') ? bare.replaceAll('.', '') : bare;
  if (commas === 1 && language === 'en' && isGrouped(bare, ',')) return bare.replace(',', '');
  return bare.replace(',', '.');
};

const isGrouped = (bare: string, sign: ',' | '.'): boolean => {
  const [first = '', ...rest] = bare.replace(/^[+-]/, '').split(sign);
  return /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
};
