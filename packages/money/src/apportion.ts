import { cents, roundHalfUp, sum, type Cents } from './cents';

/** An exact part: `numerator / denominator` cents. The denominator is positive and common to all parts of a sum. */
export interface ExactParts {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

const floor = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
};

/**
 * Rounds exact parts to cents that add up to `total` (largest remainder method): each part is rounded down, then the
 * remaining cents go to the largest remainders (the first of equals). Parts may have different signs.
 */
export function roundParts(total: Cents, { numerators, denominator }: ExactParts): Cents[] {
  const parts = numerators.map((numerator, index) => {
    const rounded = floor(numerator, denominator);
    return { index, rounded, remainder: numerator - rounded * denominator };
  });
  const left = Number(BigInt(cents(total)) - parts.reduce((taken, { rounded }) => taken + rounded, 0n));
  if (parts.length === 0) {
    if (left !== 0) throw new RangeError('an amount needs at least one part');
    return [];
  }
  const byRemainder = [...parts].sort(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
  );
  // A total that was rounded elsewhere may differ by a cent more than the remainders hold.
  const each = Math.floor(left / parts.length);
  const extra = new Set(byRemainder.slice(0, left - each * parts.length).map(({ index }) => index));
  return parts.map(({ index, rounded }) => cents(Number(rounded) + each + (extra.has(index) ? 1 : 0)));
}

/**
 * Splits an amount by weights of any sign whose sum is not zero: a document with a returned line has a negative
 * weight. Without any weight there is nothing to split, and the amount must be zero.
 */
export function apportion(amount: Cents, weights: readonly Cents[]): Cents[] {
  const total = sum(weights);
  if (amount === 0) return weights.map(() => 0);
  if (total === 0) throw new RangeError('the weights add up to nothing');
  const sign = total < 0 ? -1n : 1n;
  return roundParts(amount, {
    numerators: weights.map((weight) => sign * BigInt(amount) * BigInt(weight)),
    denominator: sign * BigInt(total),
  });
}

/** A share of an amount, half up. */
export const shareOf = (amount: Cents, basisPoints: number): Cents =>
  roundHalfUp(BigInt(cents(amount)) * BigInt(basisPoints), 10_000n);
