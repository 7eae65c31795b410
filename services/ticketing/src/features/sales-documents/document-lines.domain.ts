import { formatAmount } from '@coulisse/money';
import type { VatPart } from '../checkout/pricing.domain';

/** A line of a quote or a bill, as sales takes it: the price has the tax in it. */
export interface DocumentLine {
  label: string;
  quantity: string;
  unitPrice: string;
  /** Percentage: `5.5`. */
  vatRate: string;
}
export interface SoldPlace {
  formula: string;
  vat: readonly VatPart[];
}
export interface SoldOptions {
  name: string;
  quantity: number;
  /** Of all of them. */
  vat: readonly VatPart[];
}

const lineOf = (name: string, quantity: number, part: VatPart, isOnlyRate: boolean): DocumentLine => ({
  label: isOnlyRate ? name : `${name} · ${part.label}`,
  quantity: String(quantity),
  unitPrice: formatAmount(part.amountMinor),
  vatRate: String(part.rateBasisPoints / 100),
});
const linesOf = (name: string, quantity: number, vat: readonly VatPart[]): DocumentLine[] => {
  const taxed = vat.filter(({ amountMinor }) => amountMinor !== 0);
  return taxed.map((part) => lineOf(name, quantity, part, taxed.length === 1));
};

/**
 * Places and options of a reservation as lines of a document, one for each rate of VAT: their sum is the total of the
 * reservation to the cent. Places of a formula that cost the same are one line; what is free has none.
 */
export function documentLines(places: readonly SoldPlace[], options: readonly SoldOptions[]): DocumentLine[] {
  const groups = new Map<string, { place: SoldPlace; count: number }>();
  for (const place of places) {
    const key = JSON.stringify([place.formula, place.vat]);
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { place, count: 1 });
  }
  return [
    ...[...groups.values()].flatMap(({ place, count }) => linesOf(place.formula, count, place.vat)),
    // What several of an option cost together may not divide into cents.
    ...options.flatMap(({ name, quantity, vat }) =>
      linesOf(quantity > 1 ? `${name} × ${quantity}` : name, 1, vat),
    ),
  ];
}
