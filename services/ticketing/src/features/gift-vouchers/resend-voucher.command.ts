import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { checkMailPause, MAIL_PAUSE_SECONDS } from '../messages/mail-pause';
import { buyerMailData } from '../messages/voucher-data';
import type { VoucherMails } from '../messages/voucher-mails';
import { voucherMail } from '../messages/voucher-template-kinds';

interface Row extends Record<string, unknown> {
  document_id: string | null;
  email: string | null;
  state: string;
  is_hidden: boolean;
  wait: number;
}

const TURN = `SELECT s.document_id, v.customer_email AS email, v.state::text AS state, v.display_mode = 'ADMIN' AS is_hidden,
    coalesce(ceil(extract(epoch FROM s.resent_at - now()) + $3), 0)::int AS wait
  FROM gift_voucher v JOIN gift_voucher_sale s ON s.tenant_id = v.tenant_id AND s.voucher_id = v.id
  WHERE v.tenant_id = $1 AND v.id = $2 FOR UPDATE OF v, s`;

/** Takes the turn to mail a voucher; of two requests at the same moment, one does. */
async function takeTurn(tx: Tx, id: string): Promise<{ documentId: string; at: string }> {
  const { rows } = await tx.sql.query<Row>(TURN, [tx.tenantId, id, MAIL_PAUSE_SECONDS]);
  const [row] = rows;
  if (row?.is_hidden) throw new Problem('gift-voucher.hidden-not-sent');
  if (row?.state !== 'VALIDATED' || !row.document_id) throw new Problem('gift-voucher.no-document');
  if (!row.email) throw new Problem('gift-voucher.no-email');
  checkMailPause('gift-voucher.resent-just-now', row.wait);
  const marked = await tx.sql.query<{ at: string }>(
    `UPDATE gift_voucher_sale SET resent_at = now() WHERE tenant_id = $1 AND voucher_id = $2
     RETURNING (extract(epoch FROM resent_at) * 1000)::bigint::text AS at`,
    [tx.tenantId, id],
  );
  return { documentId: row.document_id, at: marked.rows[0]?.at ?? '' };
}

/** Mails a voucher to its buyer again, at most once a minute. */
export async function resendVoucher(
  { actor, voucherId }: { actor: Actor; voucherId: string },
  mails: VoucherMails,
  ctx: ServiceContext,
): Promise<void> {
  const { documentId, at } = await ctx.db.inTenant(actor, (tx) => takeTurn(tx, voucherId));
  await mails.send(
    actor.tenantId ?? '',
    {
      kind: voucherMail,
      key: `gift-voucher:${voucherId}:again:${at}`,
      voucherId,
      data: buyerMailData,
      documentIds: [documentId],
      isNeeded: ({ state }) => state === 'VALIDATED',
    },
    ctx,
  );
}
