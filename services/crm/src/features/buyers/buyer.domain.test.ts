import { ticketingV1 } from '@coulisse/contracts';
import { additions, buyerOf } from './buyer.domain';

const customer = (changes: Partial<ticketingV1.Customer> = {}) =>
  ticketingV1.Customer.fromPartial({
    email: ' Marguerite.Pons@Example.test ',
    firstName: 'Marguerite',
    lastName: 'Pons',
    telephone: '06 12 44 08 19',
    addressLine1: '3 rue Haute',
    zipCode: '77000',
    city: 'Melun',
    country: 'FR',
    language: 'en',
    ...changes,
  });

describe('buyerOf', () => {
  it('normalizes the typed values', () => {
    expect(buyerOf(customer())).toEqual({
      email: 'marguerite.pons@example.test',
      firstName: 'Marguerite',
      lastName: 'Pons',
      telephone: '06 12 44 08 19',
      language: 'en',
      newsletterSubscribed: false,
      address: { addressLine1: '3 rue Haute', zipCode: '77000', city: 'Melun', country: 'FR' },
    });
  });

  it('returns null for empty fields', () => {
    const empty = {
      firstName: ' ',
      lastName: '',
      telephone: '',
      addressLine1: '',
      zipCode: '',
      city: ' ',
      country: 'FR',
      language: '',
    };
    expect(buyerOf(customer(empty))).toMatchObject({
      firstName: null,
      lastName: 'marguerite.pons@example.test',
      telephone: null,
      language: 'fr',
      address: null,
    });
    expect(buyerOf(customer({ email: '' })).email).toBeNull();
    expect(buyerOf(customer({ country: 'France' })).address?.country).toBeNull();
  });
});

describe('additions', () => {
  const buyer = buyerOf(customer({ newsletterSubscribed: true }));
  const nothing = { telephone: null, newsletterSubscribed: false, hasAddress: false };
  const everything = { telephone: '01', newsletterSubscribed: true, hasAddress: true };

  it('fills empty fields', () => {
    expect(additions(nothing, buyer)).toEqual({
      telephone: '06 12 44 08 19',
      newsletterSubscribed: true,
      address: true,
    });
  });
  it('overwrites nothing', () => expect(additions(everything, buyer)).toEqual({}));
  it('never withdraws a consent', () => {
    expect(additions(everything, buyerOf(customer({ newsletterSubscribed: false })))).toEqual({});
  });
});
