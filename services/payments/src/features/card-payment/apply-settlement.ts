import type { Tx } from '@coulisse/service-kit';
import { markForRefund } from '../refunds/mark-refund.command';
import type { StoredPayment } from './payment.store';
import type { Settlement } from './settlement.domain';

/** Values of the settling attempt that are stored with its payment. */
interface AttemptFacts {
  code: string;
  transactionNumber: string;
  authorisation: string;
}

/** Applies the effect of an attempt; the caller has locked the payment. */
export async function applySettlement(
  effect: Settlement,
  attempt: AttemptFacts,
  payment: StoredPayment,
  tx: Tx,
): Promise<void> {
  switch (effect.kind) {
    case 'validate':
      return validate(attempt, payment, tx);
    case 'stay-payable':
      return stayPayable(effect.event, attempt, payment, tx);
    case 'charged-twice':
      // The reservation, which the first charge paid, stays; the second charge is refunded.
      await markForRefund(tx, payment.id, 'CHARGED_TWICE', payment.amountMinor);
      return;
    case 'nothing':
      return;
  }
}

async function validate(attempt: AttemptFacts, payment: StoredPayment, tx: Tx): Promise<void> {
  await tx.sql.query(
    `UPDATE payment SET state = 'VALIDATED', outcome = 'ACCEPTED', validation_date = (now() AT TIME ZONE 'Europe/Paris')::date,
            provider_code = $2, transaction_number = $3, authorisation = $4, version = version + 1, updated_at = now()
      WHERE id = $1`,
    [payment.id, attempt.code, attempt.transactionNumber, attempt.authorisation],
  );
  await tx.history('payments.payment', payment.id, 'valid', { state: [payment.state, 'VALIDATED'] });
  await tx.publish('payments.payment.v1', payment.id, {
    $case: 'accepted',
    value: {
      paymentId: payment.id,
      reservationId: payment.reservationId,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
    },
  });
}

async function stayPayable(
  event: 'refused' | 'cancelled',
  attempt: AttemptFacts,
  payment: StoredPayment,
  tx: Tx,
): Promise<void> {
  const outcome = event === 'refused' ? 'REFUSED' : 'CANCELLED';
  await tx.sql.query(
    `UPDATE payment SET outcome = $2::payment_outcome, provider_code = $3, transaction_number = $4,
            version = version + 1, updated_at = now()
      WHERE id = $1`,
    [payment.id, outcome, attempt.code, attempt.transactionNumber],
  );
  await tx.history('payments.payment', payment.id, event, {
    outcome: [payment.outcome, outcome],
    providerCode: [null, attempt.code],
  });
  const { id: paymentId, reservationId } = payment;
  await tx.publish(
    'payments.payment.v1',
    payment.id,
    event === 'refused'
      ? { $case: 'refused', value: { paymentId, reservationId, providerCode: attempt.code } }
      : { $case: 'cancelled', value: { paymentId, reservationId, expired: false } },
  );
}
