import { CHOSEN_FIELDS, mergedValues, takenAddresses } from './merge.domain';

describe('the values of a merge', () => {
  const own = {
    name: 'Alvéo',
    email: 'a@b.c',
    telephone: null,
    newsletterSubscribed: false,
    loyalty: 'gold',
    loyaltyIsManual: true,
  };
  const other = {
    name: 'ALVEO',
    email: 'd@e.f',
    telephone: '0160010203',
    newsletterSubscribed: true,
    loyalty: 'bronze',
    loyaltyIsManual: false,
  };

  it('are its own, and the other one’s where it has none', () => {
    expect(mergedValues(own, other, {})).toMatchObject({
      name: 'Alvéo',
      email: 'a@b.c',
      telephone: '0160010203',
      secondaryEmail: 'd@e.f',
      newsletterSubscribed: false,
      loyalty: 'gold',
      loyaltyIsManual: true,
    });
  });
  it('are the chosen ones', () => {
    expect(
      mergedValues(own, other, {
        name: 'other',
        email: 'other',
        telephone: 'this',
        newsletterSubscribed: 'other',
        loyalty: 'other',
      }),
    ).toMatchObject({
      name: 'ALVEO',
      email: 'd@e.f',
      telephone: null,
      secondaryEmail: 'a@b.c',
      newsletterSubscribed: true,
      loyalty: 'bronze',
      loyaltyIsManual: false,
    });
  });
  it('keep an existing secondary address', () => {
    expect(mergedValues({ ...own, secondaryEmail: 'x@y.z' }, other, {})).toMatchObject({
      secondaryEmail: 'x@y.z',
    });
    expect(mergedValues(own, { ...other, email: 'a@b.c' }, {}).secondaryEmail ?? null).toBeNull();
  });
  it('cover every writable field and no other', () => {
    expect(CHOSEN_FIELDS).toEqual(
      expect.arrayContaining(['name', 'email', 'siret', 'group', 'photo', 'loyalty']),
    );
    for (const field of ['kind', 'isArchived', 'mergedInto', 'turnoverHT', 'addresses', 'contacts', 'job'])
      expect(CHOSEN_FIELDS).not.toContain(field);
  });
});

describe('the addresses of a merge', () => {
  const address = (id: string, city: string, flags: object = {}) => ({
    id,
    name: null,
    addressLine1: '3 rue Haute',
    addressLine2: null,
    addressLine3: null,
    zipCode: '77000',
    city,
    country: 'FR',
    billing: false,
    delivery: false,
    mainBilling: false,
    mainDelivery: false,
    headquarter: false,
    ...flags,
  });
  it('are taken over for other places only', () => {
    const taken = takenAddresses([address('1', 'Melun')], [address('2', 'MELUN'), address('3', 'Lyon')]);
    expect(taken.map(({ id }) => id)).toEqual(['3']);
  });
  it('stay main addresses where there was none', () => {
    const main = { mainBilling: true, mainDelivery: true, headquarter: true };
    const [second] = takenAddresses(
      [address('1', 'Melun', { mainBilling: true })],
      [address('2', 'Lyon', main)],
    );
    expect(second).toMatchObject({ mainBilling: false, mainDelivery: true, headquarter: true });
    expect(takenAddresses([], [address('2', 'Lyon', main)])).toMatchObject([main]);
  });
});
