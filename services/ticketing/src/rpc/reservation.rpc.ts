import { ticketingV1, type Language } from '@coulisse/contracts';
import { Problem, rpc, systemActor, type Tx } from '@coulisse/service-kit';
import { itemsOf, vatOfItems } from '../features/reservations/reservation.read-model';
import { CURRENCY } from '../features/sale/sale.domain';
import { TIME_ZONE } from '../resources/performance-time.rules';
import type { CustomerFields } from '../resources/reservation.resource';

interface Row {
  id: string;
  code: string;
  state: string;
  language: Language;
  customer_email: string;
  customer_fields: CustomerFields;
  newsletter_subscribed: boolean;
  total_minor: number;
  performance_id: string;
  starts_at: Date;
  meal_times: string[];
  show_times: string[];
  show_name: string;
  room_name: string;
  organiser_name: string | null;
  venue_address: string;
}

const RESERVATION = `
SELECT r.id, r.code, r.state, r.language, r.customer_email, r.customer_fields, r.newsletter_subscribed,
       (r.total_ttc * 100)::int AS total_minor, p.id AS performance_id, p.starts_at, p.meal_times, p.show_times,
       s.name AS show_name, m.name AS room_name, t.name AS organiser_name,
       coalesce(nullif(concat_ws(', ', nullif(m.address, ''), nullif(m.city, '')), ''), nullif(t.address, ''), t.city, '') AS venue_address
FROM reservation r
JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
JOIN room m ON m.tenant_id = p.tenant_id AND m.id = p.room_id
LEFT JOIN tenant_profile t ON t.tenant_id = r.tenant_id
WHERE r.tenant_id = $1 AND r.id = $2`;

async function answer(tx: Tx, reservationId: string): Promise<ticketingV1.GetReservationResponse> {
  const { rows } = await tx.sql.query<Row & Record<string, unknown>>(RESERVATION, [
    tx.tenantId,
    reservationId,
  ]);
  const row = rows[0];
  if (!row) throw new Problem('http.404');
  const items = await itemsOf(tx, reservationId, row.language);
  const tickets = items.flatMap((item): ticketingV1.Ticket[] =>
    item.ticketId && item.ticketCode && item.ticketSecret && item.ticketState === 'VALIDATED'
      ? [
          {
            ticketId: item.ticketId,
            code: item.ticketCode,
            secret: item.ticketSecret,
            seatLabel: item.seatLabel,
            categoryName: item.category,
            formulaName: item.formula,
            priceMinor: item.priceMinor,
          },
        ]
      : [],
  );
  return {
    reservationId: row.id,
    code: row.code,
    state: row.state,
    organiserName: row.organiser_name ?? '',
    customer: {
      ...row.customer_fields,
      email: row.customer_email,
      language: row.language,
      newsletterSubscribed: row.newsletter_subscribed,
    },
    showName: row.show_name,
    roomName: row.room_name,
    startsAt: row.starts_at,
    timeZone: TIME_ZONE,
    mealTimes: row.meal_times,
    showTimes: row.show_times,
    totalMinor: row.total_minor,
    currency: CURRENCY,
    tickets: tickets.sort((a, b) => a.code.localeCompare(b.code)),
    vatLines: vatOfItems(items).map(({ rateBasisPoints, baseMinor, vatMinor }) => ({
      rateBasisPoints,
      baseMinor,
      taxMinor: vatMinor,
    })),
    performanceId: row.performance_id,
    venueAddress: row.venue_address,
    seatLabels: items.map(({ seatLabel }) => seatLabel),
  };
}

/** Reservations for the services that act on their events. */
export const reservationRpc = rpc(
  ticketingV1.ReservationServiceDefinition,
  { getReservation: ['crm', 'documents', 'notifications'] },
  {
    getReservation: ({ tenantId, reservationId }, ctx) =>
      ctx.db.inTenant(systemActor(tenantId, 'read a reservation'), (tx) => answer(tx, reservationId)),
  },
);
