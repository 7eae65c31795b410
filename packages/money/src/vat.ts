import { basisPoints, cents, roundHalfUp, sum, type Cents } from './cents';
import { spread } from './spread';

/** Base and VAT of one rate. */
export interface VatLine {
  rateBasisPoints: number;
  baseMinor: Cents;
  taxMinor: Cents;
}

export interface Totals {
  /** One line per rate, the highest first. */
  lines: VatLine[];
  baseMinor: Cents;
  taxMinor: Cents;
  /** Tax included. */
  totalMinor: Cents;
}

/** VAT on a base: rounded once, on the document, never per line. */
export const vatOn = (baseMinor: Cents, rateBasisPoints: number): Cents =>
  roundHalfUp(BigInt(cents(baseMinor)) * BigInt(basisPoints(rateBasisPoints)), 10_000n);

/** Splits a price that includes VAT: the base is rounded, the VAT is the remainder. */
export function splitInclusive(ttcMinor: Cents, rateBasisPoints: number): VatLine {
  const rate = BigInt(basisPoints(rateBasisPoints));
  const baseMinor = roundHalfUp(BigInt(cents(ttcMinor)) * 10_000n, 10_000n + rate);
  return { rateBasisPoints, baseMinor, taxMinor: cents(ttcMinor - baseMinor) };
}

function byRate(
  entries: readonly { rateBasisPoints: number; minor: Cents }[],
): [rate: number, minor: Cents][] {
  const totals = new Map<number, Cents>();
  for (const { rateBasisPoints, minor } of entries) {
    totals.set(rateBasisPoints, cents((totals.get(rateBasisPoints) ?? 0) + minor));
  }
  return [...totals].sort(([left], [right]) => right - left);
}

function totalsOf(lines: VatLine[]): Totals {
  const baseMinor = sum(lines.map((line) => line.baseMinor));
  const taxMinor = sum(lines.map((line) => line.taxMinor));
  return { lines, baseMinor, taxMinor, totalMinor: cents(baseMinor + taxMinor) };
}

/** Totals of a document whose lines are without VAT. */
export const totalsExclusive = (lines: readonly { rateBasisPoints: number; baseMinor: Cents }[]): Totals =>
  totalsOf(
    byRate(lines.map(({ rateBasisPoints, baseMinor }) => ({ rateBasisPoints, minor: baseMinor }))).map(
      ([rateBasisPoints, baseMinor]) => ({
        rateBasisPoints,
        baseMinor,
        taxMinor: vatOn(baseMinor, rateBasisPoints),
      }),
    ),
  );

/** Totals of a document whose prices include VAT (tickets, vouchers): the amount paid per rate is fixed. */
export const totalsInclusive = (lines: readonly { rateBasisPoints: number; ttcMinor: Cents }[]): Totals =>
  totalsOf(
    byRate(lines.map(({ rateBasisPoints, ttcMinor }) => ({ rateBasisPoints, minor: ttcMinor }))).map(
      ([rateBasisPoints, ttcMinor]) => splitInclusive(ttcMinor, rateBasisPoints),
    ),
  );

/** VAT of each line for screens and accounts: spread so that it adds up to the VAT of the document. */
export const vatPerLine = (basesMinor: readonly Cents[], rateBasisPoints: number): Cents[] =>
  spread(vatOn(sum(basesMinor), rateBasisPoints), basesMinor);

/** The bases of each rate after a discount on the whole document, spread by the bases. */
export function discountBases(
  lines: readonly { rateBasisPoints: number; baseMinor: Cents }[],
  discountMinor: Cents,
): { rateBasisPoints: number; baseMinor: Cents; discountMinor: Cents }[] {
  const total = sum(lines.map((line) => line.baseMinor));
  if (discountMinor < 0 || discountMinor > total)
    throw new RangeError('a discount is between nothing and the total');
  if (discountMinor === 0) return lines.map((line) => ({ ...line, discountMinor: 0 }));
  const parts = spread(
    discountMinor,
    lines.map((line) => line.baseMinor),
  );
  return lines.map((line, index) => {
    const part = parts[index]!;
    return {
      rateBasisPoints: line.rateBasisPoints,
      baseMinor: cents(line.baseMinor - part),
      discountMinor: part,
    };
  });
}
