import type { Cents } from '@coulisse/money';

/** A payment or a gift voucher of a reservation. */
export interface Source {
  readonly sourceId: string;
  /** What may be shared of it. */
  readonly amountMinor: Cents;
}
/** A bill of the reservation. */
export interface SharingBill {
  readonly billId: string;
  /** What neither payments nor credit notes have settled; negative when they settled too much. */
  readonly needMinor: Cents;
  /** What it has of each source so far. */
  readonly has: ReadonlyMap<string, Cents>;
}
export interface Share {
  readonly billId: string;
  readonly sourceId: string;
  readonly amountMinor: Cents;
}

/**
 * Shares the money of a reservation among its bills, both in their order. A bill keeps what it has, as far as the money is
 * still there and the bill needs it; where there is less money than before, the last bill loses it first. What no bill has
 * goes to the first one that needs it. No cent is counted twice, and no bill gets more than it needs. What a bill has lost is
 * answered with 0.
 */
export function shareMoney(bills: readonly SharingBill[], sources: readonly Source[]): Share[] {
  const left = new Map(sources.map(({ sourceId, amountMinor }) => [sourceId, Math.max(0, amountMinor)]));
  const shares = bills.map(({ billId, needMinor, has }) => ({
    billId,
    openMinor: Math.max(0, needMinor),
    parts: new Map<string, Cents>([...has.keys()].map((sourceId) => [sourceId, 0])),
  }));
  const give = (share: (typeof shares)[number], sourceId: string, mostMinor: Cents) => {
    const minor = Math.min(mostMinor, share.openMinor, left.get(sourceId) ?? 0);
    if (minor <= 0) return;
    left.set(sourceId, (left.get(sourceId) ?? 0) - minor);
    share.openMinor -= minor;
    share.parts.set(sourceId, (share.parts.get(sourceId) ?? 0) + minor);
  };
  for (const [index, { has }] of bills.entries())
    for (const { sourceId } of sources) give(shares[index]!, sourceId, has.get(sourceId) ?? 0);
  for (const share of shares)
    for (const { sourceId } of sources) give(share, sourceId, Number.MAX_SAFE_INTEGER);
  return shares.flatMap(({ billId, parts }) =>
    [...parts].map(([sourceId, amountMinor]) => ({ billId, sourceId, amountMinor })),
  );
}
