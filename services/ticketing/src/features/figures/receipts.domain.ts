import { splitInclusive, spread, sum, type Cents } from '@coulisse/money';

/** What tickets hold of one VAT rate. */
export interface ReceiptShare {
  readonly rateBasisPoints: number;
  /** With VAT. */
  readonly amountMinor: Cents;
  /** All rates of the price that it is a share of. */
  readonly rates: readonly number[];
}

export interface Receipts {
  readonly ttcMinor: Cents;
  readonly htMinor: Cents;
}

/** Receipts of tickets: what was paid for the show, and for the meal that is sold with it. */
export interface TicketReceipts {
  readonly show: Receipts;
  readonly meal: Receipts;
}

/** The highest reduced rate of entries to a show: 5.5 % (CGI, art. 278-0 bis F), or 2.1 % (art. 281 quater). */
const ENTRY_BASIS_POINTS = 550;

/**
 * The price of a dinner show is split between the show, at a rate of entries, and what is served with it, at 10 or 20 %.
 * A price without a share at a rate of entries is not split: all of it is for the show.
 */
const isOfShow = ({ rateBasisPoints, rates }: ReceiptShare): boolean =>
  rateBasisPoints <= ENTRY_BASIS_POINTS || !rates.some((rate) => rate <= ENTRY_BASIS_POINTS);

type Part = keyof TicketReceipts;
const PARTS: readonly Part[] = ['show', 'meal'];

/**
 * Receipts of the groups of tickets of one performance. VAT is taken out once for each rate of the performance, and the
 * amounts without VAT are spread over its groups: what is declared by category, by price or in one amount adds up to the
 * same cent.
 */
export function receiptsOfPerformance(groups: readonly (readonly ReceiptShare[])[]): TicketReceipts[] {
  const entries = groups.flatMap((shares, group) =>
    shares
      .filter(({ amountMinor }) => amountMinor !== 0)
      .map((share): { group: number; part: Part; share: ReceiptShare } => ({
        group,
        part: isOfShow(share) ? 'show' : 'meal',
        share,
      })),
  );
  const receipts = groups.map(() => ({
    show: { ttcMinor: 0, htMinor: 0 },
    meal: { ttcMinor: 0, htMinor: 0 },
  }));
  const rates = new Set(entries.map(({ share }) => share.rateBasisPoints));
  for (const part of PARTS)
    for (const rate of rates) {
      const same = entries.filter((entry) => entry.part === part && entry.share.rateBasisPoints === rate);
      if (same.length === 0) continue;
      const amounts = same.map(({ share }) => share.amountMinor);
      const bases = spread(splitInclusive(sum(amounts), rate).baseMinor, amounts);
      same.forEach(({ group, share }, index) => {
        const total = receipts[group]?.[part];
        if (!total) return;
        total.ttcMinor += share.amountMinor;
        total.htMinor += bases[index] ?? 0;
      });
    }
  return receipts;
}

const totalOf = (receipts: readonly Receipts[]): Receipts => ({
  ttcMinor: sum(receipts.map(({ ttcMinor }) => ttcMinor)),
  htMinor: sum(receipts.map(({ htMinor }) => htMinor)),
});

export const sumOfReceipts = (receipts: readonly TicketReceipts[]): TicketReceipts => ({
  show: totalOf(receipts.map(({ show }) => show)),
  meal: totalOf(receipts.map(({ meal }) => meal)),
});
