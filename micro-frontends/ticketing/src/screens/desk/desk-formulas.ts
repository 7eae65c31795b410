import { usualFormula } from './desk-money';
import type { DeskFormula } from './desk-types';

/** A chosen seat, as far as its formula depends on it. */
export interface SeatOfCategory {
  id: string;
  categoryId: string;
}

const counted = <K>(keys: readonly K[]): Map<K, number> => {
  const counts = new Map<K, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/**
 * The formula of each seat: the one that the seller chose for it, else the usual one of those that enough people have. Seats
 * without a choice follow the number of people; one without any formula is absent.
 */
export function formulasOfSeats(
  seats: readonly SeatOfCategory[],
  formulas: readonly DeskFormula[],
  chosen: Readonly<Record<string, string>>,
): Map<string, DeskFormula> {
  const byHand = new Map(
    seats.flatMap(({ id, categoryId }) => {
      const formula = formulas.find((each) => each.id === chosen[id] && each.categoryId === categoryId);
      return formula ? [[id, formula] as const] : [];
    }),
  );
  const withChoice = counted([...byHand.values()]);
  const undecided = counted(seats.flatMap(({ id, categoryId }) => (byHand.has(id) ? [] : [categoryId])));
  const peopleOf = (formula: DeskFormula): number =>
    (undecided.get(formula.categoryId) ?? 0) + (withChoice.get(formula) ?? 0);
  return new Map(
    seats.flatMap(({ id, categoryId }) => {
      const formula = byHand.get(id) ?? usualFormula(categoryId, formulas, peopleOf);
      return formula ? [[id, formula] as const] : [];
    }),
  );
}

/** The first formula that fewer people have than it is sold to; null where none is. */
export function formulaOfTooFew(lines: readonly { formula?: DeskFormula | undefined }[]): DeskFormula | null {
  const counts = counted(lines.flatMap(({ formula }) => (formula ? [formula] : [])));
  return (
    [...counts].find(([{ minimumNumberOfPeople }, people]) => people < minimumNumberOfPeople)?.[0] ?? null
  );
}
