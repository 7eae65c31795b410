/** @jest-environment jsdom */
import { endPayment, paidReservation, startPayment } from './paid-cart';

beforeEach(() => localStorage.clear());

test('a cart is paid once its payment has ended, in whichever tab', () => {
  startPayment('cart', 'reservation');
  expect(paidReservation('cart')).toBeNull();
  endPayment('another');
  expect(paidReservation('cart')).toBeNull();
  endPayment('reservation');
  expect([paidReservation('cart'), paidReservation('other')]).toEqual(['reservation', null]);
});

test('what cannot be read says nothing', () => {
  localStorage.setItem('coulisse.paid-cart', '{');
  endPayment('reservation');
  expect(paidReservation('cart')).toBeNull();
});
