import { withMainAddresses } from './main-addresses.domain';

const address = (more: object = {}) => ({
  name: null,
  addressLine1: null,
  addressLine2: null,
  addressLine3: null,
  zipCode: null,
  city: null,
  country: null,
  billing: false,
  delivery: false,
  mainBilling: false,
  mainDelivery: false,
  headquarter: false,
  ...more,
});
const mains = (...addresses: ReturnType<typeof address>[]) =>
  withMainAddresses(addresses).map((one) =>
    Object.entries(one)
      .filter(([, value]) => value === true)
      .map(([flag]) => flag)
      .join(' '),
  );

describe('the main address', () => {
  it('of none is none', () => expect(mains()).toEqual([]));
  it('is the first', () =>
    expect(mains(address(), address())).toEqual(['billing delivery mainBilling mainDelivery', '']));
  it('is the first that is meant for the use', () =>
    expect(mains(address(), address({ billing: true }), address({ delivery: true }))).toEqual([
      '',
      'billing mainBilling',
      'delivery mainDelivery',
    ]));
  it('is the one that says so, and then meant for it', () =>
    expect(mains(address({ billing: true }), address({ mainBilling: true }))).toEqual([
      'billing delivery mainDelivery',
      'billing mainBilling',
    ]));
  it('that two say they are stays with both, for the rule to refuse', () =>
    expect(mains(address({ mainBilling: true }), address({ mainBilling: true }))).toEqual([
      'billing delivery mainBilling mainDelivery',
      'mainBilling',
    ]));
});
