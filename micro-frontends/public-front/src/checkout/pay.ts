import { api } from '../api/client';
import type { HeldCart } from '../api/booking-queries';
import { isInFrame, leaveFrame } from '../embedding/leave-frame';
import type { PaymentForm } from '../api/types';
import type { CartWishes } from './cart-prices';
import { postForm } from './post-form';
import { keyFor } from './request-key';
import { toCustomer, type CustomerValues } from './customer-form';

/** @returns the id of the reservation */
export async function saveCart(
  cart: HeldCart,
  values: CustomerValues,
  { promotionCode, giftVoucher, options }: CartWishes,
  language: string,
): Promise<string> {
  const body = {
    customer: toCustomer(values),
    language,
    cgvAccepted: values.cgvAccepted,
    newsletterSubscribed: values.newsletterSubscribed,
    ...{ promotionCode, giftVoucher, options: options ?? [] },
  };
  const path = '/app-api/prestiscene/reservations/cart/save';
  const { reservation } = await api.post<{ reservation: { id: string } }>(path, body, {
    idempotencyKey: keyFor(JSON.stringify([cart.id, cart.expiresAt, cart.lines, cart.drivers, body])),
  });
  return reservation.id;
}

/** Continues in the whole window if the page is in a frame: the bank, and whoever types a password, must see the address. */
export async function goToPayment(cart: HeldCart, reservationId: string): Promise<never> {
  if (!isInFrame()) return goToBank(reservationId);
  leaveFrame(`/reservations/cart/${cart.id}/edit-customer?pay=${reservationId}`);
  return new Promise<never>(() => undefined);
}

/** Requests the bank's form and submits it; the promise never resolves, since the page is being left. */
export async function goToBank(reservationId: string): Promise<never> {
  const { form } = await api.post<PaymentForm>('/app-api/prestiscene/reservations/cart/pay', {});
  if (form) postForm(form);
  else location.assign(`/app/reservations/${reservationId}/return`);
  return new Promise<never>(() => undefined);
}
