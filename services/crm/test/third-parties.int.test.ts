import { randomUUID } from 'node:crypto';
import { office, type Stored } from './support/office';

jest.setTimeout(60_000);

interface Refused {
  code: string;
  errors: { pointer: string; code: string }[];
}
interface Tiers extends Stored {
  name: string;
  addresses: { city: string; mainBilling: boolean; mainDelivery: boolean; billing: boolean }[];
}
interface List<R = Stored> {
  items: R[];
  page: { total: number };
}
const pointers = ({ errors }: Refused) => errors.map(({ pointer, code }) => `${pointer} ${code}`);

describe('third parties', () => {
  const crm = office();
  const email = () => `${randomUUID()}@crm.test`;

  describe('names', () => {
    it('of individuals are made of the first and last name, and follow them', async () => {
      const made = await crm.make('tiers', {
        kind: 'particular',
        firstName: 'Jean-Luc',
        lastName: 'Ferrand',
      });
      expect(made).toMatchObject({ name: 'Jean-Luc Ferrand', version: 1 });
      const changed = await crm.change(`tiers/${made.id}`, made, { lastName: 'Mars' });
      expect(changed.body).toMatchObject({ name: 'Jean-Luc Mars', version: 2 });
    });

    it('of companies are kept as given', async () => {
      const made = await crm.make('tiers', { kind: 'society', name: 'Alvéo', firstName: 'X', lastName: 'Y' });
      expect(made.name).toBe('Alvéo');
    });
  });

  it('are listed together and by kind', async () => {
    const name = `Partagé ${randomUUID()}`;
    const society = await crm.make('societies', { name });
    const supplier = await crm.make('suppliers', { name });
    const ids = async (path: string) =>
      (await crm.read<List>(`${path}?f.name.eq=${encodeURIComponent(name)}`)).items
        .map(({ id }) => id)
        .sort();
    expect(await ids('tiers')).toEqual([society.id, supplier.id].sort());
    expect(await ids('societies')).toEqual([society.id]);
    expect(await ids('suppliers')).toEqual([supplier.id]);
    expect((await crm.call('GET', `societies/${supplier.id}`)).status).toBe(404);
  });

  it('have an address that is unique per tenant when they are individuals; companies may share one', async () => {
    const address = email();
    const person = { kind: 'particular', lastName: 'Pons', email: address };
    await crm.make('tiers', person);
    const duplicate = await crm.call<Refused>('POST', 'tiers', {
      body: { ...person, email: address.toUpperCase() },
    });
    expect(duplicate.status).toBe(422);
    expect(pointers(duplicate.body)).toEqual(['/email validation.unique']);
    await crm.make('tiers', { kind: 'society', name: 'Pons SA', email: address });
    await crm.make('tiers', person, crm.tenants[1]);
  });

  describe('addresses', () => {
    const cities = (tiers: Tiers) => tiers.addresses.map(({ city }) => city);

    it('are found by town and postcode of the main one, in lists of every kind', async () => {
      const city = `Saint-Malo ${randomUUID()}`;
      const addresses = [
        { city: 'Rennes', zipCode: '35000' },
        { city, zipCode: '35400', mainBilling: true, billing: true },
      ];
      const made = await crm.make<Tiers>('societies', { name: 'Deux villes', addresses });
      await crm.make('societies', { name: 'Sans adresse' });
      const found = async (list: string, query: string) => (await crm.read<List>(`${list}?${query}`)).items;
      const byTown = `f.city.eq=${encodeURIComponent(city)}`;
      for (const list of ['tiers', 'societies'])
        expect(await found(list, `${byTown}&f.zipCode.contains=354`)).toMatchObject([{ id: made.id }]);
      expect(await crm.read(`tiers/${made.id}`)).toMatchObject({ city, zipCode: '35400' });
      expect(await found('particulars', byTown)).toEqual([]);
      expect(await found('tiers', `${byTown}&f.zipCode.eq=35000`)).toEqual([]);
    });

    it('keep their order; the first is the main one unless another one is flagged', async () => {
      const made = await crm.make<Tiers>('tiers', {
        kind: 'society',
        name: 'Deux adresses',
        addresses: [
          { city: 'Nantes', country: 'FR' },
          { city: 'Paris', country: 'FR', delivery: true },
        ],
      });
      expect(cities(made)).toEqual(['Nantes', 'Paris']);
      expect(made.addresses).toMatchObject([
        { billing: true, mainBilling: true, mainDelivery: false },
        { mainBilling: false, mainDelivery: true },
      ]);
      const [first, second] = made.addresses;
      const changed = await crm.change(`tiers/${made.id}`, made, {
        addresses: [
          { ...first, mainBilling: false },
          { ...second, mainBilling: true },
        ],
      });
      expect(changed.body.addresses).toMatchObject([{ mainBilling: false }, { mainBilling: true }]);
    });

    it.each(['mainBilling', 'mainDelivery', 'headquarter'])(
      'are refused when two of them are %s',
      async (flag) => {
        const refused = await crm.call<Refused>('POST', 'tiers', {
          body: {
            kind: 'society',
            name: 'x',
            addresses: [{ [flag]: true }, { city: 'Lyon' }, { [flag]: true }],
          },
        });
        expect(refused.status).toBe(422);
        expect(pointers(refused.body)).toEqual([`/addresses/2/${flag} validation.unique`]);
      },
    );
  });

  describe('numbers', () => {
    it('are stored without separators, and the SIRET gives the SIREN', async () => {
      const made = await crm.make('tiers', {
        kind: 'society',
        name: 'Numéros',
        siret: '732 829 320 00074',
        intracommunityVatNumber: 'FR 44 732829320',
        naf: '90.01z',
        rcs: 'rcs Paris B 732829320',
        eori: 'FR 732 829 320 00074',
        telephone: '01 60 01 02 03',
      });
      expect(made).toMatchObject({
        siren: '732829320',
        siret: '73282932000074',
        intracommunityVatNumber: 'FR44732829320',
        naf: '9001Z',
        rcs: 'RCS Paris B 732 829 320',
        eori: 'FR73282932000074',
        telephone: '01 60 01 02 03',
      });
    });

    it('that are invalid are refused, each with its own code', async () => {
      const wrong = {
        siren: '404833047',
        siret: '73282932000079',
        intracommunityVatNumber: 'FR84732829320',
      };
      const parsed = await crm.call<Refused>('POST', 'tiers', {
        body: { kind: 'society', name: 'x', ...wrong },
      });
      expect(pointers(parsed.body).sort()).toEqual([
        '/intracommunityVatNumber validation.vat-number',
        '/siren validation.siren',
        '/siret validation.siret',
      ]);
      const form = { naf: '90Z', rcs: 'Nancy', eori: 'FR12', telephone: '0612', fax: '+33 999' };
      const refused = await crm.call<Refused>('POST', 'tiers', {
        body: { kind: 'society', name: 'x', ...form },
      });
      expect(refused.status).toBe(422);
      expect(pointers(refused.body).sort()).toEqual([
        '/eori validation.eori',
        '/fax validation.phone',
        '/naf validation.naf',
        '/rcs validation.rcs',
        '/telephone validation.phone',
      ]);
    });

    it('of different companies are refused', async () => {
      const refused = await crm.call<Refused>('POST', 'tiers', {
        body: {
          kind: 'society',
          name: 'x',
          siren: '404833048',
          siret: '73282932000074',
          intracommunityVatNumber: 'FR44732829320',
        },
      });
      expect(pointers(refused.body)).toEqual([
        '/siret tiers.another-company',
        '/intracommunityVatNumber tiers.another-company',
      ]);
    });
  });

  describe('subscriptions', () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const ending = (days: number | null) =>
      crm.make('societies', {
        name: `Abonné ${randomUUID()}`,
        subscriptionEnd: days === null ? null : inDays(days),
      });

    it('R-168: expire within 1 to 6 months, and are found by it', async () => {
      const societies = await Promise.all([ending(-2), ending(10), ending(70), ending(400), ending(null)]);
      expect(societies.map(({ expiresIn }) => expiresIn)).toEqual([null, '1', '3', null, null]);
      const found = await crm.read<List>('societies?f.expiresIn.in=1,2,3&size=200');
      expect(found.items.map(({ id }) => id).sort()).toEqual([societies[1].id, societies[2].id].sort());
      const beyond = await crm.call('GET', 'societies?f.expiresIn.eq=7');
      expect(beyond.status).toBe(422);
    });

    it('do not end before they begin', async () => {
      const refused = await crm.call<Refused>('POST', 'tiers', {
        body: { kind: 'society', name: 'x', subscriptionStart: '2026-02-01', subscriptionEnd: '2026-01-01' },
      });
      expect(pointers(refused.body)).toEqual(['/subscriptionEnd validation.value-min']);
    });
  });

  describe('calls', () => {
    const society = { kind: 'society', name: 'Appelée', addresses: [{ city: 'Meaux', zipCode: '77100' }] };

    it('add a third party', async () => {
      const added = await crm.call('POST', 'tiers/add', { body: society });
      expect(added.status).toBe(201);
      expect(added.headers).toMatchObject({ etag: '"1"', location: `/b/api/crm/tiers/${added.body.id}` });
      expect(added.body).toMatchObject({
        name: 'Appelée',
        addresses: [{ city: 'Meaux', mainBilling: true }],
      });
      const refused = await crm.call<Refused>('POST', 'tiers/add', { body: { kind: 'society' } });
      expect(pointers(refused.body)).toEqual(['/name validation.not-blank']);
    });

    it('add it once for a repeated idempotency key', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const [first, second] = [
        await crm.call('POST', 'tiers/add', { body: society, headers }),
        await crm.call('POST', 'tiers/add', { body: society, headers }),
      ];
      expect(second.body.id).toBe(first.body.id);
    });

    it('return its addresses, and an empty list of projects', async () => {
      const { id } = await crm.make('tiers', society);
      expect(await crm.read(`tiers/${id}/addresses`)).toMatchObject({
        items: [{ city: 'Meaux', zipCode: '77100' }],
        page: { total: 1, number: 1, next: null, exact: true },
      });
      expect(await crm.read(`tiers/${id}/projects`)).toEqual({
        items: [],
        page: { size: 1, number: 1, next: null, previous: null, total: 0, exact: true },
        sums: {},
      });
    });

    it('return its turnover, contacts and notes', async () => {
      const { id } = await crm.make('tiers', society);
      const person = await crm.make('particulars', { lastName: 'Pons', email: email() });
      await crm.make('contacts', { society: id, particular: person.id });
      await crm.make('notes', { tiers: id, title: 'Ancienne', date: '2026-01-02T10:00:00Z' });
      await crm.make('notes', { tiers: id, title: 'Récente', date: '2026-03-02T10:00:00Z' });
      const informations = await crm.read<Stored>(`tiers/${id}/informations`);
      expect(informations).toMatchObject({
        id,
        name: 'Appelée',
        informations: {
          turnover: { amountHT: '0.00', sales: 0, lastSaleAt: null },
          contacts: 1,
          notes: 2,
          lastNote: { title: 'Récente', date: '2026-03-02T10:00:00.000Z' },
          merged: [],
        },
      });
    });

    it.each(['addresses', 'projects', 'informations', 'duplicates'])(
      'are refused for another tenant, and without the right: %s',
      async (section) => {
        const { id } = await crm.make('tiers', society);
        expect((await crm.call('GET', `tiers/${id}/${section}`, {}, crm.tenants[1])).status).toBe(404);
        expect((await crm.call('GET', `tiers/${id}/${section}`, { rights: ['crm.note.*'] })).status).toBe(
          403,
        );
      },
    );
  });
});
