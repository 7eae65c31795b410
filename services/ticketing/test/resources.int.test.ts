import { randomUUID } from 'node:crypto';
import { describeResource, type Caller, type ResourceHarness } from '@coulisse/test-kit/describe-resource';
import en from '../src/locales/en.json';
import fr from '../src/locales/fr.json';
import * as resources from '../src/resources';
import { BoxOffice } from './support/box-office';

/** What every resource of the product has to do, for each of ours. */
describe('the resources of ticketing', () => {
  let office: BoxOffice;
  const tenants = [randomUUID(), randomUUID()] as const;
  const harness: ResourceHarness = {
    request: async (caller, method, path, { body, headers } = {}) => {
      const token = caller
        ? office.service.issuer.staffToken({ tenantId: caller.tenantId, rights: caller.rights })
        : undefined;
      const answer = await office.service.request(method, path, { token, body, headers });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
    },
    tenants: () => tenants,
    locales: { fr, en },
    resources: Object.values(resources),
  };

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  describeResource(resources.show, harness);
  describeResource(resources.seatCategory, harness);
  describeResource(resources.room, harness);
  describeResource(resources.formula, harness);
  describeResource(resources.performance, {
    ...harness,
    input: async ({ tenantId }: Caller) => {
      const { showId, roomId, planId, formulaId } = await office.theatre({
        tenantId,
        name: randomUUID(),
        seatsPerRow: 2,
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
  describeResource(resources.reservation, {
    ...harness,
    make: async ({ tenantId }) => {
      const { performanceId } = await office.theatre({ tenantId, name: randomUUID(), seatsPerRow: 2 });
      const [seat] = await office.seats(performanceId);
      return (await office.buyer(performanceId, [seat?.id ?? ''])).reservation.id;
    },
    place: async (_caller, id, state) => {
      await office.database.asSuperuser(
        'UPDATE reservation SET state = $2::reservation_state WHERE id = $1',
        [id, state],
      );
    },
  });
});
