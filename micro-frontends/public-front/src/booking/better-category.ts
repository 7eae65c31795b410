import type { Formula, Plan, Seat } from '../api/types';
import { formulasOf, usualFormula, type BasketSeat } from './basket-lines';

export interface BetterCategory {
  id: string;
  name: string;
  /** What it costs more, for each person. */
  moreMinor: number;
}

/** Free seats of a category that anybody may take. */
const freeIn = (seats: readonly Seat[], categoryId: string): number =>
  seats.filter((seat) => seat.categoryId === categoryId && seat.state === 'FREE' && !seat.isPmr).length;

/**
 * The next dearer category that still has room for the party; null where its seats are of several prices, or one
 * of them is for a wheelchair.
 */
export function betterCategory(
  chosen: readonly BasketSeat[],
  { seats, categories }: Pick<Plan, 'seats' | 'categories'>,
  formulas: readonly Formula[],
): BetterCategory | null {
  const [first] = chosen;
  const priceMinor = first?.formula?.priceMinor;
  if (!first || priceMinor === undefined) return null;
  if (chosen.some(({ seat, formula }) => seat.isPmr || formula?.priceMinor !== priceMinor)) return null;
  const dearer = categories
    .filter(({ id }) => id !== first.seat.categoryId && freeIn(seats, id) >= chosen.length)
    .flatMap(({ id, name }) => {
      const formula = usualFormula(formulasOf({ categoryId: id }, formulas));
      if (!formula || formula.priceMinor <= priceMinor) return [];
      if ((formula.minimumNumberOfPeople ?? 1) > chosen.length) return [];
      return [{ id, name, moreMinor: formula.priceMinor - priceMinor }];
    });
  return dearer.sort((a, b) => a.moreMinor - b.moreMinor)[0] ?? null;
}
