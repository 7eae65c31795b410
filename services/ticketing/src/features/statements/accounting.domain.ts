import { formatAmount, splitInclusive, spread, type Cents } from '@coulisse/money';
import { percent, type StatementRow, type VatShare } from './statement.domain';

/** Money that came in on a day, or went out (a negative amount), of a reservation or of a gift voucher. */
export interface Movement {
  /** Local date. */
  readonly day: string;
  readonly method: string;
  readonly amountMinor: Cents;
  /** What the reservation, or the sale of the voucher, holds of each rate; the movement has the same shares. */
  readonly vat: readonly VatShare[];
  /** What the sale of a voucher holds beside them: an advance, taxed when it is used. */
  readonly advanceMinor?: Cents;
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
/** Advances of clients: what vouchers are worth until they are used. */
const ADVANCES = '4191';
const ADVANCE = 'ADVANCE';
/** A rate in basis points; null for money whose rates are not known. */
type Share = number | typeof ADVANCE | null;
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
  private readonly days = new Map<string, { methods: Map<string, Cents>; rates: Map<Share, Cents> }>();

  add({ day, method, amountMinor, vat, advanceMinor = 0 }: Movement): void {
    let found = this.days.get(day);
    if (!found) this.days.set(day, (found = { methods: new Map(), rates: new Map() }));
    const { methods, rates } = found;
    methods.set(method, (methods.get(method) ?? 0) + amountMinor);
    const shares: (readonly [Share, Cents])[] = vat.map((share) => [
      share.rateBasisPoints,
      share.amountMinor,
    ]);
    if (advanceMinor > 0) shares.push([ADVANCE, advanceMinor]);
    const weights = shares.map(([, weight]) => weight);
    const isKnown = weights.some((weight) => weight > 0) && weights.every((weight) => weight >= 0);
    const parts = isKnown ? spread(amountMinor, weights) : [amountMinor];
    parts.forEach((part, index) => {
      const share = isKnown ? (shares[index]?.[0] ?? null) : null;
      rates.set(share, (rates.get(share) ?? 0) + part);
    });
  }

  private static entriesOf(methods: ReadonlyMap<string, Cents>, rates: ReadonlyMap<Share, Cents>): Entry[] {
    const received = [...methods].map(([method, amount]) => ({
      account: ACCOUNTS[method] ?? SUSPENSE,
      label: `method.${method in ACCOUNTS ? method : 'OTHER'}`,
      rateBasisPoints: null,
      debitMinor: amount,
    }));
    // The highest rate first; advances and what is not known after them.
    const rank = (share: Share): number => (share === ADVANCE ? -1 : (share ?? -2));
    const earned = [...rates].sort(([left], [right]) => rank(right) - rank(left));
    return [
      ...received,
      ...earned.flatMap(([rate, amount]): Entry[] => {
        if (rate === null)
          return [{ account: SUSPENSE, label: 'account.471', rateBasisPoints: null, debitMinor: -amount }];
        if (rate === ADVANCE)
          return [{ account: ADVANCES, label: 'method.VOUCHER', rateBasisPoints: null, debitMinor: -amount }];
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
