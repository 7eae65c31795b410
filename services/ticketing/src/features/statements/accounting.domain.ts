import { formatAmount, splitInclusive, spread, type Cents } from '@coulisse/money';
import { percent, type StatementRow, type VatShare } from './statement.domain';

/** A share of one rate, on the sales account of what was sold; null for the usual one. */
export interface SoldShare extends VatShare {
  readonly accountingCode?: string | null;
}

/** Money that came in on a day, or went out (a negative amount), of a reservation or of a gift voucher. */
export interface Movement {
  /** Local date. */
  readonly day: string;
  readonly method: string;
  readonly amountMinor: Cents;
  /** What the reservation held of each rate at that moment, or the sale of the voucher holds. */
  readonly vat: readonly SoldShare[];
  /** Money of the reservation before it, and what the reservation held at its movement before. */
  readonly beforeMinor?: Cents;
  readonly vatBefore?: readonly SoldShare[];
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
const SALES = '706';
const VAT_COLLECTED = '44571';

/** What money was for: sales of a rate on an account, advances, or what is not known. */
type Purpose =
  { kind: 'sales'; rateBasisPoints: number; account: string } | { kind: 'advances' } | { kind: 'unknown' };
const ADVANCE: Purpose = { kind: 'advances' };
const UNKNOWN: Purpose = { kind: 'unknown' };
const keyOf = (purpose: Purpose): string =>
  purpose.kind === 'sales' ? `${purpose.rateBasisPoints} ${purpose.account}` : purpose.kind;

interface Earned {
  purpose: Purpose;
  amountMinor: Cents;
}

/** Money spread over what it was for, in the proportions of the shares. */
function earnedOf(amountMinor: Cents, vat: readonly SoldShare[], advanceMinor: Cents): Earned[] {
  const shares: Earned[] = vat.map(({ rateBasisPoints, accountingCode, amountMinor: shareMinor }) => ({
    purpose: { kind: 'sales', rateBasisPoints, account: accountingCode?.trim() || SALES },
    amountMinor: shareMinor,
  }));
  if (advanceMinor > 0) shares.push({ purpose: ADVANCE, amountMinor: advanceMinor });
  const weights = shares.map((share) => share.amountMinor);
  const isKnown = weights.some((weight) => weight > 0) && weights.every((weight) => weight >= 0);
  if (!isKnown) return [{ purpose: UNKNOWN, amountMinor }];
  const parts = spread(amountMinor, weights);
  return shares.map(({ purpose }, index) => ({ purpose, amountMinor: parts[index] ?? 0 }));
}

interface Entry {
  account: string;
  label: string;
  rateBasisPoints: number | null;
  /** Positive: debit; negative: credit. */
  debitMinor: Cents;
}

/** Entries of each day, whose debits are as high as its credits. */
export class AccountingDays {
  private readonly days = new Map<string, { methods: Map<string, Cents>; earned: Map<string, Earned> }>();

  /**
   * A movement is booked as the difference between what the money of its reservation is for after it and before it: the
   * refund of a place takes back what that place was booked as, and what was booked before stays as it was.
   */
  add({ day, method, amountMinor, vat, advanceMinor = 0, beforeMinor = 0, vatBefore = [] }: Movement): void {
    let found = this.days.get(day);
    if (!found) this.days.set(day, (found = { methods: new Map(), earned: new Map() }));
    const { methods, earned } = found;
    methods.set(method, (methods.get(method) ?? 0) + amountMinor);
    const book = (purpose: Purpose, minor: Cents) => {
      const key = keyOf(purpose);
      earned.set(key, { purpose, amountMinor: (earned.get(key)?.amountMinor ?? 0) + minor });
    };
    for (const each of earnedOf(beforeMinor + amountMinor, vat, advanceMinor))
      book(each.purpose, each.amountMinor);
    if (beforeMinor !== 0)
      for (const each of earnedOf(beforeMinor, vatBefore, 0)) book(each.purpose, -each.amountMinor);
  }

  private static entriesOf(
    methods: ReadonlyMap<string, Cents>,
    earned: ReadonlyMap<string, Earned>,
  ): Entry[] {
    const received = [...methods].map(([method, amount]) => ({
      account: ACCOUNTS[method] ?? SUSPENSE,
      label: `method.${method in ACCOUNTS ? method : 'OTHER'}`,
      rateBasisPoints: null,
      debitMinor: amount,
    }));
    // The highest rate first; advances and what is not known after them.
    const rank = ({ purpose }: Earned): number =>
      purpose.kind === 'sales' ? purpose.rateBasisPoints : purpose.kind === 'advances' ? -1 : -2;
    const accountOf = ({ purpose }: Earned): string => (purpose.kind === 'sales' ? purpose.account : '');
    const sorted = [...earned.values()].sort(
      (left, right) => rank(right) - rank(left) || accountOf(left).localeCompare(accountOf(right)),
    );
    // One entry of VAT for a rate, whatever the accounts of its sales: that is what is declared.
    const vatByRate = new Map<number, Cents>();
    const purposes = sorted.flatMap(({ purpose, amountMinor }): Entry[] => {
      if (purpose.kind === 'unknown')
        return [{ account: SUSPENSE, label: 'account.471', rateBasisPoints: null, debitMinor: -amountMinor }];
      if (purpose.kind === 'advances')
        return [
          { account: ADVANCES, label: 'method.VOUCHER', rateBasisPoints: null, debitMinor: -amountMinor },
        ];
      const { account, rateBasisPoints } = purpose;
      const { baseMinor, taxMinor } = splitInclusive(amountMinor, rateBasisPoints);
      vatByRate.set(rateBasisPoints, (vatByRate.get(rateBasisPoints) ?? 0) + taxMinor);
      const label = account === SALES ? 'account.706' : 'account.sales';
      const sales = { account, label, rateBasisPoints, debitMinor: -baseMinor };
      const isLast = sorted.filter((each) => rank(each) === rateBasisPoints).at(-1)?.purpose === purpose;
      if (!isLast) return [sales];
      const vatMinor = vatByRate.get(rateBasisPoints) ?? 0;
      return [
        sales,
        { account: VAT_COLLECTED, label: 'account.44571', rateBasisPoints, debitMinor: -vatMinor },
      ];
    });
    return [...received, ...purposes].filter(({ debitMinor }) => debitMinor !== 0);
  }

  /** Rows in the order of days; within a day, what was received and then what it was for. */
  rows(): StatementRow[] {
    return [...this.days]
      .sort(([left], [right]) => left.localeCompare(right))
      .flatMap(([day, { methods, earned }]) =>
        AccountingDays.entriesOf(methods, earned).map(({ account, label, rateBasisPoints, debitMinor }) => [
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
