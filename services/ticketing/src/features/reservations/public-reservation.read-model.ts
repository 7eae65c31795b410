import { Problem, type Tx } from '@coulisse/service-kit';
import type { Language } from '@coulisse/contracts';
import { hashOf } from '../holds/hold.domain';
import type { Outcome } from '../sale/sale.domain';
import { itemsOf, paymentsOf, progressOf, refundOf, type RefundSummary } from './reservation.read-model';

export interface PublicReservation {
  id: string;
  code: string;
  state: string;
  outcome: Outcome;
  tickets: { number: string; seat: string }[];
  totalMinor: number;
  documentId: string | null;
  documentReady: boolean;
  /** Local day from which there are tickets, while it is still to come. */
  ticketsOn: string | null;
  mailSent: boolean;
  /** Opens the page of the order; null before it is sold. */
  orderKey: string | null;
  /** Null when there is no refund. */
  refund: RefundSummary | null;
}

interface Row {
  id: string;
  code: string;
  state: string;
  total_minor: number;
  mine: boolean;
}

/** A reservation as only its buyer may see it: the token must be that of the cart that created it. */
export async function ownReservation(
  tx: Tx,
  id: string,
  token: string | null,
  language: Language,
): Promise<Omit<PublicReservation, 'orderKey'>> {
  const { rows } = await tx.sql.query<Row & Record<string, unknown>>(
    `SELECT r.id, r.code, r.state, (r.total_ttc * 100)::int AS total_minor, c.token_hash = $3 AS mine
     FROM reservation r
     JOIN sale_process s ON s.tenant_id = r.tenant_id AND s.reservation_id = r.id
     JOIN cart c ON c.tenant_id = s.tenant_id AND c.id = s.cart_id
     WHERE r.tenant_id = $1 AND r.id = $2`,
    [tx.tenantId, id, hashOf(token ?? '')],
  );
  const row = rows[0];
  if (!row) throw new Problem('http.404');
  if (!row.mine) throw new Problem('cart.not-yours');
  const progress = await progressOf(tx, id);
  const items = await itemsOf(tx, id, language);
  const refund = refundOf(await paymentsOf(tx, id));
  // Tickets of a cancelled reservation are void, even though their document still exists.
  const isHandedOut =
    row.state === 'VALIDATED' && progress?.isWithheld === false && progress.ticketsOn === null;
  const documentId = isHandedOut ? progress.documentId : null;
  return {
    id: row.id,
    code: row.code,
    state: row.state,
    outcome: progress?.outcome ?? 'PENDING',
    tickets: items.flatMap(({ ticketCode, ticketState, seatLabel, isTransferred }) =>
      ticketCode && ticketState === 'VALIDATED' && !isTransferred
        ? [{ number: ticketCode, seat: seatLabel }]
        : [],
    ),
    totalMinor: row.total_minor,
    documentId,
    documentReady: documentId !== null,
    ticketsOn: row.state === 'VALIDATED' ? (progress?.ticketsOn ?? null) : null,
    mailSent: !!progress?.steps.MAILED,
    refund,
  };
}
