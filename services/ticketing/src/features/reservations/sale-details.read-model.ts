import type { Language } from '@coulisse/contracts';
import type { Tx } from '@coulisse/service-kit';
import type { CustomerFields } from '../../resources/reservation.resource';
import {
  OPTIONS_OF_RESERVATIONS,
  soldOptionsFrom,
  type SoldOption,
} from '../options/reservation-options.store';
import { BRAND, type BrandSettings } from '../messages/organiser-brand';
import { ITEMS_OF_RESERVATIONS, itemsFrom, vatOfItems, type ReservationItem } from './reservation.read-model';
import { TICKETS_LATER } from '../ticket-dates/tickets-on';
import type { VatLine } from '../checkout/vat.domain';

/** A reservation with its buyer, its performance and its places. */
export interface SaleDetails {
  id: string;
  code: string;
  state: string;
  language: Language;
  /** Empty for a buyer at the desk who gave none. */
  email: string;
  tiersId: string | null;
  customer: CustomerFields;
  newsletterSubscribed: boolean;
  /** Number of the set of tickets; a change makes the next one. */
  edition: number;
  /** The tickets wait for the difference of an exchange. */
  isWithheld: boolean;
  /** Local day from which there are tickets, while it is still to come; null: there may be some. */
  ticketsOn: string | null;
  totalMinor: number;
  performanceId: string;
  startsAt: Date;
  /** The theatre does not play it. */
  isPerformanceCanceled: boolean;
  /** Time zone of the theatre, in which the show begins. */
  zone: string;
  /** Local times, HH:MM. */
  mealTimes: string[];
  showTimes: string[];
  showName: string;
  roomName: string;
  organiserName: string;
  brand: BrandSettings;
  /** The logo as what is written shows it: an address in mails, the picture itself in documents; empty without one. */
  logo?: string;
  venueAddress: string;
  /** Places in the order of the sale, with their tickets and the tickets' secrets. */
  items: ReservationItem[];
  /** What was bought with its formulas. */
  options: SoldOption[];
  vat: VatLine[];
  /** Signed address of the order's page; only mails to the buyer have it. */
  orderUrl?: string;
}

const RESERVATIONS = `
SELECT found.* FROM unnest($2::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
SELECT r.id, r.code, r.state, r.language, coalesce(r.customer_email, '') AS email, r.tiers_id AS "tiersId", r.customer_fields AS customer,
       r.newsletter_subscribed AS "newsletterSubscribed", coalesce(sale.edition, 1) AS edition, coalesce(sale.is_withheld, false) AS "isWithheld", (r.total_ttc * 100)::int AS "totalMinor",
       r.performance_id AS "performanceId", ${TICKETS_LATER} AS "ticketsOn", p.starts_at AS "startsAt", p.is_cancelled AS "isPerformanceCanceled", p.meal_times AS "mealTimes", p.show_times AS "showTimes",
       s.name AS "showName", m.name AS "roomName", coalesce(t.name, '') AS "organiserName", ${BRAND} AS brand,
       coalesce(nullif(concat_ws(', ', nullif(m.address, ''), nullif(m.city, '')), ''), nullif(t.address, ''), t.city, '') AS "venueAddress"
FROM reservation r
JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
JOIN room m ON m.tenant_id = p.tenant_id AND m.id = p.room_id
LEFT JOIN tenant_profile t ON t.tenant_id = r.tenant_id
LEFT JOIN settings own ON own.tenant_id = r.tenant_id
LEFT JOIN sale_process sale ON sale.tenant_id = r.tenant_id AND sale.reservation_id = r.id
WHERE r.tenant_id = $1 AND r.id = wanted.id LIMIT 1) found`;

type ReservationRow = Omit<SaleDetails, 'items' | 'options' | 'vat' | 'zone'>;

interface OfReservation {
  reservation_id: string;
}

/** Rows by their reservation, in their order and without its id. */
function byReservation(rows: readonly object[] | undefined): ReadonlyMap<string, object[]> {
  const groups = new Map<string, object[]>();
  for (const { reservation_id: id, ...row } of (rows ?? []) as OfReservation[]) {
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  return groups;
}

/**
 * Reservations with everything about their sales, in one message of three statements; null for one that does not exist.
 * They contain the secrets of the tickets: what leaves the service is chosen field by field.
 * @param language Of the names of seats; the buyer's by default.
 */
export async function salesDetails(
  tx: Tx,
  reservationIds: readonly string[],
  language?: Language,
): Promise<(SaleDetails | null)[]> {
  const values = [tx.tenantId, [...new Set(reservationIds)]];
  const [found, itemRows, optionRows] = await tx.sql.batch([
    { name: 'sales-details', text: RESERVATIONS, values },
    { name: 'sales-items', text: ITEMS_OF_RESERVATIONS, values },
    { name: 'sales-options', text: OPTIONS_OF_RESERVATIONS, values },
  ]);
  const reservations = new Map(((found?.rows ?? []) as ReservationRow[]).map((row) => [row.id, row]));
  const [itemsById, optionsById] = [byReservation(itemRows?.rows), byReservation(optionRows?.rows)];
  return reservationIds.map((id) => {
    const row = reservations.get(id);
    if (!row) return null;
    const items = itemsFrom(itemsById.get(id), language ?? row.language);
    const options = soldOptionsFrom(optionsById.get(id));
    return { ...row, zone: tx.zone, items, options, vat: vatOfItems([...items, ...options]) };
  });
}

/** The same for one of them. */
export async function saleDetails(
  tx: Tx,
  reservationId: string,
  language?: Language,
): Promise<SaleDetails | null> {
  return (await salesDetails(tx, [reservationId], language))[0] ?? null;
}
