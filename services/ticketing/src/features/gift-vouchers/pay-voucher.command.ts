import type { paymentsV1 } from '@coulisse/contracts';
import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { CustomerFields } from '../../resources/reservation.resource';
import { returnUrlOf } from '../checkout/return-url.domain';
import { CURRENCY } from '../sale/sale.domain';
import { checkVouchersAreSold } from './save-voucher.command';
import { lockVoucherSale, rememberVoucherPayment, type VoucherSaleRow } from './voucher-sale.store';

interface Buyer {
  language: string;
  email: string;
  fields: CustomerFields;
}

const BUYER = `SELECT language::text AS language, customer_email AS email, customer_fields AS fields
  FROM gift_voucher WHERE tenant_id = $1 AND id = $2`;

async function voucherToPay(tx: Tx, id: string): Promise<VoucherSaleRow & Buyer> {
  const sale = await lockVoucherSale(tx, id);
  if (!sale) throw new Problem('http.404');
  if (sale.state !== 'DRAFT' || sale.outcome === 'REFUND') throw new Problem('gift-voucher.not-payable');
  await checkVouchersAreSold(tx);
  const { rows } = await tx.sql.query<Buyer & Record<string, unknown>>(BUYER, [tx.tenantId, id]);
  return { ...sale, ...rows[0]! };
}

const buyerOf = ({ email, fields }: Buyer): paymentsV1.Buyer => {
  const { firstName, lastName, addressLine1, zipCode, city, country } = fields;
  return { email, firstName, lastName, addressLine1, zipCode, city, country };
};

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
  request: { actor: Actor; tenantId: string; voucherId: string; returnUrl?: string | undefined },
  ctx: ServiceContext,
): Promise<StartedVoucherPayment> {
  const { actor, tenantId, voucherId, returnUrl } = request;
  const voucher = await ctx.db.inTenant(actor, (tx) => voucherToPay(tx, voucherId));
  const usual = `${ctx.config.PUBLIC_URL}/app/gift-vouchers/${voucherId}/return`;
  const payment = await ctx.clients.payments.startPayment({
    tenantId,
    idempotencyKey: `gift-voucher:${voucherId}:${voucher.attempt}`,
    reservationId: '',
    giftVoucherId: voucherId,
    reservationCode: voucher.code,
    amountMinor: voucher.total_minor,
    currency: CURRENCY,
    quantity: 1,
    buyer: buyerOf(voucher),
    language: voucher.language,
    returnUrl: returnUrlOf(returnUrl ?? usual, ctx.config.PUBLIC_URL, voucherId),
  });
  await ctx.db.inTenant(actor, async (tx) => rememberVoucherPayment(tx, voucher, payment.paymentId));
  return {
    paymentId: payment.paymentId,
    provider: payment.provider,
    form: { action: payment.formAction, fields: payment.formFields },
  };
}
