import type { Order } from './order-types';
import { headlineOf, mapUrl, toneOf } from './order-words';

const payment = (paidMinor: number): Order['payment'] => ({ paidMinor, at: '', method: 'CARD' });

test('an order is called paid only when everything is', () => {
  const valid = { situation: 'VALID', totalMinor: 8900 } as const;
  expect(headlineOf({ ...valid, payment: payment(8900) })).toBe('order.headline.paid');
  expect(headlineOf({ ...valid, payment: payment(4000) })).toBe('order.headline.valid');
  expect(headlineOf({ ...valid, payment: null })).toBe('order.headline.valid');
  expect(headlineOf({ situation: 'VALID', totalMinor: 0, payment: null })).toBe('order.headline.valid');
  expect(headlineOf({ ...valid, situation: 'CANCELED', payment: payment(8900) })).toBe(
    'order.headline.canceled',
  );
});

test('a canceled evening is never shown as good news', () => {
  expect((['CANCELED', 'PERFORMANCE_CANCELED', 'QUOTE_REFUSED'] as const).map(toneOf)).toEqual([
    'bad',
    'bad',
    'bad',
  ]);
});

test('the map finds the address, and there is none without one', () => {
  expect(mapUrl('3 quai des Lanternes, Meaux')).toMatch(/query=3%20quai%20des%20Lanternes%2C%20Meaux$/);
  expect(mapUrl(' ')).toBeNull();
});
