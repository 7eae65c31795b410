import { formatAmount } from '@coulisse/money';
import { resourcesOf, type Resources } from '@coulisse/resource-server';
import { systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { counter } from '@coulisse/service-kit/telemetry';
import { giftVoucher } from '../../resources';
import { decide, REFUND_REASONS, type Decision, type PaymentFact, type Sale } from '../sale/sale.domain';
import {
  endVoucherSale,
  lockVoucherSale,
  markVoucherPayment,
  noteVoucherPayment,
  reopenVoucherSale,
  type VoucherSaleRow,
} from './voucher-sale.store';

const sold = counter('coulisse.vouchers.sold', {
  description: 'Payments for gift vouchers by tenant and outcome: validated, or given back',
  unit: '{voucher}',
});

/** A voucher as the decision about sales sees it: it has no seats, and staff may have made it valid before it was paid. */
export const saleOfVoucher = (row: VoucherSaleRow, { paymentId }: Pick<PaymentFact, 'paymentId'>): Sale => ({
  outcome: row.state === 'VALIDATED' ? 'VALIDATED' : row.outcome,
  paymentId: row.payment_id,
  reservationState: row.state,
  totalMinor: row.total_minor,
  paidMinor: row.paid_minor,
  isApplied: row.applied.includes(paymentId),
});

/** Sells, and cancels what cannot be sold, whoever paid. */
const seller = (tx: Tx) => systemActor(tx.tenantId, 'ticketing.voucher-sale');

/** Money without a voucher: the draft is given up and the refund requested. */
async function giveBack(
  tx: Tx,
  resources: Resources,
  sale: VoucherSaleRow,
  paymentId: string,
  { reason: cause, closes }: Extract<Decision, { do: 'refund' }>,
): Promise<void> {
  const reason = REFUND_REASONS[cause];
  markVoucherPayment(tx, paymentId, reason);
  if (closes) {
    if (sale.state === 'DRAFT') await resources.of(giftVoucher).transition(tx, seller(tx), sale.id, 'cancel');
    endVoucherSale(tx, sale.id, 'REFUND', paymentId);
  }
  await tx.publish('ticketing.gift-voucher.v1', sale.id, {
    $case: 'unfulfillable',
    value: { giftVoucherId: sale.id, paymentId, reason },
  });
}

/** What is left to pay of a voucher that staff had made valid before it was paid. */
async function credit(
  tx: Tx,
  resources: Resources,
  sale: VoucherSaleRow,
  amountMinor: number,
): Promise<void> {
  const vouchers = resources.of(giftVoucher);
  const locked = await vouchers.lock(tx, seller(tx), sale.id);
  const leftToPay = formatAmount(Math.max(0, sale.total_minor - sale.paid_minor - amountMinor));
  await vouchers.update(tx, seller(tx), locked, { leftToPay });
}

/** Applies a payment event to the sale of a gift voucher. Money that was taken ends in a valid voucher or in a refund. */
export async function settleVoucher(
  tx: Tx,
  voucherId: string,
  fact: PaymentFact,
  ctx: ServiceContext,
): Promise<void> {
  const resources = resourcesOf(ctx);
  const sale = await lockVoucherSale(tx, voucherId);
  if (!sale) throw new Error(`no gift voucher ${voucherId}`);
  const decision = decide(saleOfVoucher(sale, fact), fact);
  if (decision.do === 'ignore') return;
  noteVoucherPayment(tx, voucherId, fact);
  if (decision.do === 'reopen') return reopenVoucherSale(tx, voucherId, decision.outcome);
  const { paymentId } = fact;
  const isGivenBack = decision.do === 'refund';
  tx.afterCommit(() =>
    sold()?.add(1, {
      'coulisse.tenant.id': tx.tenantId,
      'coulisse.outcome': isGivenBack ? 'given-back' : 'validated',
    }),
  );
  if (isGivenBack) {
    ctx.log.warn({ voucherId, paymentId, why: decision.reason }, 'voucher.payment_given_back');
    return giveBack(tx, resources, sale, paymentId, decision);
  }
  if (decision.do === 'credit' && fact.kind === 'accepted')
    return credit(tx, resources, sale, fact.amountMinor);
  await resources.of(giftVoucher).transition(tx, seller(tx), voucherId, 'valid');
  endVoucherSale(tx, voucherId, 'VALIDATED', paymentId);
}
