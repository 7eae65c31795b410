import { randomUUID } from 'node:crypto';
import { ticketingV1 } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { buyerOf } from '../src/features/buyers/buyer.domain';
import { keepBuyer } from '../src/features/buyers/keep-buyer.command';
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
  const here = () => crm.tenants[0];
  const validate = (who: ticketingV1.Customer | undefined, tenantId = here()) => crm.sell(tenantId, who);
  const linked = async (who: ticketingV1.Customer, tenantId = here()) =>
    crm.buyerOf(await validate(who, tenantId));
  const byEmail = async (email: string) =>
    (await crm.read<List>(`tiers?f.email.eq=${encodeURIComponent(email)}&archived=all`)).items;

  it('makes its buyer a third party and tells who it is', async () => {
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
    expect(crm.told()).toContainEqual({
      $case: 'changed',
      value: { tiersId, version: 1, label: 'Sofia Almeida' },
      key: tiersId,
    });
    const history = await crm.read<{ items: { action: string }[] }>(`tiers/${tiersId}/history`);
    expect(history.items).toMatchObject([{ action: 'create' }]);
  });

  it('finds a buyer that is known, in any case, and only fills what was empty', async () => {
    const email = address();
    const known = await crm.make('tiers', {
      kind: 'particular',
      firstName: 'S.',
      lastName: 'Almeida',
      email,
    });
    const sold = customer(email.toUpperCase(), { telephone: '0612440819' });
    expect(await linked(sold)).toBe(known.id);
    expect(await crm.read(`tiers/${known.id}`)).toMatchObject({
      name: 'S. Almeida',
      telephone: '0612440819',
      version: 2,
      addresses: [{ city: 'Melun' }],
    });
    await linked(customer(email, { telephone: '01' }));
    expect(await crm.read(`tiers/${known.id}`)).toMatchObject({ telephone: '0612440819', version: 2 });
  });

  it('makes one third party of ten sales to one address', async () => {
    const email = address();
    const links = await Promise.all(Array.from({ length: 10 }, () => linked(customer(email))));
    expect(new Set(links).size).toBe(1);
    expect(await byEmail(email)).toHaveLength(1);
  });

  it('makes one third party of ten transactions at the same moment', async () => {
    const buyer = { ...buyerOf(customer(address(), { newsletterSubscribed: true })), email: address() };
    const keep = (telephone: string) =>
      crm.crm.ctx.db.inTenant(systemActor(here(), 'test'), (tx) => keepBuyer(tx, { ...buyer, telephone }));
    const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => keep(`060000000${index}`)));
    expect(new Set(ids).size).toBe(1);
    expect(await byEmail(buyer.email)).toMatchObject([{ id: ids[0], version: 1 }]);
  });

  it('keeps theatres apart', async () => {
    const email = address();
    const ours = await linked(customer(email));
    const theirs = await linked(customer(email), crm.tenants[1]);
    expect(ours).not.toBe(theirs);
    expect((await crm.call('GET', `tiers/${ours}`, {}, crm.tenants[1])).status).toBe(404);
  });

  it('has its effect once, however often it is told', async () => {
    const email = address();
    const reservationId = await validate(customer(email));
    await crm.buyerOf(reservationId);
    const [again] = [...crm.bus.published('ticketing.reservation.v1')].filter(
      ({ key }) => key === reservationId,
    );
    await crm.bus.publish([again!, again!]);
    await crm.tell(here(), 'validated', reservationId);
    await linked(customer(address()));
    const links = crm
      .told()
      .filter((event) => event.$case === 'buyerLinked' && event.value.reservationId === reservationId);
    // The first telling and the one with an id of its own; repetitions of the first are none.
    expect(links).toHaveLength(2);
    expect(await byEmail(email)).toHaveLength(1);
  });

  it('waits for ticketing when it is away', async () => {
    crm.ticketing.outages = 2;
    await linked(customer(address()));
  });

  it('without a buyer or an address makes nobody', async () => {
    const total = async () => (await crm.call<List>('GET', 'tiers', {}, crm.tenants[1])).body.page.total;
    const before = await total();
    await validate(undefined, crm.tenants[1]);
    await validate(customer(' '), crm.tenants[1]);
    await linked(customer(address()), crm.tenants[1]);
    expect(await total()).toBe(before + 1);
  });
});
