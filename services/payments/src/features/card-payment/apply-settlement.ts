import { localDate } from '@coulisse/contracts';
import { emission } from '@coulisse/resource-server';
import type { Tx } from '@coulisse/service-kit';
import { markForRefund } from '../refunds/mark-refund.command';
import { amountOf, type LockedPayment, type Payments } from './payment.store';
import { subjectIds } from '../../resources/payment-subject';
import type { Settlement } from './settlement.domain';

/** Values of the settling attempt that are stored with its payment. */
interface AttemptFacts {
  code: string;
  transactionNumber: string;
  authorisation: string;
}

/** Applies the effect of an attempt to a payment. */
export async function applySettlement(
  effect: Settlement,
  attempt: AttemptFacts,
  locked: LockedPayment,
  payments: Payments,
  tx: Tx,
): Promise<void> {
  switch (effect.kind) {
    case 'validate': {
      const { code: providerCode, transactionNumber, authorisation } = attempt;
      await payments.transition(tx, tx.actor, locked, 'valid', {
        providerCode,
        transactionNumber,
        authorisation,
        validationDate: localDate(new Date(), tx.zone),
      });
      return;
    }
    case 'stay-payable':
      return stayPayable(effect.event, attempt, locked, payments, tx);
    case 'charged-twice':
      // The reservation, which the first charge paid, stays; the second charge is refunded.
      await markForRefund(payments, tx, locked.record.id, 'CHARGED_TWICE', amountOf(locked.record));
      return;
    case 'nothing':
      return;
  }
}

async function stayPayable(
  event: 'refused' | 'cancelled',
  { code: providerCode, transactionNumber }: AttemptFacts,
  locked: LockedPayment,
  payments: Payments,
  tx: Tx,
): Promise<void> {
  const paymentId = locked.record.id;
  const subject = subjectIds(locked.record);
  const outcome = event === 'refused' ? 'REFUSED' : 'CANCELLED';
  await payments.update(
    tx,
    tx.actor,
    locked,
    { outcome, providerCode, transactionNumber },
    {
      action: event,
      event: emission(
        'payments.payment.v1',
        event === 'refused'
          ? { $case: 'refused', value: { paymentId, ...subject, providerCode } }
          : { $case: 'cancelled', value: { paymentId, ...subject, expired: false } },
      ),
    },
  );
}
