import type { FieldError } from '@coulisse/service-kit/problem';

/** One VAT rate's share of a price. */
export interface VatPart {
  label: string;
  /** Hundredths of a percent: 550 is 5.5 %. */
  rateBasisPoints: number;
  /** Tax included, in cents. */
  amountMinor: number;
}

export interface Formula {
  id: string;
  name: string;
  /** Name on the ticket. */
  ticketName: string;
  description: string;
  categoryId: string;
  categoryName: string;
  categoryColor: string;
  priceMinor: number;
  minimumNumberOfPeople: number;
  isDefault: boolean;
  ignoreInLowestPrice: boolean;
  /** Paid places of it that give a group a free place for a driver; null where none do. */
  placesPerDriver: number | null;
  vat: VatPart[];
}

export interface ChosenSeat {
  id: string;
  label: string;
  categoryId: string;
}

export interface PricedSeat<S extends ChosenSeat = ChosenSeat> {
  seat: S;
  formula: Formula;
  /** What a discount took off the formula's own price. */
  discountMinor?: number;
  /** A driver of the group sits there, free of charge. */
  isDriver?: boolean;
}

/** Which formula each seat is to be sold as, by seat. */
export type FormulaBySeat = Readonly<Record<string, string>>;

/** The formula that a seat of a category is sold as when none was chosen: the default one, else the cheapest. */
function usualFormula(categoryId: string, formulas: readonly Formula[]): Formula | undefined {
  const candidates = formulas.filter((formula) => formula.categoryId === categoryId);
  return (
    candidates.find((formula) => formula.isDefault) ??
    candidates.reduce<Formula | undefined>(
      (best, formula) => (best && best.priceMinor <= formula.priceMinor ? best : formula),
      undefined,
    )
  );
}

/** The price of a seat is that of its category's formula; a chosen formula of another category is refused. */
export function priceSeats<S extends ChosenSeat>(
  seats: readonly S[],
  formulas: readonly Formula[],
  chosen: FormulaBySeat,
): { priced: PricedSeat<S>[]; errors: FieldError[] } {
  const priced: PricedSeat<S>[] = [];
  const errors: FieldError[] = [];
  for (const seat of seats) {
    const formulaId = chosen[seat.id];
    const formula = formulaId
      ? formulas.find(({ id, categoryId }) => id === formulaId && categoryId === seat.categoryId)
      : usualFormula(seat.categoryId, formulas);
    if (formula) priced.push({ seat, formula });
    else
      errors.push({
        pointer: `/formulaBySeat/${seat.id}`,
        code: formulaId ? 'validation.choice' : 'reservation.no-formula',
      });
  }
  return { priced, errors };
}

/** Errors that forbid selling these seats together. */
export function saleErrors(
  priced: readonly PricedSeat[],
  terms: { isMultiFormule: boolean; seatsMustTouch: boolean },
  seatsTouch: () => boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const counts = new Map<Formula, number>();
  for (const { formula } of priced) counts.set(formula, (counts.get(formula) ?? 0) + 1);
  if (counts.size > 1 && !terms.isMultiFormule)
    errors.push({ pointer: '/formulaBySeat', code: 'plan.several-formulas' });
  for (const [formula, count] of counts)
    if (count < formula.minimumNumberOfPeople)
      errors.push({
        pointer: '/formulaBySeat',
        code: 'reservation.minimum-people',
        params: { n: formula.minimumNumberOfPeople },
      });
  if (terms.seatsMustTouch && !seatsTouch())
    errors.push({ pointer: '/seats', code: 'reservation.seats-not-consecutive' });
  return errors;
}

export const totalMinor = (priced: readonly { formula: { priceMinor: number } }[]): number =>
  priced.reduce((sum, { formula }) => sum + formula.priceMinor, 0);
