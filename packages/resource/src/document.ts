import { formatAmount, lineAmount, totalsExclusive, type Totals } from '@coulisse/money';
import {
  children,
  decimal,
  money,
  numbered,
  percent,
  text,
  type Field,
  type Fields,
  type Numbering,
  type ValueOf,
} from './field';

const items = {
  label: text({ max: 255 }).required(),
  quantity: decimal().default('1'),
  unitPrice: decimal().required(),
  discount: percent({ min: 0, max: 100, decimals: 2 }),
  vatRate: percent({ min: 0, max: 100, decimals: 2 }).required(),
};
const lines = <const F extends Fields>(extraFields: F) => children({ ...items, ...extraFields });
type Lines = ReturnType<typeof lines<Record<never, never>>>;

type DocumentFields = {
  code: Field<string | null>;
  items: Lines;
  totalHT: Field<string | null>;
  totalVAT: Field<string | null>;
  totalTTC: Field<string | null>;
};
interface Priced {
  readonly items: readonly Pick<ValueOf<Lines>[number], 'quantity' | 'unitPrice' | 'discount' | 'vatRate'>[];
}

/**
 * Fields of a commercial document: a gap-free number, lines excluding tax, totals. The totals are derived:
 * `defineResource('sales.bill', { fields: document({ series: 'bill', prefix: 'F', on: 'post' }, { … }), derive: documentTotals, … })`
 */
export const document = <const F extends Fields>(numbering: Numbering, fields: F): DocumentFields & F => ({
  code: numbered(numbering),
  items: lines({}),
  totalHT: money(),
  totalVAT: money(),
  totalTTC: money(),
  ...fields,
});

const hundredths = (rate: string | null) => Math.round(Number(rate ?? 0) * 100);

/** Amounts of a document per tax rate: lines rounded to the cent, tax computed once per rate on their sum. */
export const totalsOf = ({ items: priced }: Priced): Totals =>
  totalsExclusive(
    priced.map(({ quantity, unitPrice, discount, vatRate }) => ({
      rateBasisPoints: hundredths(vatRate),
      baseMinor: lineAmount(quantity, unitPrice, hundredths(discount)),
    })),
  );

export const documentTotals = {
  totalHT: (record: Priced) => formatAmount(totalsOf(record).baseMinor),
  totalVAT: (record: Priced) => formatAmount(totalsOf(record).taxMinor),
  totalTTC: (record: Priced) => formatAmount(totalsOf(record).totalMinor),
};
