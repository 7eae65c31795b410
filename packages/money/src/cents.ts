/** An amount in cents: a safe integer, negative for what is owed the other way. Never a fraction. */
export type Cents = number;

/** Checks that a number is an amount; arithmetic that left the safe integers must not go on. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an amount in cents`);
  return value === 0 ? 0 : value;
}

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/** Reads a decimal string of at most two digits after the point, as JSON and `numeric` carry money: `89`, `89.9`, `89.90`. */
export function parseAmount(text: string): Cents {
  const match = DECIMAL.exec(text);
  if (!match) throw new RangeError(`${JSON.stringify(text)} is not an amount`);
  const [, sign, whole = '', fraction = ''] = match;
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return cents(sign ? -value : value);
}

/** `12345` as `123.45`: the form of JSON and of `numeric(14,2)`. */
export function formatAmount(amount: Cents): string {
  const absolute = Math.abs(cents(amount));
  const whole = Math.trunc(absolute / 100);
  return `${amount < 0 ? '-' : ''}${whole}.${String(absolute % 100).padStart(2, '0')}`;
}

export const sum = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total = cents(total + amount);
  return total;
};

/**
 * `numerator / denominator` to the nearest integer, halves away from zero. The arguments are integers, so no binary
 * fraction ever decides a cent.
 */
export function roundHalfUp(numerator: bigint, denominator: bigint): Cents {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return cents(Number(negative ? -rounded : rounded));
}

const SCALED = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/;

/** Amount of a line: a decimal quantity (at most 4 digits) at a decimal unit price (at most 6 digits), half up. */
export function lineAmount(quantity: string, unitPrice: string, discountBasisPoints = 0): Cents {
  const scaled = (text: string, digits: number): bigint => {
    const [, sign, whole = '', fraction = ''] = SCALED.exec(text) ?? [];
    if (!whole || fraction.length > digits) throw new RangeError(`${JSON.stringify(text)} is not a decimal`);
    const value = BigInt(whole + fraction.padEnd(digits, '0'));
    return sign ? -value : value;
  };
  const kept = BigInt(10_000 - basisPoints(discountBasisPoints));
  // quantity × 10⁴, price × 10⁶, kept share × 10⁴: cents are 10² of the whole.
  return roundHalfUp(scaled(quantity, 4) * scaled(unitPrice, 6) * kept, 10n ** 12n);
}

/** A rate or share in hundredths of a percent: 2000 is 20 %. */
export function basisPoints(rate: number): number {
  if (!Number.isInteger(rate) || rate < 0 || rate > 10_000)
    throw new RangeError(`${rate} is not a rate in basis points`);
  return rate;
}
