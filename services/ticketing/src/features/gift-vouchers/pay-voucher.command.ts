import type { paymentsV1 } from '@coulisse/contracts';
import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { CustomerFields } from '../../resources/reservation.resource';
import { returnUrlOf } from '../checkout/return-url.domain';
import { CURRENCY } from '../sale/sale.domain';
import { checkVouchersAreSold } from './save-voucher.command';
import { lockVoucherSale, rememberVoucherPayment, type VoucherSaleRow } from './voucher-sale.store';

interface Buyer {
  language: string;
  channel: string;
  displayMode: 'ALL' | 'ADMIN';
  email: string;
  name: string;
  /** Null for a voucher that staff entered without them. */
  fields: CustomerFields | null;
}

const BUYER = `SELECT language::text AS language, channel::text AS channel, display_mode::text AS "displayMode", coalesce(customer_email, '') AS email,
    customer_name AS name, customer_fields AS fields
  FROM gift_voucher WHERE tenant_id = $1 AND id = $2`;

async function voucherToPay(tx: Tx, id: string): Promise<VoucherSaleRow & Buyer> {
  const sale = await lockVoucherSale(tx, id);
  if (!sale) throw new Problem('http.404');
  if (sale.state !== 'DRAFT' || sale.outcome === 'REFUND') throw new Problem('gift-voucher.not-payable');
  const { rows } = await tx.sql.query<Buyer & Record<string, unknown>>(BUYER, [tx.tenantId, id]);
  const buyer = rows[0]!;
  if (buyer.displayMode === 'ADMIN') throw new Problem('http.404');
  // What the desk has sold stays payable by its link.
  if (buyer.channel === 'ONLINE') await checkVouchersAreSold(tx);
  return { ...sale, ...buyer };
}

/** Card forms need both names; at the desk a buyer may have given one. */
const buyerOf = ({ email, name, fields }: Buyer): paymentsV1.Buyer => ({
  email,
  firstName: fields?.firstName || '-',
  lastName: fields?.lastName || name,
  addressLine1: fields?.addressLine1 ?? '',
  zipCode: fields?.zipCode ?? '',
  city: fields?.city ?? '',
  country: fields?.country || 'FR',
});

export interface StartedVoucherPayment {
  paymentId: string;
  provider: string;
  form: { action: string; fields: paymentsV1.FormField[] };
}

/**
 * Requests the payment form from payments, between two transactions. Its idempotency key is the attempt of the sale: a
 * repeated call is the same payment, a retry after a refusal is a new one.
 */
export async function payVoucher(
  request: {
    actor: Actor;
    tenantId: string;
    voucherId: string;
    returnUrl?: string | undefined;
    frontUrl: string;
  },
  ctx: ServiceContext,
): Promise<StartedVoucherPayment> {
  const { actor, tenantId, voucherId, returnUrl, frontUrl } = request;
  const voucher = await ctx.db.inTenant(actor, (tx) => voucherToPay(tx, voucherId));
  const usual = `${frontUrl}/app/gift-vouchers/${voucherId}/return`;
  const payment = await ctx.clients.payments.startPayment({
    tenantId,
    idempotencyKey: `gift-voucher:${voucherId}:${voucher.attempt}`,
    reservationId: '',
    giftVoucherId: voucherId,
    reservationCode: voucher.code,
    amountMinor: voucher.total_minor - voucher.paid_minor,
    currency: CURRENCY,
    quantity: 1,
    buyer: buyerOf(voucher),
    language: voucher.language,
    returnUrl: returnUrlOf(returnUrl ?? usual, frontUrl, voucherId),
  });
  await ctx.db.inTenant(actor, async (tx) => rememberVoucherPayment(tx, voucher, payment.paymentId));
  return {
    paymentId: payment.paymentId,
    provider: payment.provider,
    form: { action: payment.formAction, fields: payment.formFields },
  };
}
