import { withMainAddresses } from './main-addresses.domain';

const address = (overrides: object = {}) => ({
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
  ...overrides,
});
const mains = (...addresses: ReturnType<typeof address>[]) =>
  withMainAddresses(addresses).map((completed) =>
    Object.entries(completed)
      .filter(([, value]) => value === true)
      .map(([flag]) => flag)
      .join(' '),
  );

describe('the main address', () => {
  it('is missing without addresses', () => expect(mains()).toEqual([]));
  it('is the first', () =>
    expect(mains(address(), address())).toEqual(['billing delivery mainBilling mainDelivery', '']));
  it('is the first that is meant for the use', () =>
    expect(mains(address(), address({ billing: true }), address({ delivery: true }))).toEqual([
      '',
      'billing mainBilling',
      'delivery mainDelivery',
    ]));
  it('is the flagged one, which is then meant for the use', () =>
    expect(mains(address({ billing: true }), address({ mainBilling: true }))).toEqual([
      'billing delivery mainDelivery',
      'billing mainBilling',
    ]));
  it('stays with both when two are flagged, for the rule to refuse', () =>
    expect(mains(address({ mainBilling: true }), address({ mainBilling: true }))).toEqual([
      'billing delivery mainBilling mainDelivery',
      'mainBilling',
    ]));
});
