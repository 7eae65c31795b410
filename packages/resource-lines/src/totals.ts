import {
  type Cents,
  cents,
  computeDocument,
  DiscountRangeError,
  type DocumentAmounts,
  lineAmount,
  parseAmount,
  sum,
} from '@coulisse/money';
import { depositRows, documentInput, vatRows } from '@coulisse/resource/document';
import { cellProblem, isNumberColumn, problemColumns } from './model/cells';
import {
  amountFields,
  type DocumentLine,
  type LinesDocument,
  linesOf,
  type StoredTotals,
} from './model/document';

/*
 * The only file of this package that computes amounts. They are those of `computeDocument`, from the values that the
 * editor sends: what the service computes when it saves them.
 */

/** A row of the VAT table: a rate, or an exemption. */
export interface VatShare {
  readonly rateBasisPoints: number;
  readonly exemption: string | null;
  readonly baseMinor: Cents;
  readonly taxMinor: Cents;
}

/** Deposits of one bill, in the prices of the document; positive. */
export interface DepositShare {
  readonly label: string;
  readonly minor: Cents;
}

export interface DocumentTotals {
  /** Amounts by line, in the prices of the document (with or without VAT); null where a cell is invalid. */
  lines: ReadonlyMap<string, Cents | null>;
  /** Amounts by group, without options. */
  groups: ReadonlyMap<string, Cents>;
  /** Sum of the lines before the global discount, in the prices of the document. */
  linesTotal: Cents;
  /** Amount of the global discount, in its own terms: with VAT for a discount with VAT. */
  discount: Cents;
  /** Why the global discount is not subtracted; the key of a text. */
  discountProblem: 'lines.problem.number' | 'lines.problem.rate' | 'lines.discount.tooLarge' | null;
  /** Why there are no totals; the key of a text. */
  problem: 'lines.totalTooLarge' | null;
  deposits: readonly DepositShare[];
  /** The highest rate first. */
  vatTable: readonly VatShare[];
  totalHT: Cents;
  totalVAT: Cents;
  totalTTC: Cents;
}

/** A proposed option is no part of the total until the customer chooses it. */
export const isCounted = (line: DocumentLine): boolean => line.kind === 'line' && line.option !== 'proposed';

const amounts = new WeakMap<DocumentLine, Cents | null>();

/** The amount of a line: quantity × unit price less its discount; null when one of them is invalid. */
export const amountOf = (line: DocumentLine): Cents | null => {
  const stored = amounts.get(line);
  if (stored !== undefined) return stored;
  const amount = computeAmount(line);
  amounts.set(line, amount);
  return amount;
};

const computeAmount = (line: DocumentLine): Cents | null => {
  if (line.kind === 'text' || problemColumns(line).some(isNumberColumn)) return null;
  try {
    const discount = Math.round(Number(line.discount || '0') * 100);
    return lineAmount(line.quantity || '0', line.unitPrice || '0', discount);
  } catch (error) {
    // The product of a quantity and a price can be larger than any amount.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
const isComputable = (line: DocumentLine): boolean =>
  amountOf(line) !== null && !cellProblem(line, 'vatRate');

/** What is wrong with the text of the global discount, before its amount is compared with the total. */
const discountTextProblem = ({ discountKind, discountValue }: LinesDocument) => {
  if (discountKind === null || discountValue === '') return null;
  if (discountKind === 'percent')
    return /^\d+(?:\.\d{1,2})?$/.test(discountValue) && Number(discountValue) <= 100
      ? null
      : 'lines.problem.rate';
  return /^\d{1,13}(?:\.\d{1,2})?$/.test(discountValue) ? null : 'lines.problem.number';
};

type Computed = Pick<DocumentTotals, 'discountProblem' | 'problem'> & { amounts: DocumentAmounts };
const NOTHING = computeDocument({ lines: [] });

/** A discount that cannot be subtracted is left out, and is a problem. */
const compute = (document: LinesDocument, refused: DocumentTotals['discountProblem']): Computed => {
  const fields = amountFields(document, isComputable);
  try {
    const input = documentInput(refused ? { ...fields, discountValue: null } : fields);
    return { amounts: computeDocument(input), discountProblem: refused, problem: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (error instanceof DiscountRangeError) return compute(document, 'lines.discount.tooLarge');
    return { amounts: NOTHING, discountProblem: refused, problem: 'lines.totalTooLarge' };
  }
};

const depositsOf = ({ deposits, priceEntry }: LinesDocument): DepositShare[] => {
  const byLabel = new Map<string, Cents>();
  for (const { label, base, vat } of depositRows({ deposits })) {
    const minor = sum([parseAmount(base), priceEntry === 'TTC' ? parseAmount(vat) : 0]);
    byLabel.set(label, cents((byLabel.get(label) ?? 0) + minor));
  }
  return [...byLabel].map(([label, minor]) => ({ label, minor }));
};

export const computeTotals = (document: LinesDocument): DocumentTotals => {
  const { amounts: found, discountProblem, problem } = compute(document, discountTextProblem(document));
  const { priceEntry, discountKind } = document;
  const inPrices = ({ htMinor, ttcMinor }: { htMinor: Cents; ttcMinor: Cents }): Cents =>
    priceEntry === 'TTC' ? ttcMinor : htMinor;
  const isDiscountTTC = (discountKind === 'percent' ? priceEntry : discountKind) === 'TTC';
  return {
    lines: new Map(
      linesOf(document).map((line, index) => {
        const computed = found.lines[index];
        return [line.key, computed && isComputable(line) ? inPrices(computed) : amountOf(line)];
      }),
    ),
    groups: new Map([...found.groups].map(([key, group]) => [key, inPrices(group)])),
    linesTotal: inPrices(found.subtotal),
    discount: isDiscountTTC ? found.discount.ttcMinor : found.discount.htMinor,
    discountProblem,
    problem,
    deposits: depositsOf(document),
    vatTable: found.vatTable,
    totalHT: found.htMinor,
    totalVAT: found.taxMinor,
    totalTTC: found.ttcMinor,
  };
};

/** The amounts of a saved document: its VAT table and totals are those that the service stored. */
export const withStoredTotals = (
  computed: DocumentTotals,
  { vatTable, totalHT, totalVAT, totalTTC }: StoredTotals,
): DocumentTotals => ({
  ...computed,
  vatTable: vatRows(vatTable).map(({ rate, exemption, base, vat }) => ({
    rateBasisPoints: Math.round(Number(rate) * 100),
    exemption,
    baseMinor: parseAmount(base),
    taxMinor: parseAmount(vat),
  })),
  totalHT: parseAmount(totalHT),
  totalVAT: parseAmount(totalVAT),
  totalTTC: parseAmount(totalTTC),
});
