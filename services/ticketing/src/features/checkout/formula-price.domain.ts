import { spread, sum } from '@coulisse/money';
import type { VatPart } from './pricing.domain';
import type { SaleChannel } from './sale-channel';

/** A price for a period and a channel, in place of the usual one. */
export interface SpecialPrice {
  /** Null is both channels. */
  channel: SaleChannel | null;
  /** Local days of the sale, both included; null is open. */
  from: string | null;
  until: string | null;
  priceMinor: number;
}

export interface FormulaPrice {
  /** Price including tax, and its parts by rate of VAT. */
  priceMinor: number;
  vat: readonly VatPart[];
}

const applies = (price: SpecialPrice, at: string, channel: SaleChannel): boolean =>
  (price.channel ?? channel) === channel && (price.from ?? at) <= at && (price.until ?? at) >= at;

/** A price of the channel comes before one of both, then the one that began last; the first of equals. */
const isCloser = (price: SpecialPrice, best: SpecialPrice): boolean =>
  (price.channel === null) === (best.channel === null)
    ? (price.from ?? '') > (best.from ?? '')
    : price.channel !== null;

/** Parts of another price in the proportions of the usual one. A formula that is usually free has no proportions. */
function scaled(vat: readonly VatPart[], priceMinor: number): VatPart[] {
  const weights = vat.map(({ amountMinor }) => amountMinor);
  if (sum(weights) > 0) {
    const amounts = spread(priceMinor, weights);
    return vat.map((part, index) => ({ ...part, amountMinor: amounts[index] ?? 0 }));
  }
  // Without a split, the highest rate applies to the whole price.
  const highest = vat.reduce<VatPart | undefined>(
    (best, part) => (best && best.rateBasisPoints >= part.rateBasisPoints ? best : part),
    undefined,
  );
  return vat.map((part) => ({ ...part, amountMinor: part === highest ? priceMinor : 0 }));
}

/** What a formula costs on a local day (`2026-12-24`) in a channel, and the VAT in that price. */
export function priceOf(
  formula: FormulaPrice & { prices: readonly SpecialPrice[] },
  at: string,
  channel: SaleChannel,
): FormulaPrice {
  const special = formula.prices
    .filter((price) => applies(price, at, channel))
    .reduce<SpecialPrice | undefined>(
      (best, price) => (best && !isCloser(price, best) ? best : price),
      undefined,
    );
  if (!special || special.priceMinor === formula.priceMinor)
    return { priceMinor: formula.priceMinor, vat: formula.vat };
  return { priceMinor: special.priceMinor, vat: scaled(formula.vat, special.priceMinor) };
}
