import fc from 'fast-check';
import { formatReference, newToken } from '../card-payment/order-reference.domain';
import { fieldText, systempayForm, type SystempayOrder } from './systempay-form.domain';
import { isGenuine } from './systempay-signature.domain';

const account = { siteId: '12345678', mode: 'TEST', key: '1122334455667788' } as const;
const order: SystempayOrder = {
  reference: formatReference({ code: 'R-7K3M-9QX4', currency: 'EUR', token: newToken() }),
  amountMinor: 17800,
  currency: 'EUR',
  quantity: 2,
  buyer: {
    email: 'zoe@example.org',
    firstName: 'Zoé',
    lastName: "L'Hôpital & fils <script>",
    addressLine1: '12 rue de la République',
    zipCode: '69001',
    city: '',
    country: 'fr',
  },
  language: 'fr',
  returnUrl: 'https://shop.test/app/reservations/1/return?from=bank',
  notificationUrl: 'https://shop.test/app-api/payments/systempay/notification',
  at: new Date('2026-12-12T20:30:05.123Z'),
  number: 42,
};
const valuesOf = (changes: Partial<SystempayOrder> = {}) =>
  Object.fromEntries(
    systempayForm(account, { ...order, ...changes }).map(({ name, value }) => [name, value]),
  );

describe('the form of a payment', () => {
  it('is signed, without empty fields', () => {
    const form = systempayForm(account, order);
    expect(isGenuine(form, account.key)).toBe(true);
    expect(form.every(({ value }) => value !== '')).toBe(true);
  });

  it('has no field for the number of a card, which only the page of the bank asks for (R-068)', () => {
    const names = systempayForm(account, order).map(({ name }) => name);
    expect(names.filter((name) => /card|carte|pan$|cvv|crypto|expiry|dateval/i.test(name))).toEqual([]);
  });

  it('contains the order in the fields of the protocol', () => {
    expect(valuesOf()).toMatchObject({
      vads_amount: '17800',
      vads_currency: '978',
      vads_ctx_mode: 'TEST',
      vads_site_id: '12345678',
      vads_trans_date: '20261212203005',
      vads_trans_id: '000042',
      vads_cust_country: 'FR',
      vads_cust_last_name: "L'Hôpital & fils script",
      vads_url_cancel: 'https://shop.test/app/reservations/1/return?from=bank&outcome=cancelled',
    });
  });

  it('has transaction numbers that the platform takes', () => {
    expect(valuesOf({ number: 899_999 }).vads_trans_id).toBe('899999');
    expect(valuesOf({ number: 900_000 }).vads_trans_id).toBe('000000');
  });

  it('keeps the longest reference of ours within the field', () => {
    const reference = formatReference({ code: 'R'.repeat(300), currency: 'EUR', token: newToken() });
    expect(valuesOf({ reference }).vads_order_id).toHaveLength(64);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses the amount %d', (amountMinor) => {
    expect(() => valuesOf({ amountMinor })).toThrow('cents');
  });

  it('refuses a currency that the account does not sell in, and a reference that is too long', () => {
    expect(() => valuesOf({ currency: 'USD' })).toThrow('USD');
    expect(() => valuesOf({ reference: 'x'.repeat(65) })).toThrow('too long');
  });
});

it('texts have no mark-up and no bytes that a browser would change', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 63 }), (text, max) => {
      const written = fieldText(text, max);
      expect(written).not.toMatch(/[\p{Cc}\p{Cs}<>]/u);
      expect([...written].length).toBeLessThanOrEqual(max);
      expect(written.trim()).toBe(written);
    }),
  );
  expect(fieldText('Ольга\r\n😀', 10)).toBe('Ольга 😀');
});
