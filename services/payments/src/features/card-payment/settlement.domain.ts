import type { RecordOf, StateOf } from '@coulisse/resource';
import type { payment } from '../../resources/payment.resource';

export type PaymentState = StateOf<typeof payment>;
export type AttemptOutcome = NonNullable<RecordOf<typeof payment>['outcome']>;

/** What an attempt to pay does to its payment. */
export type Settlement =
  | { kind: 'validate' }
  | { kind: 'stay-payable'; event: 'refused' | 'cancelled' }
  | { kind: 'charged-twice' }
  | { kind: 'nothing' };

const PAYABLE: readonly PaymentState[] = ['DRAFT', 'FORECAST', 'WAITING_LINK_PAYMENT'];

/**
 * The whole decision, once the notification is known to be genuine, to be the first of its attempt and, for an
 * acceptance, confirmed by the provider. A refused or abandoned attempt leaves the payment payable: the buyer may take
 * another card on the same page, and a later acceptance wins, also over a payment that was given up as expired. Money
 * that arrives for a payment that has its money was taken once too often.
 */
export function settlement(state: PaymentState, outcome: AttemptOutcome): Settlement {
  const payable = PAYABLE.includes(state);
  if (outcome === 'ACCEPTED')
    return payable || state === 'CANCELLED' ? { kind: 'validate' } : { kind: 'charged-twice' };
  if (!payable || outcome === 'PENDING') return { kind: 'nothing' };
  return { kind: 'stay-payable', event: outcome === 'REFUSED' ? 'refused' : 'cancelled' };
}
