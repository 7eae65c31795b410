import { expireHolds } from '../src/features/holds/expire-holds.job';
import { BoxOffice } from './support/box-office';

const ROWS = 50;
const SEATS_PER_ROW = 40;
const PERFORMANCES = 5;
const SEATS = ROWS * SEATS_PER_ROW * PERFORMANCES;
const CATCH_UP_MS = 30_000;

/** E21: what a rush leaves behind expires at once. */
describe(`${SEATS} holds that expire in the same second`, () => {
  let office: BoxOffice;
  let performances: string[];
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
    const theatre = await office.theatre({ rows: ROWS, seatsPerRow: SEATS_PER_ROW });
    performances = [theatre.performanceId];
    for (let n = 1; n < PERFORMANCES; n += 1) performances.push(await office.perform(theatre));
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    expect(seats).toHaveLength(SEATS / PERFORMANCES);
  }, 180_000);
  beforeEach(async () => {
    const { cart } = (await office.hold(performances[0]!, [seats[0]!])).body;
    await office.database.asSuperuser(
      `INSERT INTO seat_claim (tenant_id, performance_id, seat_id, cart_id, state, expires_at)
       SELECT tenant_id, performance_id, id, $2, 'HELD', now() + interval '10 minutes' FROM performance_seat
       WHERE performance_id = ANY ($1) ON CONFLICT DO NOTHING`,
      [performances, cart.id],
    );
    await office.expire(cart.id);
  }, 60_000);
  afterAll(() => office.close());

  /** How often each seat was announced as free. */
  const announced = async (): Promise<Map<string, number>> => {
    const events = (await office.events('ticketing.seat.v1')).filter(
      ({ value }) => performances.includes(value.performanceId) && value.state === 'FREE',
    );
    const times = new Map<string, number>();
    for (const id of events.flatMap(({ value }) => value.seatIds)) times.set(id, (times.get(id) ?? 0) + 1);
    return times;
  };

  test('are free for the next buyer before any of them is announced', async () => {
    const lastSeats = seats.slice(-4);
    expect((await office.hold(performances[0]!, lastSeats)).status).toBe(201);
  });

  test('are all announced in one round of two replicas, each once', async () => {
    const before = await announced();
    const from = Date.now();
    await Promise.all([expireHolds(office.service.ctx), expireHolds(office.service.ctx)]);
    expect(Date.now() - from).toBeLessThan(CATCH_UP_MS);
    const times = await announced();
    const claims = await office.database.asSuperuser<{ count: number }>(
      `SELECT count(*)::int FROM seat_claim WHERE performance_id = ANY ($1) AND expires_at <= now()`,
      [performances],
    );
    expect(claims).toEqual([{ count: 0 }]);
    const wrong = [...times].filter(([id, count]) => count - (before.get(id) ?? 0) > 1);
    expect(wrong).toEqual([]);
    expect(times.size).toBeGreaterThanOrEqual(SEATS - 4);
  }, 60_000);

  test('the sabotaged twin, which reads what has expired before it deletes it, announces seats twice', async () => {
    const expired = 'FROM seat_claim WHERE performance_id = ANY ($1) AND expires_at <= now()';
    const replicas = <T>(work: () => Promise<T>) => Promise.all([work(), work()]);
    const sql = <R extends Record<string, unknown>>(text: string) =>
      office.database.asSuperuser<R>(text, [performances]);
    const read = await replicas(() => sql<{ seat_id: string }>(`SELECT seat_id ${expired}`));
    await replicas(() => sql(`DELETE ${expired}`));
    const [first, second] = read.map((rows) => new Set(rows.map(({ seat_id: id }) => id)));
    expect([...first!].filter((id) => second!.has(id)).length).toBeGreaterThan(0);
  });
});
