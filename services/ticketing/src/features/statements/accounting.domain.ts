import { formatAmount, splitInclusive, spread, type Cents } from '@coulisse/money';
import { percent, type StatementRow, type VatShare } from './statement.domain';

/** Money that came in on a day, or went out (a negative amount), of a reservation. */
export interface Movement {
  /** Local date. */
  readonly day: string;
  readonly method: string;
  readonly amountMinor: Cents;
  /** What the reservation holds of each rate; the movement has the same shares. */
  readonly vat: readonly VatShare[];
}

const JOURNAL = 'BI';
/**
 * Accounts of the Plan comptable général. Cards and transfers reach the bank; VAT on services is due when money is
 * received (CGI, art. 269-2-c), so that a part payment is booked with its share of the VAT.
 */
const ACCOUNTS: Readonly<Record<string, string>> = {
  CARD: '511',
  CHEQUE: '5112',
  CASH: '53',
  TRANSFER: '512',
  VOUCHER: '4191',
};
/** Suspense account: money of a method, or of a reservation, that cannot be attributed. */
const SUSPENSE = '471';
const SALES = '706';
const VAT_COLLECTED = '44571';

interface Entry {
  account: string;
  label: string;
  rateBasisPoints: number | null;
  /** Positive: debit; negative: credit. */
  debitMinor: Cents;
}

/** Entries of each day, whose debits are as high as its credits. */
export class AccountingDays {
  private readonly days = new Map<
    string,
    { methods: Map<string, Cents>; rates: Map<number | null, Cents> }
  >();

  add({ day, method, amountMinor, vat }: Movement): void {
    let found = this.days.get(day);
    if (!found) this.days.set(day, (found = { methods: new Map(), rates: new Map() }));
    const { methods, rates } = found;
    methods.set(method, (methods.get(method) ?? 0) + amountMinor);
    const weights = vat.map(({ amountMinor: weight }) => weight);
    const isKnown = weights.some((weight) => weight > 0) && weights.every((weight) => weight >= 0);
    const parts = isKnown ? spread(amountMinor, weights) : [amountMinor];
    parts.forEach((part, index) => {
      const rate = isKnown ? (vat[index]?.rateBasisPoints ?? null) : null;
      rates.set(rate, (rates.get(rate) ?? 0) + part);
    });
  }

  private static entriesOf(
    methods: ReadonlyMap<string, Cents>,
    rates: ReadonlyMap<number | null, Cents>,
  ): Entry[] {
    const received = [...methods].map(([method, amount]) => ({
      account: ACCOUNTS[method] ?? SUSPENSE,
      label: `method.${method in ACCOUNTS ? method : 'OTHER'}`,
      rateBasisPoints: null,
      debitMinor: amount,
    }));
    const earned = [...rates].sort(([left], [right]) => (right ?? -1) - (left ?? -1));
    return [
      ...received,
      ...earned.flatMap(([rate, amount]): Entry[] => {
        if (rate === null)
          return [{ account: SUSPENSE, label: 'account.471', rateBasisPoints: null, debitMinor: -amount }];
        const { baseMinor, taxMinor } = splitInclusive(amount, rate);
        return [
          { account: SALES, label: 'account.706', rateBasisPoints: rate, debitMinor: -baseMinor },
          { account: VAT_COLLECTED, label: 'account.44571', rateBasisPoints: rate, debitMinor: -taxMinor },
        ];
      }),
    ].filter(({ debitMinor }) => debitMinor !== 0);
  }

  /** Rows in the order of days; within a day, what was received and then what it was for. */
  rows(): StatementRow[] {
    return [...this.days]
      .sort(([left], [right]) => left.localeCompare(right))
      .flatMap(([day, { methods, rates }]) =>
        AccountingDays.entriesOf(methods, rates).map(({ account, label, rateBasisPoints, debitMinor }) => [
          day,
          JOURNAL,
          account,
          label,
          rateBasisPoints === null ? null : percent(rateBasisPoints),
          debitMinor > 0 ? formatAmount(debitMinor) : null,
          debitMinor < 0 ? formatAmount(-debitMinor) : null,
        ]),
      );
  }
}
