import fc from 'fast-check';
import { countryNumber } from './country-numbers.domain';
import { formatReference, newToken, parseReference } from '../card-payment/order-reference.domain';
import {
  billing,
  paymentForm,
  plain,
  shoppingCart,
  type PayboxAccount,
  type PayboxOrder,
} from './paybox-form.domain';
import { outcomeOf, parseNotification } from './paybox-notification.domain';
import { hmacKey, hmacMatches } from './paybox-signature.domain';

const account: PayboxAccount = {
  site: '1999888',
  rang: '32',
  identifiant: '110647233',
  key: hmacKey('0123456789ABCDEF'.repeat(8)),
};
const order: PayboxOrder = {
  reference: formatReference({ code: 'R-7K3M-9QX4', currency: 'EUR', token: newToken() }),
  amountMinor: 17800,
  currency: 'EUR',
  quantity: 2,
  buyer: {
    email: 'zoe@example.org',
    firstName: 'Zoé',
    lastName: "L'Hôpital & fils <script>",
    addressLine1: '12 bis, rue de la Sœur-Œuvrée',
    zipCode: '69001',
    city: 'Lyon',
    country: 'fr',
  },
  language: 'fr',
  returnUrl: 'https://shop.test/app/reservations/1/return?from=bank',
  notificationUrl: 'https://shop.test/app-api/payments/paybox/notification',
  at: new Date('2026-12-12T20:30:00.123Z'),
};
const value = (name: string, form = paymentForm(account, order)): string | undefined =>
  form.find((field) => field.name === name)?.value;

describe('the form of a payment', () => {
  it('is signed in the order in which it is sent, the HMAC last', () => {
    const form = paymentForm(account, order);
    expect(hmacMatches(form, account.key)).toBe(true);
    expect(form.at(-1)!.name).toBe('PBX_HMAC');
    expect(form.every((field) => field.value !== '')).toBe(true);
  });

  it('has no field for the number of a card, which only the page of the bank asks for (R-068)', () => {
    const names = paymentForm(account, order).map(({ name }) => name);
    expect(names.filter((name) => /card|carte|pan$|cvv|crypto|expiry|dateval/i.test(name))).toEqual([]);
  });

  it('contains the order in the fields of the protocol', () => {
    expect(value('PBX_TOTAL')).toBe('17800');
    expect(value('PBX_DEVISE')).toBe('978');
    expect(value('PBX_TIME')).toBe('2026-12-12T20:30:00+00:00');
    expect(value('PBX_LANGUE')).toBe('FRA');
    expect(value('PBX_RETOUR')).toMatch(/;K:K$/);
    expect(value('PBX_ANNULE')).toBe(
      'https://shop.test/app/reservations/1/return?from=bank&outcome=cancelled',
    );
  });

  it('pads an amount below one euro', () => {
    expect(value('PBX_TOTAL', paymentForm(account, { ...order, amountMinor: 50 }))).toBe('050');
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses the amount %d', (amountMinor) => {
    expect(() => paymentForm(account, { ...order, amountMinor })).toThrow('cents');
  });

  it('refuses a currency that the account does not sell in', () => {
    expect(() => paymentForm(account, { ...order, currency: 'USD' })).toThrow('USD');
  });
});

describe('the data for the card schemes', () => {
  it('writes the billing address without accents or mark-up', () => {
    expect(billing(order.buyer)).toBe(
      '<?xml version="1.0" encoding="utf-8"?><Billing><Address><FirstName>Zoe</FirstName>' +
        "<LastName>L'Hopital fils script</LastName><Address1>12 bis, rue de la Soeur-OEuvree</Address1>" +
        '<ZipCode>69001</ZipCode><City>Lyon</City><CountryCode>250</CountryCode></Address></Billing>',
    );
  });

  it('stays within the length and the alphabet of a field, and never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 50 }), (text, max) => {
        const written = plain(text, max);
        expect(written).toMatch(/^[A-Za-z0-9 .,'-]+$/);
        expect(written.length).toBeLessThanOrEqual(max);
        expect(written.trim()).toBe(written);
      }),
    );
    expect(plain('Ольга', 22)).toBe('-');
  });

  it('limits the number of articles to 1 to 99', () => {
    expect(shoppingCart(0)).toContain('<totalQuantity>1<');
    expect(shoppingCart(150)).toContain('<totalQuantity>99<');
  });

  it('maps country codes to ISO numbers', () => {
    expect([countryNumber('FR'), countryNumber('be'), countryNumber('AF'), countryNumber('XX')]).toEqual([
      '250',
      '056',
      '004',
      undefined,
    ]);
  });
});

describe('the order reference', () => {
  it('is parsed back unchanged', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{1,3}-\d{4}-\d{6}$/),
        fc.constantFrom('EUR', 'CHF'),
        (code, currency) => {
          const token = newToken();
          expect(parseReference(formatReference({ code, currency, token }))).toEqual({
            code,
            currency,
            token,
          });
        },
      ),
    );
  });

  it('is unique', () => {
    expect(new Set(Array.from({ length: 500 }, newToken)).size).toBe(500);
  });

  it.each(['', 'R-7K3M-9QX4', 'R-1-EUR-abc', 'R-1-eur-00000000000000000000000000000000'])(
    'rejects %j',
    (text) => {
      expect(parseReference(text)).toBeNull();
    },
  );
});

describe('a notification', () => {
  it('reads the requested fields', () => {
    const read = parseNotification(`M=17800&R=${order.reference}&T=123&A=XXXXXX&S=456&E=00000&K=x`);
    expect(read).toMatchObject({
      amountMinor: 17800,
      callNumber: '123',
      transactionNumber: '456',
      outcome: 'ACCEPTED',
    });
    expect(read.order).toMatchObject({ code: 'R-7K3M-9QX4', currency: 'EUR' });
  });

  it.each([
    ['00000', 'XXXXXX', 'ACCEPTED'],
    ['00000', '', 'REFUSED'],
    ['00105', 'XXXXXX', 'REFUSED'],
    ['00021', '', 'REFUSED'],
    ['00001', '', 'CANCELLED'],
    ['99999', '', 'PENDING'],
    ['', 'XXXXXX', 'REFUSED'],
  ])('with code %j and authorisation %j is %s', (code, authorisation, outcome) => {
    expect(outcomeOf(code, authorisation)).toBe(outcome);
  });

  it.each(['', '-100', '1e3', '17800.00', '9999999999999'])('has no amount in %j', (amount) => {
    expect(parseNotification(`M=${encodeURIComponent(amount)}&R=x`).amountMinor).toBeNull();
  });
});
