/** An amount in cents: a safe integer, never a fraction; negative when it is owed the other way. */
export type Cents = number;

/** Checks that a number is an amount; a result outside the safe integers throws. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an amount in cents`);
  return value === 0 ? 0 : value;
}

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/** Parses a decimal string with at most two decimals, the form of JSON and `numeric`: `89`, `89.9`, `89.90`. */
export function parseAmount(text: string): Cents {
  const match = DECIMAL.exec(text);
  if (!match) throw new RangeError(`${JSON.stringify(text)} is not an amount`);
  const [, sign, integerPart = '', fraction = ''] = match;
  const value = Number(integerPart) * 100 + Number(fraction.padEnd(2, '0'));
  return cents(sign ? -value : value);
}

/** `12345` as `123.45`: the form of JSON and of `numeric(14,2)`. */
export function formatAmount(amount: Cents): string {
  const absolute = Math.abs(cents(amount));
  const units = Math.trunc(absolute / 100);
  return `${amount < 0 ? '-' : ''}${units}.${String(absolute % 100).padStart(2, '0')}`;
}

export const sum = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total = cents(total + amount);
  return total;
};

/**
 * `numerator / denominator` to the nearest integer, halves away from zero. The arguments are integers, so binary
 * fractions never change a cent.
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
    const [, sign, integerPart = '', fraction = ''] = SCALED.exec(text) ?? [];
    if (!integerPart || fraction.length > digits)
      throw new RangeError(`${JSON.stringify(text)} is not a decimal`);
    const value = BigInt(integerPart + fraction.padEnd(digits, '0'));
    return sign ? -value : value;
  };
  const remainingShare = BigInt(10_000 - basisPoints(discountBasisPoints));
  // Scaled by 10⁴ (quantity), 10⁶ (price) and 10⁴ (remaining share) = 10¹⁴; a cent is 10⁻² of a unit, hence 10¹².
  return roundHalfUp(scaled(quantity, 4) * scaled(unitPrice, 6) * remainingShare, 10n ** 12n);
}

/** A rate or share in hundredths of a percent: 2000 is 20 %. */
export function basisPoints(rate: number): number {
  if (!Number.isInteger(rate) || rate < 0 || rate > 10_000)
    throw new RangeError(`${rate} is not a rate in basis points`);
  return rate;
}
