import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import { CARD_PROVIDER, type CardBuyer, type FormField } from './card-provider.port';
import { scheduleInquiry } from './inquiry.store';
import { formatReference, newToken } from './order-reference.domain';
import type { PaymentState } from './settlement.domain';

/** A payment to start, its values checked. */
export interface PaymentToStart {
  tenantId: string;
  idempotencyKey: string;
  reservationId: string;
  reservationCode: string;
  amountMinor: number;
  currency: string;
  quantity: number;
  buyer: CardBuyer;
  language: 'fr' | 'en';
  returnUrl: string;
}

export interface StartedPayment {
  paymentId: string;
  provider: string;
  formAction: string;
  formFields: FormField[];
}

interface Kept {
  id: string;
  reference: string;
  state: PaymentState;
  reservation_id: string;
  amount_minor: string;
  currency: string;
}

/**
 * Keeps the payment and signs the form for it. The same key answers the same payment, with a form signed afresh
 * (the bank refuses an old PBX_TIME); nothing about the buyer is kept here.
 */
export async function startPayment(wanted: PaymentToStart, ctx: ServiceContext): Promise<StartedPayment> {
  const provider = ctx.get(CARD_PROVIDER);
  if (!provider.accepts(wanted.currency)) throw new Problem('payment.currency-mismatch');
  const formAction = await provider.page();
  const kept = await ctx.db.inTenant(systemActor(wanted.tenantId, 'payments.start'), async (tx) => {
    const created = await create(wanted, provider.name, tx);
    const payment = await find(wanted.idempotencyKey, tx);
    return created || checkSame(payment, wanted) ? payment : mismatch();
  });
  if (kept.state !== 'WAITING_LINK_PAYMENT') throw new Problem('payment.already-settled');
  return {
    paymentId: kept.id,
    provider: provider.name,
    formAction,
    formFields: provider.form({ ...wanted, reference: kept.reference }),
  };
}

/** Writes the payment unless the key has one; two calls at once wait for each other on the key. */
async function create(wanted: PaymentToStart, provider: string, tx: Tx): Promise<boolean> {
  const paymentId = uuid();
  const token = newToken();
  const { rowCount } = await tx.sql.query(
    `INSERT INTO payment_reference (id, tenant_id, token, payment_id, idempotency_key) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, idempotency_key) DO NOTHING`,
    [uuid(), tx.tenantId, token, paymentId, wanted.idempotencyKey],
  );
  if (rowCount === 0) return false;
  const { reservationCode: code, currency } = wanted;
  await tx.sql.query(
    `INSERT INTO payment (id, tenant_id, state, reference, reservation_id, reservation_label, totals, currency, provider, date)
     VALUES ($1, $2, 'WAITING_LINK_PAYMENT', $3, $4, $5, $6::bigint::numeric / 100, $7, $8::payment_provider,
             (now() AT TIME ZONE 'Europe/Paris')::date)`,
    [
      paymentId,
      tx.tenantId,
      formatReference({ code, currency, token }),
      wanted.reservationId,
      code,
      wanted.amountMinor,
      currency,
      provider,
    ],
  );
  await scheduleInquiry(paymentId, tx);
  await tx.history('payments.payment', paymentId, 'wait_link_payment', {
    state: ['DRAFT', 'WAITING_LINK_PAYMENT'],
  });
  return true;
}

async function find(idempotencyKey: string, tx: Tx): Promise<Kept> {
  const { rows } = await tx.sql.query<Kept>(
    `SELECT p.id, p.reference, p.state, p.reservation_id, (p.totals * 100)::bigint AS amount_minor, p.currency
       FROM payment_reference r JOIN payment p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
      WHERE r.idempotency_key = $1`,
    [idempotencyKey],
  );
  if (!rows[0]) throw new Problem('idempotency.conflict');
  return rows[0];
}

const checkSame = (kept: Kept, wanted: PaymentToStart): boolean =>
  kept.reservation_id === wanted.reservationId &&
  Number(kept.amount_minor) === wanted.amountMinor &&
  kept.currency === wanted.currency;

function mismatch(): never {
  throw new Problem('idempotency.mismatch');
}
