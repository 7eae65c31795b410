import {
  computeDocument,
  DiscountRangeError,
  formatAmount,
  parseAmount,
  type BilledDeposit,
  type DocumentAmounts,
  type DocumentDiscount,
  type DocumentInput,
} from '@coulisse/money';
import { blocked, BlockedError } from './blocker';
import { behavingRows, MOST_ROWS, rowOf, rowsOf, type ChildRow, type RowBehaviour } from './children';
import {
  date,
  decimal,
  enumeration,
  json,
  longText,
  money,
  numbered,
  percent,
  text,
  type Fields,
  type Numbering,
} from './field';

/** A document has at most this many lines. */
export const MOST_LINES = MOST_ROWS;

/** A row of the VAT table of a document: amounts are decimal strings. Rows are not fields: they are derived together. */
export interface VatTableRow {
  /** Percentage: `20`, `5.5`. */
  readonly rate: string;
  readonly exemption: string | null;
  /** Sum of the lines without VAT, and the part of the discount on the document. */
  readonly lines: string;
  readonly discount: string;
  readonly base: string;
  readonly vat: string;
}
/** A deposit billed before, for one rate, with positive amounts: a final bill subtracts it. */
export interface DepositRow {
  readonly label: string;
  readonly rate: string;
  readonly exemption?: string | null;
  readonly base: string;
  readonly vat: string;
}

/** Limits that keep the total of all lines within `numeric(14,2)`: the database refuses what still exceeds it. */
const LARGEST_QUANTITY = 9_999_999;
const LARGEST_PRICE = 99_999_999;

/** Limits of the numbers of a line, which an editor checks while they are typed. */
export const lineLimits = {
  quantity: { most: LARGEST_QUANTITY, decimals: 4 },
  unitPrice: { most: LARGEST_PRICE, decimals: 6 },
  discount: { most: 100, decimals: 2 },
  vatRate: { most: 100, decimals: 2 },
} as const;

const lineFields = {
  kind: enumeration(['line', 'text']).default('line'),
  label: text({ max: 255 }).required(),
  description: longText({ max: 4_000 }),
  quantity: decimal({ min: -LARGEST_QUANTITY, max: LARGEST_QUANTITY }).default('1'),
  unitPrice: decimal({
    min: -LARGEST_PRICE,
    max: LARGEST_PRICE,
    decimals: lineLimits.unitPrice.decimals,
  }).default('0'),
  discount: percent({ min: 0, max: lineLimits.discount.most, decimals: lineLimits.discount.decimals }),
  vatRate: percent({ min: 0, max: lineLimits.vatRate.most, decimals: lineLimits.vatRate.decimals }),
  /** Legal text of an exemption from VAT; the rate is then 0. */
  vatExemption: text({ max: 255 }),
  option: enumeration(['proposed', 'chosen']),
  group: rowOf('groups'),
  totalHT: money().readonly(),
  totalTTC: money().readonly(),
};
const groupFields = {
  label: text({ max: 255 }).required(),
  description: longText({ max: 4_000 }),
  totalHT: money().readonly(),
  totalTTC: money().readonly(),
};
/** What the amounts of a document depend on; the values may come from a form that is being filled in. */
export interface DocumentRecord {
  readonly items?: unknown;
  readonly priceEntry?: unknown;
  readonly discountKind?: unknown;
  readonly discountValue?: unknown;
  readonly deposits?: unknown;
}

const string = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const hundredths = (rate: unknown) => Math.round(Number(string(rate) ?? 0) * 100);

function discountOf({ discountKind: kind, discountValue }: DocumentRecord): DocumentDiscount | null {
  const value = string(discountValue);
  if (value === null) return null;
  if (kind === 'percent') {
    if (Number(value) > 100) throw new DiscountRangeError('a discount is at most everything');
    return { kind, basisPoints: hundredths(value) };
  }
  return kind === 'HT' || kind === 'TTC' ? { kind, minor: parseAmount(value) } : null;
}
const isVatRow = (row: unknown): row is VatTableRow =>
  typeof row === 'object' && row !== null && 'rate' in row && 'base' in row && 'vat' in row;
/** The VAT table of a record: it is stored as JSON. */
export const vatRows = (stored: unknown): VatTableRow[] =>
  Array.isArray(stored) ? stored.filter(isVatRow) : [];
const isDeposit = (row: unknown): row is DepositRow =>
  typeof row === 'object' && row !== null && 'rate' in row && 'base' in row && 'vat' in row;
/** The deposits of a record: they are stored as JSON. */
export const depositRows = ({ deposits }: DocumentRecord): DepositRow[] =>
  Array.isArray(deposits) ? deposits.filter(isDeposit) : [];
const depositsOf = (record: DocumentRecord): BilledDeposit[] =>
  depositRows(record).map(({ rate, exemption, base, vat }) => ({
    rateBasisPoints: hundredths(rate),
    exemption: exemption ?? null,
    baseMinor: -parseAmount(base),
    taxMinor: -parseAmount(vat),
  }));

/** The values of a record of `document()` as `computeDocument` of `@coulisse/money` takes them; a form uses it, too. */
export const documentInput = (record: DocumentRecord): DocumentInput => ({
  priceEntry: record.priceEntry === 'TTC' ? 'TTC' : 'HT',
  discount: discountOf(record),
  deposits: depositsOf(record),
  lines: rowsOf(record.items).map((row) => {
    const rateBasisPoints = hundredths(row.vatRate);
    return {
      kind: row.kind === 'text' ? 'text' : 'line',
      quantity: string(row.quantity) ?? '0',
      unitPrice: string(row.unitPrice) ?? '0',
      discountBasisPoints: hundredths(row.discount),
      rateBasisPoints,
      exemption: rateBasisPoints === 0 ? string(row.vatExemption) : null,
      option: row.option === 'proposed' || row.option === 'chosen' ? row.option : null,
      group: string(row.group),
    };
  }),
});

interface Computed {
  readonly of: readonly unknown[];
  readonly amounts: DocumentAmounts;
}
const cache = new WeakMap<object, Computed>();

/** The amounts of a document, computed once for its lines, its totals and its groups. */
export function documentAmounts(record: DocumentRecord): DocumentAmounts {
  const { items, priceEntry, discountKind, discountValue, deposits } = record;
  const of = [priceEntry, discountKind, discountValue, deposits];
  const key = typeof items === 'object' && items !== null ? items : record;
  const cached = cache.get(key);
  if (cached?.of.every((value, index) => value === of[index])) return cached.amounts;
  try {
    const amounts = computeDocument(documentInput(record));
    cache.set(key, { of, amounts });
    return amounts;
  } catch (error) {
    if (error instanceof DiscountRangeError)
      throw new BlockedError(blocked('document.discount-above-total', {}, '/discountValue'));
    throw error;
  }
}

const lineBehaviour: RowBehaviour = {
  derive: {},
  rules: [
    ({ kind, vatRate }) =>
      kind === 'line' && vatRate === null && blocked('validation.not-blank', {}, '/vatRate'),
    ({ kind, vatRate, vatExemption }) =>
      kind === 'line' &&
      vatExemption !== null &&
      hundredths(vatRate) !== 0 &&
      blocked('document.exempt-with-rate', {}, '/vatExemption'),
  ],
  deriveAll: (_rows, record) =>
    documentAmounts(record).lines.map(({ htMinor, ttcMinor }) => ({
      totalHT: formatAmount(htMinor),
      totalTTC: formatAmount(ttcMinor),
    })),
};
const groupBehaviour: RowBehaviour = {
  derive: {},
  rules: [],
  deriveAll: (rows: readonly ChildRow[], record) => {
    const { groups } = documentAmounts(record);
    return rows.map(({ id }) => {
      const { htMinor = 0, ttcMinor = 0 } = groups.get(id) ?? {};
      return { totalHT: formatAmount(htMinor), totalTTC: formatAmount(ttcMinor) };
    });
  },
};

export interface DocumentOptions<L extends Fields> {
  /** Further fields of a line: a product, a unit, an account. */
  readonly lines?: L;
  /** States in which lines, prices, discount, dates and texts may be changed. */
  readonly editableIn: readonly string[];
}

/** The number that a document gets when it is posted follows its issue date; one that a draft gets has no such order. */
const dated = (numbering: Numbering): Numbering =>
  numbering.on === 'create' ? numbering : { datedBy: 'issuedOn', ...numbering };

const recordFields = <const L extends Fields>(
  numbering: Numbering,
  lines: L,
  editableIn: readonly string[],
) => ({
  code: numbered(dated(numbering)),
  issuedOn: date().editableIn(editableIn),
  validUntil: date().editableIn(editableIn),
  dueOn: date().editableIn(editableIn),
  priceEntry: enumeration(['HT', 'TTC']).default('HT').editableIn(editableIn),
  groups: behavingRows(groupFields, groupBehaviour, { editableIn }),
  items: behavingRows({ ...lineFields, ...lines }, lineBehaviour, { editableIn }),
  discountKind: enumeration(['percent', 'HT', 'TTC']).editableIn(editableIn),
  discountValue: decimal({ min: 0, max: LARGEST_PRICE, decimals: 2 }).editableIn(editableIn),
  deposits: json<DepositRow[]>().readonly(),
  totalHT: money(),
  totalVAT: money(),
  totalTTC: money(),
  vatTable: json<VatTableRow[]>(),
  header: longText().editableIn(editableIn),
  footer: longText().editableIn(editableIn),
  /** Copies of both parties as they were when the document was posted. */
  seller: json<Record<string, unknown>>().readonly(),
  buyer: json<Record<string, unknown>>().readonly(),
});

/**
 * Fields of a commercial document: a gap-free number, lines and groups, prices with or without VAT, a discount, totals,
 * dates, texts and copies of both parties. What is computed is derived:
 * `defineResource('sales.bill', { fields: document({ series: 'bill', format: 'FA-{YYYY}-{NNNNN}', on: 'post' }, { … }, { editableIn: ['DRAFT'] }), derive: documentTotals, … })`
 */
export function document<const F extends Fields, const L extends Fields = Record<never, never>>(
  numbering: Numbering,
  fields: F,
  options: DocumentOptions<L>,
): DocumentFields<L> & F;
export function document(numbering: Numbering, fields: Fields, options: DocumentOptions<Fields>): Fields {
  const { lines = {}, editableIn } = options;
  return { ...recordFields(numbering, lines, editableIn), ...fields };
}
type DocumentFields<L extends Fields> = ReturnType<typeof recordFields<L>>;

const percentage = (basisPoints: number) => String(basisPoints / 100);

/** Derived values of a record of `document()`. */
export const documentTotals = {
  totalHT: (record: DocumentRecord) => formatAmount(documentAmounts(record).htMinor),
  totalVAT: (record: DocumentRecord) => formatAmount(documentAmounts(record).taxMinor),
  totalTTC: (record: DocumentRecord) => formatAmount(documentAmounts(record).ttcMinor),
  vatTable: (record: DocumentRecord): VatTableRow[] =>
    documentAmounts(record).vatTable.map((row) => ({
      rate: percentage(row.rateBasisPoints),
      exemption: row.exemption,
      lines: formatAmount(row.linesMinor),
      discount: formatAmount(row.allowanceMinor),
      base: formatAmount(row.baseMinor),
      vat: formatAmount(row.taxMinor),
    })),
};
