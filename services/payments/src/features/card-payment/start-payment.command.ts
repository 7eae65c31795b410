import { localDate } from '@coulisse/contracts';
import { formatAmount } from '@coulisse/money';
import { rememberLabel, resourcesOf } from '@coulisse/resource-server';
import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { currentTrace } from '@coulisse/service-kit/telemetry';
import { v7 as uuid } from 'uuid';
import type { CardBuyer, FormField } from './card-provider.port';
import type { CardProviderName, CardProviders } from './card-providers';
import { scheduleInquiry } from './inquiry.store';
import { formatReference, newToken } from './order-reference.domain';
import { payment } from '../../resources';
import { recordOf, subjectOf, type SubjectIds } from '../../resources/payment-subject';
import type { Payments } from './payment.store';
import type { PaymentState } from './settlement.domain';

/** A payment to start, its values checked. */
export interface PaymentToStart extends SubjectIds {
  tenantId: string;
  idempotencyKey: string;
  /** Code of the reservation or of the gift voucher. */
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

interface PaymentRow {
  id: string;
  reference: string;
  state: PaymentState;
  provider: string;
  reservation_id: string | null;
  gift_voucher_id: string | null;
  amount_minor: number;
  currency: string;
}

/** Starts payments by card. */
export class CardPayments {
  constructor(private readonly providers: CardProviders) {}

  /**
   * Stores the payment and signs its form. The same key returns the same payment, with a newly signed form (the bank
   * refuses an old PBX_TIME). Nothing about the buyer is stored here.
   */
  async start(request: PaymentToStart, ctx: ServiceContext): Promise<StartedPayment> {
    const actor = systemActor(request.tenantId, 'payments.start');
    const { stored, provider, sign } = await ctx.db.inTenant(actor, async (tx) => {
      const stored = await this.store(request, tx, ctx);
      if (stored.state !== 'WAITING_LINK_PAYMENT') throw new Problem('payment.already-settled');
      const provider = this.providers.of(stored.provider);
      return { stored, provider, sign: await provider.formSigner(tx, ctx) };
    });
    // Outside the transaction, because it may call the bank. Without a page the payment stays, and the same key finds it.
    const formAction = await provider.page();
    return {
      paymentId: stored.id,
      provider: provider.name,
      formAction,
      formFields: sign({ ...request, reference: stored.reference }),
    };
  }

  /** The payment of the key: a new one with the provider that the tenant chose, or the one that was stored before. */
  private async store(request: PaymentToStart, tx: Tx, ctx: ServiceContext): Promise<NewPayment> {
    const provider = await this.providers.chosen(tx);
    if (!provider.accepts(request.currency)) throw new Problem('payment.currency-mismatch');
    const created = await create(request, provider.name, resourcesOf(ctx).of(payment), tx);
    if (created) return created;
    const found = await find(request.idempotencyKey, tx);
    return checkSame(found, request) ? found : mismatch();
  }
}

type NewPayment = Pick<PaymentRow, 'id' | 'reference' | 'state' | 'provider'>;

/** Inserts the payment, or null when its key exists; concurrent calls wait for each other on the key. */
async function create(
  request: PaymentToStart,
  provider: CardProviderName,
  payments: Payments,
  tx: Tx,
): Promise<NewPayment | null> {
  const paymentId = uuid();
  const token = newToken();
  const { rowCount } = await tx.sql.query(
    `INSERT INTO payment_reference (id, tenant_id, token, payment_id, idempotency_key, traceparent)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, idempotency_key) DO NOTHING`,
    [uuid(), tx.tenantId, token, paymentId, request.idempotencyKey, currentTrace()?.traceparent ?? null],
  );
  if (rowCount === 0) return null;
  const { reservationCode: code, currency } = request;
  const reference = formatReference({ code, currency, token });
  const state = 'WAITING_LINK_PAYMENT';
  await payments.create(
    tx,
    tx.actor,
    {
      reference,
      ...subjectOf(request),
      totals: formatAmount(request.amountMinor),
      currency,
      provider,
      date: localDate(new Date(), tx.zone),
    },
    {
      id: paymentId,
      state,
      action: 'wait_link_payment',
    },
  );
  const { resource, id } = recordOf(request);
  rememberLabel(tx, resource, id, code);
  scheduleInquiry(paymentId, tx);
  return { id: paymentId, reference, state, provider };
}

async function find(idempotencyKey: string, tx: Tx): Promise<PaymentRow> {
  const { rows } = await tx.sql.query<PaymentRow>(
    `SELECT p.id, p.reference, p.state, p.provider, p.reservation_id, p.gift_voucher_id, (p.totals * 100)::bigint AS amount_minor, p.currency
       FROM payment_reference r JOIN payment p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
      WHERE r.idempotency_key = $1`,
    [idempotencyKey],
  );
  if (!rows[0]) throw new Problem('idempotency.conflict');
  return rows[0];
}

const checkSame = (stored: PaymentRow, request: PaymentToStart): boolean =>
  (stored.reservation_id ?? '') === request.reservationId &&
  stored.gift_voucher_id === (request.giftVoucherId ?? null) &&
  stored.amount_minor === request.amountMinor &&
  stored.currency === request.currency;

function mismatch(): never {
  throw new Problem('idempotency.mismatch');
}
