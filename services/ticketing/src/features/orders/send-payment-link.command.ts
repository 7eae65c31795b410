import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { reservation } from '../../resources';
import { checkMailPause, MAIL_PAUSE_SECONDS } from '../messages/mail-pause';
import { paymentLinkData, type DueAmount } from '../messages/sale-data';
import type { SaleMails } from '../messages/sale-mails';
import { paymentLinkMail } from '../messages/sale-template-kinds';
import { lockDue } from './due.store';

const SENT = `SELECT payment_link_at IS NOT NULL AS is_sent,
    coalesce(ceil(extract(epoch FROM payment_link_at - now()) + $3), 0)::int AS wait
  FROM sale_process WHERE tenant_id = $1 AND reservation_id = $2`;
const MARK = `UPDATE sale_process SET payment_link_at = now() WHERE tenant_id = $1 AND reservation_id = $2
  RETURNING (extract(epoch FROM payment_link_at) * 1000)::bigint::text AS at`;

interface Turn extends DueAmount {
  isSent: boolean;
  wait: number;
}

/** What is due for a reservation, locked, and when its last link was mailed. */
async function turnOf(tx: Tx, id: string): Promise<Turn> {
  const { amountMinor, deadline, instalment } = await lockDue(tx, id);
  const { rows } = await tx.sql.query<{ is_sent: boolean; wait: number }>(SENT, [
    tx.tenantId,
    id,
    MAIL_PAUSE_SECONDS,
  ]);
  const { is_sent: isSent = false, wait = 0 } = rows[0] ?? {};
  return { amountMinor, deadline, instalment, isSent, wait };
}

/** Notes that a link is mailed; returns what makes its mail another one than those before. */
async function markSent(tx: Tx, id: string): Promise<string> {
  const { rows } = await tx.sql.query<{ at: string }>(MARK, [tx.tenantId, id]);
  await tx.history(reservation.name, id, 'send-payment-link', {});
  return rows[0]?.at ?? '';
}

interface LinkRequest {
  actor: Actor;
  reservationId: string;
}

/** Mails the buyer of a reservation the link by which they pay what is left, at most once a minute. */
export async function sendPaymentLink(
  { actor, reservationId }: LinkRequest,
  mails: SaleMails,
  ctx: ServiceContext,
): Promise<void> {
  const { due, at } = await ctx.db.inTenant(actor, async (tx) => {
    const turn = await turnOf(tx, reservationId);
    checkMailPause('reservation.link-sent-just-now', turn.wait);
    return { due: turn, at: await markSent(tx, reservationId) };
  });
  await mailLink({ actor, reservationId }, { due, key: at }, mails, ctx);
}

/** Mails the link of a sale at the desk, once however often the sale is repeated. */
export async function sendFirstPaymentLink(
  { actor, reservationId }: LinkRequest,
  mails: SaleMails,
  ctx: ServiceContext,
): Promise<void> {
  const due = await ctx.db.inTenant(actor, async (tx) => {
    const turn = await turnOf(tx, reservationId);
    if (!turn.isSent) await markSent(tx, reservationId);
    return turn;
  });
  await mailLink({ actor, reservationId }, { due, key: 'desk' }, mails, ctx);
}

/** Nothing is due any more, or nobody can be written to: there is nothing to remind of. */
const isSettled = (error: unknown): boolean =>
  error instanceof Problem && ['order.payment-closed', 'reservation.no-email'].includes(error.code);

/** Mails the link before an agreed payment, once for its day and its amount; whoever paid meanwhile gets none. */
export async function remindOfInstalment(
  { dueOn, ...request }: LinkRequest & { dueOn: string },
  mails: SaleMails,
  ctx: ServiceContext,
): Promise<void> {
  try {
    const due = await ctx.db.inTenant(request.actor, (tx) => turnOf(tx, request.reservationId));
    const key = `instalment:${dueOn}:${due.amountMinor}`;
    if (due.instalment) await mailLink(request, { due, key }, mails, ctx);
  } catch (error) {
    if (!isSettled(error)) throw error;
  }
}

const mailLink = (
  { actor, reservationId }: LinkRequest,
  { due, key }: { due: DueAmount; key: string },
  mails: SaleMails,
  ctx: ServiceContext,
): Promise<void> =>
  mails.send(
    actor.tenantId ?? '',
    {
      kind: paymentLinkMail,
      key: `payment-link:${reservationId}:${key}`,
      reservationId,
      data: (sale) => paymentLinkData(sale, due),
      isNeeded: ({ state }) => state !== 'CANCELED',
    },
    ctx,
  );
