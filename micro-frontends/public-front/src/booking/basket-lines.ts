import type { Formula, Seat } from '../api/types';
import type { Choice } from './hold-queue';

export interface BasketSeat {
  seat: Seat;
  categoryName: string;
  formula: Formula | null;
  /** With more than one, the visitor may choose. */
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

export const formulasOf = (seat: Pick<Seat, 'categoryId'>, formulas: readonly Formula[]): Formula[] =>
  formulas.filter((formula) => formula.categoryId === seat.categoryId);

/** The formula used without a choice: the default one, else the cheapest. */
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

/** Seat numbers of one row as text: three and more neighbours are a span, [12, 13, 14] → 12 to 14. */
export function numberSpans(numbers: readonly string[]): { from: string; to: string }[] {
  const sorted = numbers.map(Number).sort((a, b) => a - b);
  const runs: number[][] = [];
  sorted.forEach((number, i) => {
    const run = runs.at(-1);
    if (run && number === sorted[i - 1]! + 1) run.push(number);
    else runs.push([number]);
  });
  return runs
    .flatMap((run) => (run.length > 2 ? [[run[0]!, run.at(-1)!]] : run.map((number) => [number, number])))
    .map(([from, to]) => ({ from: String(from), to: String(to) }));
}
