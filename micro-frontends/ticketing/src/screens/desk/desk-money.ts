import type { DeskFormula } from './desk-types';

/** Means of payment in the order of their keys; LATER takes no money, and LINK mails the buyer the link to pay. */
export const MEANS = ['CARD', 'CASH', 'CHEQUE', 'TRANSFER', 'LATER', 'LINK'] as const;
export type Means = (typeof MEANS)[number];
export type MoneyMeans = Exclude<Means, 'LATER' | 'LINK'>;

export const takesMoney = (means: Means): means is MoneyMeans => means !== 'LATER' && means !== 'LINK';

export interface Discount {
  kind: 'percentage' | 'amount';
  entry: 'TTC' | 'HT';
  /** As typed; empty for none. */
  value: string;
}

const TYPED = /^(\d{1,7})(?:[.,](\d{1,2}))?$/;

/** Typed amount ('12,5') as a decimal string ('12.50'); null when it is none. */
export function decimalOf(typed: string): string | null {
  const match = TYPED.exec(typed.replace(/[\s €%]/g, ''));
  return match ? `${match[1]}.${(match[2] ?? '').padEnd(2, '0')}` : null;
}

/** The same in cents. */
export function minorOf(typed: string): number | null {
  const decimal = decimalOf(typed);
  return decimal === null ? null : Number(decimal.replace('.', ''));
}

/**
 * The formula that a seat is sold as when none was chosen: the default one, else the first of the performance, of those that
 * so many people can buy. Where none is sold to so few, all of them count.
 */
export const usualFormula = (
  categoryId: string,
  formulas: readonly DeskFormula[],
  peopleOf: (formula: DeskFormula) => number = () => 1,
): DeskFormula | undefined => {
  const ofCategory = formulas.filter((formula) => formula.categoryId === categoryId);
  const possible = ofCategory.filter((formula) => peopleOf(formula) >= formula.minimumNumberOfPeople);
  const candidates = possible.length > 0 ? possible : ofCategory;
  return candidates.find(({ isDefault }) => isDefault) ?? candidates[0];
};

/** The discount as the API takes it; null for none. */
export function discountOf({ kind, entry, value }: Discount): object | null {
  const decimal = decimalOf(value);
  if (decimal === null || Number(decimal) === 0) return null;
  return kind === 'percentage' ? { kind, percentage: decimal } : { kind, amount: decimal, entry };
}

/**
 * The parts of a payment: what is typed for each means, the rest for the last one. Null when the typed amounts do not
 * leave anything for it, or are none.
 */
export function partsOf(
  means: readonly MoneyMeans[],
  typed: Readonly<Partial<Record<MoneyMeans, string>>>,
  dueMinor: number,
): { method: MoneyMeans; amountMinor: number }[] | null {
  const last = means.at(-1);
  if (dueMinor === 0) return [];
  if (!last) return null;
  const before = means
    .slice(0, -1)
    .map((method) => ({ method, amountMinor: minorOf(typed[method] ?? '') ?? 0 }));
  const rest = dueMinor - before.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (rest <= 0 || before.some(({ amountMinor }) => amountMinor <= 0)) return null;
  return [...before, { method: last, amountMinor: rest }];
}

/**
 * The means after one was pressed: the first replaces the proposed one, each further one takes the rest of the amount, and
 * a second press takes it away. Later and the link exclude money.
 */
export function nextMeans(before: readonly Means[], pressed: Means, isChosen: boolean): readonly Means[] {
  if (!takesMoney(pressed)) return before.includes(pressed) ? ['CARD'] : [pressed];
  if (!isChosen || !before.every(takesMoney)) return [pressed];
  if (!before.includes(pressed)) return [...before, pressed];
  return before.length > 1 ? before.filter((means) => means !== pressed) : before;
}

export const NO_DISCOUNT: Discount = { kind: 'amount', entry: 'TTC', value: '' };

/** A gift voucher that the desk was shown. */
export interface DeskVoucher {
  id: string;
  code: string;
  balanceMinor: number;
  validityDate: string | null;
  /** The formulas that it pays for; empty: all. */
  formulas: readonly string[];
}
