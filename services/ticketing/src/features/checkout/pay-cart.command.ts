import type { paymentsV1 } from '@coulisse/contracts';
import { resourcesOf } from '@coulisse/resource-server';
import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { CustomerFields } from '../../resources/reservation.resource';
import { OPEN_CART, openCartWith } from '../cart/cart.store';
import { takeFromVoucher } from '../gift-vouchers/pay-with-voucher.command';
import { PAID_BY_VOUCHER } from '../gift-vouchers/voucher-ledger.store';
import { exhausted, reserveUse, UNRESERVED_CODE } from '../promotion-codes/promotion-use.store';
import { CURRENCY } from '../sale/sale.domain';
import { sellReservation } from '../sale/settle-payment.command';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { returnUrlOf } from './return-url.domain';

interface Draft {
  id: string;
  code: string;
  language: string;
  customer_email: string;
  customer_fields: CustomerFields;
  total_minor: number;
  voucher_id: string | null;
  /** What was agreed that the gift voucher pays, and what was taken off it before. */
  voucher_minor: number;
  taken_minor: number;
  seats: string[];
  unreserved_code: string | null;
  attempt: number;
}

const DRAFT = `
SELECT r.id, r.code, ${UNRESERVED_CODE} AS unreserved_code, r.language, r.customer_email, r.customer_fields, (r.total_ttc * 100)::int AS total_minor, s.attempt,
       r.gift_voucher_id AS voucher_id, (coalesce(r.gift_voucher_amount, 0) * 100)::int AS voucher_minor, ${PAID_BY_VOUCHER} AS taken_minor,
       ARRAY(SELECT i.seat_id::text FROM reservation_item i WHERE i.tenant_id = r.tenant_id AND i.reservation_id = r.id AND i.canceled_at IS NULL) AS seats
FROM reservation r JOIN sale_process s ON s.tenant_id = r.tenant_id AND s.reservation_id = r.id
WHERE r.tenant_id = $1 AND r.id = (SELECT reservation_id FROM cart WHERE ${OPEN_CART}) AND r.state = 'DRAFT'
FOR UPDATE OF r`;
const HELD = `SELECT seat_id FROM seat_claim
WHERE tenant_id = $1 AND cart_id = (SELECT id FROM cart WHERE ${OPEN_CART}) AND state <> 'SOLD' AND expires_at > now()`;

/** What the voucher pays is taken once for an attempt; the bank is asked for the rest. */
export async function payByVoucher(tx: Tx, draft: Draft): Promise<number> {
  const { id, voucher_id: voucherId, voucher_minor: agreed, taken_minor: taken } = draft;
  if (voucherId && agreed > 0 && taken === 0) await takeFromVoucher(tx, id, voucherId, agreed);
  return draft.total_minor - agreed;
}

export interface DraftToPay extends Draft {
  cartId: string;
  performanceId: string;
  /** How the cart's seats count for its network. */
  network: string;
  clock: string | null;
}

/** The saved draft reservation of a cart; refused unless it has exactly the seats that the cart still holds. */
export async function draftToPay(tx: Tx, token: string | null): Promise<DraftToPay> {
  const { cart, results } = await openCartWith(tx, token, (values) => [
    { name: 'draft-of-cart', text: DRAFT, values },
    { name: 'seats-of-open-cart', text: HELD, values },
  ]);
  if (!cart) throw new Problem('cart.not-found');
  if (cart.expired) throw new Problem('hold.expired');
  const [draft] = (results[0]?.rows ?? []) as unknown as Draft[];
  if (!draft) throw new Problem('cart.not-found');
  const held = new Set(results[1]?.rows.map(({ seat_id: seatId }) => seatId as string));
  if (held.size !== draft.seats.length || draft.seats.some((seat) => !held.has(seat)))
    throw new Problem('reservation.seats-no-longer-available');
  const { id: cartId, performanceId, network, clock } = cart;
  return { ...draft, cartId, performanceId, network, clock };
}

export const buyerOf = (draft: Pick<Draft, 'customer_email' | 'customer_fields'>): paymentsV1.Buyer => {
  const { firstName, lastName, addressLine1, zipCode, city, country } = draft.customer_fields;
  return { email: draft.customer_email, firstName, lastName, addressLine1, zipCode, city, country };
};

const REMEMBER_PAYMENT = `UPDATE sale_process SET payment_id = $3, outcome = 'PENDING'
  WHERE tenant_id = $1 AND reservation_id = $2 AND attempt = $4 AND outcome IN ('PENDING', 'REFUSED', 'CANCELLED')`;
const NOTE_STARTED = `INSERT INTO reservation_payment (id, tenant_id, reservation_id, state, amount_minor)
  VALUES ($3, $1, $2, 'STARTED', $4) ON CONFLICT (id) DO NOTHING`;

/** Notes a payment that was started; a sale that is not settled waits for it. */
export function rememberPayment(
  tx: Tx,
  draft: Pick<Draft, 'id' | 'attempt'> & { dueMinor: number },
  paymentId: string,
): void {
  const key = [tx.tenantId, draft.id, paymentId];
  tx.defer({ text: REMEMBER_PAYMENT, values: [...key, draft.attempt] });
  tx.defer({ text: NOTE_STARTED, values: [...key, draft.dueMinor] });
}

export interface StartedPayment {
  paymentId: string | null;
  provider: string | null;
  /** Form that the browser posts to the provider; null when nothing was due and the sale is complete. */
  form: { action: string; fields: paymentsV1.FormField[] } | null;
}

/**
 * Requests the payment form from payments. The call runs between two transactions, never inside one. Its idempotency
 * key is the reservation's attempt: a repeated call is the same payment, a retry after a refusal is a new one.
 */
export async function payCart(
  request: { actor: Actor; cartToken: string | null; returnUrl?: string; frontUrl: string },
  ctx: ServiceContext,
  sequencer: TicketSequencer,
): Promise<StartedPayment> {
  const free = { paymentId: null, provider: null, form: null };
  const draft = await ctx.db.inTenant(request.actor, async (tx) => {
    const found = await draftToPay(tx, request.cartToken);
    const parts = { resources: resourcesOf(ctx), sequencer };
    const dueMinor = await payByVoucher(tx, found);
    // The cart expired, its seats were chosen again, and another order took its use in between.
    const { unreserved_code: code } = found;
    if (code !== null && !(await reserveUse(tx, code, found.id))) throw exhausted();
    if (dueMinor === 0 && !(await sellReservation(tx, parts, found.id)))
      throw new Problem('reservation.seats-no-longer-available');
    return { ...found, dueMinor, tenantId: tx.tenantId };
  });
  if (draft.dueMinor === 0) return free;
  const payment = await ctx.clients.payments.startPayment({
    tenantId: draft.tenantId,
    idempotencyKey: `reservation:${draft.id}:${draft.attempt}`,
    reservationId: draft.id,
    reservationCode: draft.code,
    amountMinor: draft.dueMinor,
    currency: CURRENCY,
    quantity: draft.seats.length,
    buyer: buyerOf(draft),
    language: draft.language,
    returnUrl: returnUrlOf(request.returnUrl, request.frontUrl, draft.id),
  });
  await ctx.db.inTenant(request.actor, async (tx) => rememberPayment(tx, draft, payment.paymentId));
  return {
    paymentId: payment.paymentId,
    provider: payment.provider,
    form: { action: payment.formAction, fields: payment.formFields },
  };
}
