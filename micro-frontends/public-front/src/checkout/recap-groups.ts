import type { CartLine } from '../api/types';

export interface RecapGroup {
  key: string;
  lines: CartLine[];
}

/** Seats of one row and formula are one line, as in the basket. */
export function recapGroups(lines: readonly CartLine[]): RecapGroup[] {
  const groups = new Map<string, CartLine[]>();
  for (const line of lines) {
    const key = [line.row, line.categoryName, line.formulaId ?? '', line.priceMinor].join('|');
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].map(([key, list]) => ({
    key,
    lines: list.sort((a, b) => Number(a.number) - Number(b.number)),
  }));
}
