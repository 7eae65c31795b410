import { basisPoints, formatAmount, parseAmount, spread, totalsInclusive } from '@coulisse/money';
import { Problem } from '@coulisse/service-kit/problem';
import { totalMinor, type ChosenSeat, type PricedSeat } from './pricing.domain';

/** A discount on a reservation: a percentage, or an amount excluding or including tax, as decimal strings. */
export type Discount =
  { kind: 'percentage'; percentage: string } | { kind: 'amount'; amount: string; entry: 'HT' | 'TTC' };

/** A percentage of an amount in cents. */
export const percentageMinor = (amountMinor: number, percentage: string): number =>
  // Hundredths of a percent, as cents are of an amount.
  Math.round((amountMinor * basisPoints(parseAmount(percentage))) / 10_000);

/** Refuses a discount of more than what it is taken off. */
export function checkDiscount(minor: number, totalMinor: number): void {
  if (minor <= totalMinor) return;
  const params = { max: formatAmount(totalMinor) };
  throw new Problem('reservation.discount-too-large', {
    params,
    errors: [{ pointer: '/discount', code: 'reservation.discount-too-large', params }],
  });
}

/** What a discount takes off these prices, tax included, in cents. */
export function discountMinor(priced: readonly PricedSeat[], discount: Discount): number {
  const total = totalMinor(priced);
  if (discount.kind === 'percentage') return percentageMinor(total, discount.percentage);
  const amount = parseAmount(discount.amount);
  if (discount.entry === 'TTC') return amount;
  // Excluding tax, it weighs on the rates as the prices do.
  const parts = priced.flatMap(({ formula }) => formula.vat);
  const { lines } = totalsInclusive(
    parts.map(({ rateBasisPoints, amountMinor }) => ({ rateBasisPoints, ttcMinor: amountMinor })),
  );
  const withoutTax = lines.reduce((sum, { baseMinor }) => sum + baseMinor, 0);
  return withoutTax === 0 ? amount : Math.round((amount * total) / withoutTax);
}

/** An amount of several rates, reduced to `minor` in proportion. */
export function reduced<P extends { amountMinor: number }>(parts: readonly P[], minor: number): P[] {
  const weights = parts.map(({ amountMinor }) => amountMinor);
  if (weights.every((weight) => weight === 0)) return [...parts];
  const amounts = spread(minor, weights);
  return parts.map((part, index) => ({ ...part, amountMinor: amounts[index] ?? 0 }));
}

/**
 * The seats with their prices after the discount, spread to the cent over seats and VAT rates: tickets, VAT and refunds
 * then show what was paid. A discount above the total is refused.
 */
export function discounted<S extends ChosenSeat>(
  priced: readonly PricedSeat<S>[],
  discount: Discount | null,
): PricedSeat<S>[] {
  if (!discount) return [...priced];
  const total = totalMinor(priced);
  const minor = discountMinor(priced, discount);
  checkDiscount(minor, total);
  if (minor === 0) return [...priced];
  const shares = spread(
    minor,
    priced.map(({ formula }) => formula.priceMinor),
  );
  return priced.map(({ seat, formula, discountMinor: before = 0 }, index) => {
    const share = shares[index] ?? 0;
    const priceMinor = formula.priceMinor - share;
    return {
      seat,
      formula: { ...formula, priceMinor, vat: reduced(formula.vat, priceMinor) },
      discountMinor: before + share,
    };
  });
}

/** The fields of a reservation that say which discount was given. */
export const discountValues = (discount: Discount | null) => ({
  discountPercentage: discount?.kind === 'percentage' ? discount.percentage : null,
  discountAmountHT: discount?.kind === 'amount' && discount.entry === 'HT' ? discount.amount : null,
  discountAmountTTC: discount?.kind === 'amount' && discount.entry === 'TTC' ? discount.amount : null,
});
