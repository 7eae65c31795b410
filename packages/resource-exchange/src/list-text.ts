/** Several values in one cell: `Scène | Bar`. A bar or a backslash within a value is escaped with a backslash. */
const SEPARATOR = ' | ';

export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\|]/g, '\\$&')).join(SEPARATOR);

/** The values of a cell, without blank ones. `others` are additional separators. */
export function splitValues(text: string, others = ''): string[] {
  const values: string[] = [];
  let value = '';
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]!;
    if (sign === '\\' && /[\\|]/.test(text[index + 1] ?? '')) value += text[++index];
    else if (sign === '|' || others.includes(sign)) {
      values.push(value);
      value = '';
    } else value += sign;
  }
  return [...values, value].map((item) => item.trim()).filter(Boolean);
}
