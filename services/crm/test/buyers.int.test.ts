import { randomUUID } from 'node:crypto';
import { ticketingV1 } from '@coulisse/contracts';
import { systemActor, type Tx } from '@coulisse/service-kit';
import { buyerOf } from '../src/features/buyers/buyer.domain';
import { tiersOfBuyer } from '../src/features/buyers/tiers-of-buyer.command';
import { lockBuyers, upsertBuyer } from '../src/features/buyers/upsert-buyer.command';
import { office, type Stored } from './support/office';

jest.setTimeout(60_000);

interface List {
  items: Stored[];
  page: { total: number };
}

describe('a validated reservation', () => {
  const crm = office();
  const customer = (email: string, changes: Partial<ticketingV1.Customer> = {}) =>
    ticketingV1.Customer.fromPartial({
      email,
      firstName: 'Sofia',
      lastName: 'Almeida',
      addressLine1: '3 rue Haute',
      zipCode: '77000',
      city: 'Melun',
      country: 'FR',
      language: 'fr',
      ...changes,
    });
  const address = () => `buyer-${randomUUID()}@crm.test`;
  const firstTenant = () => crm.tenants[0];
  const validate = (buyer: ticketingV1.Customer | undefined, tenantId = firstTenant()) =>
    crm.sell(tenantId, buyer);
  const linked = async (buyer: ticketingV1.Customer, tenantId = firstTenant()) =>
    crm.buyerOf(await validate(buyer, tenantId));
  const byEmail = async (email: string) =>
    (await crm.read<List>(`tiers?f.email.eq=${encodeURIComponent(email)}&archived=all`)).items;

  it('creates a third party for its buyer and publishes it', async () => {
    const email = address();
    const tiersId = await linked(customer(email, { newsletterSubscribed: true }));
    expect(await crm.read(`tiers/${tiersId}`)).toMatchObject({
      kind: 'particular',
      particularType: 'EXTERNAL',
      name: 'Sofia Almeida',
      email,
      newsletterSubscribed: true,
      version: 1,
      addresses: [{ addressLine1: '3 rue Haute', city: 'Melun', mainBilling: true, mainDelivery: true }],
    });
    expect(crm.publishedEvents()).toContainEqual({
      $case: 'changed',
      value: { tiersId, version: 1, label: 'Sofia Almeida' },
      key: tiersId,
    });
    const history = await crm.read<{ items: { action: string }[] }>(`tiers/${tiersId}/history`);
    expect(history.items).toMatchObject([{ action: 'create' }]);
  });

  it.each([
    ['محمد', 'عبد الله'],
    [`O'Neil "Bob"`, '& <b>'],
    ['👨‍👩‍👧‍👦', '=1+1'],
    ['é'.repeat(255), '🦄'.repeat(255)],
  ])('keeps the name %s %s as it was typed', async (firstName, lastName) => {
    const email = address();
    const tiersId = await linked(customer(email, { firstName, lastName }));
    expect(await crm.read(`tiers/${tiersId}`)).toMatchObject({
      ...{ firstName, lastName, name: `${firstName} ${lastName}` },
    });
    expect(await byEmail(email)).toMatchObject([{ id: tiersId, name: `${firstName} ${lastName}` }]);
  });

  it('finds an existing buyer by e-mail address in any case, and only fills empty fields', async () => {
    const email = address();
    const existing = await crm.make('tiers', {
      kind: 'particular',
      firstName: 'S.',
      lastName: 'Almeida',
      email,
    });
    const sold = customer(email.toUpperCase(), { telephone: '0612440819' });
    expect(await linked(sold)).toBe(existing.id);
    expect(await crm.read(`tiers/${existing.id}`)).toMatchObject({
      name: 'S. Almeida',
      telephone: '0612440819',
      version: 2,
      addresses: [{ city: 'Melun' }],
    });
    await linked(customer(email, { telephone: '01' }));
    expect(await crm.read(`tiers/${existing.id}`)).toMatchObject({ telephone: '0612440819', version: 2 });
  });

  it('creates one third party for ten sales to one address', async () => {
    const email = address();
    const links = await Promise.all(Array.from({ length: 10 }, () => linked(customer(email))));
    expect(new Set(links).size).toBe(1);
    expect(await byEmail(email)).toHaveLength(1);
  });

  it('creates one third party in ten concurrent transactions', async () => {
    const buyer = { ...buyerOf(customer(address(), { newsletterSubscribed: true })), email: address() };
    const upsert = (telephone: string) =>
      crm.crm.ctx.db.inTenant(systemActor(firstTenant(), 'test'), (tx) =>
        upsertBuyer(tx, { ...buyer, telephone }),
      );
    const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => upsert(`060000000${index}`)));
    expect(new Set(ids).size).toBe(1);
    expect(await byEmail(buyer.email)).toMatchObject([{ id: ids[0], version: 1 }]);
  });

  describe('of two transactions with the same buyers in another order', () => {
    /** What becomes of both: a deadlock ends one of them. */
    async function inTurns(isLocked: boolean): Promise<string[]> {
      const buyers = [address(), address()].map((email) => ({ ...buyerOf(customer(email)), email }));
      const inTenant = (work: (tx: Tx) => Promise<void>) =>
        crm.crm.ctx.db.inTenant(systemActor(firstTenant(), 'test'), work);
      await inTenant(async (tx) => {
        for (const buyer of buyers) await upsertBuyer(tx, buyer);
      });
      const upsertAll = (list: typeof buyers) =>
        inTenant(async (tx) => {
          if (isLocked) await lockBuyers(tx, list, []);
          for (const buyer of list) {
            await upsertBuyer(tx, buyer);
            await new Promise((resolve) => setTimeout(resolve, 300));
          }
        });
      const results = await Promise.allSettled([upsertAll(buyers), upsertAll([...buyers].reverse())]);
      return results.map(({ status }) => status);
    }

    it('both succeed, because all are locked first', async () => {
      expect(await inTurns(true)).toEqual(['fulfilled', 'fulfilled']);
    });

    it('one is ended without these locks: this test sees it', async () => {
      expect(await inTurns(false)).toContain('rejected');
    });
  });

  it('separates tenants', async () => {
    const email = address();
    const ours = await linked(customer(email));
    const theirs = await linked(customer(email), crm.tenants[1]);
    expect(ours).not.toBe(theirs);
    expect((await crm.call('GET', `tiers/${ours}`, {}, crm.tenants[1])).status).toBe(404);
  });

  it('has its effect once for repeated events', async () => {
    const email = address();
    const reservationId = await validate(customer(email));
    await crm.buyerOf(reservationId);
    const [again] = [...crm.bus.published('ticketing.reservation.v1')].filter(
      ({ key }) => key === reservationId,
    );
    await crm.bus.publish([again!, again!]);
    await crm.publishReservationEvent(firstTenant(), 'validated', reservationId);
    await linked(customer(address()));
    const links = crm
      .publishedEvents()
      .filter((event) => event.$case === 'buyerLinked' && event.value.reservationId === reservationId);
    // The first event and the one with a new id have an effect; repeats of the first have none.
    expect(links).toHaveLength(2);
    expect(await byEmail(email)).toHaveLength(1);
  });

  it('is retried while ticketing is unavailable', async () => {
    crm.ticketing.outages = 2;
    await linked(customer(address()));
  });

  describe('whose buyer left a telephone number and no e-mail address', () => {
    const digits = () => String(Math.floor(Math.random() * 10 ** 8)).padStart(8, '0');
    const caller = (telephone: string, changes: Partial<ticketingV1.Customer> = {}) =>
      customer('', { telephone, ...changes });

    it('creates a third party that lists and searches find', async () => {
      const telephone = `06${digits()}`;
      const tiersId = await linked(caller(telephone));
      expect(await crm.read(`tiers/${tiersId}`)).toMatchObject({
        ...{ kind: 'particular', name: 'Sofia Almeida', email: null, telephone, version: 1 },
        addresses: [{ city: 'Melun' }],
      });
      expect((await crm.read<List>(`tiers?q=${telephone}`)).items).toMatchObject([{ id: tiersId }]);
    });

    it('finds the third party with that number and name, however they are written', async () => {
      const number = digits();
      const existing = await crm.make('tiers', {
        ...{ kind: 'particular', firstName: 'Sofía', lastName: 'ALMEIDA', email: address() },
        mobile: `06${number}`,
      });
      const same = caller(`+33 6 ${number}`, { firstName: 'Almeida', lastName: 'Sofia' });
      expect(await linked(same)).toBe(existing.id);
      expect(await crm.read(`tiers/${existing.id}`)).toMatchObject({
        telephone: null,
        mobile: `06${number}`,
      });
      expect(await linked(caller(`06${number}`, { firstName: 'Rui' }))).not.toBe(existing.id);
      expect(await linked(caller(`06${digits()}`))).not.toBe(existing.id);
    });

    it('creates one third party for ten sales, for repeated events, and in each theatre its own', async () => {
      const telephone = `06${digits()}`;
      const links = await Promise.all(Array.from({ length: 10 }, () => linked(caller(telephone))));
      expect(new Set(links).size).toBe(1);
      const reservationId = await validate(caller(telephone));
      await crm.publishReservationEvent(firstTenant(), 'validated', reservationId);
      expect(await crm.buyerOf(reservationId)).toBe(links[0]);
      expect(await linked(caller(telephone), crm.tenants[1])).not.toBe(links[0]);
      expect((await crm.read<List>(`tiers?q=${telephone}`)).items).toHaveLength(1);
    });

    it('creates one third party in ten concurrent transactions', async () => {
      const number = digits();
      const upsert = (telephone: string) =>
        crm.crm.ctx.db.inTenant(systemActor(firstTenant(), 'test'), (tx) =>
          tiersOfBuyer(tx, { tiersId: '', buyer: buyerOf(caller(telephone)) }),
        );
      const ids = await Promise.all(
        Array.from({ length: 10 }, (_, index) => upsert(index % 2 ? `06${number}` : `+336${number}`)),
      );
      expect(new Set(ids).size).toBe(1);
    });
  });

  it('creates no third party without a buyer, an address or a telephone number with a name', async () => {
    const total = async () => (await crm.call<List>('GET', 'tiers', {}, crm.tenants[1])).body.page.total;
    const before = await total();
    await validate(undefined, crm.tenants[1]);
    await validate(customer(' '), crm.tenants[1]);
    await validate(customer('', { telephone: '0612' }), crm.tenants[1]);
    await validate(customer('', { telephone: '0612440819', lastName: '' }), crm.tenants[1]);
    await linked(customer(address()), crm.tenants[1]);
    expect(await total()).toBe(before + 1);
  });
});
