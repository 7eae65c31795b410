import type { CustomerValues } from './customer-form';

const KEY = 'coulisse.customer';

/** Typed values, stored for this tab only, so that going back, reloading or returning from the bank loses nothing. */
export function readDraft(): Partial<CustomerValues> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<CustomerValues>;
  } catch {
    // Invalid content: the form then starts empty.
    return {};
  }
}

export function saveDraft(values: Partial<CustomerValues>): void {
  // Terms have to be accepted for each reservation, so they are not stored.
  const { cgvAccepted: _accepted, ...draft } = { ...readDraft(), ...values };
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export type Buyer = Pick<CustomerValues, 'email' | 'firstName' | 'lastName'>;
const BUYER_KEY = 'coulisse.buyer';

/** Who has paid, of what was typed for the purchase; null after a reload in another tab, say. */
export function buyerOf(reservationId: string): Buyer | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(BUYER_KEY) ?? '{}') as Buyer & {
      reservationId?: string;
    };
    const {
      email = '',
      firstName = '',
      lastName = '',
    } = stored.reservationId === reservationId ? stored : readDraft();
    return email === '' ? null : { email, firstName, lastName };
  } catch {
    return null;
  }
}

/** After the payment nothing of the form is stored but who has bought, for the account that is offered then. */
export function endDraft(reservationId: string): void {
  const buyer = buyerOf(reservationId);
  if (buyer) sessionStorage.setItem(BUYER_KEY, JSON.stringify({ reservationId, ...buyer }));
  sessionStorage.removeItem(KEY);
}
