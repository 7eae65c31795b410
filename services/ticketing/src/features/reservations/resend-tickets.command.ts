import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { NEXT_EDITIONS } from '../changes/apply-change.command';
import { checkMailPause, MAIL_PAUSE_SECONDS } from '../messages/mail-pause';
import { saleData } from '../messages/sale-data';
import type { SaleMails } from '../messages/sale-mails';
import { ticketsMail } from '../messages/sale-template-kinds';

interface Row extends Record<string, unknown> {
  document_id: string | null;
  email: string | null;
  state: string;
  wait: number;
  performance_id: string;
  total_minor: number;
  is_outdated: boolean;
}

/** Whether the reservation was moved on the plan, or back, since its tickets were rendered: they have other places. */
const IS_MOVED = `EXISTS (SELECT 1 FROM placement_run run WHERE run.tenant_id = r.tenant_id AND run.performance_id = r.performance_id
    AND coalesce(run.undone_at, run.applied_at) > (s.steps ->> 'RENDERED')::timestamptz
    AND run.moves @> jsonb_build_array(jsonb_build_object('reservationId', r.id)))`;

/** Whether the name of the buyer was changed since: the tickets have the former one. */
const IS_RENAMED = `EXISTS (SELECT 1 FROM kit.history change WHERE change.tenant_id = r.tenant_id
    AND change.entity = 'ticketing.reservation' AND change.entity_id = r.id
    AND change.at > (s.steps ->> 'RENDERED')::timestamptz AND change.changes ? 'customerName')`;

const LOCK = `SELECT CASE WHEN NOT s.is_withheld THEN s.document_id END AS document_id, r.customer_email AS email, r.state,
    r.performance_id, (r.total_ttc * 100)::int AS total_minor, (${IS_MOVED} OR ${IS_RENAMED}) AS is_outdated,
    coalesce(ceil(extract(epoch FROM s.resent_at - now()) + $3), 0)::int AS wait
  FROM sale_process s JOIN reservation r ON r.tenant_id = s.tenant_id AND r.id = s.reservation_id
  WHERE s.tenant_id = $1 AND s.reservation_id = $2 FOR UPDATE OF s`;

/** Has the tickets rendered with the places and the name of now; they are mailed when they are. */
async function renderAgain(tx: Tx, reservationId: string, row: Row): Promise<void> {
  const { rows } = await tx.sql.query<{ edition: number }>(NEXT_EDITIONS, [
    tx.tenantId,
    [reservationId],
    null,
  ]);
  const { performance_id: performanceId, total_minor: totalMinor } = row;
  for (const { edition } of rows)
    await tx.publish('ticketing.reservation.v1', reservationId, {
      $case: 'changed',
      value: { reservationId, performanceId, edition, totalMinor },
    });
}

/**
 * Takes the turn to mail the tickets; of two requests at the same moment, one does. Null when the document has former places
 * or a former name, and another one is mailed instead.
 */
async function takeTurn(tx: Tx, id: string): Promise<{ documentId: string; at: string } | null> {
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
  if (row.is_outdated) {
    await renderAgain(tx, id, row);
    return null;
  }
  return { documentId: row.document_id, at: marked.rows[0]?.at ?? '' };
}

/** Mails the tickets of a reservation again, at most once a minute. */
export async function resendTickets(
  { actor, reservationId }: { actor: Actor; reservationId: string },
  mails: SaleMails,
  ctx: ServiceContext,
): Promise<void> {
  const turn = await ctx.db.inTenant(actor, (tx) => takeTurn(tx, reservationId));
  if (!turn) return;
  const { documentId, at } = turn;
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
