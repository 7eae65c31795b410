import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { voidPlaces, writeEdition } from '../changes/apply-change.command';
import {
  chosenPlaces,
  lockChangeable,
  type ChangeableSale,
  type Place,
} from '../changes/changeable-sale.store';
import { writePlaces } from '../reservations/places.store';
import { issueTickets } from '../sale/settle-payment.command';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { showsCodes, situationOf } from './order.domain';

/** A ticket of an order, as its buyer has seen it. */
export interface TicketRequest {
  tenantId: string;
  reservationId: string;
  itemId: string;
  edition: number;
}

/** An order mails strangers no more often than this for each of its places. */
const TRANSFERS_PER_PLACE = 5;

interface Facts extends Record<string, unknown> {
  is_allowed: boolean;
  is_canceled: boolean;
  starts_at: Date;
  is_transferred: boolean;
  count: number;
}

const FACTS = `
SELECT coalesce(own.ticket_transfers, false) AS is_allowed, p.is_cancelled AS is_canceled, p.starts_at,
       EXISTS (SELECT 1 FROM ticket_transfer x WHERE x.tenant_id = $1 AND x.item_id = $3 AND x.revoked_at IS NULL) AS is_transferred,
       (SELECT count(*) FROM ticket_transfer x JOIN reservation_item i ON i.tenant_id = x.tenant_id AND i.id = x.item_id
        WHERE i.tenant_id = $1 AND i.reservation_id = $2)::int AS count
FROM reservation r
JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
LEFT JOIN settings own ON own.tenant_id = r.tenant_id
WHERE r.tenant_id = $1 AND r.id = $2`;

interface LockedTicket {
  sale: ChangeableSale;
  place: Place;
  facts: Facts;
}

/** The place on its locked sale, if the theatre lets buyers change its ticket: never after it was scanned or is void. */
async function lockTicket(tx: Tx, { reservationId, itemId, edition }: TicketRequest): Promise<LockedTicket> {
  const sale = await lockChangeable(tx, reservationId, edition);
  const { rows } = await tx.sql.query<Facts>(FACTS, [tx.tenantId, reservationId, itemId]);
  const [facts] = rows;
  if (!facts) throw new Problem('http.404');
  const situation = situationOf(
    {
      state: sale.state,
      isPerformanceCanceled: facts.is_canceled,
      hasCanceledSeats: false,
      startsAt: facts.starts_at,
    },
    new Date(),
  );
  if (!facts.is_allowed || sale.isWithheld || !showsCodes(situation))
    throw new Problem('order.transfer-closed');
  const [place] = chosenPlaces(sale, [itemId]);
  return { sale, place: place!, facts };
}

/** Another place on the same seat, with another ticket; the former one is void. Returns its id. */
function reissue(tx: Tx, sale: ChangeableSale, place: Place, holderName: string | null): string {
  const { reservation_id: reservationId, performance_id: performanceId } = sale;
  voidPlaces(tx, [place.id], 'CHANGED');
  const ids = writePlaces(tx, { reservationId, performanceId }, [{ ...place, holderName }]);
  issueTickets(tx, reservationId, ids);
  return ids[0]!;
}

const NAME = 'UPDATE reservation_item SET holder_name = $3 WHERE tenant_id = $1 AND id = $2';

/** What a change of a ticket needs beside its request. */
export interface TicketParts {
  ctx: ServiceContext;
  sequencer: TicketSequencer;
}

const asBuyer = <T>(
  { ctx }: TicketParts,
  { tenantId }: TicketRequest,
  change: (tx: Tx) => Promise<T>,
): Promise<T> => ctx.db.inTenant(systemActor(tenantId, 'ticketing.order-page'), change);

/** Writes who comes with a ticket; its code stays, and the document is made again. */
export const nameTicket = (parts: TicketParts, request: TicketRequest & { name: string }): Promise<void> =>
  asBuyer(parts, request, async (tx) => {
    const { sale, place, facts } = await lockTicket(tx, request);
    if (facts.is_transferred) throw new Problem('order.is-transferred');
    tx.defer({ text: NAME, values: [tx.tenantId, place.id, request.name || null] });
    await writeEdition(tx, sale, 'name-ticket');
  });

const TRANSFER = 'INSERT INTO ticket_transfer (tenant_id, item_id, name, email) VALUES ($1, $2, $3, $4)';

/** Passes a ticket on: its code is void, and who gets it is mailed the link to another one. */
export const transferTicket = (
  parts: TicketParts,
  request: TicketRequest & { name: string; email: string },
): Promise<void> =>
  asBuyer(parts, request, async (tx) => {
    const { sale, place, facts } = await lockTicket(tx, request);
    if (facts.is_transferred) throw new Problem('order.is-transferred');
    if (facts.count >= TRANSFERS_PER_PLACE * sale.places.length) throw new Problem('order.transfer-closed');
    const { name, email } = request;
    const itemId = reissue(tx, sale, place, name);
    tx.defer({ text: TRANSFER, values: [tx.tenantId, itemId, name, email] });
    await writeEdition(tx, sale, 'transfer-ticket');
    tx.afterCommit(() => parts.sequencer.wake(tx.tenantId));
  });

/** Of a receiver who opens the link and a buyer who takes it back at the same moment, the row lets one. */
const REVOKE = `UPDATE ticket_transfer SET revoked_at = now()
  WHERE tenant_id = $1 AND item_id = $2 AND revoked_at IS NULL AND opened_at IS NULL`;

/** Takes a ticket back that its receiver has not opened yet. */
export const takeBackTicket = (parts: TicketParts, request: TicketRequest): Promise<void> =>
  asBuyer(parts, request, async (tx) => {
    const { sale, place, facts } = await lockTicket(tx, request);
    if (!facts.is_transferred) throw new Problem('reservation.changed-meanwhile');
    const { rowCount } = await tx.sql.query(REVOKE, [tx.tenantId, place.id]);
    if (rowCount === 0) throw new Problem('order.transfer-opened');
    reissue(tx, sale, place, null);
    await writeEdition(tx, sale, 'take-back-ticket');
    tx.afterCommit(() => parts.sequencer.wake(tx.tenantId));
  });
