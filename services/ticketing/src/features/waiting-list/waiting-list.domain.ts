const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long an offer holds its seats, in hours; near: when the performance begins in less than two days. */
export interface OfferHours {
  usual: number;
  near: number;
}
export const OFFER_HOURS: OfferHours = { usual: 24, near: 2 };

const NEAR_HOURS = 48;
/** Nobody reads a mail and buys in less time. */
const SHORTEST_OFFER_MS = 15 * MINUTE_MS;

export interface OfferTimes {
  now: Date;
  startsAt: Date;
  /** End of the online sale; null: with the beginning. */
  deadline: Date | null;
}

/** Until when an offer of this moment holds its seats: never past the end of the online sale; null when too little time is left. */
export function offerEnd({ now, startsAt, deadline }: OfferTimes, hours: OfferHours): Date | null {
  const isNear = startsAt.getTime() - now.getTime() < NEAR_HOURS * HOUR_MS;
  const wished = now.getTime() + (isNear ? Math.min(hours.near, hours.usual) : hours.usual) * HOUR_MS;
  const end = Math.min(wished, startsAt.getTime(), deadline?.getTime() ?? Infinity);
  return end - now.getTime() < SHORTEST_OFFER_MS ? null : new Date(end);
}

/** What a party wants of the seats. */
export interface SeatWish {
  partySize: number;
  /** Null: any category. */
  categoryId: string | null;
  isTogether: boolean;
}

/** Wishes that the same seats satisfy. */
export const wishKey = ({ partySize, categoryId, isTogether }: SeatWish): string =>
  `${partySize} ${categoryId ?? ''} ${partySize > 1 && isTogether}`;

/**
 * The first party of the line whose whole wish can be seated: a smaller party passes a larger one only when that one does not
 * fit. Equal wishes are tried once.
 */
export function firstFitting<E extends SeatWish, P>(
  line: readonly E[],
  seatsFor: (wish: SeatWish) => P | null,
): { entry: E; seats: P } | null {
  const refused = new Set<string>();
  for (const entry of line) {
    const key = wishKey(entry);
    if (refused.has(key)) continue;
    const seats = seatsFor(entry);
    if (seats !== null) return { entry, seats };
    refused.add(key);
  }
  return null;
}
