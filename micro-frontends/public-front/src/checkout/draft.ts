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

export function clearDraft(): void {
  sessionStorage.removeItem(KEY);
}
