import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { giftVoucher } from '../../resources';
import { checkMailPause, MAIL_PAUSE_SECONDS } from '../messages/mail-pause';
import { voucherPaymentLinkData } from '../messages/voucher-data';
import type { VoucherMails } from '../messages/voucher-mails';
import { voucherPaymentLinkMail } from '../messages/voucher-template-kinds';
import { lockVoucherSale } from './voucher-sale.store';

const SENT = `SELECT s.payment_link_at IS NOT NULL AS is_sent, v.customer_email AS email, v.display_mode = 'ADMIN' AS is_hidden,
    coalesce(ceil(extract(epoch FROM s.payment_link_at - now()) + $3), 0)::int AS wait
  FROM gift_voucher v LEFT JOIN gift_voucher_sale s ON s.tenant_id = v.tenant_id AND s.voucher_id = v.id
  WHERE v.tenant_id = $1 AND v.id = $2`;
const MARK = `INSERT INTO gift_voucher_sale (tenant_id, voucher_id, payment_link_at) VALUES ($1, $2, now())
  ON CONFLICT (tenant_id, voucher_id) DO UPDATE SET payment_link_at = excluded.payment_link_at
  RETURNING (extract(epoch FROM payment_link_at) * 1000)::bigint::text AS at`;

interface SentRow extends Record<string, unknown> {
  is_sent: boolean;
  email: string | null;
  is_hidden: boolean;
  wait: number;
}

/** Locks a voucher that can be paid, and reads when its last link was mailed. */
async function turnOf(tx: Tx, id: string): Promise<SentRow> {
  const sale = await lockVoucherSale(tx, id);
  if (!sale) throw new Problem('http.404');
  if (sale.state !== 'DRAFT' || sale.outcome === 'REFUND') throw new Problem('reservation.nothing-due');
  const { rows } = await tx.sql.query<SentRow>(SENT, [tx.tenantId, id, MAIL_PAUSE_SECONDS]);
  const turn = rows[0]!;
  if (turn.is_hidden) throw new Problem('gift-voucher.hidden-not-sent');
  if (!turn.email) throw new Problem('gift-voucher.no-email');
  return turn;
}

/** Notes that a link is mailed; returns what makes its mail another one than those before. */
async function markSent(tx: Tx, id: string): Promise<string> {
  const { rows } = await tx.sql.query<{ at: string }>(MARK, [tx.tenantId, id]);
  await tx.history(giftVoucher.name, id, 'send-payment-link', {});
  return rows[0]?.at ?? '';
}

interface LinkRequest {
  actor: Actor;
  voucherId: string;
}

/** Mails the buyer of a voucher the link by which they pay for it, at most once a minute. */
export async function sendVoucherLink(request: LinkRequest, mails: VoucherMails, ctx: ServiceContext) {
  const { actor, voucherId } = request;
  const at = await ctx.db.inTenant(actor, async (tx) => {
    const { wait } = await turnOf(tx, voucherId);
    checkMailPause('reservation.link-sent-just-now', wait);
    return markSent(tx, voucherId);
  });
  await mailLink(request, at, mails, ctx);
}

/** Mails the link of a sale at the desk, once however often the sale is repeated. */
export async function sendFirstVoucherLink(request: LinkRequest, mails: VoucherMails, ctx: ServiceContext) {
  const { actor, voucherId } = request;
  await ctx.db.inTenant(actor, async (tx) => {
    const { is_sent: isSent } = await turnOf(tx, voucherId);
    if (!isSent) await markSent(tx, voucherId);
  });
  await mailLink(request, 'desk', mails, ctx);
}

const mailLink = (
  { actor, voucherId }: LinkRequest,
  key: string,
  mails: VoucherMails,
  ctx: ServiceContext,
): Promise<void> =>
  mails.send(
    actor.tenantId ?? '',
    {
      kind: voucherPaymentLinkMail,
      key: `gift-voucher:${voucherId}:payment-link:${key}`,
      voucherId,
      data: voucherPaymentLinkData,
      isNeeded: ({ state }) => state === 'DRAFT',
    },
    ctx,
  );
