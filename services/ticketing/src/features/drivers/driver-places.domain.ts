import type { Language } from '@coulisse/contracts';
import type { ChosenSeat, Formula, PricedSeat } from '../checkout/pricing.domain';

/** What the place of a driver is sold as: on its ticket, and wherever a place has the name of its formula. */
const DRIVER_PLACE: Record<Language, string> = { fr: 'Chauffeur', en: 'Driver' };

/** A formula, and how many paid places of it give a group a free place for a driver; null where none do. */
export interface DriverTerms {
  id: string;
  placesPerDriver: number | null;
}
/** A place of a group, as far as it gives a right to free places of drivers. */
export interface CountedPlace<F extends DriverTerms = DriverTerms> {
  formula: F;
  /** Before discounts: an invitation gives no right, a place with a discount does. */
  listedMinor: number;
}

/**
 * The free places of drivers that places give a right to, each with the formula that it belongs to: one for each full
 * number of paid places. Places of formulas with the same number count together.
 */
export function driverRights<F extends DriverTerms>(places: readonly CountedPlace<F>[]): F[] {
  const groups = new Map<number, { formula: F; count: number }>();
  for (const { formula, listedMinor } of places) {
    const { placesPerDriver: every } = formula;
    if (every === null || every < 1 || listedMinor <= 0) continue;
    const group = groups.get(every) ?? { formula, count: 0 };
    groups.set(every, { ...group, count: group.count + 1 });
  }
  return [...groups].flatMap(([every, { formula, count }]) =>
    Array<F>(Math.floor(count / every)).fill(formula),
  );
}

export const countedPlaces = (priced: readonly PricedSeat[]): CountedPlace<Formula>[] =>
  priced.map(({ formula, discountMinor = 0 }) => ({
    formula,
    listedMinor: formula.priceMinor + discountMinor,
  }));

/** Seats of a group apart from those of its drivers. */
export function withoutDrivers<S extends { id: string }>(
  seats: readonly S[],
  driverSeats: readonly string[],
): { places: S[]; drivers: S[] } {
  const ofDrivers = new Set(driverSeats);
  return {
    places: seats.filter(({ id }) => !ofDrivers.has(id)),
    drivers: seats.filter(({ id }) => ofDrivers.has(id)),
  };
}

/**
 * Seats that the drivers of a cart keep while their group changes: as many as its places give a right to, of those that it
 * holds and that nobody of the group sits on.
 */
export function keptDrivers(
  driverSeats: readonly string[],
  heldSeats: readonly string[],
  priced: readonly PricedSeat[],
): string[] {
  if (driverSeats.length === 0) return [];
  const people = new Set(priced.map(({ seat }) => seat.id));
  const rights = driverRights(countedPlaces(priced)).length;
  return driverSeats.filter((id) => heldSeats.includes(id) && !people.has(id)).slice(0, rights);
}

/** Seats of drivers as places that are sold: for nothing, without VAT. */
export const driverPlaces = <S extends ChosenSeat>(
  seats: readonly S[],
  rights: readonly Formula[],
  language: Language,
): PricedSeat<S>[] =>
  seats.flatMap((seat, index) => {
    const formula = rights[index];
    return formula
      ? [
          {
            seat,
            formula: { ...formula, ticketName: DRIVER_PLACE[language], priceMinor: 0, vat: [] },
            isDriver: true,
          },
        ]
      : [];
  });

/** A sold place, with the rule of its formula as it is now. */
export interface PlaceWithRule {
  formulaId: string;
  placesPerDriver: number | null;
  priceMinor: number;
  discountMinor: number;
  isDriver: boolean;
  /** Its holder is in the room. */
  isArrived: boolean;
}

const rightsOf = (places: readonly PlaceWithRule[]): number =>
  driverRights(
    places
      .filter(({ isDriver }) => !isDriver)
      .map(({ formulaId: id, placesPerDriver, priceMinor, discountMinor }) => ({
        formula: { id, placesPerDriver },
        listedMinor: priceMinor + discountMinor,
      })),
  ).length;

/**
 * Drivers among the places that stay whose right goes with the others, the last ones first. Places that were given under an
 * earlier rule are not taken back by a new one: only what this change takes away goes. Who is in the room stays.
 */
export function driversLosingRight<P extends PlaceWithRule>(
  before: readonly P[],
  staying: readonly P[],
): P[] {
  const drivers = staying.filter(({ isDriver }) => isDriver);
  const rightsAfter = rightsOf(staying);
  const lost = Math.min(drivers.length - rightsAfter, rightsOf(before) - rightsAfter);
  const removable = drivers.filter(({ isArrived }) => !isArrived);
  return lost > 0 ? removable.slice(-lost) : [];
}

/** Of new seats, those of drivers: the ones that were chosen for them, in the order of the choice, then the last ones. */
export function seatsForDrivers<S extends { id: string }>(
  seats: readonly S[],
  chosen: readonly string[],
  count: number,
): { places: S[]; drivers: S[] } {
  const own = withoutDrivers(seats, chosen);
  const ids = [...own.drivers, ...own.places.toReversed()].slice(0, count).map(({ id }) => id);
  const { places, drivers } = withoutDrivers(seats, ids);
  const rank = ({ id }: S) => (chosen.includes(id) ? chosen.indexOf(id) : chosen.length);
  return { places, drivers: drivers.toSorted((a, b) => rank(a) - rank(b)) };
}

/** Places of a reservation without its drivers. */
export const peopleOf = <P extends { isDriver: boolean }>(places: readonly P[]): P[] =>
  places.filter(({ isDriver }) => !isDriver);
