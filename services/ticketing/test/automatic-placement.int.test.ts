import { sabotaged, withoutRowLocks } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';
import { movingAnySeat, PLACES_OF_PARTIES } from './support/defects';

interface Run {
  code?: string;
  id: string;
  state: string;
  moves: { reservationId: string; moves: { itemId: string; from: string; to: string }[] }[];
  unplaced: { reservationId: string; reason: string }[];
}
type Sold = Awaited<ReturnType<BoxOffice['paidBuyer']>>;

describe('automatic placement', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  let pair: Sold;
  let trio: Sold;
  const base = () => `/b/api/configuration/representations/${theatre.performanceId}/automatic-placement`;
  const staff = <B = Run>(method: string, path: string, body?: unknown, rights?: string[]) =>
    office.staff<B>(theatre.tenantId, method, path, body, rights ? { rights } : {});
  const propose = (body: object = { scope: 'UNLOCKED' }) => staff('POST', base(), body);
  const act = (run: Run, action: 'apply' | 'undo') => staff('POST', `${base()}/${run.id}/${action}`);

  /** Seats of a reservation, as its items, its claims and its valid tickets have them. */
  async function seatsOf({ reservation }: Sold) {
    const [row] = await office.database.asSuperuser<Record<'items' | 'claims' | 'tickets', string[]>>(
      `SELECT (SELECT array_agg(seat_id::text ORDER BY seat_id) FROM reservation_item WHERE reservation_id = $1) AS items,
         (SELECT array_agg(seat_id::text ORDER BY seat_id) FROM seat_claim WHERE reservation_id = $1 AND state = 'SOLD') AS claims,
         (SELECT array_agg(seat_id::text ORDER BY seat_id) FROM ticket WHERE reservation_id = $1 AND state = 'VALIDATED') AS tickets`,
      [reservation.id],
    );
    return row!;
  }
  async function numbersOf(sold: Sold): Promise<number[]> {
    const { items, claims, tickets } = await seatsOf(sold);
    expect(claims).toEqual(items);
    expect(tickets).toEqual(items);
    return items.map((id) => seats.indexOf(id) + 1).sort((a, b) => a - b);
  }
  const areAdjacent = (numbers: readonly number[]) => numbers.at(-1)! - numbers[0]! === numbers.length - 1;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ seatsPerRow: 8 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    pair = await office.paidBuyer(theatre, [seats[0]!, seats[4]!]);
    trio = await office.paidBuyer(theatre, [seats[1]!, seats[3]!, seats[6]!]);
    await office.settled(theatre.performanceId);
  });
  afterAll(() => office.close());

  test('proposes places and moves nobody; applied, it moves items, claims and tickets (R-014)', async () => {
    const proposed = await propose();
    expect([proposed.status, proposed.body.state, proposed.body.unplaced]).toEqual([201, 'PROPOSED', []]);
    expect(await numbersOf(pair)).toEqual([1, 5]);
    const applied = await act(proposed.body, 'apply');
    expect([applied.status, applied.body.state]).toEqual([200, 'APPLIED']);
    expect(areAdjacent(await numbersOf(pair))).toBe(true);
    expect(areAdjacent(await numbersOf(trio))).toBe(true);
    const free = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    expect(free).toHaveLength(3);
    expect((await act(proposed.body, 'apply')).body.code).toBe('placement.not-current');
  });

  test('is undone: everybody has the former seats, and the history has both', async () => {
    const { body } = await propose();
    await act(body, 'apply');
    const undone = await act(body, 'undo');
    expect([undone.status, undone.body.state]).toEqual([200, 'UNDONE']);
    expect(await numbersOf(pair)).toEqual([1, 5]);
    expect(await numbersOf(trio)).toEqual([2, 4, 7]);
    const history = await office.database.asSuperuser<{ action: string; changes: { seats: string[] } }>(
      `SELECT action, changes FROM kit.history WHERE entity_id = $1 AND action LIKE 'automatic-placement%' ORDER BY at, action`,
      [trio.reservation.id],
    );
    expect(history.map(({ action }) => action).sort()).toEqual([
      'automatic-placement',
      'automatic-placement-undone',
    ]);
    expect((await act(body, 'undo')).body.code).toBe('placement.not-current');
  });

  const proposeTwo = () => Promise.all([propose(), propose()]);
  const applyAll = (proposals: readonly { body: Run }[]) =>
    Promise.all(proposals.map(({ body }) => act(body, 'apply')));

  test('(sabotaged) without locks and claims, both of two are applied', async () => {
    const proposals = await proposeTwo();
    const answers = await sabotaged(
      { defects: [withoutRowLocks, movingAnySeat], meet: 2, of: theatre.tenantId, after: PLACES_OF_PARTIES },
      () => applyAll(proposals),
    );
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [200, 'APPLIED'],
      [200, 'APPLIED'],
    ]);
  });

  test('of two at the same time one is applied, the other is refused', async () => {
    const answers = await applyAll(await proposeTwo());
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('placement.changed');
    expect(areAdjacent(await numbersOf(trio))).toBe(true);
    expect(areAdjacent(await numbersOf(pair))).toBe(true);
  });

  test('is refused when a buyer has taken one of the new seats since, and moves nobody', async () => {
    const { body } = await propose();
    const former = new Set(body.moves.flatMap(({ moves }) => moves.map(({ from }) => from)));
    const isSold = new Set([0, 4, 1, 3, 6].map((index) => seats[index]));
    const target = body.moves
      .flatMap(({ moves }) => moves.map(({ to }) => to))
      .find((id) => !former.has(id) && !isSold.has(id));
    expect((await office.hold(theatre.performanceId, [target!])).status).toBe(201);
    expect((await act(body, 'apply')).body.code).toBe('placement.changed');
    expect(await numbersOf(pair)).toEqual([1, 5]);
    expect(await numbersOf(trio)).toEqual([2, 4, 7]);
  });

  test('is refused when a reservation has been cancelled since', async () => {
    const { body } = await propose();
    await staff('POST', `/b/api/prestiscene/reservations/${pair.reservation.id}/transitions/cancel`);
    expect((await act(body, 'apply')).body.code).toBe('placement.changed');
  });

  test('leaves table numbers alone until they are unlocked (R-041), and people who have arrived', async () => {
    const locks = `/b/api/configuration/representations/${theatre.performanceId}/table-number-lock`;
    expect((await staff('POST', locks, { seats: [seats[4]], locked: true })).body).toEqual({ changed: 1 });
    const plan = await staff<{ seats: { id: string; tableNumberLocked?: boolean }[] }>(
      'GET',
      `/b/api/configuration/representations/${theatre.performanceId}/plan`,
    );
    expect(plan.body.seats.filter(({ tableNumberLocked }) => tableNumberLocked).map(({ id }) => id)).toEqual([
      seats[4],
    ]);
    const { body } = await propose();
    expect(body.moves.map(({ reservationId }) => reservationId)).toEqual([trio.reservation.id]);
    await staff(
      'POST',
      `/b/api/prestiscene/reception/representations/${theatre.performanceId}/reservations/${trio.reservation.id}/arrived`,
    );
    expect((await act(body, 'apply')).body.code).toBe('placement.changed');
    expect((await propose()).body.moves).toEqual([]);
    expect((await staff('POST', locks, { seats: [seats[4]], locked: false })).body).toEqual({ changed: 1 });
    expect((await propose()).body.moves.map(({ reservationId }) => reservationId)).toEqual([
      pair.reservation.id,
    ]);
  });

  test('of reservations without seats moves these only', async () => {
    expect((await propose({})).body.moves).toEqual([]);
    await office.database.asSuperuser('DELETE FROM seat_claim WHERE reservation_id = $1', [
      pair.reservation.id,
    ]);
    const { body } = await propose({});
    expect(body.moves.map(({ reservationId }) => reservationId)).toEqual([pair.reservation.id]);
    expect((await act(body, 'apply')).status).toBe(200);
    expect(await numbersOf(trio)).toEqual([2, 4, 7]);
    expect(await numbersOf(pair)).toHaveLength(2);
    expect((await act(body, 'undo')).status).toBe(200);
    expect((await seatsOf(pair)).claims).toBeNull();
  });

  test('needs its own right, and the tenant of the performance', async () => {
    expect((await staff('POST', base(), {}, ['ticketing.performance.update'])).status).toBe(403);
    expect((await staff('POST', base(), {}, ['ticketing.placement.update'])).status).toBe(201);
    const { body } = await propose();
    const other = await office.theatre();
    const foreign = await office.staff(other.tenantId, 'POST', `${base()}/${body.id}/apply`);
    expect(foreign.status).toBe(404);
  });
});
