import { formatAmount } from '@coulisse/money';
import { cnmTaxOf } from '../figures/cnm.domain';
import {
  receiptsOfPerformance,
  sumOfReceipts,
  type ReceiptShare,
  type TicketReceipts,
} from '../figures/receipts.domain';

/**
 * Statements of a box office: the list of places sold, the ticketing slip (receipts statement of CGI, ann. IV,
 * art. 50 sexies H), what is declared to SACEM, CNM and the ministry (SIBIL), and booked, and the money of each day by means
 * of payment.
 */
export const STATEMENTS = [
  'TICKETING_SLIP',
  'SACEM',
  'CNM',
  'SIBIL',
  'ACCOUNTING',
  'TILL',
  'CLASSIC',
] as const;
export type StatementKind = (typeof STATEMENTS)[number];

/** `word`: a code whose text is in the catalogue. `money` is a decimal text with two digits, `percent` one without a sign. */
export type ColumnKind = 'text' | 'word' | 'date' | 'datetime' | 'time' | 'money' | 'int' | 'percent';
export type StatementColumn = readonly [name: string, kind: ColumnKind];
export type StatementValue = string | number | null;
/** One value for each column. */
export type StatementRow = readonly StatementValue[];

const PERFORMANCE: readonly StatementColumn[] = [
  ['show', 'text'],
  ['date', 'date'],
  ['time', 'time'],
  ['room', 'text'],
];
const ADDRESS: readonly StatementColumn[] = [
  ['address', 'text'],
  ['zipCode', 'text'],
  ['city', 'text'],
];

export const COLUMNS: Readonly<Record<StatementKind, readonly StatementColumn[]>> = {
  TICKETING_SLIP: [
    ...PERFORMANCE,
    ['category', 'text'],
    ['price', 'money'],
    ['paidTickets', 'int'],
    ['freeTickets', 'int'],
    ['canceledTickets', 'int'],
    ['firstNumber', 'text'],
    ['lastNumber', 'text'],
    ['receiptsTTC', 'money'],
  ],
  SACEM: [
    ...PERFORMANCE,
    ['gauge', 'int'],
    ['city', 'text'],
    ['category', 'text'],
    ['price', 'money'],
    ['tickets', 'int'],
    ['receiptsTTC', 'money'],
    ['vat', 'money'],
    ['showHT', 'money'],
    ['mealHT', 'money'],
    ['expensesHT', 'money'],
    ['sacemNumber', 'text'],
  ],
  CNM: [
    ...PERFORMANCE,
    ['gauge', 'int'],
    ['paidTickets', 'int'],
    ['freeTickets', 'int'],
    ['receiptsTTC', 'money'],
    ['mealTTC', 'money'],
    ['showTTC', 'money'],
    ['showHT', 'money'],
    ['rate', 'percent'],
    ['tax', 'money'],
    ['cnmNumber', 'text'],
  ],
  SIBIL: [
    ...PERFORMANCE,
    ['genre', 'word'],
    ...ADDRESS,
    ['price', 'money'],
    ['tickets', 'int'],
    ['receiptsTTC', 'money'],
    ['receiptsHT', 'money'],
  ],
  ACCOUNTING: [
    ['date', 'date'],
    ['journal', 'text'],
    ['account', 'text'],
    ['label', 'word'],
    ['rate', 'percent'],
    ['debit', 'money'],
    ['credit', 'money'],
  ],
  TILL: [
    ['date', 'date'],
    ['means', 'word'],
    ['payments', 'int'],
    ['received', 'money'],
    ['refunds', 'int'],
    ['givenBack', 'money'],
    ['balance', 'money'],
  ],
  CLASSIC: [
    ['reservation', 'text'],
    ['state', 'word'],
    ['channel', 'word'],
    ['soldAt', 'datetime'],
    ['customer', 'text'],
    ['email', 'text'],
    ...PERFORMANCE,
    ['category', 'text'],
    ['seat', 'text'],
    ['formula', 'text'],
    ['discount', 'money'],
    ['price', 'money'],
    ['ticket', 'text'],
  ],
};

export interface VatShare {
  readonly rateBasisPoints: number;
  /** With VAT. */
  readonly amountMinor: number;
}

/** Tickets of a performance that have the same category and price. Amounts are in cents. */
export interface TicketGroup {
  readonly performanceId: string;
  readonly show: string;
  readonly genre: string | null;
  readonly date: string;
  readonly time: string | null;
  readonly roomId: string;
  readonly room: string;
  readonly address: string | null;
  readonly zipCode: string | null;
  readonly city: string | null;
  /** Of the show and of the performance, without VAT. */
  readonly costMinor: number;
  /** Seats of the performance that may be sold. */
  readonly seats: number;
  readonly category: string;
  readonly priceMinor: number;
  readonly sold: number;
  readonly canceled: number;
  readonly firstNumber: string | null;
  readonly lastNumber: string | null;
  /** What the sold tickets hold of each rate. */
  readonly vat: readonly ReceiptShare[];
}

/** What the theatre declares of itself: its numbers at the organisations, and its gauge; null: that of the plan. */
export interface Declarant {
  readonly sacemNumber: string | null;
  readonly cnvNumber: string | null;
  readonly gaugeUsed: number | null;
}

/** A cell in cents as a decimal text. */
const money = (minor: number): string => formatAmount(minor);
export const percent = (basisPoints: number): string => String(basisPoints / 100);

const performanceOf = ({ show, date, time, room }: TicketGroup): StatementRow => [show, date, time, room];
const receiptsOf = ({ sold, priceMinor }: TicketGroup): number => sold * priceMinor;

/** A group with its part of the receipts of its performance. */
interface DeclaredGroup extends TicketGroup {
  readonly receipts: TicketReceipts;
}
const totalOf = (groups: readonly DeclaredGroup[]): TicketReceipts =>
  sumOfReceipts(groups.map(({ receipts }) => receipts));

/** Groups in their order, one entry for each performance. */
function byPerformance(groups: readonly TicketGroup[]): DeclaredGroup[][] {
  const found = new Map<string, TicketGroup[]>();
  for (const group of groups) {
    const own = found.get(group.performanceId);
    if (own) own.push(group);
    else found.set(group.performanceId, [group]);
  }
  return [...found.values()].map((own) => {
    const receipts = receiptsOfPerformance(own.map(({ vat }) => vat));
    return own.flatMap((group, index) => {
      const declared = receipts[index];
      return declared ? [{ ...group, receipts: declared }] : [];
    });
  });
}

const slipRows = (groups: readonly TicketGroup[]): StatementRow[] =>
  groups.map((group) => [
    ...performanceOf(group),
    group.category,
    money(group.priceMinor),
    group.priceMinor > 0 ? group.sold : 0,
    group.priceMinor > 0 ? 0 : group.sold,
    group.canceled,
    group.firstNumber,
    group.lastNumber,
    money(receiptsOf(group)),
  ]);

/** Groups with tickets that are valid: a statement without a column of cancelled ones has no row for the others. */
const soldOnly = (groups: readonly TicketGroup[]): TicketGroup[] => groups.filter(({ sold }) => sold > 0);

/** Expenses belong to the performance: they stand in its first row, so that a column adds up. */
const sacemRows = (groups: readonly TicketGroup[], { sacemNumber, gaugeUsed }: Declarant): StatementRow[] =>
  byPerformance(soldOnly(groups)).flatMap((own) =>
    own.map((group, index) => {
      const { show, meal } = group.receipts;
      return [
        ...performanceOf(group),
        gaugeUsed ?? group.seats,
        group.city,
        group.category,
        money(group.priceMinor),
        group.sold,
        money(receiptsOf(group)),
        money(show.ttcMinor + meal.ttcMinor - show.htMinor - meal.htMinor),
        money(show.htMinor),
        money(meal.htMinor),
        index === 0 ? money(group.costMinor) : null,
        sacemNumber,
      ];
    }),
  );

const countOf = (groups: readonly TicketGroup[], isFree: boolean): number =>
  groups.filter(({ priceMinor }) => (priceMinor === 0) === isFree).reduce((sum, { sold }) => sum + sold, 0);

/** The tax is due for each performance, on what was paid for the show: the meal that is sold with it is not taxed. */
const cnmRows = (
  groups: readonly TicketGroup[],
  { cnvNumber, gaugeUsed }: Declarant,
  rateBasisPoints: number,
): StatementRow[] =>
  byPerformance(groups).flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { show, meal } = totalOf(own);
    return [
      [
        ...performanceOf(first),
        gaugeUsed ?? first.seats,
        countOf(own, false),
        countOf(own, true),
        money(show.ttcMinor + meal.ttcMinor),
        money(meal.ttcMinor),
        money(show.ttcMinor),
        money(show.htMinor),
        percent(rateBasisPoints),
        money(cnmTaxOf(show.htMinor)),
        cnvNumber,
      ],
    ];
  });

/** One row for each price of a performance, whatever its category: the declaration asks for prices. */
const sibilRows = (groups: readonly TicketGroup[]): StatementRow[] =>
  byPerformance(groups).flatMap((own) => {
    const prices = [...new Set(own.map(({ priceMinor }) => priceMinor))].sort((left, right) => right - left);
    return prices.flatMap((priceMinor) => {
      const same = own.filter((group) => group.priceMinor === priceMinor && group.sold > 0);
      const [first] = same;
      if (!first) return [];
      const { show, meal } = totalOf(same);
      const tickets = same.reduce((sum, { sold }) => sum + sold, 0);
      return [
        [
          ...performanceOf(first),
          first.genre === null ? null : `genre.${first.genre}`,
          first.address,
          first.zipCode,
          first.city,
          money(priceMinor),
          tickets,
          money(show.ttcMinor + meal.ttcMinor),
          money(show.htMinor + meal.htMinor),
        ],
      ];
    });
  });

export interface RoomOfStatement {
  readonly id: string;
  readonly name: string;
}

/** Rooms of declared tickets whose address, postcode or town is missing, each once. */
export const roomsWithoutAddress = (groups: readonly TicketGroup[]): RoomOfStatement[] => [
  ...new Map(
    soldOnly(groups)
      .filter(({ address, zipCode, city }) => !address || !zipCode || !city)
      .map(({ roomId, room }) => [roomId, { id: roomId, name: room }]),
  ).values(),
];

/** A statement that is made of tickets by performance, category and price. */
export type TicketStatement = Exclude<StatementKind, 'ACCOUNTING' | 'TILL' | 'CLASSIC'>;

/** Rows of a statement, in the order of the groups. */
export function rowsOf(
  kind: TicketStatement,
  groups: readonly TicketGroup[],
  declarant: Declarant,
  cnmBasisPoints: number,
): StatementRow[] {
  switch (kind) {
    case 'TICKETING_SLIP':
      return slipRows(groups);
    case 'SACEM':
      return sacemRows(groups, declarant);
    case 'CNM':
      return cnmRows(groups, declarant, cnmBasisPoints);
    case 'SIBIL':
      return sibilRows(groups);
  }
}

/**
 * Money that came in and went out on a local day by one means of payment. What was given back is negative where more was
 * undone on that day than recorded.
 */
export interface TillDay {
  readonly day: string;
  /** `CARD`, `CASH`, `CHEQUE` or `TRANSFER`; any other is shown as `OTHER`. */
  readonly method: string;
  readonly payments: number;
  readonly receivedMinor: number;
  readonly refunds: number;
  readonly givenBackMinor: number;
}
const MEANS = ['CARD', 'CASH', 'CHEQUE', 'TRANSFER'];

/** What should be in the till, and reach the bank, for each day and means of payment. */
export const tillRows = (days: readonly TillDay[]): StatementRow[] =>
  days.map(({ day, method, payments, receivedMinor, refunds, givenBackMinor }) => [
    day,
    `means.${MEANS.includes(method) ? method : 'OTHER'}`,
    payments,
    money(receivedMinor),
    refunds,
    money(givenBackMinor),
    money(receivedMinor - givenBackMinor),
  ]);

/** Whether the sum of a column means something: a gauge, or a price beside how often it was paid, has none. */
const isSummed = ([name, kind]: StatementColumn, columns: readonly StatementColumn[]): boolean =>
  (kind === 'money' || kind === 'int') &&
  name !== 'gauge' &&
  (name !== 'price' || !columns.some(([, other]) => other === 'int'));

/** Sums of the columns with amounts and counts, in cents or units; null for every other column. */
export class StatementTotals {
  private readonly sums: (number | null)[];

  constructor(private readonly columns: readonly StatementColumn[]) {
    this.sums = columns.map((column) => (isSummed(column, columns) ? 0 : null));
  }

  add(row: StatementRow): void {
    this.sums.forEach((sum, index) => {
      const value = row[index];
      if (sum === null || value === null || value === undefined) return;
      const isMoney = this.columns[index]?.[1] === 'money';
      this.sums[index] = sum + (isMoney ? Math.round(Number(value) * 100) : Number(value));
    });
  }

  get row(): StatementRow {
    return this.sums.map((sum, index) =>
      sum === null ? null : this.columns[index]?.[1] === 'money' ? money(sum) : sum,
    );
  }
}
