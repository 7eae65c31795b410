import { formatAmount, parseAmount, sum, totalsInclusive, type Cents } from '@coulisse/money';
import { blocked, type Blocker } from '@coulisse/resource';

/** A share of a formula's price at one rate, as the record carries it. */
export interface VatShare {
  rate: string;
  amountTTC: string;
}

/** `5.5` percent is 550. Fields of percent have at most four decimals; a rate of VAT has two. */
export function rateBasisPoints(rate: string): number {
  const [integer = '0', fraction = ''] = rate.split('.');
  return Number(integer) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
}

export const sharesTotal = (shares: readonly VatShare[]): Cents =>
  sum(shares.map(({ amountTTC }) => parseAmount(amountTTC)));

/** Price without tax and tax of a formula, by the same arithmetic as the documents that it will be sold on. */
export function priceParts(shares: readonly VatShare[]): { ht: string; vat: string } {
  const { baseMinor, taxMinor } = totalsInclusive(
    shares.map((share) => ({
      rateBasisPoints: rateBasisPoints(share.rate),
      ttcMinor: parseAmount(share.amountTTC),
    })),
  );
  return { ht: formatAmount(baseMinor), vat: formatAmount(taxMinor) };
}

/** A price for a time ends on the day on which it begins, or later. */
export const periodEndsAfterStart = ({
  validFrom,
  validUntil,
}: {
  validFrom: string | null;
  validUntil: string | null;
}): Blocker | false =>
  validFrom !== null &&
  validUntil !== null &&
  validUntil < validFrom &&
  blocked('validation.period', {}, '/validUntil');
