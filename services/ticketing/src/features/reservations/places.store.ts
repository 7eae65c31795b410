import type { Tx } from '@coulisse/service-kit';
import { v7 as uuidv7 } from 'uuid';
import type { PricedSeat, VatPart } from '../checkout/pricing.domain';
import type { SaleSeat } from '../performance-seats/seats.read-model';

/** A place of a reservation as it is written. Every column is named: who forgets one does not compile. */
export interface NewPlace {
  seatId: string;
  formulaId: string;
  formulaName: string;
  categoryName: string;
  priceMinor: number;
  discountMinor: number;
  vat: readonly VatPart[];
  /** Its rank among the places of the reservation; null for that in which it is written. */
  position: number | null;
  isDriver: boolean;
  /** Who comes with its ticket; null where nobody was named. */
  holderName: string | null;
}

const WRITE = `
INSERT INTO reservation_item (id, tenant_id, reservation_id, performance_id, seat_id, formula_id, formula_name, category_name, price_minor, discount_minor, vat, is_driver, holder_name, position)
SELECT coalesce(place.id, uuidv7()), $1, $2, $3, place.seat_id, place.formula_id, place.formula_name, place.category_name, place.price_minor, place.discount_minor, place.vat, coalesce(place.is_driver, false), place.holder_name, coalesce(place.position, place.rank)
FROM unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::int[], $10::int[], $11::jsonb[], $12::boolean[], $13::text[], $14::int[]) WITH ORDINALITY
  AS place (id, seat_id, formula_id, formula_name, category_name, price_minor, discount_minor, vat, is_driver, holder_name, position, rank)`;

/** A column in which every place has what the statement writes by itself is not sent: most sales have no driver and no names. */
const unless = <T>(column: readonly T[], usual: T): readonly T[] | null =>
  column.every((value) => value === usual) ? null : column;

interface ReservationAt {
  reservationId: string;
  performanceId: string;
}

/** Sales and every change of them write their places here and nowhere else, all in one statement. */
function write(
  tx: Tx,
  { reservationId, performanceId }: ReservationAt,
  places: readonly NewPlace[],
  ids: readonly string[] | null,
): void {
  const columns = [
    ids,
    places.map(({ seatId }) => seatId),
    places.map(({ formulaId }) => formulaId),
    places.map(({ formulaName }) => formulaName),
    places.map(({ categoryName }) => categoryName),
    places.map(({ priceMinor }) => priceMinor),
    places.map(({ discountMinor }) => discountMinor),
    places.map(({ vat }) => JSON.stringify(vat)),
    unless(
      places.map(({ isDriver }) => isDriver),
      false,
    ),
    unless(
      places.map(({ holderName }) => holderName),
      null,
    ),
    unless(
      places.map(({ position }) => position),
      null,
    ),
  ];
  tx.defer({ text: WRITE, values: [tx.tenantId, reservationId, performanceId, ...columns] });
}

/** Writes places instead of others of a sold reservation; returns their ids, for their tickets. */
export function writePlaces(tx: Tx, where: ReservationAt, places: readonly NewPlace[]): string[] {
  const ids = places.map(() => uuidv7());
  write(tx, where, places, ids);
  return ids;
}

/** What a place of a priced seat is sold as. */
export const soldAs = ({ formula, discountMinor = 0, isDriver = false }: Omit<PricedSeat, 'seat'>) => ({
  formulaId: formula.id,
  formulaName: formula.ticketName,
  priceMinor: formula.priceMinor,
  vat: formula.vat,
  ...{ discountMinor, isDriver },
});

/** Writes the places of a draft or of a pre-reservation, which has none, in their order; nobody is named yet. */
export const writeSale = (tx: Tx, where: ReservationAt, priced: readonly PricedSeat<SaleSeat>[]): void =>
  write(
    tx,
    where,
    priced.map((each) => ({
      ...soldAs(each),
      ...{ seatId: each.seat.id, categoryName: each.seat.categoryName },
      ...{ position: null, holderName: null },
    })),
    null,
  );

const FORGET = 'DELETE FROM reservation_item WHERE tenant_id = $1 AND reservation_id = $2';

/** Places of a reservation that is not sold, before others are written. */
export const forgetPlaces = (tx: Tx, reservationId: string): void =>
  tx.defer({ text: FORGET, values: [tx.tenantId, reservationId] });
