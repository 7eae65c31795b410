import { formatAmount, parseAmount, roundHalfUp } from '@coulisse/money';
import { documentAmounts, type RecordOf } from '@coulisse/resource';
import type { FieldError } from '@coulisse/service-kit/problem';
import type { bill } from '../../resources';

export type Bill = RecordOf<typeof bill>;
type BillLine = Bill['items'][number];
/** A line of a credit note as it was sent or stored. */
export interface WishedLine extends Record<string, unknown> {
  readonly billItem?: string | null;
  readonly label?: string;
  readonly quantity?: string;
}
/** Quantities that earlier credit notes took back, by the id of the line of the bill. */
export type Credited = ReadonlyMap<string, string>;

/** Quantities have four decimals. */
const units = (quantity: string) => Math.round(Number(quantity) * 10_000);
const quantityOf = (count: number) => String(count / 10_000);

const leftOf = (line: BillLine, credited: Credited): number =>
  units(line.quantity) - units(credited.get(line.id) ?? '0');

/** What a credited line has from the line of its bill: only quantity and label are its own. */
const fromBill = ({ unitPrice, discount, vatRate, vatExemption, product, unit, account }: BillLine) => ({
  ...{ kind: 'line', unitPrice, discount, vatRate, vatExemption, product, unit, account },
  ...{ option: null, group: null },
});

/** Everything of a bill that no credit note has taken back yet, as lines of a new one. */
export const creditableLines = ({ items }: Bill, credited: Credited): WishedLine[] =>
  items.flatMap((line) =>
    line.kind === 'text' || leftOf(line, credited) === 0
      ? []
      : [
          {
            ...fromBill(line),
            billItem: line.id,
            label: line.label,
            quantity: quantityOf(leftOf(line, credited)),
          },
        ],
  );

/** The wished lines with prices and VAT of the bill; each error names the line and what is left of it. */
export function creditedLines(
  { items }: Bill,
  credited: Credited,
  wished: readonly WishedLine[],
): { lines: WishedLine[]; errors: FieldError[] } {
  const byId = new Map(items.map((line) => [line.id, line]));
  const taken = new Map<string, number>();
  const errors: FieldError[] = [];
  const lines = wished.map((wish, index): WishedLine => {
    const line = byId.get(wish.billItem ?? '');
    if (!line || line.kind === 'text') {
      errors.push({ pointer: `/items/${index}/billItem`, code: 'avoir.line-not-of-bill' });
      return wish;
    }
    const before = taken.get(line.id) ?? 0;
    const left = leftOf(line, credited) - before;
    const count = units(wish.quantity ?? '1');
    taken.set(line.id, before + count);
    // A line of the bill may have a negative quantity: something that was returned.
    if (count === 0 || Math.sign(count) !== Math.sign(left) || Math.abs(count) > Math.abs(left))
      errors.push({
        pointer: `/items/${index}/quantity`,
        code: 'avoir.quantity-above-left',
        params: { left: quantityOf(left) },
      });
    return { ...wish, ...fromBill(line) };
  });
  return { lines, errors };
}

/** The discount on a bill for some of its lines: the same share, or the part of the amount that falls to them. */
export function creditedDiscount(
  { items, priceEntry, discountKind, discountValue }: Bill,
  lines: readonly WishedLine[],
): Pick<Bill, 'discountKind' | 'discountValue'> {
  if (discountKind === null || discountValue === null || discountKind === 'percent')
    return { discountKind, discountValue };
  const minorOf = (rows: unknown) => {
    const { htMinor, ttcMinor } = documentAmounts({ items: rows, priceEntry }).subtotal;
    return discountKind === 'HT' ? htMinor : ttcMinor;
  };
  const total = minorOf(items);
  if (total <= 0) return { discountKind: null, discountValue: null };
  const part = BigInt(parseAmount(discountValue)) * BigInt(Math.max(0, minorOf(lines)));
  return { discountKind, discountValue: formatAmount(roundHalfUp(part, BigInt(total))) };
}

/**
 * The deposits that a credit note takes back, too: those of its bill, with the lines that complete the credit. The credit
 * notes of a bill then add up to what it asked for.
 */
export function creditedDeposits(
  from: Bill,
  credited: Credited,
  lines: readonly WishedLine[],
): Pick<Bill, 'deposits'> {
  const taken = new Map(credited);
  for (const { billItem, quantity } of lines)
    if (billItem) taken.set(billItem, quantityOf(units(taken.get(billItem) ?? '0') + units(quantity ?? '1')));
  return { deposits: creditableLines(from, taken).length === 0 ? from.deposits : null };
}
