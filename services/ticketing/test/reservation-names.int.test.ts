import { randomUUID } from 'node:crypto';
import { BoxOffice, type Theatre } from './support/box-office';

interface Page {
  items: { id: string; representation?: { id: string } }[];
}

/** The performance of a reservation is its `representation`; what was written with the former name is still read. */
describe('the performance of a reservation', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let id: string;
  const base = '/b/api/prestiscene/reservations';
  const read = async <T>(path: string) =>
    (await office.staff<T>(theatre.tenantId, 'GET', `${base}${path}`)).body;

  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre();
    const [seat] = await office.seats(theatre.performanceId);
    id = (await office.buyer(theatre.performanceId, [seat!.id])).reservation.id;
  }, 60_000);
  afterAll(() => office.close());

  test('is its representation', async () => {
    const record = await read<Page['items'][number] & { performance?: unknown }>(`/${id}`);
    expect(record).toMatchObject({ representation: { id: theatre.performanceId } });
    expect(record.performance).toBeUndefined();
  });

  test('filters, sorts and shows a list by both names', async () => {
    for (const name of ['representation', 'performance']) {
      const query = `f.${name}.eq=${theatre.performanceId}&sort=-${name}&columns=code,${name}`;
      expect((await read<Page>(`?${query}`)).items).toMatchObject([
        { id, representation: { id: theatre.performanceId } },
      ]);
      expect((await read<Page>(`?f.${name}.eq=${randomUUID()}`)).items).toEqual([]);
    }
  });

  test('is named so in a history that was written with the former name', async () => {
    await office.database.asSuperuser(
      `INSERT INTO kit.history (id, tenant_id, entity, entity_id, action, changes, actor_name, at)
       VALUES ($1, $2, 'ticketing.reservation', $3, 'revise', '{"performance": ["a", "b"]}', 'Ann', now())`,
      [randomUUID(), theatre.tenantId, id],
    );
    const { items } = await read<{ items: { action: string; changes: object }[] }>(`/${id}/history`);
    expect(items.find(({ action }) => action === 'revise')?.changes).toEqual({ representation: ['a', 'b'] });
  });
});
