/** The decimal separator of a file: a comma in French files. */
export type DecimalSign = ',' | '.';

const SPACES = /[\s\u00a0\u202f'’]/g;
const AROUND = /^[€$£%]|(?:€|\$|£|%|EUR)$/i;

/** True if the sign only separates groups of three digits. */
const groups = (text: string, sign: string) =>
  text.split(sign).every((part, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part));

/**
 * Parses a number into its canonical form: `1 234,56 €` → `1234.56`. If a separator is ambiguous, the decimal separator
 * of the file decides. Null if the text is not a number.
 */
export function parseNumber(text: string, decimal: DecimalSign): string | null {
  const bare = text.replace(SPACES, '').replace(AROUND, '').replace('−', '-');
  const [, sign = '', digits = ''] = /^([+-]?)([\d.,]+)$/.exec(bare) ?? [];
  const plain = pointed(digits, decimal);
  if (plain === null || !/^(?:\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const [integerPart = '', fraction = ''] = plain.split('.');
  const integer = integerPart.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '-' ? '-' : ''}${integer}${fraction ? `.${fraction}` : ''}`;
}

/** The digits with a decimal point and no group separators. */
function pointed(digits: string, decimal: DecimalSign): string | null {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) {
    const [last, first] = comma > point ? [',', '.'] : ['.', ','];
    const [integerPart = '', fraction = ''] = [
      digits.slice(0, digits.lastIndexOf(last)),
      digits.split(last).at(-1),
    ];
    return groups(integerPart, first) ? `${integerPart.replaceAll(first, '')}.${fraction}` : null;
  }
  const sign = comma >= 0 ? ',' : '.';
  const times = digits.split(sign).length - 1;
  if (times === 0) return digits;
  if (times > 1) return groups(digits, sign) ? digits.replaceAll(sign, '') : null;
  // `1,234` is over a thousand in an English file; `1.234` never is in a French file, which groups digits with spaces.
  const grouped = sign === ',' && decimal === '.' && groups(digits, sign);
  return grouped ? digits.replace(sign, '') : digits.replace(sign, '.');
}

/** A spreadsheet number without binary rounding noise: 12.100000000000001 → `12.1`. */
export function numberText(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  const [digits = '', exponent = '0'] = value.toExponential(14).split('e');
  const [, sign = '', first = '', rest = ''] = /^(-?)(\d)\.?(\d*)$/.exec(digits) ?? [];
  const all = (first + rest).replace(/0+$/, '') || '0';
  const place = Number(exponent) + 1;
  const integerPart = place > 0 ? all.slice(0, place).padEnd(place, '0') : '0';
  const fraction = place > 0 ? all.slice(place) : '0'.repeat(-place) + all;
  return `${all === '0' ? '' : sign}${integerPart}${fraction && all !== '0' ? `.${fraction}` : ''}`;
}
