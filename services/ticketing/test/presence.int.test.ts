import { randomUUID } from 'node:crypto';
import { BoxOffice, type Theatre } from './support/box-office';

interface Presence {
  others: { name: string; since: string }[];
}

/** Two people at the desk have one reservation open. */
describe('who else has a reservation open', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let path: string;
  const people = [randomUUID(), randomUUID()] as const;

  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre();
    const [seat] = await office.seats(theatre.performanceId);
    const buyer = await office.paidBuyer(theatre, [seat!.id]);
    path = `/b/api/prestiscene/reservations/${buyer.reservation.id}/presence`;
  }, 60_000);
  afterAll(() => office.close());

  const call = (method: string, person: string, { tenantId = theatre.tenantId, rights = ['*'] } = {}) =>
    office.service.request<Presence>(method, path, {
      token: office.service.issuer.staffToken({ tenantId, rights, subject: person }),
    });
  const others = async (person: string) => (await call('PUT', person)).body.others.length;

  test('each sees the other one, until they leave or their page is closed', async () => {
    expect(await others(people[0])).toBe(0);
    expect(await others(people[1])).toBe(1);
    expect(await others(people[0])).toBe(1);
    expect((await call('DELETE', people[1])).status).toBe(204);
    expect(await others(people[0])).toBe(0);
    expect(await others(people[1])).toBe(1);
    await office.database.asSuperuser(
      `UPDATE reservation_presence SET seen_at = now() - interval '1 minute'`,
    );
    expect(await others(people[1])).toBe(0);
  });

  test('nobody of another theatre, and nobody without the right to read', async () => {
    expect((await call('PUT', people[0], { tenantId: randomUUID() })).status).toBe(404);
    expect((await call('PUT', randomUUID(), { rights: ['ticketing.show.read'] })).status).toBe(403);
  });
});
