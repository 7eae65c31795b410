import { Client } from 'pg';
import { BoxOffice, block, type Theatre } from './support/box-office';

/** The kernel's routes have their own suite; these are ticketing's. */
describe('another tenant', () => {
  let office: BoxOffice;
  let ours: Theatre;
  let theirs: Theatre;
  let reservationId: string;

  beforeAll(async () => {
    office = await BoxOffice.open();
    [ours, theirs] = [await office.theatre(), await office.theatre()];
    const [seat] = await office.seats(ours.performanceId);
    reservationId = (await office.buyer(ours.performanceId, [seat?.id ?? ''])).reservation.id;
  }, 60_000);
  afterAll(() => office.close());

  test('gets 404 from every route with an id of ours, whatever its rights', async () => {
    const plans = `/b/api/configuration/salles/${ours.roomId}/plans`;
    const reception = `/b/api/prestiscene/reception/representations/${ours.performanceId}/reservations`;
    const blocks = [block(theirs.categoryId, 1, 1)];
    const emptyDraft = {
      ...{ name: 'Mine', blocks: [], tables: [], outlines: [], texts: [], background: null, views: [] },
    };
    const routes: [method: string, path: string, body?: object][] = [
      ['GET', plans],
      ['POST', plans, { name: 'Mine', blocks }],
      ['GET', `${plans}/${ours.planId}`],
      ['GET', `${plans}/${ours.planId}/categories`],
      ['POST', `${plans}/${ours.planId}/save-shapes`, { version: 1, blocks }],
      ['POST', plans.replace('/plans', '/draft-plans'), emptyDraft],
      ['POST', `${plans}/${ours.planId}/save-draft`, { version: 1, ...emptyDraft }],
      ['POST', `${plans}/${ours.planId}/publish`, { version: 1 }],
      ['POST', `${plans}/${ours.planId}/discard-draft`, { version: 1 }],
      ['GET', `/b/api/configuration/representations/${ours.performanceId}/plan`],
      ['GET', `/b/api/prestiscene/reservations/${reservationId}/informations`],
      ['GET', reception],
      ['POST', `${reception}/${reservationId}/arrived`],
      ['POST', `${reception}/${reservationId}/arrived-count`, { arrivedCount: 1 }],
    ];
    for (const [method, path, body] of routes) {
      const answer = await office.staff(theirs.tenantId, method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expect(answer.text).not.toContain('Durand');
    }
  });

  test('has a plan of its own, also when the seats of ours are in memory', async () => {
    const site = '/app-api/configuration/representations';
    const seatingOf = async ({ performanceId }: Theatre) =>
      (await office.visit<{ seatingId: string }>('GET', `${site}/${performanceId}/plan/states`)).body
        .seatingId;
    const [own, other] = [await seatingOf(ours), await seatingOf(theirs)];
    const status = async (performanceId: string, seatingId: string) =>
      (await office.visit('GET', `${site}/${performanceId}/plan/seats/${seatingId}`)).status;
    expect([await status(ours.performanceId, own), await status(theirs.performanceId, other)]).toEqual([
      200, 200,
    ]);
    expect([await status(theirs.performanceId, own), await status(ours.performanceId, other)]).toEqual([
      404, 404,
    ]);
  });

  test('cannot create a performance with a show, a room or a plan of ours', async () => {
    for (const part of [{ showId: ours.showId }, { roomId: ours.roomId }, { planId: ours.planId }])
      await expect(office.perform({ ...theirs, ...part })).rejects.toThrow(/422|409/);
  });

  test('sees no row of ours in any table, with or without its own tenant set', async () => {
    const tables = await office.database.asSuperuser<{ name: string; secured: boolean }>(
      `SELECT c.oid::regclass::text AS name, c.relrowsecurity AND c.relforcerowsecurity AS secured
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text IN ('public', 'kit')`,
    );
    expect(tables.length).toBeGreaterThan(20);
    expect(tables.filter(({ secured }) => !secured)).toEqual([]);
    const app = new Client({ connectionString: office.database.url });
    await app.connect();
    try {
      for (const { name } of tables) {
        const counted = async () =>
          (
            await app.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${name} WHERE tenant_id = $1`, [
              ours.tenantId,
            ])
          ).rows[0]?.rows;
        expect([name, await counted()]).toEqual([name, '0']);
        await app.query(`BEGIN; SET LOCAL app.tenant = '${theirs.tenantId}'`);
        expect([name, await counted()]).toEqual([name, '0']);
        await app.query('ROLLBACK');
      }
    } finally {
      await app.end();
    }
  });
});
