import type { CustomerValues } from './customer-form';

const KEY = 'coulisse.customer';

/** What was typed, for this tab only: going back, reloading or returning from the bank loses nothing. */
export function readDraft(): Partial<CustomerValues> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<CustomerValues>;
  } catch {
    // Not ours or half written: the form then simply begins empty.
    return {};
  }
}

export function keepDraft(values: Partial<CustomerValues>): void {
  // Terms are accepted anew for each reservation.
  const { cgvAccepted: _accepted, ...kept } = { ...readDraft(), ...values };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(KEY);
}
