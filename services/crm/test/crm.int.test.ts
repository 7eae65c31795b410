import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ticketingV1, topics } from '@coulisse/contracts';
import { MemoryBus, systemActor } from '@coulisse/service-kit';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { describeResource, type ResourceHarness } from '@coulisse/test-kit/describe-resource';
import { buyerOf } from '../src/features/buyers/buyer.domain';
import { keepBuyer } from '../src/features/buyers/keep-buyer.command';
import en from '../src/locales/en.json';
import fr from '../src/locales/fr.json';
import { tiers } from '../src/resources';
import { service } from '../src/service';
import { FakeTicketing } from '@coulisse/test-kit/fake-ticketing';

jest.setTimeout(60_000);

interface Tiers {
  id: string;
  version: number;
  name: string;
  kind: string;
  telephone: string | null;
  newsletterSubscribed: boolean;
  addresses: { city: string }[];
}

describe('crm', () => {
  const ticketing = new FakeTicketing();
  const bus = new MemoryBus();
  const tenants = [randomUUID(), randomUUID()] as const;
  let database: TestDatabase;
  let crm: TestService;

  beforeAll(async () => {
    await ticketing.start();
    database = await testDatabase(join(__dirname, '..'));
    crm = await startTestService(service, {
      database,
      bus,
      backOff: { attempts: 6, baseMs: 10, maxMs: 50 },
      env: { TICKETING_GRPC: ticketing.address },
    });
  });
  afterAll(async () => {
    await crm.stop();
    await database.drop();
    ticketing.stop();
  });

  const request: ResourceHarness['request'] = async (caller, method, path, options = {}) => {
    const token = caller ? crm.issuer.staffToken(caller) : undefined;
    const answer = await crm.request(method, path, { token, ...options });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
  };
  describeResource(tiers, {
    request,
    tenants: () => tenants,
    locales: { fr, en },
    input: () => ({ kind: 'society', name: `Société ${randomUUID()}`, email: `${randomUUID()}@crm.test` }),
  });

  const staff = (tenantId: string) => ({ tenantId, rights: ['crm.*'] });
  const as = async <B>(
    tenantId: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => {
    const answer = await request(staff(tenantId), method, `/b/api/crm/tiers${path}`, { body, headers });
    return { ...answer, body: answer.body as B };
  };
  const byEmail = async (tenantId: string, email: string) =>
    (await as<{ items: Tiers[] }>(tenantId, 'GET', `?f.email.eq=${encodeURIComponent(email)}`)).body.items;
  const read = async (tenantId: string, id: string) => (await as<Tiers>(tenantId, 'GET', `/${id}`)).body;

  describe('names', () => {
    it('of individuals are made of the first and last name, and follow them', async () => {
      const made = await as<Tiers>(tenants[0], 'POST', '', {
        kind: 'particular',
        firstName: 'Jean-Luc',
        lastName: 'Ferrand',
      });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ name: 'Jean-Luc Ferrand', version: 1 });
      const changed = await as<Tiers>(
        tenants[0],
        'PATCH',
        `/${made.body.id}`,
        { lastName: 'Mars' },
        { 'if-match': '"1"' },
      );
      expect(changed.body).toMatchObject({ name: 'Jean-Luc Mars', version: 2 });
    });

    it('of companies are what they say', async () => {
      const made = await as<Tiers>(tenants[0], 'POST', '', {
        kind: 'society',
        name: 'Alvéo',
        firstName: 'X',
        lastName: 'Y',
      });
      expect(made.body.name).toBe('Alvéo');
    });
  });

  it('keeps addresses with their third party', async () => {
    const made = await as<Tiers>(tenants[0], 'POST', '', {
      kind: 'society',
      name: 'Deux adresses',
      addresses: [
        { city: 'Nantes', country: 'FR', mainBilling: true },
        { city: 'Paris', country: 'FR', mainDelivery: true },
      ],
    });
    expect(made.body.addresses.map(({ city }) => city)).toEqual(['Nantes', 'Paris']);
    const twoMains = await as(tenants[0], 'POST', '', {
      kind: 'society',
      name: 'x',
      addresses: [{ mainBilling: true }, { mainBilling: true }],
    });
    expect(twoMains.status).toBe(422);
  });

  it('knows an individual once per address and theatre; companies may share one', async () => {
    const email = `${randomUUID()}@crm.test`;
    const person = { kind: 'particular', lastName: 'Pons', email };
    expect((await as(tenants[0], 'POST', '', person)).status).toBe(201);
    const twice = await as<{ errors: object[] }>(tenants[0], 'POST', '', {
      ...person,
      email: email.toUpperCase(),
    });
    expect(twice.status).toBe(422);
    expect(twice.body.errors).toMatchObject([{ pointer: '/email' }]);
    expect((await as(tenants[0], 'POST', '', { kind: 'society', name: 'Pons SA', email })).status).toBe(201);
    expect((await as(tenants[1], 'POST', '', person)).status).toBe(201);
  });

  describe('a validated reservation', () => {
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

    const message = (tenantId: string, reservationId: string, id = randomUUID()) => {
      const value = { reservationId, performanceId: randomUUID(), paymentId: randomUUID(), ticketIds: [] };
      const bytes = topics['ticketing.reservation.v1']
        .encode({ event: { $case: 'validated', value } })
        .finish();
      const headers = {
        ce_id: id,
        ce_type: 'validated',
        ce_time: new Date().toISOString(),
        ce_tenantid: tenantId,
      };
      return { topic: 'ticketing.reservation.v1', key: reservationId, value: Buffer.from(bytes), headers };
    };
    const validate = async (tenantId: string, who: ticketingV1.Customer | undefined) => {
      const reservationId = randomUUID();
      const reservation = ticketingV1.GetReservationResponse.fromPartial({ reservationId, customer: who });
      ticketing.reservations.set(reservationId, reservation);
      await bus.publish([message(tenantId, reservationId)]);
      return reservationId;
    };
    const told = () =>
      bus.published('crm.tiers.v1').flatMap((one) => {
        const { event } = topics['crm.tiers.v1'].decode(one.value);
        return event ? [event] : [];
      });
    const linkOf = (reservationId: string) =>
      eventually(() => {
        const links = told().flatMap((event) => (event.$case === 'buyerLinked' ? [event.value] : []));
        const link = links.find((one) => one.reservationId === reservationId);
        if (!link) throw new Error('not linked yet');
        return link.tiersId;
      });
    const address = () => `buyer-${randomUUID()}@crm.test`;

    it('makes its buyer a third party and tells who it is', async () => {
      const email = address();
      const tiersId = await linkOf(
        await validate(tenants[0], customer(email, { newsletterSubscribed: true })),
      );
      expect(await read(tenants[0], tiersId)).toMatchObject({
        kind: 'particular',
        particularType: 'EXTERNAL',
        name: 'Sofia Almeida',
        email,
        newsletterSubscribed: true,
        version: 1,
        addresses: [{ addressLine1: '3 rue Haute', city: 'Melun', country: 'FR', mainBilling: true }],
      });
      expect(told()).toContainEqual({
        $case: 'changed',
        value: { tiersId, version: 1, label: 'Sofia Almeida' },
      });
      const history = await as<{ items: { action: string }[] }>(tenants[0], 'GET', `/${tiersId}/history`);
      expect(history.body.items).toMatchObject([{ action: 'create' }]);
    });

    it('finds a buyer that is known, in any case, and only fills what was empty', async () => {
      const email = address();
      const known = await as<Tiers>(tenants[0], 'POST', '', {
        kind: 'particular',
        firstName: 'S.',
        lastName: 'Almeida',
        email,
      });
      const sold = customer(email.toUpperCase(), { telephone: '0612440819' });
      expect(await linkOf(await validate(tenants[0], sold))).toBe(known.body.id);
      expect(await read(tenants[0], known.body.id)).toMatchObject({
        name: 'S. Almeida',
        telephone: '0612440819',
        version: 2,
        addresses: [{ city: 'Melun' }],
      });
      await linkOf(await validate(tenants[0], customer(email, { telephone: '01' })));
      expect(await read(tenants[0], known.body.id)).toMatchObject({ telephone: '0612440819', version: 2 });
    });

    it('makes one third party of ten sales to one address', async () => {
      const email = address();
      const links = await Promise.all(
        Array.from({ length: 10 }, async () => linkOf(await validate(tenants[0], customer(email)))),
      );
      expect(new Set(links).size).toBe(1);
      expect(await byEmail(tenants[0], email)).toHaveLength(1);
    });

    it('makes one third party of ten transactions at the same moment', async () => {
      const buyer = { ...buyerOf(customer(address(), { newsletterSubscribed: true })), email: address() };
      const keep = (name: string) =>
        crm.ctx.db.inTenant(systemActor(tenants[0], 'test'), (tx) =>
          keepBuyer(tx, { ...buyer, telephone: name }),
        );
      const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => keep(`060000000${index}`)));
      expect(new Set(ids).size).toBe(1);
      expect(await byEmail(tenants[0], buyer.email)).toMatchObject([{ id: ids[0], version: 1 }]);
    });

    it('keeps theatres apart', async () => {
      const email = address();
      const here = await linkOf(await validate(tenants[0], customer(email)));
      const there = await linkOf(await validate(tenants[1], customer(email)));
      expect(here).not.toBe(there);
      expect((await as(tenants[1], 'GET', `/${here}`)).status).toBe(404);
    });

    it('has its effect once, however often it is told', async () => {
      const email = address();
      const reservationId = await validate(tenants[0], customer(email));
      await linkOf(reservationId);
      const again = message(tenants[0], reservationId);
      await bus.publish([again, again]);
      const last = await validate(tenants[0], customer(address()));
      await linkOf(last);
      const links = told().filter(
        (event) => event.$case === 'buyerLinked' && event.value.reservationId === reservationId,
      );
      // The first telling and the second, which is another message; its repetition is none.
      expect(links).toHaveLength(2);
      expect(await byEmail(tenants[0], email)).toHaveLength(1);
    });

    it('waits for ticketing when it is away', async () => {
      ticketing.outages = 2;
      await linkOf(await validate(tenants[0], customer(address())));
    });

    it('without a buyer or an address makes nobody', async () => {
      const before = await as<{ page: { total: number } }>(tenants[1], 'GET', '');
      await validate(tenants[1], undefined);
      await validate(tenants[1], customer(' '));
      await linkOf(await validate(tenants[1], customer(address())));
      const after = await as<{ page: { total: number } }>(tenants[1], 'GET', '');
      expect(after.body.page.total).toBe(before.body.page.total + 1);
    });
  });
});
