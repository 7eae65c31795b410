import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

/** A plan that reads a whole performance, or all tickets of a tenant, reads more than a thousand. */
const MOST_ROWS = 100;
const SEATS = 1_500;
const HELD = 200;
const TABLES = [
  'cart',
  'performance_seat',
  'reservation',
  'reservation_item',
  'sale_process',
  'seat_claim',
  'ticket',
];

/** Seats of other buyers, whose time has not passed. */
const HELD_BY_OTHERS = `INSERT INTO seat_claim (tenant_id, performance_id, seat_id, cart_id, state, expires_at)
  SELECT tenant_id, performance_id, id, gen_random_uuid(), 'HELD', now() + interval '1 hour'
  FROM performance_seat WHERE performance_id = $1 ORDER BY path_order OFFSET 4 LIMIT ${HELD}`;
/** Every seat of the performance is sold, two in a reservation. */
const SOLD_BEFORE = `WITH seat AS (
    SELECT *, (row_number() OVER (ORDER BY path_order) + 1) / 2 AS pair FROM performance_seat WHERE performance_id = $1
  ), sale AS (
    INSERT INTO reservation (id, tenant_id, code, customer_name, customer_email, performance_id, number_of_places, total_ttc, state)
    SELECT gen_random_uuid(), tenant_id, 'R-' || pair, '', '', performance_id, 2, 0, 'VALIDATED'
    FROM seat GROUP BY tenant_id, performance_id, pair RETURNING id, code
  ), item AS (
    INSERT INTO reservation_item (id, tenant_id, reservation_id, performance_id, seat_id, formula_id, formula_name,
      category_name, price_minor, vat, position)
    SELECT gen_random_uuid(), tenant_id, sale.id, performance_id, seat.id, gen_random_uuid(), '', '', 0, '[]', path_order
    FROM seat JOIN sale ON sale.code = 'R-' || pair RETURNING *
  ), claim AS (
    INSERT INTO seat_claim (tenant_id, performance_id, seat_id, cart_id, reservation_id, state, expires_at)
    SELECT tenant_id, performance_id, seat_id, reservation_id, reservation_id, 'SOLD', 'infinity' FROM item
  )
  INSERT INTO ticket (id, tenant_id, reservation_id, item_id, performance_id, seat_id, series_year, secret, state, code, numbered_at)
  SELECT gen_random_uuid(), tenant_id, reservation_id, id, performance_id, seat_id, 2030, left(id::text, 32), 'VALIDATED',
    'T-2030-' || position, now() FROM item`;

/** Statistics were gathered before the performance was made: PostgreSQL takes it for a small one. */
describe('a sale of a new performance in a large house', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  /** Rows that statements have read since the database was made, by table. Connections report them when they end. */
  async function rowsRead(): Promise<Map<string, number>> {
    await office.database.asSuperuser(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const rows = await office.database.asSuperuser<{ name: string; rows: number }>(
      `SELECT relname AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS rows
       FROM pg_stat_user_tables WHERE relname = ANY ($1)`,
      [TABLES],
    );
    return new Map(rows.map(({ name, rows }) => [name, rows]));
  }
  async function readBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await rowsRead();
    // Its connections have ended: it opens new ones.
    await eventually(async () => expect((await office.visit('GET', '/health/ready')).status).toBe(200));
    await work();
    const after = await rowsRead();
    return Object.fromEntries(TABLES.map((table) => [table, after.get(table)! - before.get(table)!]));
  }
  async function buy(seats: readonly string[]) {
    const { token, reservation } = await office.paidBuyer(theatre, seats);
    await office.settled(theatre.performanceId);
    await eventually(async () => {
      const { outcome, tickets } = await office.outcome(reservation.id, token);
      expect([outcome, tickets.length]).toEqual(['VALIDATED', seats.length]);
    });
  }

  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre({ rows: 25, seatsPerRow: SEATS / 25 });
    await office.database.asSuperuser(SOLD_BEFORE, [theatre.performanceId]);
    await office.database.asSuperuser('ANALYZE');
    theatre = { ...theatre, performanceId: await office.perform(theatre) };
    await office.database.asSuperuser(HELD_BY_OTHERS, [theatre.performanceId]);
  }, 60_000);
  afterAll(() => office.close());

  test('its plan reads each seat and each claim once', async () => {
    const read = await readBy(() => office.seats(theatre.performanceId));
    expect(read['performance_seat']).toBeLessThanOrEqual(4 * SEATS);
    expect(read['seat_claim']).toBeLessThanOrEqual(HELD + MOST_ROWS);
  }, 60_000);

  test('reads the rows of its own seats only', async () => {
    const seats = (await office.seats(theatre.performanceId)).slice(0, 4).map(({ id }) => id);
    await buy(seats.slice(0, 2));
    const read = await readBy(() => buy(seats.slice(2)));
    const many = Object.entries(read).filter(([, rows]) => rows > MOST_ROWS);
    expect(many).toEqual([]);
  }, 60_000);

  test('a hold reads the claims of its seats only, though nobody held any when its plan was made', async () => {
    const { performanceId } = theatre;
    const asMany = 8; // PostgreSQL makes five plans for values before it keeps one.
    const seats = (await office.seats(performanceId)).slice(-2 * asMany).map(({ id }) => id);
    const hold = async (seat: string) =>
      expect((await office.hold(performanceId, [seat], null)).status).toBe(201);
    await office.database.asSuperuser('DELETE FROM seat_claim');
    await office.database.asSuperuser('VACUUM (ANALYZE) seat_claim');
    const read = await readBy(async () => {
      for (const seat of seats.slice(0, asMany)) await hold(seat);
      await office.database.asSuperuser(HELD_BY_OTHERS, [performanceId]);
      for (const seat of seats.slice(asMany)) await hold(seat);
    });
    expect(read['seat_claim']).toBeLessThanOrEqual(MOST_ROWS);
  }, 60_000);

  test('a statement that reads the whole performance is noticed (control)', async () => {
    const read = await readBy(() =>
      office.database.asSuperuser(
        'SELECT count(label) FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2',
        [theatre.tenantId, theatre.performanceId],
      ),
    );
    expect(read['performance_seat']).toBeGreaterThan(MOST_ROWS);
  }, 60_000);
});
