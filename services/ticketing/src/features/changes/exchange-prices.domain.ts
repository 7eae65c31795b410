import { formatAmount, sum } from '@coulisse/money';
import type { FieldError } from '@coulisse/service-kit/problem';
import { discounted } from '../checkout/discount.domain';
import { peopleOf, seatsForDrivers, type PlaceWithRule } from '../drivers/driver-places.domain';
import {
  priceSeats,
  type ChosenSeat,
  type Formula,
  type FormulaBySeat,
  type PricedSeat,
  type VatPart,
} from '../checkout/pricing.domain';

/** A place that is exchanged, as it was sold. */
export interface SoldPlace {
  id: string;
  formulaId: string;
  formulaName: string;
  categoryId: string;
  priceMinor: number;
  discountMinor: number;
  vat: VatPart[];
}

/** A new seat and the place that it takes over from. */
export interface Replacement<S extends ChosenSeat, I extends SoldPlace> extends PricedSeat<S> {
  discountMinor: number;
  place: I;
}

/** Each new seat with the place that it replaces: of the chosen formula if possible, else of the same category. */
export function pairsOf<S extends ChosenSeat, I extends SoldPlace>(
  places: readonly I[],
  seats: readonly S[],
  chosen: FormulaBySeat,
): { seat: S; place: I }[] {
  const open = new Set(places);
  const found = new Map<S, I>();
  const rules: ((seat: S, place: I) => boolean)[] = [
    (seat, place) => chosen[seat.id] === place.formulaId && seat.categoryId === place.categoryId,
    (seat, place) => !chosen[seat.id] && seat.categoryId === place.categoryId,
    (seat, place) => seat.categoryId === place.categoryId,
    () => true,
  ];
  for (const rule of rules)
    for (const seat of seats) {
      if (found.has(seat)) continue;
      const place = [...open].find((candidate) => rule(seat, candidate));
      if (!place) continue;
      found.set(seat, place);
      open.delete(place);
    }
  return seats.flatMap((seat) => {
    const place = found.get(seat);
    return place ? [{ seat, place }] : [];
  });
}

export interface ExchangeTerms {
  /** At the same performance, a place of the same formula keeps the price that was paid. */
  isSamePerformance: boolean;
  formulas: readonly Formula[];
  chosen: FormulaBySeat;
}

/** The formula of a replaced place, where the new seat may have it. */
const usableFormula = (
  { seat, place }: { seat: ChosenSeat; place: SoldPlace },
  { formulas, isSamePerformance }: ExchangeTerms,
): string | undefined => {
  if (seat.categoryId !== place.categoryId) return undefined;
  if (isSamePerformance) return place.formulaId;
  return formulas.find(({ id, categoryId }) => id === place.formulaId && categoryId === seat.categoryId)?.id;
};

/** The formula as it was sold, for a seat that keeps its price. */
const soldFormula = (place: SoldPlace): Formula => ({
  ...{ id: place.formulaId, name: place.formulaName, ticketName: place.formulaName, description: '' },
  ...{ categoryId: place.categoryId, categoryName: '', categoryColor: '' },
  ...{ minimumNumberOfPeople: 0, isDefault: false, ignoreInLowestPrice: false, placesPerDriver: null },
  ...{ priceMinor: place.priceMinor, vat: place.vat },
});

/**
 * Prices of the new seats. A seat takes over the formula of the place that it replaces, unless another was
 * chosen. Places that keep neither performance nor formula have the price of today, less the share of their price that
 * a discount had taken off.
 */
export function exchangePrices<S extends ChosenSeat, I extends SoldPlace>(
  places: readonly I[],
  seats: readonly S[],
  terms: ExchangeTerms,
): { replacements: Replacement<S, I>[]; errors: FieldError[] } {
  const pairs = pairsOf(places, seats, terms.chosen);
  const formulaOf = new Map(
    pairs.map((pair) => [pair.seat.id, terms.chosen[pair.seat.id] ?? usableFormula(pair, terms)]),
  );
  const keeps = ({ seat, place }: { seat: S; place: I }) =>
    terms.isSamePerformance &&
    formulaOf.get(seat.id) === place.formulaId &&
    seat.categoryId === place.categoryId;
  const anew = pairs.filter((pair) => !keeps(pair));
  const chosen = Object.fromEntries(
    [...formulaOf].flatMap(([id, formula]) => (formula ? [[id, formula]] : [])),
  );
  const { priced, errors } = priceSeats(
    anew.map(({ seat }) => seat),
    terms.formulas,
    chosen,
  );
  if (errors.length > 0) return { replacements: [], errors };
  const reduced = new Map(
    withSameDiscount(
      priced,
      anew.map(({ place }) => place),
    ).map((each) => [each.seat.id, each]),
  );
  return {
    errors: [],
    replacements: pairs.map(({ seat, place }) => {
      const { formula, discountMinor = 0 } = reduced.get(seat.id) ?? {
        formula: soldFormula(place),
        discountMinor: place.discountMinor,
      };
      return { seat, place, formula, discountMinor };
    }),
  };
}

/** The prices less the share that the discount had in those of the replaced places. */
export function withSameDiscount<S extends ChosenSeat>(
  priced: readonly PricedSeat<S>[],
  places: readonly SoldPlace[],
): PricedSeat<S>[] {
  const off = sum(places.map(({ discountMinor }) => discountMinor));
  const before = off + sum(places.map(({ priceMinor }) => priceMinor));
  const listed = sum(priced.map(({ formula }) => formula.priceMinor));
  if (off === 0 || before === 0 || listed === 0) return [...priced];
  const amount = formatAmount(Math.round((listed * off) / before));
  return discounted(priced, { kind: 'amount', entry: 'TTC', amount });
}

/** What goes with a formula that has no place any more, with the formula that its places have now: they stay together. */
export function formulasAfter(
  bound: readonly { id: string; formulaId: string }[],
  rest: readonly Pick<SoldPlace, 'formulaId'>[],
  replacements: readonly {
    place: Pick<SoldPlace, 'formulaId'>;
    formula: Pick<Formula, 'id' | 'ticketName'>;
  }[],
): { id: string; formulaId: string; formulaName: string }[] {
  const present = new Set([
    ...rest.map(({ formulaId }) => formulaId),
    ...replacements.map(({ formula }) => formula.id),
  ]);
  return bound.flatMap(({ id, formulaId }) => {
    const next = replacements.find(({ place }) => place.formulaId === formulaId);
    if (present.has(formulaId) || !next) return [];
    return [{ id, formulaId: next.formula.id, formulaName: next.formula.ticketName }];
  });
}

export const replacedPeople = <R extends { place: Pick<PlaceWithRule, 'isDriver'> }>(
  replacements: readonly R[],
): R[] => replacements.filter(({ place }) => !place.isDriver);

/**
 * Prices of the new seats of a group with its drivers: theirs stay free, and belong to the formula that the places of their
 * former one have now. Seats that were chosen for drivers are theirs, else the last ones of the plan.
 */
export function exchangeWithDrivers<
  S extends ChosenSeat,
  I extends SoldPlace & Pick<PlaceWithRule, 'isDriver'>,
>(
  { replaced, rest }: { replaced: readonly I[]; rest: readonly I[] },
  seats: readonly S[],
  { driverSeats, ...terms }: ExchangeTerms & { driverSeats: readonly string[] },
): { replacements: Replacement<S, I>[]; errors: FieldError[] } {
  const drivers = replaced.filter(({ isDriver }) => isDriver);
  const parts = seatsForDrivers(seats, driverSeats, drivers.length);
  const { replacements, errors } = exchangePrices(peopleOf(replaced), parts.places, terms);
  if (errors.length > 0) return { replacements: [], errors };
  const formulas = new Map(
    formulasAfter(drivers, peopleOf(rest), replacements).map(({ id, formulaId }) => [id, formulaId]),
  );
  const ofDrivers = parts.drivers.flatMap((seat, index): Replacement<S, I>[] => {
    const place = drivers[index];
    if (!place) return [];
    const formula = { ...soldFormula(place), id: formulas.get(place.id) ?? place.formulaId };
    return [{ seat, place, formula, discountMinor: 0, isDriver: true }];
  });
  return { replacements: [...replacements, ...ofDrivers], errors };
}
