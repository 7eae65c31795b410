import type { RecordOf, StateOf } from '@coulisse/resource';
import type { payment } from '../../resources/payment.resource';

export type PaymentState = StateOf<typeof payment>;
export type AttemptOutcome = NonNullable<RecordOf<typeof payment>['outcome']>;

/** Effect of an attempt on its payment. */
export type Settlement =
  | { kind: 'validate' }
  | { kind: 'stay-payable'; event: 'refused' | 'cancelled' }
  | { kind: 'charged-twice' }
  | { kind: 'nothing' };

const PAYABLE: readonly PaymentState[] = ['DRAFT', 'FORECAST', 'WAITING_LINK_PAYMENT'];

/**
 * The complete decision, once the notification is known to be genuine, to be the first of its attempt and, for an
 * acceptance, confirmed by the provider. A refused or abandoned attempt leaves the payment payable: the buyer may use
 * another card on the same page, and a later acceptance wins, also over an expired payment. Money for a payment that is
 * already paid was charged twice.
 */
export function settlement(state: PaymentState, outcome: AttemptOutcome): Settlement {
  const payable = PAYABLE.includes(state);
  if (outcome === 'ACCEPTED')
    return payable || state === 'CANCELLED' ? { kind: 'validate' } : { kind: 'charged-twice' };
  if (!payable || outcome === 'PENDING') return { kind: 'nothing' };
  return { kind: 'stay-payable', event: outcome === 'REFUSED' ? 'refused' : 'cancelled' };
}
