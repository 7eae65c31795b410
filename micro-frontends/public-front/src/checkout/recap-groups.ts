import type { CartLine } from '../api/types';
import type { CartPrices } from './cart-prices';

export interface RecapGroup {
  key: string;
  lines: CartLine[];
}

/** The lines of a cart at their listed prices: what a code takes off has a line of its own, and counts once. */
export function pricedLines(lines: readonly CartLine[], prices: CartPrices | null): CartLine[] {
  const listed = new Map(prices?.lines.map(({ seatId, listedMinor }) => [seatId, listedMinor]));
  return lines.map((line) => ({ ...line, priceMinor: listed.get(line.seatId) ?? line.priceMinor }));
}

/**
 * Seats of one row and formula are one line, as in the basket.
 * @param hasSeats false where the buyer has chosen a number of places: their rows are not shown
 */
export function recapGroups(lines: readonly CartLine[], hasSeats = true): RecapGroup[] {
  const groups = new Map<string, CartLine[]>();
  for (const line of lines) {
    const key = [hasSeats && line.row, line.categoryName, line.formulaId ?? '', line.priceMinor].join('|');
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].map(([key, list]) => ({
    key,
    lines: list.sort((a, b) => Number(a.number) - Number(b.number)),
  }));
}
