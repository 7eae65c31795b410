import { emission } from '@coulisse/resource-server';
import type { Tx } from '@coulisse/service-kit';
import type { Payments } from '../card-payment/payment.store';
import { subjectIds } from '../../resources/payment-subject';
import { lockBalance, writeBalance } from './balance.store';
import { addable, type RefundReason } from './refund.domain';

/**
 * Marks money for refund by staff: all that is left of the payment's, or `wantedMinor` of it. Repeated marks never
 * exceed what the bank took.
 */
export async function markForRefund(
  payments: Payments,
  tx: Tx,
  paymentId: string,
  reason: RefundReason,
  wantedMinor = Number.POSITIVE_INFINITY,
): Promise<void> {
  const before = await lockBalance(payments, paymentId, tx);
  const amountMinor = addable(before, wantedMinor);
  if (amountMinor === 0) return;
  const { capturedMinor, refundedMinor } = before;
  const sums = { toRefundMinor: before.toRefundMinor + amountMinor, refundedMinor };
  const event = emission('payments.payment.v1', {
    $case: 'markedForRefund',
    value: { paymentId, ...subjectIds(before.locked.record), amountMinor, reason, ...sums, capturedMinor },
  });
  const action = reason === 'CHARGED_TWICE' ? 'charged-twice' : 'mark-for-refund';
  await writeBalance(before, sums, { action, event, values: { refundReason: reason } }, payments, tx);
}
