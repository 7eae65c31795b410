import type { Language } from '@coulisse/contracts';
import { Problem, type FieldError, type Tx } from '@coulisse/service-kit';
import { lockSale, type SaleRow } from '../sale/settle-payment.command';
import {
  OPTIONS_OF_RESERVATION,
  soldOptionsFrom,
  type SoldOption,
} from '../options/reservation-options.store';
import type { PaidPart } from './change-money.domain';
import type { PlaceWithRule } from '../drivers/driver-places.domain';
import type { SoldPlace } from './exchange-prices.domain';

/** A place of a sold reservation. */
export interface Place extends SoldPlace, PlaceWithRule {
  seatId: string;
  label: string;
  row: string;
  /** As it was sold; the category of the seat may have another name by now. */
  categoryName: string;
  position: number;
  holderName: string | null;
  /** The least number of people of its formula, as it is now; null where the formula is gone. */
  leastPeople: number | null;
}

/** A sold reservation, locked for a change. */
export interface ChangeableSale extends SaleRow {
  edition: number;
  arrivedCount: number;
  language: Language;
  /** Its tickets are handed out when the difference of an exchange is paid. */
  isWithheld: boolean;
  promotionCode: string | null;
  places: Place[];
  options: SoldOption[];
  /** Accepted payments, the last one first. */
  payments: PaidPart[];
}

const EDITION = `SELECT s.edition, s.is_withheld AS "isWithheld", r.arrived_count AS "arrivedCount", r.language, r.promotion_code_id AS "promotionCode"
  FROM sale_process s JOIN reservation r ON r.tenant_id = s.tenant_id AND r.id = s.reservation_id
  WHERE s.tenant_id = $1 AND s.reservation_id = $2`;

const PLACES = `
SELECT i.id, i.seat_id AS "seatId", seat.label, seat.row, seat.category_id AS "categoryId", i.category_name AS "categoryName", i.formula_id AS "formulaId",
       i.formula_name AS "formulaName", i.price_minor AS "priceMinor", i.discount_minor AS "discountMinor", i.vat, i.position, i.holder_name AS "holderName",
       i.is_driver AS "isDriver", CASE WHEN f.allow_free_driver_spaces THEN f.places_per_driver END AS "placesPerDriver",
       f.minimum_number_of_people AS "leastPeople",
       EXISTS (SELECT 1 FROM ticket t JOIN admission a ON a.tenant_id = t.tenant_id AND a.ticket_id = t.id
               WHERE t.tenant_id = $1 AND t.item_id = i.id AND t.state = 'VALIDATED' AND a.outcome = 'GREEN'
                 AND a.undone_at IS NULL) AS "isArrived"
FROM reservation_item i
JOIN performance_seat seat ON seat.tenant_id = i.tenant_id AND seat.performance_id = i.performance_id AND seat.id = i.seat_id
LEFT JOIN formula f ON f.tenant_id = i.tenant_id AND f.id = i.formula_id
WHERE i.tenant_id = $1 AND i.reservation_id = $2 AND i.canceled_at IS NULL
ORDER BY i.position`;

const PAYMENTS = `SELECT id AS "paymentId", amount_minor - to_refund_minor - refunded_minor AS "leftMinor"
  FROM reservation_payment WHERE tenant_id = $1 AND reservation_id = $2 AND state = 'ACCEPTED' ORDER BY at DESC, id DESC`;

interface EditionRow extends Record<string, unknown> {
  edition: number;
  arrivedCount: number;
  language: Language;
  isWithheld: boolean;
  promotionCode: string | null;
}

const changedMeanwhile = () => new Problem('reservation.changed-meanwhile');

/**
 * Locks a sold reservation, in the order of every writer of sales. Whoever saw an older edition than the current one is
 * refused: of two people who change one reservation, the second starts again from what the first one made of it.
 */
export async function lockChangeable(
  tx: Tx,
  reservationId: string,
  edition: number,
): Promise<ChangeableSale> {
  const values = [tx.tenantId, reservationId];
  const { rowCount } = await tx.sql.query(
    'SELECT 1 FROM sale_process WHERE tenant_id = $1 AND reservation_id = $2',
    values,
  );
  if (rowCount === 0) throw new Problem('http.404');
  const sale = await lockSale(tx, reservationId);
  if (sale.state !== 'VALIDATED') throw new Problem('reservation.not-sold');
  const changeable = await withPlaces(tx, sale);
  if (changeable.edition !== edition) throw changedMeanwhile();
  return changeable;
}

/** A locked sale with its places, its options and its payments. */
async function withPlaces(tx: Tx, sale: SaleRow): Promise<ChangeableSale> {
  const values = [tx.tenantId, sale.reservation_id];
  const [head, places, payments, options] = await tx.sql.batch([
    { name: 'change-edition', text: EDITION, values },
    { name: 'change-places', text: PLACES, values },
    { name: 'change-payments', text: PAYMENTS, values },
    { name: 'change-options', text: OPTIONS_OF_RESERVATION, values },
  ]);
  const current = head!.rows[0] as EditionRow;
  return {
    ...sale,
    ...current,
    places: (places?.rows ?? []) as Place[],
    options: soldOptionsFrom(options?.rows),
    payments: (payments?.rows ?? []) as PaidPart[],
  };
}

const REVISABLE = new Set(['PRE_RESERVATION', 'QUOTE_REQUESTED']);

/** Locks a reservation whose seats are held and not sold, in the order of every writer of sales. */
export async function lockReserved(tx: Tx, reservationId: string): Promise<ChangeableSale> {
  const { rowCount } = await tx.sql.query(
    'SELECT 1 FROM sale_process WHERE tenant_id = $1 AND reservation_id = $2',
    [tx.tenantId, reservationId],
  );
  if (rowCount === 0) throw new Problem('http.404');
  const sale = await lockSale(tx, reservationId);
  if (!REVISABLE.has(sale.state)) throw new Problem('reservation.not-reserved');
  return withPlaces(tx, sale);
}

/** What staff were shown before they confirmed. */
export interface ShownMoney {
  totalMinor: number;
  backMinor: number;
  dueMinor: number;
}

/** Refuses a change whose money is no longer what was shown: a price or a payment came between. */
export function checkShown(shown: ShownMoney, current: ShownMoney): void {
  const isSame =
    shown.totalMinor === current.totalMinor &&
    shown.backMinor === current.backMinor &&
    shown.dueMinor === current.dueMinor;
  if (!isSame) throw changedMeanwhile();
}

/**
 * The chosen places of a sale. Who is in the room is not changed any more: neither a place whose ticket was scanned, nor
 * more places than people are still awaited.
 */
export function chosenPlaces(sale: ChangeableSale, ids: readonly string[]): Place[] {
  const requestedIds = new Set(ids);
  const chosen = sale.places.filter(({ id }) => requestedIds.has(id));
  if (chosen.length < requestedIds.size) throw changedMeanwhile();
  const arrived = chosen.filter(({ isArrived }) => isArrived);
  if (arrived.length > 0)
    throw new Problem('reservation.place-arrived', {
      params: { shape: arrived.map(({ label }) => label).join(', ') },
      errors: arrived.map(({ id, label }): FieldError => ({
        pointer: `/items/${ids.indexOf(id)}`,
        code: 'reservation.place-arrived',
        params: { shape: label },
      })),
    });
  const awaited = sale.places.length - sale.arrivedCount;
  if (chosen.length > awaited)
    throw new Problem('reservation.people-inside', {
      params: { count: sale.arrivedCount, max: Math.max(0, awaited) },
    });
  return chosen;
}
