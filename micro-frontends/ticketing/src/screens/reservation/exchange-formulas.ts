import { seatName } from '@coulisse/seat-plan';
import type { Language } from '@coulisse/ui-kit';
import type { DeskFormula, DeskTerms } from '../desk/desk-types';

/** A new seat of an exchange, as the desk holds it. */
export interface HeldSeat {
  id: string;
  row: string;
  number: string;
  tableId?: string | null;
  categoryId: string;
  categoryName: string;
}

interface PlaceOfReservation {
  seatId: string;
  category: string;
}

/** Places that keep their seats, as formulas are chosen for them. */
export const placesAsSeats = (
  places: readonly PlaceOfReservation[],
  plan: readonly Omit<HeldSeat, 'categoryName'>[],
): HeldSeat[] => {
  const seats = new Map(plan.map((seat) => [seat.id, seat]));
  return places.flatMap(({ seatId, category: categoryName }) => {
    const seat = seats.get(seatId);
    return seat ? [{ ...seat, categoryName }] : [];
  });
};

/** New seats that get one formula: those of a category, or one by one where formulas may be mixed and there are several. */
export interface FormulaChoice {
  key: string;
  /** Name of the category, or of the seat. */
  name: string;
  seats: string[];
  formulas: DeskFormula[];
}

/** Above this many new seats a formula is chosen by category, also where formulas may be mixed. */
const MOST_SINGLE_SEATS = 12;

/** The formulas of the seats' categories; one that is the only one of its category leaves nothing to choose. */
export function formulaChoices(
  seats: readonly HeldSeat[],
  { formulas, isMultiFormule }: Pick<DeskTerms, 'formulas' | 'isMultiFormule'>,
  language: Language,
): FormulaChoice[] {
  const isSingle = isMultiFormule && seats.length <= MOST_SINGLE_SEATS;
  const choices = new Map<string, FormulaChoice>();
  for (const seat of seats) {
    const own = formulas.filter(({ categoryId }) => categoryId === seat.categoryId);
    const isOneByOne = isSingle && own.length > 1;
    const key = isOneByOne ? seat.id : seat.categoryId;
    const choice = choices.get(key) ?? {
      key,
      name: isOneByOne ? seatName({ ...seat, tableId: seat.tableId ?? null }, language) : seat.categoryName,
      seats: [],
      formulas: own,
    };
    choices.set(key, { ...choice, seats: [...choice.seats, seat.id] });
  }
  return [...choices.values()].filter((choice) => choice.formulas.length > 0);
}

/** Whether there is another formula to choose for some seats. */
export const isAnyOpen = (choices: readonly FormulaChoice[]): boolean =>
  choices.some(({ formulas }) => formulas.length > 1);

/** The chosen formulas by new seat, as the API takes them; seats without a choice take over that of the place before. */
export function chosenFormulas(
  choices: readonly FormulaChoice[],
  picked: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    choices.flatMap(({ key, seats, formulas }) => {
      const formula = picked[key];
      return formula && formulas.some(({ id }) => id === formula) ? seats.map((seat) => [seat, formula]) : [];
    }),
  );
}
