/** The sign that stands before the decimals in a file: a comma in French ones. */
export type DecimalSign = ',' | '.';

const SPACES = /[\s\u00a0\u202f'’]/g;
const AROUND = /^[€$£%]|(?:€|\$|£|%|EUR)$/i;

/** True when the sign only stands between groups of three digits. */
const groups = (text: string, sign: string) =>
  text.split(sign).every((part, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part));

/**
 * A number as people write it, in its one spelling: `1 234,56 €` → `1234.56`. Where one sign could mean either, the
 * file's habit decides. Null when it is no number.
 */
export function parseNumber(text: string, decimal: DecimalSign): string | null {
  const bare = text.replace(SPACES, '').replace(AROUND, '').replace('−', '-');
  const [, sign = '', digits = ''] = /^([+-]?)([\d.,]+)$/.exec(bare) ?? [];
  const plain = pointed(digits, decimal);
  if (plain === null || !/^(?:\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const [whole = '', fraction = ''] = plain.split('.');
  const known = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '-' ? '-' : ''}${known}${fraction ? `.${fraction}` : ''}`;
}

/** The digits with a point before the decimals and no other sign. */
function pointed(digits: string, decimal: DecimalSign): string | null {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) {
    const [last, first] = comma > point ? [',', '.'] : ['.', ','];
    const [whole = '', fraction = ''] = [
      digits.slice(0, digits.lastIndexOf(last)),
      digits.split(last).at(-1),
    ];
    return groups(whole, first) ? `${whole.replaceAll(first, '')}.${fraction}` : null;
  }
  const sign = comma >= 0 ? ',' : '.';
  const times = digits.split(sign).length - 1;
  if (times === 0) return digits;
  if (times > 1) return groups(digits, sign) ? digits.replaceAll(sign, '') : null;
  // `1,234` is a thousand in an English file; `1.234` is never one in a French file, whose groups are spaced.
  const grouped = sign === ',' && decimal === '.' && groups(digits, sign);
  return grouped ? digits.replace(sign, '') : digits.replace(sign, '.');
}

/** A number of a spreadsheet without the noise of its binary form: 12.100000000000001 → `12.1`. */
export function numberText(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  const [digits = '', exponent = '0'] = value.toExponential(14).split('e');
  const [, sign = '', first = '', rest = ''] = /^(-?)(\d)\.?(\d*)$/.exec(digits) ?? [];
  const all = (first + rest).replace(/0+$/, '') || '0';
  const place = Number(exponent) + 1;
  const whole = place > 0 ? all.slice(0, place).padEnd(place, '0') : '0';
  const fraction = place > 0 ? all.slice(place) : '0'.repeat(-place) + all;
  return `${all === '0' ? '' : sign}${whole}${fraction && all !== '0' ? `.${fraction}` : ''}`;
}
