import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { CustomerFields } from '../../resources/reservation.resource';
import { buyerOf, rememberPayment, type StartedPayment } from '../checkout/pay-cart.command';
import { holdUntil } from '../desk/hold-until.command';
import { CURRENCY } from '../sale/sale.domain';
import { lockDue } from './due.store';

/** Seats of a pre-reservation are held at least as long as its expiry waits for a payment that was started. */
const PAYMENT_MINUTES = 30;
/** Card schemes take no larger number of articles. */
const MAX_ARTICLES = 99;

interface Payer extends Record<string, unknown> {
  code: string;
  language: string;
  customer_fields: CustomerFields | null;
  customer_name: string;
  attempt: number;
  ended: number;
}

const PAYER = `
SELECT r.code, r.language, r.customer_fields, r.customer_name, s.attempt,
       (SELECT count(*) FROM reservation_payment pay WHERE pay.tenant_id = r.tenant_id AND pay.reservation_id = r.id
         AND pay.state <> 'STARTED')::int AS ended
FROM reservation r JOIN sale_process s ON s.tenant_id = r.tenant_id AND s.reservation_id = r.id
WHERE r.tenant_id = $1 AND r.id = $2`;

interface DuePayment extends Payer {
  id: string;
  dueMinor: number;
  email: string;
  places: number;
}

/** What is due, if it is still what the buyer has seen; the seats of a pre-reservation are held while the bank is asked. */
async function duePayment(tx: Tx, id: string, shownMinor: number): Promise<DuePayment> {
  const { sale, amountMinor: dueMinor, deadline, email } = await lockDue(tx, id);
  if (dueMinor !== shownMinor) throw new Problem('order.due-changed');
  if (deadline) {
    const until = Math.max(deadline.getTime(), Date.now() + PAYMENT_MINUTES * 60_000);
    await holdUntil(tx, id, new Date(until), { named: true });
  }
  const { rows } = await tx.sql.query<Payer>(PAYER, [tx.tenantId, id]);
  const [payer] = rows;
  if (!payer) throw new Problem('http.404');
  return { ...payer, id, dueMinor, email, places: sale.items.length };
}

/** Card forms need both names; at the desk a buyer may have given one. */
function buyerOfForm({ email, customer_fields: fields, customer_name: name }: DuePayment) {
  const customer_fields = {
    ...{ telephone: '', addressLine1: '', zipCode: '', city: '' },
    ...fields,
    firstName: fields?.firstName || '-',
    lastName: fields?.lastName || name,
    country: fields?.country || 'FR',
  };
  return buyerOf({ customer_email: email, customer_fields });
}

interface PayOrder {
  actor: Actor;
  tenantId: string;
  reservationId: string;
  /** The amount that the buyer has seen. */
  amountMinor: number;
  /** Address of the front that the buyer comes back to. */
  frontUrl: string;
}

/**
 * Requests the payment form of what is due for an order. The call runs between two transactions. Its idempotency key
 * counts the payments that have ended: two tabs open the same payment, and after a refusal there is a new one. Whatever
 * else brings the money meanwhile, the payment that comes second is refunded when it is settled.
 */
export async function payOrder(
  { actor, tenantId, reservationId, amountMinor, frontUrl }: PayOrder,
  ctx: ServiceContext,
): Promise<StartedPayment> {
  const due = await ctx.db.inTenant(actor, (tx) => duePayment(tx, reservationId, amountMinor));
  const payment = await ctx.clients.payments.startPayment({
    tenantId,
    idempotencyKey: `order:${reservationId}:${due.attempt}:${due.ended}:${due.dueMinor}`,
    reservationId,
    reservationCode: due.code,
    amountMinor: due.dueMinor,
    currency: CURRENCY,
    quantity: Math.min(MAX_ARTICLES, due.places),
    buyer: buyerOfForm(due),
    language: due.language,
    // The key of the order is not handed to the bank: the browser has it.
    returnUrl: `${frontUrl}/app/o`,
  });
  const { paymentId, provider, formAction: action, formFields: fields } = payment;
  await ctx.db.inTenant(actor, async (tx) => rememberPayment(tx, due, paymentId));
  return { paymentId, provider, form: { action, fields } };
}
