import { randomUUID } from 'node:crypto';
import { BoxOffice, block, type Theatre } from './support/box-office';

interface Held {
  code?: string;
  params?: { table: string };
  errors?: { pointer: string }[];
  cart: { token: string };
  seats: { id: string; row: string }[];
}
interface Chair {
  id: string;
  row: string;
  state: string;
}

/** Two tables of four and one of six behind them; tables are sold whole online. */
describe('whole tables', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let performanceId: string;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());
  beforeEach(async () => {
    theatre = await office.theatre({ show: { wholeTables: true } });
    const table = (label: string, chairs: number, x: number, y: number) => ({
      ...{ id: label.toLowerCase(), label, form: 'ROUND', categoryId: theatre.categoryId, chairs },
      ...{ x, y, width: 60, depth: 60 },
    });
    const saved = await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/configuration/salles/${theatre.roomId}/plans/${theatre.planId}/save-shapes`,
      {
        version: 1,
        blocks: [block(theatre.categoryId, 1, 1, { y: 900 })],
        tables: [table('T1', 4, 0, 0), table('T2', 4, 200, 0), table('T3', 6, 100, 300)],
      },
    );
    expect(saved.status).toBe(200);
    performanceId = await office.perform(theatre);
  });

  const chairsOf = async (row: string) =>
    ((await office.seats(performanceId)) as Chair[]).filter((seat) => seat.row === row).map(({ id }) => id);
  const best = (count: number, token?: string) =>
    office.visit<Held>(
      'POST',
      `/app-api/configuration/representations/${performanceId}/best-seats`,
      { count },
      token,
      { 'x-client-network': randomUUID() },
    );
  const rowsOf = ({ seats }: Held) => seats.map(({ row }) => row).join(' ');

  test('a part of a table is refused, the whole table is held', async () => {
    const chairs = await chairsOf('T1');
    const part = await office.hold(performanceId, chairs.slice(0, 3));
    expect([part.status, part.body.code, part.body.params]).toEqual([
      409,
      'placement.whole-table',
      { table: 'T1' },
    ]);
    expect(part.body.errors?.[0]?.pointer).toBe('/seats/0');
    const table = await office.hold(performanceId, chairs);
    expect(table.status).toBe(201);
    expect((await office.save(table.body.cart.token)).status).toBe(200);
    const both = await office.hold(performanceId, [...(await chairsOf('T2')), (await chairsOf('T3'))[0]!]);
    expect(both.body.params).toEqual({ table: 'T3' });
    expect(both.body.errors?.[0]?.pointer).toBe('/seats/4');
  });

  test('the best seats are the smallest table with room for the party, with all of its chairs', async () => {
    const three = await best(3);
    expect([three.status, three.body.seats.length]).toEqual([201, 4]);
    const six = await best(5);
    expect(rowsOf(six.body)).toBe('T3 T3 T3 T3 T3 T3');
    // No chair is left over: the next party gets a table of its own.
    const next = await best(2);
    expect(new Set(next.body.seats.map(({ row }) => row)).size).toBe(1);
    expect(next.body.seats).toHaveLength(4);
    expect((await best(3)).body.code).toBe('reservation.not-enough-seats');
  });

  test('a party larger than any table gets tables beside each other, whole', async () => {
    const { status, body } = await best(8);
    expect(status).toBe(201);
    const free = ((await office.seats(performanceId)) as Chair[]).filter(({ state }) => state === 'FREE');
    const rows = new Set(body.seats.map(({ row }) => row));
    expect(free.some(({ row }) => rows.has(row))).toBe(false);
  });

  test('seats in rows, and the box office, are free of it', async () => {
    const [seat] = await chairsOf('A');
    expect((await office.hold(performanceId, [seat!])).status).toBe(201);
    const chairs = await chairsOf('T1');
    const desk = await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/desk/representations/${performanceId}/holds`,
      { seats: chairs.slice(0, 1) },
    );
    expect(desk.status).toBe(201);
    // What is left of that table is no longer a whole one.
    expect((await office.hold(performanceId, chairs.slice(1))).body.code).toBe('placement.whole-table');
  });

  test('where tables are not sold whole, a single chair is', async () => {
    const { body } = await office.staff<{ version: number }>(
      theatre.tenantId,
      'GET',
      `/b/api/configuration/spectacles/${theatre.showId}`,
    );
    const changed = await office.staff(
      theatre.tenantId,
      'PATCH',
      `/b/api/configuration/spectacles/${theatre.showId}`,
      { wholeTables: false },
      { headers: { 'if-match': `"${body.version}"` } },
    );
    expect(changed.status).toBe(200);
    const [chair] = await chairsOf('T2');
    expect((await office.hold(performanceId, [chair!])).status).toBe(201);
    expect((await best(2)).body.seats).toHaveLength(2);
  });
});
