import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { checkMailPause, MAIL_PAUSE_SECONDS } from '../messages/mail-pause';
import { saleData } from '../messages/sale-data';
import type { SaleMails } from '../messages/sale-mails';
import { ticketsMail } from '../messages/sale-template-kinds';

interface Row extends Record<string, unknown> {
  document_id: string | null;
  email: string | null;
  state: string;
  wait: number;
}

const LOCK = `SELECT CASE WHEN NOT s.is_withheld THEN s.document_id END AS document_id, r.customer_email AS email, r.state,
    coalesce(ceil(extract(epoch FROM s.resent_at - now()) + $3), 0)::int AS wait
  FROM sale_process s JOIN reservation r ON r.tenant_id = s.tenant_id AND r.id = s.reservation_id
  WHERE s.tenant_id = $1 AND s.reservation_id = $2 FOR UPDATE OF s`;

/** Takes the turn to mail the tickets; of two requests at the same moment, one does. */
async function takeTurn(tx: Tx, id: string): Promise<{ documentId: string; at: string }> {
  const { rows } = await tx.sql.query<Row>(LOCK, [tx.tenantId, id, MAIL_PAUSE_SECONDS]);
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  if (row.state !== 'VALIDATED' || !row.document_id) throw new Problem('reservation.no-tickets');
  if (!row.email) throw new Problem('reservation.no-email');
  checkMailPause('reservation.resent-just-now', row.wait);
  const marked = await tx.sql.query<{ at: string }>(
    `UPDATE sale_process SET resent_at = now() WHERE tenant_id = $1 AND reservation_id = $2
     RETURNING (extract(epoch FROM resent_at) * 1000)::bigint::text AS at`,
    [tx.tenantId, id],
  );
  return { documentId: row.document_id, at: marked.rows[0]?.at ?? '' };
}

/** Mails the tickets of a reservation again, at most once a minute. */
export async function resendTickets(
  { actor, reservationId }: { actor: Actor; reservationId: string },
  mails: SaleMails,
  ctx: ServiceContext,
): Promise<void> {
  const { documentId, at } = await ctx.db.inTenant(actor, (tx) => takeTurn(tx, reservationId));
  await mails.send(
    actor.tenantId ?? '',
    {
      kind: ticketsMail,
      key: `tickets:${reservationId}:again:${at}`,
      reservationId,
      data: saleData,
      documentIds: [documentId],
      isNeeded: ({ state }) => state !== 'CANCELED',
    },
    ctx,
  );
}
