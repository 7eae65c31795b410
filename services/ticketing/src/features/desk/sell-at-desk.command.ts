import { resourcesOf, type Resources } from '@coulisse/resource-server';
import { Problem, withAllRights, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { Language } from '@coulisse/contracts';
import { reservation as reservationResource } from '../../resources';
import type { CustomerFields } from '../../resources/reservation.resource';
import { openCart } from '../cart/cart.store';
import type { OptionChoice } from '../options/option-choice.domain';
import type { Discount } from '../checkout/discount.domain';
import type { FormulaBySeat } from '../checkout/pricing.domain';
import { withFreeCode } from '../checkout/reservation-code.domain';
import { checkChannel } from '../checkout/sale-channel';
import { saveCart } from '../checkout/save-cart.command';
import { PAID_BY_VOUCHER } from '../gift-vouchers/voucher-ledger.store';
import type { SaleMails } from '../messages/sale-mails';
import { sendFirstPaymentLink } from '../orders/send-payment-link.command';
import { hashOf, HOLD_MINUTES } from '../holds/hold.domain';
import { CURRENCY } from '../sale/sale.domain';
import { lockSale, sellReservation, settlePayment } from '../sale/settle-payment.command';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { checkDeadline } from './check-deadline';
import { holdUntil } from './hold-until.command';
import { amountsOf, payableAmounts, type Agreed } from '../instalments/instalments.domain';
import { dueOfSchedule, instalmentsOf, storeSchedule } from '../instalments/instalments.store';
import { checkSchedule, heldBySchedule, inNameOf, startOf } from '../instalments/schedule-terms';
import { checkMayCollect, checkParts, partsTotal, type TakenPart } from './taken-parts';

/** `link`: as `later`, and the buyer is mailed the link by which they pay. `schedule`: in instalments, by link where it is wished. */
export type DeskPayment =
  | { kind: 'now'; parts: TakenPart[] }
  | { kind: 'later' | 'link'; deadline: string }
  | { kind: 'schedule'; instalments: Agreed[]; byLink: boolean };

const isByLink = (payment: DeskPayment): boolean =>
  payment.kind === 'link' || (payment.kind === 'schedule' && payment.byLink);

export interface DeskSaleRequest {
  actor: Actor;
  cartToken: string | null;
  idempotencyKey: string | null;
  customer: CustomerFields & { email: string | null };
  tiers: string | null;
  language: Language;
  formulaBySeat: FormulaBySeat;
  options: readonly OptionChoice[];
  /** Empty without a code. */
  promotionCode: string;
  discount: Discount | null;
  /** Code of a gift voucher that the desk was shown; empty without one. */
  giftVoucher: string;
  comment: string | null;
  payment: DeskPayment;
}

/** A reservation after a sale or a collection at the desk. */
export interface DeskSale {
  reservation: { id: string; code: string; state: string };
  totalMinor: number;
  paidMinor: number;
}

export async function deskSaleOf(tx: Tx, reservationId: string): Promise<DeskSale> {
  const { rows } = await tx.sql.query<{
    id: string;
    code: string;
    state: string;
    total: number;
    paid: number;
  }>(
    `SELECT r.id, r.code, r.state, (r.total_ttc * 100)::int AS total,
       (SELECT coalesce(sum(p.amount_minor - p.to_refund_minor - p.refunded_minor), 0)::int FROM reservation_payment p
        WHERE p.tenant_id = r.tenant_id AND p.reservation_id = r.id AND p.state = 'ACCEPTED')
       + ${PAID_BY_VOUCHER} AS paid
     FROM reservation r WHERE r.tenant_id = $1 AND r.id = $2`,
    [tx.tenantId, reservationId],
  );
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  const { id, code, state, total, paid } = row;
  return { reservation: { id, code, state }, totalMinor: total, paidMinor: paid };
}

/** The sale that an earlier request with this cart made; null when its cart is still open, or unknown. */
async function earlierSale(tx: Tx, token: string | null): Promise<string | null> {
  const { rows } = await tx.sql.query<{ reservation_id: string }>(
    `SELECT c.reservation_id FROM cart c JOIN reservation r ON r.tenant_id = c.tenant_id AND r.id = c.reservation_id
     WHERE c.tenant_id = $1 AND c.token_hash = $2 AND c.channel = 'BOX_OFFICE' AND r.state IN ('VALIDATED', 'PRE_RESERVATION')
     ORDER BY c.created_at DESC LIMIT 1`,
    [tx.tenantId, token && hashOf(token)],
  );
  return rows[0]?.reservation_id ?? null;
}

/** What is to be paid after the first transaction; null when the sale is complete. */
interface Prepared {
  sale: DeskSale;
  parts: readonly TakenPart[] | null;
}

/** Holds the seats until the deadline, or as long as the agreed payments take. */
async function preReserve(
  tx: Tx,
  resources: Resources,
  {
    actor,
    id,
    payment,
    totalMinor,
  }: { actor: Actor; id: string; payment: Exclude<DeskPayment, { kind: 'now' }>; totalMinor: number },
): Promise<void> {
  const reservations = resources.of(reservationResource);
  // The link's own mail tells the buyer.
  const reserve = (deadline: string) =>
    isByLink(payment)
      ? reservations.transition(tx, inNameOf(actor), id, 'reserve_by_link', { deadline })
      : reservations.transition(tx, withAllRights(actor), id, 'pre_reserve', { deadline });
  if (payment.kind !== 'schedule') {
    await checkDeadline(tx, id, new Date(payment.deadline), '/payment/deadline');
    await reserve(payment.deadline);
    return;
  }
  const { instalments } = payment;
  const startsAt = await startOf(tx, id);
  checkSchedule(instalments, totalMinor, startsAt, '/payment/instalments');
  const deadline = new Date(heldBySchedule(instalments, startsAt)).toISOString();
  await reserve(deadline);
  storeSchedule(tx, id, amountsOf(instalments, totalMinor));
  await reservations.transition(tx, inNameOf(actor), id, 'plan_instalments', { deadline });
}

async function prepare(
  tx: Tx,
  request: DeskSaleRequest,
  ctx: ServiceContext,
  sequencer: TicketSequencer,
): Promise<Prepared> {
  const { actor, cartToken, payment } = request;
  const cart = await openCart(tx, cartToken);
  checkChannel(cart, 'BOX_OFFICE');
  const done = await earlierSale(tx, cartToken);
  if (done) return { sale: await deskSaleOf(tx, done), parts: null };
  const { tiers, discount, giftVoucher: code, comment, ...rest } = request;
  const resources = resourcesOf(ctx);
  const saved = await saveCart(tx, resources, {
    token: cartToken,
    formulaBySeat: rest.formulaBySeat,
    customer: rest.customer,
    language: rest.language,
    newsletterSubscribed: false,
    ...{ promotionCode: rest.promotionCode, options: rest.options },
    giftVoucher: code === '' ? null : { code, key: null },
    desk: { seller: actor, tiers, discount, comment },
  });
  const { id } = saved.reservation;
  if (payment.kind !== 'now') {
    if (payment.kind !== 'later' && saved.leftToPayMinor === 0) throw new Problem('reservation.nothing-due');
    await preReserve(tx, resources, { actor, id, payment, totalMinor: saved.totalMinor });
    return { sale: await deskSaleOf(tx, id), parts: null };
  }
  checkParts(payment.parts, saved.leftToPayMinor);
  if (saved.leftToPayMinor === 0) {
    if (!(await sellReservation(tx, { resources, sequencer }, id)))
      throw new Problem('reservation.seats-no-longer-available');
    return { sale: await deskSaleOf(tx, id), parts: null };
  }
  // The money is recorded between two transactions: the seats are safe meanwhile.
  await holdUntil(tx, id, new Date(Date.now() + HOLD_MINUTES * 60_000), { named: false });
  return { sale: await deskSaleOf(tx, id), parts: payment.parts };
}

/** Records money with payments, then settles the sale with it, as the event of each payment would. */
export async function takeMoney(
  request: { actor: Actor; key: string; sale: DeskSale; parts: readonly TakenPart[] },
  ctx: ServiceContext,
  sequencer: TicketSequencer,
): Promise<DeskSale> {
  const { actor, key, sale, parts } = request;
  const { id, code } = sale.reservation;
  const { payments } = await ctx.clients.payments.recordPayments({
    tenantId: actor.tenantId ?? '',
    idempotencyKey: key,
    reservationId: id,
    reservationCode: code,
    currency: CURRENCY,
    parts: [...parts],
    recordedBy: actor.displayName.slice(0, 120),
  });
  return ctx.db.inTenant(actor, async (tx) => {
    for (const { paymentId, amountMinor, method } of payments)
      await settlePayment(
        tx,
        id,
        {
          kind: 'accepted',
          ...{ paymentId, amountMinor, method },
          currency: CURRENCY,
          togetherMinor: partsTotal(parts),
        },
        ctx,
        sequencer,
      );
    return deskSaleOf(tx, id);
  });
}

/**
 * A sale at the desk: the cart becomes a reservation, as online, and is paid at once or pre-reserved. The cart identifies
 * the sale: a repeated request returns the first one's.
 */
export async function sellAtDesk(
  request: DeskSaleRequest,
  ctx: ServiceContext,
  { sequencer, mails }: { sequencer: TicketSequencer; mails: SaleMails },
): Promise<DeskSale> {
  const { actor, idempotencyKey, payment, customer } = request;
  if (payment.kind === 'now') checkMayCollect(actor);
  if (isByLink(payment) && !customer.email) {
    throw new Problem('reservation.no-email', {
      errors: [{ pointer: '/customer/email', code: 'reservation.no-email' }],
    });
  }
  const { sale, parts } = await withFreeCode(() =>
    ctx.db.inTenant(actor, (tx) => prepare(tx, request, ctx, sequencer)),
  );
  const { id, state } = sale.reservation;
  // A repeated request mails the link that the first one could not.
  if (isByLink(payment) && state === 'PRE_RESERVATION')
    await sendFirstPaymentLink({ actor, reservationId: id }, mails, ctx);
  if (!parts) return sale;
  const key = `desk:${id}:${idempotencyKey ?? ''}`;
  return takeMoney({ actor, key, sale, parts }, ctx, sequencer);
}

/** Parts pay all that is due, or by the schedule of the reservation one instalment or more in full. */
async function checkCollected(
  tx: Tx,
  { id, paidMinor, dueMinor }: { id: string; paidMinor: number; dueMinor: number },
  parts: readonly TakenPart[],
): Promise<void> {
  const progress = await instalmentsOf(tx, id, paidMinor);
  if (payableAmounts(progress).includes(partsTotal(parts))) return;
  checkParts(parts, progress.length > 0 ? dueOfSchedule(progress, dueMinor).amountMinor : dueMinor);
}

const DEADLINE = 'SELECT deadline FROM reservation WHERE tenant_id = $1 AND id = $2';

/** The money is recorded between two transactions: the seats are safe meanwhile, and stay as long as was promised. */
async function holdWhileCollecting(tx: Tx, reservationId: string): Promise<void> {
  const { rows } = await tx.sql.query<{ deadline: Date | null }>(DEADLINE, [tx.tenantId, reservationId]);
  const promised = rows[0]?.deadline?.getTime() ?? 0;
  const until = new Date(Math.max(promised, Date.now() + HOLD_MINUTES * 60_000));
  await holdUntil(tx, reservationId, until, { named: true });
}

/** `Encaisser`: takes what is due for a reservation: all of it, or instalments of its schedule. */
export async function collectAtDesk(
  request: { actor: Actor; reservationId: string; idempotencyKey: string | null; parts: TakenPart[] },
  ctx: ServiceContext,
  sequencer: TicketSequencer,
): Promise<DeskSale> {
  const { actor, reservationId, idempotencyKey, parts } = request;
  checkMayCollect(actor);
  if (!idempotencyKey) throw new Problem('request.malformed');
  const sale = await ctx.db.inTenant(actor, async (tx) => {
    const current = await deskSaleOf(tx, reservationId);
    const locked = await lockSale(tx, reservationId);
    const { state } = locked;
    if (state !== 'VALIDATED' && state !== 'PRE_RESERVATION') throw new Problem('reservation.nothing-due');
    const dueMinor = locked.total_minor - locked.paid_minor;
    // A repeated request finds nothing due any more: payments answers what it recorded.
    if (dueMinor > 0)
      await checkCollected(tx, { id: reservationId, paidMinor: locked.paid_minor, dueMinor }, parts);
    if (dueMinor > 0 && state === 'PRE_RESERVATION') await holdWhileCollecting(tx, reservationId);
    return { ...current, dueMinor };
  });
  if (sale.dueMinor <= 0) throw new Problem('reservation.nothing-due');
  return takeMoney({ actor, key: `collect:${reservationId}:${idempotencyKey}`, sale, parts }, ctx, sequencer);
}
