import { randomUUID } from 'node:crypto';
import { describeResource, serviceHarness, type Caller } from '@coulisse/test-kit/describe-resource';
import { eventually } from '@coulisse/test-kit';
import type { ResourceDescriptor } from '@coulisse/resource';
import { OFFER_HOURS } from '../src/features/waiting-list/waiting-list.domain';
import { HOLD_LIMITS } from '../src/features/holds/hold.domain';
import * as resources from '../src/resources';
import { BoxOffice } from './support/box-office';
import { makeVoucher } from './support/vouchers';

/** The shared resource suite, for each resource of ticketing. */
describe('the resources of ticketing', () => {
  let office: BoxOffice;
  const harness = serviceHarness(() => office.service, {
    resources: Object.values(resources),
  });

  beforeAll(async () => {
    office = await BoxOffice.open({
      env: { HOLD_LIMITS: '{"seatsPerCart":12}', DNS_SERVERS: '127.0.0.1:1' },
    });
  }, 60_000);
  afterAll(() => office.close());

  describeResource(resources.show, harness);
  describeResource(resources.seatCategory, harness);
  describeResource(resources.room, harness);
  describeResource(resources.option, harness);
  describeResource(resources.promotionCode, harness);
  describeResource(resources.ownHost, {
    ...harness,
    input: () => Promise.resolve({ host: `h-${randomUUID()}.theatre.example` }),
    // The look at the record changes the host a moment after it was added.
    make: async ({ tenantId }) => {
      const hosts = '/b/api/configuration/own-hosts';
      const host = `h-${randomUUID()}.theatre.example`;
      // A theatre has twenty at most: those of earlier tests are out of use.
      await office.database.asSuperuser(
        `UPDATE own_host SET state = 'REMOVED' WHERE tenant_id = $1 AND id NOT IN
           (SELECT id FROM own_host WHERE tenant_id = $1 ORDER BY id DESC LIMIT 10)`,
        [tenantId],
      );
      const { id } = (await office.staff<{ id: string }>(tenantId, 'POST', hosts, { host })).body;
      await eventually(async () => {
        const { body } = await office.staff<{ finding: string | null }>(tenantId, 'GET', `${hosts}/${id}`);
        expect(body.finding).toBe('NO_ANSWER');
      });
      return id;
    },
    setState: async (_caller, id, state) => {
      await office.database.asSuperuser('UPDATE own_host SET state = $2::own_host_state WHERE id = $1', [
        id,
        state,
      ]);
    },
  });
  describeResource(resources.formula, harness);
  describeResource(resources.performance, {
    ...harness,
    input: async ({ tenantId }: Caller) => {
      const { showId, roomId, planId, formulaId } = await office.theatre({
        tenantId,
        name: `Salle ${randomUUID()}`,
        seatsPerRow: 2,
        show: { name: `Bal ${randomUUID()}` },
        formula: { name: `Menu ${randomUUID()}` },
      });
      return {
        show: showId,
        room: roomId,
        planId,
        date: '2031-05-14',
        showTimes: ['20:30'],
        formulas: [formulaId],
      };
    },
  });
  describeResource(resources.settings, {
    ...harness,
    // Created with the tenant, once.
    make: async ({ tenantId }) => {
      const made = await office.database.asSuperuser<{ id: string }>(
        `INSERT INTO settings (id, tenant_id, name) VALUES (uuidv7(), $1, 'Le Lumière')
         ON CONFLICT (tenant_id) DO UPDATE SET name = excluded.name RETURNING id`,
        [tenantId],
      );
      return made[0]?.id ?? '';
    },
  });
  it('describe the platform’s values, for tenants that set none', async () => {
    const token = office.service.issuer.staffToken({ tenantId: randomUUID(), rights: ['ticketing.*'] });
    const { body } = await office.service.request<{ resources: ResourceDescriptor[] }>('GET', '/_resources', {
      token,
    });
    const described = body.resources.find(({ name }) => name === resources.settings.name);
    expect(described?.fields.flatMap(({ name, fallback }) => (fallback ? [[name, fallback]] : []))).toEqual(
      Object.entries({
        ...HOLD_LIMITS,
        seatsPerCart: 12,
        waitingListOfferHours: OFFER_HOURS.usual,
        waitingListNearHours: OFFER_HOURS.near,
      }),
    );
  });
  describeResource(resources.reservation, {
    ...harness,
    make: async ({ tenantId }) => {
      const { performanceId } = await office.theatre({ tenantId, name: randomUUID(), seatsPerRow: 2 });
      const [seat] = await office.seats(performanceId);
      return (await office.buyer(performanceId, [seat?.id ?? ''])).reservation.id;
    },
    setState: async (_caller, id, state) => {
      await office.database.asSuperuser(
        'UPDATE reservation SET state = $2::reservation_state WHERE id = $1',
        [id, state],
      );
    },
  });
  describeResource(resources.waitingEntry, {
    ...harness,
    // One seat seats nobody of a party of two.
    expected: { transitions: { 'WAITING offer': 409 } },
    make: async ({ tenantId }) => {
      const { performanceId } = await office.theatre({ tenantId, name: randomUUID(), seatsPerRow: 1 });
      const path = `/app-api/configuration/representations/${performanceId}/waiting-list`;
      const person = { email: `${randomUUID()}@example.test`, firstName: 'Ana', lastName: 'Durand' };
      await office.visit('POST', path, { ...person, partySize: 2, consent: true });
      const [entry] = await office.database.asSuperuser<{ id: string }>(
        'SELECT id FROM waiting_entry WHERE customer_email = $1',
        [person.email],
      );
      return entry?.id ?? '';
    },
    setState: async (_caller, id, state) => {
      await office.database.asSuperuser(
        'UPDATE waiting_entry SET state = $2::waiting_entry_state WHERE id = $1',
        [id, state],
      );
    },
  });
  describeResource(resources.giftVoucher, {
    ...harness,
    make: async ({ tenantId }) => (await makeVoucher(office, tenantId, { isDraft: true })).id,
    // Only vouchers that are to be posted are; it is shown already.
    expected: {
      transitions: {
        'VALIDATED post': 422,
        'VALIDATED unpost': 422,
        'DRAFT show': 422,
        'VALIDATED show': 422,
      },
    },
    setState: async (_caller, id, state) => {
      await office.database.asSuperuser(
        'UPDATE gift_voucher SET state = $2::gift_voucher_state WHERE id = $1',
        [id, state],
      );
    },
  });
});
