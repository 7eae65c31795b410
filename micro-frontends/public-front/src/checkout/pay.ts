import { api } from '../api/client';
import type { HeldCart } from '../api/queries';
import type { PaymentForm } from '../api/types';
import { toCustomer, type CustomerValues } from './customer-form';

/** The same basket and person get the same key: a second press, or a retry after a lost answer, is one order. */
const keys = new Map<string, string>();

/** `randomUUID` exists on secure origins only, and a phone on the house's own network may not be on one. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function keyFor(content: string): string {
  const key = keys.get(content) ?? randomKey();
  keys.set(content, key);
  return key;
}

/** @returns the id of the reservation */
export async function saveCart(cart: HeldCart, values: CustomerValues, language: string): Promise<string> {
  const body = {
    customer: toCustomer(values),
    language,
    cgvAccepted: values.cgvAccepted,
    newsletterSubscribed: values.newsletterSubscribed,
  };
  const path = '/app-api/prestiscene/reservations/cart/save';
  const { reservation } = await api.post<{ reservation: { id: string } }>(path, body, {
    idempotencyKey: keyFor(JSON.stringify([cart.id, cart.expiresAt, cart.lines, body])),
  });
  return reservation.id;
}

/** Asks for the bank's form and goes there; the promise stays open, since the page is about to be left. */
export async function goToBank(reservationId: string): Promise<never> {
  const { form } = await api.post<PaymentForm>('/app-api/prestiscene/reservations/cart/pay', {});
  if (form) postForm(form);
  else location.assign(`/app/reservations/${reservationId}/return`);
  return new Promise<never>(() => undefined);
}

function postForm({ action, fields }: NonNullable<PaymentForm['form']>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const { name, value } of fields) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
