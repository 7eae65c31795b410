import { cents, sum, type Cents } from './cents';

/**
 * Splits an amount into parts proportional to the weights that add up to it exactly (largest remainder method): each
 * part is rounded down, then the remaining cents go to the largest remainders (the first of equals).
 */
export function spread(amount: Cents, weights: readonly number[]): Cents[] {
  cents(amount);
  if (weights.some((weight) => weight < 0)) throw new RangeError('weights cannot be negative');
  const total = BigInt(sum(weights));
  if (total === 0n) throw new RangeError('at least one weight must be positive');
  const negative = amount < 0;
  const magnitude = BigInt(Math.abs(amount));
  const shares = weights.map((weight, index) => {
    const exact = magnitude * BigInt(weight);
    return { index, part: exact / total, remainder: exact % total };
  });
  const left = Number(magnitude - shares.reduce((taken, { part }) => taken + part, 0n));
  const byRemainder = [...shares].sort(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
  );
  const lucky = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return shares.map(({ index, part }) => {
    const value = Number(part) + (lucky.has(index) ? 1 : 0);
    return cents(negative ? -value : value);
  });
}
