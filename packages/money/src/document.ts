import { apportion, roundParts, shareOf } from './apportion';
import { basisPoints, cents, lineAmount, sum, type Cents } from './cents';
import { splitInclusive, vatOn } from './vat';

/** Whether unit prices are typed without VAT (`HT`) or with it (`TTC`). */
export type PriceEntry = 'HT' | 'TTC';

/** A category of VAT: a rate, or an exemption with its legal text, which is a category of its own. */
export interface VatCategory {
  readonly rateBasisPoints: number;
  readonly exemption?: string | null | undefined;
}

export interface DocumentLine extends VatCategory {
  /** A text has no amount. */
  readonly kind?: 'line' | 'text' | undefined;
  /** At most 4 decimals. */
  readonly quantity: string;
  /** At most 6 decimals; with VAT if prices are entered `TTC`. */
  readonly unitPrice: string;
  readonly discountBasisPoints?: number | undefined;
  /** An option counts only when it is chosen. */
  readonly option?: 'proposed' | 'chosen' | null | undefined;
  /** Group whose subtotal it is part of. */
  readonly group?: string | null | undefined;
}

/** A discount on the whole document: a share, or an amount without or with VAT. */
export type DocumentDiscount =
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'HT' | 'TTC'; readonly minor: Cents };

/** A deposit billed before, for one category of VAT; its amounts are negative. */
export interface BilledDeposit extends VatCategory {
  readonly baseMinor: Cents;
  readonly taxMinor: Cents;
}

export interface DocumentInput {
  readonly priceEntry?: PriceEntry | undefined;
  readonly lines: readonly DocumentLine[];
  readonly discount?: DocumentDiscount | null | undefined;
  readonly deposits?: readonly BilledDeposit[] | undefined;
}

export interface LineAmounts {
  /** Before the discount on the document. Lines that count add up to `subtotal`. */
  readonly htMinor: Cents;
  readonly ttcMinor: Cents;
  /** Share of the VAT after the discount, for accounts. Lines of a category add up to its VAT before deposits. */
  readonly taxMinor: Cents;
  /** False for texts and options that are not chosen. */
  readonly isCounted: boolean;
}

export interface VatRow {
  readonly rateBasisPoints: number;
  readonly exemption: string | null;
  /** Sum of the lines, without VAT. */
  readonly linesMinor: Cents;
  /** Part of the discount on the document, without VAT: positive. */
  readonly allowanceMinor: Cents;
  /** Lines less the allowance less deposits. */
  readonly baseMinor: Cents;
  readonly taxMinor: Cents;
}

export interface DocumentAmounts {
  /** In the order of the input. */
  readonly lines: readonly LineAmounts[];
  readonly groups: ReadonlyMap<string, { readonly htMinor: Cents; readonly ttcMinor: Cents }>;
  /** Lines that count, before discount and deposits. */
  readonly subtotal: { readonly htMinor: Cents; readonly taxMinor: Cents; readonly ttcMinor: Cents };
  /** The discount on the document: positive. */
  readonly discount: { readonly htMinor: Cents; readonly ttcMinor: Cents };
  /** One row per category, the highest rate first. */
  readonly vatTable: readonly VatRow[];
  readonly htMinor: Cents;
  readonly taxMinor: Cents;
  readonly ttcMinor: Cents;
}

/** A discount that is negative or greater than the document. */
export class DiscountRangeError extends RangeError {}

/** Lines of one category of VAT, by their index in the document. */
interface Category {
  readonly rateBasisPoints: number;
  readonly exemption: string | null;
  readonly indexes: number[];
  /** Before the discount. */
  base: Cents;
  tax: Cents;
  /** After the discount. */
  netBase: Cents;
  netTax: Cents;
}

const keyOf = ({ rateBasisPoints, exemption }: VatCategory) => `${rateBasisPoints} ${exemption ?? ''}`;

function emptyCategory({ rateBasisPoints, exemption }: VatCategory): Category {
  if (exemption && rateBasisPoints !== 0) throw new RangeError('an exempt line has no rate of VAT');
  return {
    rateBasisPoints: basisPoints(rateBasisPoints),
    exemption: exemption || null,
    indexes: [],
    base: 0,
    tax: 0,
    netBase: 0,
    netTax: 0,
  };
}

const isText = ({ kind }: DocumentLine) => kind === 'text';
const isCounted = (line: DocumentLine) => !isText(line) && line.option !== 'proposed';

function categoriesOf({ lines, deposits = [] }: DocumentInput): Category[] {
  const categories = new Map<string, Category>();
  const of = (category: VatCategory): Category => {
    const key = keyOf(category);
    const found = categories.get(key) ?? emptyCategory(category);
    categories.set(key, found);
    return found;
  };
  for (const [index, line] of lines.entries()) if (isCounted(line)) of(line).indexes.push(index);
  for (const deposit of deposits) of(deposit);
  // A fixed order makes the spread of a discount independent of the order of the lines.
  return [...categories.values()].sort(
    (a, b) =>
      b.rateBasisPoints - a.rateBasisPoints ||
      Number((a.exemption ?? '') > (b.exemption ?? '')) - Number((a.exemption ?? '') < (b.exemption ?? '')),
  );
}

/** Splits an amount with VAT by the rate of the category: the base is rounded, the VAT is the rest. */
const inclusive = (category: Category, ttc: Cents): [base: Cents, tax: Cents] => {
  const { baseMinor, taxMinor } = splitInclusive(ttc, category.rateBasisPoints);
  return [baseMinor, taxMinor];
};

function checkDiscount(amount: Cents, total: Cents): void {
  if (amount < 0 || amount > Math.max(total, 0))
    throw new DiscountRangeError('a discount is between nothing and the total');
}

/** Sets the amounts of each category after the discount. */
function applyDiscount(
  categories: readonly Category[],
  discount: DocumentInput['discount'],
  priceEntry: PriceEntry,
): void {
  for (const category of categories) [category.netBase, category.netTax] = [category.base, category.tax];
  if (!discount) return;
  const isInclusive = discount.kind === 'percent' ? priceEntry === 'TTC' : discount.kind === 'TTC';
  const weights = categories.map(({ base, tax }) => (isInclusive ? cents(base + tax) : base));
  const total = sum(weights);
  const amount =
    discount.kind === 'percent' ? shareOf(total, basisPoints(discount.basisPoints)) : cents(discount.minor);
  if (discount.kind !== 'percent') checkDiscount(amount, total);
  if (amount === 0) return;
  const parts = apportion(amount, weights);
  for (const [index, category] of categories.entries()) {
    const net = cents(weights[index]! - parts[index]!);
    if (isInclusive) [category.netBase, category.netTax] = inclusive(category, net);
    else [category.netBase, category.netTax] = [net, vatOn(net, category.rateBasisPoints)];
  }
}

/** The VAT of a category spread over its lines, in proportion to their amounts. */
function vatOfLines(category: Category, amounts: readonly Cents[]): Cents[] {
  const total = sum(amounts);
  const rate = BigInt(category.rateBasisPoints);
  // Lines that add up to nothing have no discount: each has the VAT of its own amount.
  const [net, weight] = total === 0 ? [1n, 1n] : [BigInt(category.netBase), BigInt(total)];
  const sign = weight < 0n ? -1n : 1n;
  return roundParts(category.netTax, {
    numerators: amounts.map((amount) => sign * BigInt(amount) * net * rate),
    denominator: sign * weight * 10_000n,
  });
}

/** Amounts without VAT of lines whose prices include it; they add up to the base of their category. */
const basesOfLines = (category: Category, ttcAmounts: readonly Cents[]): Cents[] =>
  roundParts(category.base, {
    numerators: ttcAmounts.map((ttc) => BigInt(ttc) * 10_000n),
    denominator: 10_000n + BigInt(category.rateBasisPoints),
  });

/**
 * All amounts of a commercial document, the same on the server and in the browser. Lines are rounded to the cent, VAT is
 * computed once per rate on the sum of its lines, a discount is spread over the rates, and deposits are subtracted as
 * they were billed: the bills of a quote add up to the quote. With prices that include VAT the amount with VAT is fixed
 * and the VAT is the rest.
 */
export function computeDocument(input: DocumentInput): DocumentAmounts {
  const { lines, priceEntry = 'HT', discount, deposits = [] } = input;
  const entered = lines.map((line) =>
    isText(line) ? 0 : lineAmount(line.quantity, line.unitPrice, line.discountBasisPoints ?? 0),
  );
  const categories = categoriesOf(input);
  for (const category of categories) {
    const total = sum(category.indexes.map((index) => entered[index]!));
    if (priceEntry === 'TTC') [category.base, category.tax] = inclusive(category, total);
    else [category.base, category.tax] = [total, vatOn(total, category.rateBasisPoints)];
  }
  applyDiscount(categories, discount, priceEntry);

  const amounts = lines.map((line, index): LineAmounts => {
    const amount = entered[index]!;
    if (isCounted(line) || isText(line)) return { htMinor: 0, ttcMinor: 0, taxMinor: 0, isCounted: false };
    // An option that is not chosen shows what it would cost by itself.
    const [ht, tax] =
      priceEntry === 'TTC'
        ? inclusive(emptyCategory(line), amount)
        : [amount, vatOn(amount, line.rateBasisPoints)];
    return { htMinor: ht, ttcMinor: cents(ht + tax), taxMinor: tax, isCounted: false };
  });
  for (const category of categories) {
    const own = category.indexes.map((index) => entered[index]!);
    const bases = priceEntry === 'TTC' ? basesOfLines(category, own) : own;
    const net = vatOfLines(category, own);
    const gross =
      priceEntry === 'TTC'
        ? bases.map((base, index) => cents(own[index]! - base))
        : vatOfLines({ ...category, netBase: category.base, netTax: category.tax }, own);
    for (const [place, index] of category.indexes.entries())
      amounts[index] = {
        htMinor: bases[place]!,
        ttcMinor: cents(bases[place]! + gross[place]!),
        taxMinor: net[place]!,
        isCounted: true,
      };
  }

  const billed = new Map<string, { base: Cents; tax: Cents }>();
  for (const deposit of deposits) {
    const { base, tax } = billed.get(keyOf(deposit)) ?? { base: 0, tax: 0 };
    billed.set(keyOf(deposit), {
      base: cents(base + deposit.baseMinor),
      tax: cents(tax + deposit.taxMinor),
    });
  }
  const vatTable = categories.map((category): VatRow => {
    const { base, tax } = billed.get(keyOf(category)) ?? { base: 0, tax: 0 };
    return {
      rateBasisPoints: category.rateBasisPoints,
      exemption: category.exemption,
      linesMinor: category.base,
      allowanceMinor: cents(category.base - category.netBase),
      baseMinor: cents(category.netBase + base),
      taxMinor: cents(category.netTax + tax),
    };
  });
  const total = (part: (category: Category) => Cents) => sum(categories.map(part));
  const subtotal = amountsOf(
    total(({ base }) => base),
    total(({ tax }) => tax),
  );
  const net = amountsOf(
    total(({ netBase }) => netBase),
    total(({ netTax }) => netTax),
  );
  return {
    lines: amounts,
    groups: groupTotals(lines, amounts),
    subtotal,
    discount: {
      htMinor: cents(subtotal.htMinor - net.htMinor),
      ttcMinor: cents(subtotal.ttcMinor - net.ttcMinor),
    },
    vatTable,
    ...amountsOf(sum(vatTable.map((row) => row.baseMinor)), sum(vatTable.map((row) => row.taxMinor))),
  };
}

const amountsOf = (htMinor: Cents, taxMinor: Cents) => ({
  htMinor,
  taxMinor,
  ttcMinor: cents(htMinor + taxMinor),
});

function groupTotals(lines: readonly DocumentLine[], amounts: readonly LineAmounts[]) {
  const groups = new Map<string, { htMinor: Cents; ttcMinor: Cents }>();
  for (const [index, { group }] of lines.entries()) {
    if (group === null || group === undefined) continue;
    const before = groups.get(group) ?? { htMinor: 0, ttcMinor: 0 };
    const line = amounts[index]!;
    groups.set(
      group,
      line.isCounted
        ? {
            htMinor: cents(before.htMinor + line.htMinor),
            ttcMinor: cents(before.ttcMinor + line.ttcMinor),
          }
        : before,
    );
  }
  return groups;
}

/** A deposit on a document: a share, or an amount with VAT. */
export type DepositShare =
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'TTC'; readonly minor: Cents };

/**
 * The parts of a deposit, one per category of VAT, in proportion to the amounts with VAT. Each part is a line of the
 * deposit's bill; `billedDeposits` subtracts them from the final one.
 */
export function depositParts(
  vatTable: readonly (VatCategory & { readonly baseMinor: Cents; readonly taxMinor: Cents })[],
  deposit: DepositShare,
): BilledDeposit[] {
  const weights = vatTable.map(({ baseMinor, taxMinor }) => cents(baseMinor + taxMinor));
  const total = sum(weights);
  const amount =
    deposit.kind === 'percent' ? shareOf(total, basisPoints(deposit.basisPoints)) : cents(deposit.minor);
  if (amount <= 0 || amount > total) throw new RangeError('a deposit is between nothing and the total');
  const parts = apportion(amount, weights);
  return vatTable.flatMap(({ rateBasisPoints, exemption }, index): BilledDeposit[] => {
    const part = parts[index]!;
    if (part === 0) return [];
    const { baseMinor, taxMinor } = splitInclusive(part, rateBasisPoints);
    return [{ rateBasisPoints, exemption: exemption ?? null, baseMinor, taxMinor }];
  });
}

/** Deposits as they are subtracted from the final bill. */
export const billedDeposits = (parts: readonly BilledDeposit[]): BilledDeposit[] =>
  parts.map((part) => ({ ...part, baseMinor: cents(-part.baseMinor), taxMinor: cents(-part.taxMinor) }));
