/** @jest-environment jsdom */
import {
  EMPTY,
  giftBagMinor,
  minorOf,
  postageMinor,
  toOrder,
  totalMinor,
  validate,
  valueMinor,
} from './voucher-order';
import type { VoucherOffer } from './voucher-types';

const offer: VoucherOffer = {
  cannotBeSoldMessage: null,
  formulas: [{ id: 'f', name: 'Dîner', description: '', priceMinor: 8900, minimumNumberOfPeople: 2 }],
  postage: { name: 'Poste', priceMinor: 600 },
  giftBag: { contents: 'Programme', priceMinor: 300 },
  asksAddress: false,
  thankYouText: null,
  leastMinor: 100,
  mostMinor: 1_000_000,
  today: '2026-11-26',
  lastDay: '2027-11-26',
};
const errors = (changes: object) =>
  Object.fromEntries(validate({ ...EMPTY, amount: '50', ...changes }, offer));

test.each([
  ['49', 4900],
  ['49,5', 4950],
  ['1 049.50 €', 104_950],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['4.999', null],
])('%p is %p cents', (typed, minor) => expect(minorOf(typed)).toBe(minor));

test('an order is complete with an amount, or with a formula for enough people', () => {
  expect(errors({})).toEqual({});
  expect(errors({ amount: ' ' })).toEqual({ amount: 'form.required' });
  expect(errors({ amount: '0.50' })).toEqual({ amount: 'gift.amount.range' });
  expect(errors({ amount: '10000.01' })).toEqual({ amount: 'gift.amount.range' });
  expect(errors({ choice: 'f', amount: '' })).toEqual({});
  expect(errors({ choice: 'f', quantity: '1' })).toEqual({ quantity: 'gift.quantity.min' });
});

test('a day of sending is one of its validity and needs an address', () => {
  const beneficiaryEmail = 'alix@example.test';
  expect(errors({ sendOn: '2026-12-24', beneficiaryEmail })).toEqual({});
  expect(errors({ sendOn: '2026-12-24' })).toEqual({ beneficiaryEmail: 'gift.sendOn.email' });
  expect(errors({ sendOn: '2026-11-25', beneficiaryEmail })).toEqual({ sendOn: 'gift.sendOn.range' });
  expect(errors({ sendOn: '2027-11-27', beneficiaryEmail })).toEqual({ sendOn: 'gift.sendOn.range' });
  expect(errors({ beneficiaryEmail: 'alix' })).toEqual({ beneficiaryEmail: 'form.email' });
});

test('its price is that of the formula or the amount, with the postage apart', () => {
  const values = { ...EMPTY, choice: 'f', quantity: '3', isPostal: true };
  expect([valueMinor(values, offer), postageMinor(values, offer)]).toEqual([26_700, 600]);
  expect(valueMinor({ ...EMPTY, amount: 'x' }, offer)).toBeNull();
  expect(postageMinor(values, { ...offer, postage: null })).toBe(0);
  expect(toOrder(values, offer)).toMatchObject({ formula: 'f', quantity: 3, isPostal: true, sendOn: null });
  expect(toOrder({ ...EMPTY, amount: '49,5' }, offer)).toMatchObject({
    amount: '49.50',
    beneficiaryEmail: null,
  });
});

test('a gift bag is part of the total and not of the worth, where one is offered', () => {
  const values = { ...EMPTY, amount: '50', isPostal: true, hasGiftBag: true };
  expect([valueMinor(values, offer), giftBagMinor(values, offer), totalMinor(values, offer)]).toEqual([
    5_000, 300, 5_900,
  ]);
  expect(toOrder(values, offer)).toMatchObject({ amount: '50.00', hasGiftBag: true });
  const withoutBag = { ...offer, giftBag: null };
  expect(totalMinor(values, withoutBag)).toBe(5_600);
  expect(toOrder(values, withoutBag)).toMatchObject({ hasGiftBag: false });
  expect(totalMinor({ ...values, amount: '' }, offer)).toBeNull();
});
