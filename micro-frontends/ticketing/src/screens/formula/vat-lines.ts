/** A line of a formula's VAT breakdown while it is typed. */
export type VatLine = Readonly<Record<string, unknown>>;

/** A new formula is wholly at the rate of shows; most need nothing else. The word is data, which the user may change. */
export const WHOLE_PRICE: readonly VatLine[] = [{ _key: 'whole', label: 'Spectacle', rate: '5.5' }];

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * The breakdown after a change of the price: a single line that had the whole price before, or no amount, has it again.
 * Null when nothing changes, as for breakdowns that somebody has split.
 */
export function followPrice(lines: unknown, price: unknown, before: unknown): readonly VatLine[] | null {
  const [line, ...others] = Array.isArray(lines) ? (lines as VatLine[]) : [];
  if (!line || others.length > 0 || isNothing(price) || line['amountTTC'] === price) return null;
  const followed = isNothing(line['amountTTC']) || line['amountTTC'] === before;
  return followed ? [{ ...line, amountTTC: price }] : null;
}
