import type { Language } from '@coulisse/contracts';
import { Problem, type Tx } from '@coulisse/service-kit';
import { placeName, SHOWN_NUMBERS, type NamedPlace } from '../reservations/place-name';
import { showsCodes, type Situation } from './order.domain';
import { readOrder, type Order, type OrderRequest, type OrderTicket } from './order.read-model';

/** A ticket as who got it sees it: nothing else of the order, and no price. */
export interface TransferredTicket extends Pick<
  Order,
  'show' | 'performance' | 'zone' | 'venue' | 'organiser'
> {
  situation: Situation | 'TAKEN_BACK';
  /** Who sent it, and to whom. */
  sender: string;
  name: string;
  seat: string;
  category: string;
  formula: string;
  /** Null while it has no number, and when it opens no door. */
  ticket: OrderTicket | null;
}

interface Row extends Record<string, unknown>, NamedPlace {
  reservation_id: string;
  name: string;
  is_revoked: boolean;
  is_canceled: boolean;
  category_name: string;
  formula_name: string;
  performance_id: string;
  ticket_id: string | null;
  ticket_number: string | null;
}

const OPEN = `UPDATE ticket_transfer SET opened_at = coalesce(opened_at, now())
  WHERE tenant_id = $1 AND item_id = $2 AND revoked_at IS NULL`;
const TICKET = `
SELECT i.reservation_id, x.name, x.revoked_at IS NOT NULL AS is_revoked, i.canceled_at IS NOT NULL AS is_canceled,
       seat.row, seat.number, seat.table_id AS "tableId", ${SHOWN_NUMBERS}, i.category_name, i.formula_name, i.performance_id, t.id AS ticket_id, t.code AS ticket_number
FROM ticket_transfer x
JOIN reservation_item i ON i.tenant_id = x.tenant_id AND i.id = x.item_id
JOIN performance_seat seat ON seat.tenant_id = i.tenant_id AND seat.performance_id = i.performance_id AND seat.id = i.seat_id
JOIN performance p ON p.tenant_id = i.tenant_id AND p.id = i.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
LEFT JOIN ticket t ON t.tenant_id = i.tenant_id AND t.item_id = i.id AND t.state = 'VALIDATED' AND t.code IS NOT NULL
WHERE x.tenant_id = $1 AND x.item_id = $2`;

interface TransferredTicketRequest {
  itemId: string;
  language: Language;
  signer: OrderRequest['signer'];
}

/** Opens a transferred ticket, which its buyer cannot take back afterwards. */
export async function openTicket(
  tx: Tx,
  { itemId, language, signer }: TransferredTicketRequest,
): Promise<TransferredTicket> {
  const values = [tx.tenantId, itemId];
  await tx.sql.query(OPEN, values);
  const { rows } = await tx.sql.query<Row>(TICKET, values);
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  const order = await readOrder(tx, { reservationId: row.reservation_id, language, signer });
  const { show, performance, zone, venue, organiser, buyer } = order;
  const situation = situationOfTicket(row, order.situation);
  const hasCode =
    situation !== 'TAKEN_BACK' && showsCodes(situation) && !order.isWithheld && order.ticketsOn === null;
  const { performance_id: performanceId, ticket_id: ticketId, ticket_number: number } = row;
  const codeOf = hasCode ? await signer(tx) : null;
  return {
    ...{ situation, show, performance, zone, venue, organiser },
    ...{ sender: buyer.name, name: row.name, seat: placeName(row, language) },
    ...{ category: row.category_name, formula: row.formula_name },
    ticket:
      codeOf && ticketId !== null && number !== null
        ? { id: ticketId, number, code: codeOf({ performanceId, ticketId }) }
        : null,
  };
}

/** What was canceled of the rest of the order does not concern this ticket. */
function situationOfTicket(
  { is_revoked: isRevoked, is_canceled: isCanceled }: Row,
  situation: Situation,
): TransferredTicket['situation'] {
  if (isRevoked) return 'TAKEN_BACK';
  if (isCanceled) return 'CANCELED';
  return situation === 'PARTLY_CANCELED' ? 'VALID' : situation;
}
