import type { CartLine } from '../api/types';
import type { CartPrices } from './cart-prices';

export interface RecapLine extends CartLine {
  /** Before discounts. */
  listedMinor: number;
}
export interface RecapGroup {
  key: string;
  lines: RecapLine[];
}

/** The lines of a cart at the prices that were read for it; at its own without. */
export function pricedLines(lines: readonly CartLine[], prices: CartPrices | null): RecapLine[] {
  const bySeat = new Map(prices?.lines.map((line) => [line.seatId, line]));
  return lines.map((line) => {
    const { priceMinor, listedMinor } = bySeat.get(line.seatId) ?? { ...line, listedMinor: line.priceMinor };
    return { ...line, priceMinor, listedMinor };
  });
}

/**
 * Seats of one row and formula are one line, as in the basket.
 * @param hasSeats false where the buyer has chosen a number of places: their rows are not shown
 */
export function recapGroups(lines: readonly RecapLine[], hasSeats = true): RecapGroup[] {
  const groups = new Map<string, RecapLine[]>();
  for (const line of lines) {
    const key = [
      hasSeats && line.row,
      line.categoryName,
      line.formulaId ?? '',
      line.listedMinor,
      line.priceMinor,
    ].join('|');
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].map(([key, list]) => ({
    key,
    lines: list.sort((a, b) => Number(a.number) - Number(b.number)),
  }));
}
