import { ticketingV1 } from '@coulisse/contracts';
import { additions, buyerOf, contactKey, isSameName } from './buyer.domain';

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

describe('contactKey', () => {
  const keyOf = (changes: Partial<ticketingV1.Customer>) => contactKey(buyerOf(customer(changes)));
  it('is the e-mail address, or else the telephone number with a name', () => {
    expect(keyOf({})).toBe('e:marguerite.pons@example.test');
    expect(keyOf({ email: '' })).toBe('p:612440819');
    expect(keyOf({ email: '', telephone: '+33 6 12.44.08.19' })).toBe('p:612440819');
  });
  it('is missing where nobody could be found again', () => {
    expect(keyOf({ email: '', telephone: '' })).toBeNull();
    expect(keyOf({ email: '', telephone: '0612' })).toBeNull();
    expect(keyOf({ email: '', lastName: ' ' })).toBeNull();
  });
});

describe('isSameName', () => {
  it.each([
    ['Élodie Martin', 'MARTIN elodie', true],
    ['Jean-Luc  Roy', 'Jean Luc Roy', true],
    ['محمد عبد الله', 'عبد الله محمد', true],
    ['🦄', '🦄', true],
    ['🦄', '🐴', false],
    ['Élodie Martin', 'Paul Martin', false],
    ['محمد', 'علي', false],
  ])('%s and %s: %s', (left, right, expected) => expect(isSameName(left, right)).toBe(expected));
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
