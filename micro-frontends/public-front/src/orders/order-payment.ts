import type { PaymentForm } from '../api/types';
import { postForm } from '../checkout/post-form';
import { changeOrder } from './order-api';
import type { Order } from './order-types';

const STORED = 'coulisse.paid-order';

/** The key of the order whose payment this tab has started: the bank sends back to a page without it. */
export function keyOfPayment(search: string): string {
  if (!new URLSearchParams(search).has('outcome')) return '';
  try {
    return sessionStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

function rememberKey(key: string): void {
  try {
    sessionStorage.setItem(STORED, key);
  } catch {
    // Storage is switched off: after the payment the buyer opens the link of the mail again.
  }
}

/** Requests the bank's form for what is due and submits it; the promise never resolves, since the page is being left. */
export async function goToBankForOrder(key: string, amountMinor: number): Promise<never> {
  const { form } = await changeOrder<PaymentForm>(key, 'pay', { amountMinor });
  if (!form) throw new Error('the bank has no form for an amount that is due');
  rememberKey(key);
  postForm(form);
  return new Promise<never>(() => undefined);
}

export type PaymentStep = 'open' | 'waiting' | 'refused' | 'cancelled' | 'paid';

const CAME_BACK: ReadonlySet<string> = new Set(['accepted', 'pending']);

/** Where the payment of an order is; null when nothing was to pay and nobody came back from the bank. */
export function stepOf({ toPay }: Pick<Order, 'toPay'>, outcome: string | null): PaymentStep | null {
  if (!toPay) return outcome === 'accepted' ? 'paid' : null;
  if (outcome === null) return 'open';
  if (toPay.lastAttempt === 'REFUSED' || outcome === 'refused') return 'refused';
  if (toPay.lastAttempt === 'CANCELLED' || outcome === 'cancelled') return 'cancelled';
  return CAME_BACK.has(outcome) && toPay.lastAttempt === 'STARTED' ? 'waiting' : 'open';
}
