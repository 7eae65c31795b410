import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { isEmpty, startValue } from '@coulisse/resource-client';

/** A line being edited; `_key` identifies a new line until the server assigns its id. */
export type Line = Readonly<Record<string, unknown>>;

export const linesOf = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : []);

let made = 0;
export const newLine = (fields: readonly FieldDescriptor[] = []): Line => {
  made += 1;
  const values = fields
    .map((field) => [field.name, startValue(field)] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(values), _key: `new-${made}` };
};

export const keyOf = (line: Line, index: number): string =>
  String(line['_key'] ?? line['id'] ?? `line-${index}`);

export const moved = (lines: readonly Line[], from: number, to: number): Line[] => {
  if (to < 0 || to >= lines.length) return [...lines];
  const next = [...lines];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** True for empty values and for false: a column with only "no" is not shown. */
export const isBlank = (value: unknown): boolean => isEmpty(value) || value === false;

/** Columns with a value in some line; empty optional ones are not shown. */
export const filledColumns = (field: FieldDescriptor, lines: readonly Line[]): FieldDescriptor[] =>
  (field.fields ?? []).filter(
    (child) => child.type !== 'json' && lines.some((line) => !isBlank(line[child.name])),
  );

/** Unit prices, rates and limits are not amounts: their sum has no meaning. */
const NO_AMOUNT = /price|rate|min|max|unit/i;
const AMOUNT = /quantity|count|number|places|seats|hours|days|total|amount/i;

const isSummed = ({ name, type }: FieldDescriptor): boolean => {
  if (type === 'duration') return true;
  if (type === 'money') return /total|amount/i.test(name) || !NO_AMOUNT.test(name);
  return (type === 'int' || type === 'decimal') && AMOUNT.test(name) && !NO_AMOUNT.test(name);
};

const DIGITS = 4;
const scaled = (value: unknown): bigint | null => {
  const [, sign, integer, decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(value)) ?? [];
  if (integer === undefined) return null;
  const units = BigInt(integer + decimals.padEnd(DIGITS, '0'));
  return sign ? -units : units;
};

/** '1234.5000' → '1234.50' for an amount, '1234.5' for any other number. */
const unscaled = (units: bigint, money: boolean): string => {
  const digits = String(units < 0n ? -units : units).padStart(DIGITS + 1, '0');
  const decimals = digits.slice(-DIGITS).replace(money ? /0{2}$/ : /0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${decimals ? `.${decimals}` : ''}`;
};

/** Exact sums of the columns with amounts; none for fewer than two lines. */
export const totalsOf = (
  fields: readonly FieldDescriptor[],
  lines: readonly Line[],
): Readonly<Record<string, string | number>> => {
  if (lines.length < 2) return {};
  return Object.fromEntries(
    fields.filter(isSummed).flatMap((field) => {
      const values = lines.map((line) => line[field.name]).filter((value) => !isEmpty(value));
      const units = values.map(scaled);
      if (units.length === 0 || units.includes(null)) return [];
      const sum = unscaled(
        units.reduce<bigint>((total, value) => total + (value ?? 0n), 0n),
        field.type === 'money',
      );
      return [[field.name, field.type === 'duration' ? Number(sum) : sum]];
    }),
  );
};
