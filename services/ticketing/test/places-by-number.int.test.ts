import { randomUUID } from 'node:crypto';
import { BoxOffice, block } from './support/box-office';

interface Held {
  code?: string;
  errors?: { pointer: string }[];
  cart: { token: string; id: string };
  seats: { id: string; row: string; number: string; formulaId: string; priceMinor: number }[];
  totalMinor: number;
}
interface Shown {
  onSale: boolean;
  show: { seating: string };
}
const BY_THEATRE = { show: { placement: 'ADMIN' } };

describe('places by number', () => {
  let office: BoxOffice;
  const base = (id: string) => `/app-api/configuration/representations/${id}`;
  const network = () => ({ 'x-client-network': randomUUID() });
  const take = (id: string, places: object[], token?: string, further: object = {}) =>
    office.visit<Held>('POST', `${base(id)}/places`, { places, ...further }, token, network());
  const seatingOf = async (id: string) => (await office.visit<Shown>('GET', base(id))).body;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  test('R-122: where the theatre places its audience, buyers get a number of places and choose no seat', async () => {
    const theatre = await office.theatre({ rows: 2, seatsPerRow: 6, ...BY_THEATRE });
    const { performanceId, formulaId } = theatre;
    expect(await seatingOf(performanceId)).toMatchObject({ onSale: true, show: { seating: 'BY_THEATRE' } });
    const [seat] = await office.seats(performanceId);
    const chosen = await office.visit<Held>(
      'POST',
      `${base(performanceId)}/holds`,
      { seats: [seat?.id] },
      undefined,
      network(),
    );
    expect([chosen.status, chosen.body.code]).toEqual([409, 'placement.by-theatre']);

    const three = await take(performanceId, [{ formulaId, count: 3 }]);
    expect([three.status, three.body.seats.length, three.body.totalMinor]).toEqual([201, 3, 26_700]);
    // Another number takes the place of the first one.
    const two = await take(performanceId, [{ formulaId, count: 2 }], three.body.cart.token);
    expect(two.body.seats).toHaveLength(2);
    const mine = (await office.seats(performanceId, three.body.cart.token)).filter(
      ({ state }) => state === 'MINE',
    );
    expect(mine).toHaveLength(2);
    expect((await office.save(three.body.cart.token)).status).toBe(200);
  });

  test('R-122: where the customer chooses, the plan is offered; without any number on it, a number of places', async () => {
    const map = await office.theatre();
    const free = await office.theatre({ show: { displaySeatNumber: false } });
    expect((await seatingOf(map.performanceId)).show.seating).toBe('MAP');
    expect((await seatingOf(free.performanceId)).show.seating).toBe('FREE');
  });

  test('of several formulas of a category sit together, at the price of each', async () => {
    const theatre = await office.theatre({ rows: 2, seatsPerRow: 6, ...BY_THEATRE });
    const { tenantId, formulaId, categoryId, performanceId } = theatre;
    const { body: child } = await office.staff<{ id: string }>(
      tenantId,
      'POST',
      '/b/api/configuration/formules',
      {
        name: 'Enfant',
        category: categoryId,
        ticketPriceTTC: '40.00',
        vatBreakdown: [{ label: 'Spectacle', rate: '5.50', amountTTC: '40.00' }],
      },
    );
    const { body: performance } = await office.staff<{ version: number }>(
      tenantId,
      'GET',
      `/b/api/configuration/representations/${performanceId}`,
    );
    const changed = await office.staff(
      tenantId,
      'PATCH',
      `/b/api/configuration/representations/${performanceId}`,
      { formulas: [formulaId, child.id], isMultiFormule: true },
      { headers: { 'if-match': `"${performance.version}"` } },
    );
    expect(changed.status).toBe(200);
    const { body } = await take(performanceId, [
      { formulaId, count: 2 },
      { formulaId: child.id, count: 1 },
    ]);
    expect(body.totalMinor).toBe(21_800);
    expect(new Set(body.seats.map(({ row }) => row)).size).toBe(1);
    expect(body.seats.map(({ priceMinor }) => priceMinor).sort()).toEqual([4_000, 8_900, 8_900]);
  });

  test('where tables are sold whole on the plan, a number of places is a number of chairs', async () => {
    const theatre = await office.theatre({ show: { placement: 'ADMIN', wholeTables: true } });
    const { tenantId, categoryId, formulaId, roomId, planId } = theatre;
    const table = { label: 'T1', form: 'ROUND', categoryId, chairs: 6, x: 0, y: 0, width: 60, depth: 60 };
    const saved = await office.staff(
      tenantId,
      'POST',
      `/b/api/configuration/salles/${roomId}/plans/${planId}/save-shapes`,
      { version: 1, blocks: [block(categoryId, 1, 1, { y: 900 })], tables: [{ id: 't1', ...table }] },
    );
    expect(saved.status).toBe(200);
    const performanceId = await office.perform(theatre);
    const three = await take(performanceId, [{ formulaId, count: 3 }]);
    expect([three.status, three.body.seats.map(({ row }) => row)]).toEqual([201, ['T1', 'T1', 'T1']]);
    // The other chairs of the table are for the next one.
    expect((await take(performanceId, [{ formulaId, count: 4 }])).body.seats).toHaveLength(4);
  });

  test('are refused with the reason (R-096), and nothing is taken', async () => {
    const { performanceId, formulaId } = await office.theatre({ rows: 1, seatsPerRow: 4, ...BY_THEATRE });
    const many = await take(performanceId, [{ formulaId, count: 5 }]);
    expect([many.status, many.body.code]).toEqual([422, 'reservation.not-enough-seats']);
    const unknown = await take(performanceId, [{ formulaId: randomUUID(), count: 1 }]);
    expect([unknown.status, unknown.body.errors?.[0]?.pointer]).toEqual([422, '/places/0/formulaId']);
    const again = await take(performanceId, [
      { formulaId, count: 1 },
      { formulaId, count: 1 },
    ]);
    expect([again.status, again.body.errors?.[0]?.pointer]).toEqual([422, '/places']);
    const crowd = Array.from({ length: 2 }, () => ({ formulaId: randomUUID(), count: 251 }));
    const crowded = await take(performanceId, crowd);
    expect([crowded.status, crowded.body.errors?.[0]?.pointer]).toEqual([422, '/places']);
    expect((await take(performanceId, [])).status).toBe(422);
    expect((await take(performanceId, [{ formulaId, count: 0 }])).status).toBe(422);
    expect((await take(performanceId, [{ formulaId, count: 1 }], undefined, { wheelchairs: 2 })).status).toBe(
      422,
    );
    expect((await take(randomUUID(), [{ formulaId, count: 1 }])).status).toBe(404);
    expect((await office.seats(performanceId)).every(({ state }) => state === 'FREE')).toBe(true);
  });

  test('are sold once, whoever asks at the same moment', async () => {
    const { performanceId, formulaId } = await office.theatre({ rows: 2, seatsPerRow: 10, ...BY_THEATRE });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => take(performanceId, [{ formulaId, count: 2 }])),
    );
    const held = answers.filter(({ status }) => status === 201).flatMap(({ body }) => body.seats);
    expect(held).toHaveLength(20);
    expect(new Set(held.map(({ id }) => id)).size).toBe(20);
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code);
    expect(new Set(codes)).toEqual(new Set(['reservation.not-enough-seats']));
  });
});
