import type { Tx } from '@coulisse/service-kit';
import { changesOf, lockBalance, writeBalance } from './balance.store';
import { addable, type RefundReason } from './refund.domain';

/**
 * Marks money for refund by staff: all that is left of the payment's, or `wantedMinor` of it. Repeated marks never
 * exceed what the bank took.
 */
export async function markForRefund(
  tx: Tx,
  paymentId: string,
  reason: RefundReason,
  wantedMinor = Number.POSITIVE_INFINITY,
): Promise<void> {
  const before = await lockBalance(paymentId, tx);
  const added = addable(before, wantedMinor);
  if (added === 0) return;
  const sums = { toRefundMinor: before.toRefundMinor + added, refundedMinor: before.refundedMinor };
  const after = await writeBalance(before, sums, { reason }, tx);
  await tx.history(
    'payments.payment',
    paymentId,
    reason === 'CHARGED_TWICE' ? 'charged-twice' : 'mark-for-refund',
    {
      ...changesOf(before, after),
      refundReason: [null, reason],
    },
  );
  await tx.publish('payments.payment.v1', paymentId, {
    $case: 'markedForRefund',
    value: {
      paymentId,
      reservationId: before.reservationId,
      amountMinor: added,
      reason,
      toRefundMinor: after.toRefundMinor,
      refundedMinor: after.refundedMinor,
      capturedMinor: after.capturedMinor,
    },
  });
}
