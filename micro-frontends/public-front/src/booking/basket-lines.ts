import { consecutiveRuns } from '@coulisse/seat-plan/generate';
import type { Formula, Seat } from '../api/types';
import type { Choice } from './hold-queue';

export interface BasketSeat {
  seat: Seat;
  categoryName: string;
  formula: Formula | null;
  /** More than one: the person may choose. */
  formulas: Formula[];
}

export interface BasketGroup {
  key: string;
  categoryName: string;
  formula: Formula | null;
  seats: BasketSeat[];
  unitMinor: number;
  totalMinor: number;
}

export const formulasOf = (seat: Seat, formulas: readonly Formula[]): Formula[] =>
  formulas.filter((formula) => formula.categoryId === seat.categoryId);

/** The formula that counts when nobody has chosen: the default one, else the cheapest. */
export function usualFormula(formulas: readonly Formula[]): Formula | null {
  const cheapest = [...formulas].sort((a, b) => a.priceMinor - b.priceMinor)[0];
  return formulas.find((formula) => formula.isDefault) ?? cheapest ?? null;
}

export function basketSeats(
  choice: Choice,
  seats: readonly Seat[],
  formulas: readonly Formula[],
  categories: readonly { id: string; name: string }[],
): BasketSeat[] {
  const names = new Map(categories.map((category) => [category.id, category.name]));
  return seats
    .filter((seat) => choice.has(seat.id))
    .map((seat) => {
      const possible = formulasOf(seat, formulas);
      const chosen = possible.find((formula) => formula.id === choice.get(seat.id));
      return {
        seat,
        categoryName: names.get(seat.categoryId) ?? '',
        formula: chosen ?? usualFormula(possible),
        formulas: possible,
      };
    });
}

/** Seats of one row, category and formula are one line of the basket. */
export function basketGroups(chosen: readonly BasketSeat[]): BasketGroup[] {
  const groups = new Map<string, BasketGroup>();
  for (const item of chosen) {
    const key = [item.seat.row, item.seat.categoryId, item.formula?.id ?? ''].join('|');
    const unitMinor = item.formula?.priceMinor ?? 0;
    const group = groups.get(key) ?? {
      key,
      categoryName: item.categoryName,
      formula: item.formula,
      seats: [],
      unitMinor,
      totalMinor: 0,
    };
    group.seats.push(item);
    group.totalMinor += unitMinor;
    groups.set(key, group);
  }
  return [...groups.values()];
}

export const totalMinor = (chosen: readonly BasketSeat[]): number =>
  chosen.reduce((sum, item) => sum + (item.formula?.priceMinor ?? 0), 0);

/** Numbers of one row for people: [12, 13, 14] → '12-14' as a span, [3, 7] → two spans. */
export function numberSpans(seats: readonly Seat[]): { from: string; to: string }[] {
  return consecutiveRuns(seats).flatMap((run) => {
    const numbers = run.map((seat) => Number(seat.number)).sort((a, b) => a - b);
    const spans: { from: string; to: string }[] = [];
    numbers.forEach((number, i) => {
      const last = spans.at(-1);
      if (last && number === numbers[i - 1]! + 1) last.to = String(number);
      else spans.push({ from: String(number), to: String(number) });
    });
    return spans;
  });
}
