import type { Language } from '@coulisse/contracts';
import { resourcesOf } from '@coulisse/resource-server';
import { may, Problem, withAllRights, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { v5 as uuidv5 } from 'uuid';
import { giftVoucher } from '../../resources';
import type { CustomerFields } from '../../resources/reservation.resource';
import { checkMayCollect, checkParts, partsTotal, type TakenPart } from '../desk/taken-parts';
import type { VoucherMails } from '../messages/voucher-mails';
import { CURRENCY } from '../sale/sale.domain';
import type { VoucherWish } from './ordered-voucher.domain';
import type { VoucherDiscount } from './voucher-discount.domain';
import { saveVoucher } from './save-voucher.command';
import { sendFirstVoucherLink } from './send-voucher-link.command';
import { settleVoucher } from './settle-voucher.command';
import { lockVoucherSale, type VoucherSaleRow } from './voucher-sale.store';

/** `later` and `link`: the voucher is worth nothing until it is paid, and is cancelled after the deadline, a local day. */
export type VoucherPayment =
  { kind: 'now'; parts: TakenPart[] } | { kind: 'later' | 'link'; deadline: string };

export interface VoucherSaleRequest extends VoucherWish {
  actor: Actor;
  idempotencyKey: string | null;
  quantity: number;
  beneficiaryName: string;
  message: string;
  isPostal: boolean;
  hasGiftBag: boolean;
  customer: CustomerFields & { email: string | null };
  tiers: string | null;
  language: Language;
  discount: VoucherDiscount | null;
  payment: VoucherPayment;
}

/** A gift voucher after a sale or a collection at the desk. */
export interface SoldVoucher {
  giftVoucher: { id: string; code: string; state: string };
  totalMinor: number;
  paidMinor: number;
}

const soldVoucher = ({ id, code, state, total_minor, paid_minor }: VoucherSaleRow): SoldVoucher => ({
  giftVoucher: { id, code, state },
  totalMinor: total_minor,
  paidMinor: paid_minor,
});

/** Namespace of the ids of vouchers that a request makes: a repeated request finds the voucher of the first one. */
const SALES = '2f0e8a52-6c1d-4b77-9a54-0d6a3f4f3b1e';

const TODAY = `SELECT to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today`;

async function checkDeadline(tx: Tx, payment: VoucherPayment): Promise<void> {
  if (payment.kind === 'now') return;
  const { rows } = await tx.sql.query<{ today: string }>(TODAY, []);
  if (payment.deadline < (rows[0]?.today ?? ''))
    throw new Problem('reservation.deadline-past', {
      errors: [{ pointer: '/payment/deadline', code: 'reservation.deadline-past' }],
    });
}

async function lockedSale(tx: Tx, id: string): Promise<VoucherSaleRow> {
  const sale = await lockVoucherSale(tx, id);
  if (!sale) throw new Problem('http.404');
  return sale;
}

/** A request that is sent twice at once waits for the voucher of the first one. */
const ONE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

/** A discount on a voucher gives money away: a right of its own. */
function checkMayDiscount(actor: Actor): void {
  if (!may(actor, 'ticketing.gift-voucher.discount')) throw new Problem('security.insufficient-privilege');
}

/** The draft of a sale; that of the first request when it is repeated. */
async function prepare(tx: Tx, request: VoucherSaleRequest, id: string, ctx: ServiceContext) {
  await tx.sql.query(ONE_AT_A_TIME, [id]);
  const earlier = await lockVoucherSale(tx, id);
  if (earlier) return earlier;
  const { actor, payment, discount, idempotencyKey: _key, ...order } = request;
  await checkDeadline(tx, payment);
  const seller = withAllRights(actor);
  const saved = await saveVoucher(tx, resourcesOf(ctx), order, {
    ...{ id, channel: 'BOX_OFFICE', seller, discount },
    deadline: payment.kind === 'now' ? null : payment.deadline,
  });
  if (payment.kind === 'now') checkParts(payment.parts, saved.totalMinor);
  if (saved.totalMinor === 0) {
    if (payment.kind !== 'now') throw new Problem('reservation.nothing-due');
    await resourcesOf(ctx).of(giftVoucher).transition(tx, seller, id, 'valid');
  }
  return lockedSale(tx, id);
}

/** Records money with payments, then settles the sale with it, as the event of each payment would. */
async function takeVoucherMoney(
  { actor, key, sale, parts }: { actor: Actor; key: string; sale: VoucherSaleRow; parts: TakenPart[] },
  ctx: ServiceContext,
): Promise<SoldVoucher> {
  const { id, code } = sale;
  const { payments } = await ctx.clients.payments.recordPayments({
    tenantId: actor.tenantId ?? '',
    idempotencyKey: key,
    reservationId: '',
    giftVoucherId: id,
    reservationCode: code,
    currency: CURRENCY,
    parts,
    recordedBy: actor.displayName.slice(0, 120),
  });
  return ctx.db.inTenant(actor, async (tx) => {
    for (const { paymentId, amountMinor, method } of payments) {
      const money = { paymentId, amountMinor, method, currency: CURRENCY };
      await settleVoucher(tx, id, { kind: 'accepted', ...money, togetherMinor: partsTotal(parts) }, ctx);
    }
    return soldVoucher(await lockedSale(tx, id));
  });
}

/**
 * A gift voucher sold at the desk: a draft that is paid at once, later, or by a mailed link. It becomes valid by its money,
 * as one that is bought online. The Idempotency-Key identifies the sale: a repeated request returns the first one's.
 */
export async function sellVoucher(
  request: VoucherSaleRequest,
  mails: VoucherMails,
  ctx: ServiceContext,
): Promise<SoldVoucher> {
  const { actor, idempotencyKey, payment, customer } = request;
  if (!idempotencyKey) throw new Problem('request.malformed');
  if (payment.kind === 'now' && payment.parts.length > 0) checkMayCollect(actor);
  if (request.discount) checkMayDiscount(actor);
  if (payment.kind === 'link' && !customer.email)
    throw new Problem('gift-voucher.no-email', {
      errors: [{ pointer: '/customer/email', code: 'gift-voucher.no-email' }],
    });
  const id = uuidv5(`${actor.tenantId}:${idempotencyKey}`, SALES);
  const sale = await ctx.db.inTenant(actor, (tx) => prepare(tx, request, id, ctx));
  if (payment.kind === 'link' && sale.state === 'DRAFT')
    await sendFirstVoucherLink({ actor, voucherId: id }, mails, ctx);
  if (payment.kind !== 'now' || sale.state !== 'DRAFT') return soldVoucher(sale);
  return takeVoucherMoney({ actor, key: `desk-voucher:${id}`, sale, parts: payment.parts }, ctx);
}

/** `Encaisser`: takes what is due for a gift voucher, all of it. */
export async function collectForVoucher(
  request: { actor: Actor; voucherId: string; idempotencyKey: string | null; parts: TakenPart[] },
  ctx: ServiceContext,
): Promise<SoldVoucher> {
  const { actor, voucherId, idempotencyKey, parts } = request;
  checkMayCollect(actor);
  if (!idempotencyKey) throw new Problem('request.malformed');
  const sale = await ctx.db.inTenant(actor, async (tx) => {
    const locked = await lockedSale(tx, voucherId);
    const dueMinor = locked.total_minor - locked.paid_minor;
    if (locked.state === 'CANCELED' || locked.outcome === 'REFUND' || dueMinor <= 0)
      throw new Problem('reservation.nothing-due');
    checkParts(parts, dueMinor);
    return locked;
  });
  return takeVoucherMoney({ actor, key: `collect-voucher:${voucherId}:${idempotencyKey}`, sale, parts }, ctx);
}
