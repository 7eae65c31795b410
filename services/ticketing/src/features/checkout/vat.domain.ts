import { formatAmount, totalsInclusive } from '@coulisse/money';
import type { VatPart } from './pricing.domain';

/** VAT of a whole sale at one rate. */
export interface VatLine {
  /** Percent, as people read it: `5.5`. */
  rate: string;
  rateBasisPoints: number;
  baseMinor: number;
  vatMinor: number;
  /** The same amounts as decimal strings. */
  base: string;
  tax: string;
}

const percentOf = (basisPoints: number): string => formatAmount(basisPoints).replace(/\.?0+$/, '');

/** VAT is rounded once per rate, on the document: prices that include tax are what was paid. */
export const vatOf = (shares: readonly (readonly VatPart[])[]): VatLine[] =>
  totalsInclusive(
    shares.flat().map(({ rateBasisPoints, amountMinor }) => ({ rateBasisPoints, ttcMinor: amountMinor })),
  ).lines.map(({ rateBasisPoints, baseMinor, taxMinor }) => ({
    rate: percentOf(rateBasisPoints),
    rateBasisPoints,
    baseMinor,
    vatMinor: taxMinor,
    base: formatAmount(baseMinor),
    tax: formatAmount(taxMinor),
  }));
