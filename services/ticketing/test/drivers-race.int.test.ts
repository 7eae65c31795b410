import { randomUUID } from 'node:crypto';
import { sabotaged, withoutRowLocks, withoutVersions, type Defect } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';
import { EDITION_OF_SALE, holdingAnySeat } from './support/defects';

interface Held {
  code?: string;
  cart: { token: string };
  seats: { id: string }[];
  drivers: { allowed: number; seats: { id: string }[] };
}
interface Sale {
  code?: string;
  reservation: { id: string };
}
interface Details {
  items: { id: string; isDriver: boolean }[];
}

const desk = '/b/api/prestiscene/desk';
const SEAT = 8_900;
/** Paid places that give a right to one driver. */
const EVERY = 4;
const DESKS = 6;
/** Seats of each group, in the rows next to the stage; the drivers of all sit behind. */
const GROUP = 2 * EVERY;

/** Who wants a seat sees it as free, whoever holds it. */
const seeingAnySeatFree: Defect = (text) =>
  text.replace(
    " AND (claim.state = 'SOLD' OR claim.expires_at > now() AND claim.cart_id",
    ' AND (false AND claim.cart_id',
  );

/** whatever desks do at once, a seat of a driver is given once, and nobody has more than their paid places allow. */
describe('many desks and the drivers of their groups', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '12' } });
  }, 60_000);
  afterAll(() => office.close());
  beforeEach(async () => {
    theatre = await office.theatre({
      ...{ rows: 8, seatsPerRow: 12 },
      formula: { allowFreeDriverSpaces: true, placesPerDriver: EVERY, isDefault: true },
    });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });

  const staff = <B>(method: string, path: string, body?: object, token?: string) =>
    office.staff<B>(theatre.tenantId, method, path, body, {
      headers: { 'idempotency-key': randomUUID(), ...(token ? { 'cart-token': token } : {}) },
    });
  const hold = (own: readonly string[], drivers: number, token?: string) =>
    staff<Held>(
      'POST',
      `${desk}/representations/${theatre.performanceId}/holds`,
      { seats: own, drivers },
      token,
    );
  const sell = (token: string, places: number) =>
    staff<Sale>(
      'POST',
      `${desk}/sales`,
      {
        customer: { lastName: 'Pons' },
        payment: { kind: 'now', parts: [{ method: 'CASH', amountMinor: places * SEAT }] },
      },
      token,
    );
  const groupOf = (index: number) => seats.slice(index * GROUP, (index + 1) * GROUP);
  const holdAtOnce = (desks: number) =>
    Promise.all(Array.from({ length: desks }, (_, index) => hold(groupOf(index), 2)));
  const driverSeatsOf = (answers: readonly { body: Held }[]): string[] =>
    answers.flatMap(({ body }) => body.drivers.seats.map(({ id }) => id));

  /** What must never exist: a seat of two places, and a free place without a right to it. */
  const violations = () =>
    office.database.asSuperuser<{ what: string }>(
      `SELECT 'a seat of two places' AS what FROM reservation_item WHERE performance_id = $1 AND canceled_at IS NULL
       GROUP BY seat_id HAVING count(*) > 1
       UNION ALL
       SELECT 'a place without its seat' FROM reservation_item i LEFT JOIN seat_claim c
         ON c.performance_id = i.performance_id AND c.seat_id = i.seat_id AND c.state = 'SOLD' AND c.reservation_id = i.reservation_id
       WHERE i.performance_id = $1 AND i.canceled_at IS NULL AND c.seat_id IS NULL
       UNION ALL
       SELECT 'a driver too many' FROM reservation_item WHERE performance_id = $1 AND canceled_at IS NULL
       GROUP BY reservation_id HAVING count(*) FILTER (WHERE is_driver) > count(*) FILTER (WHERE NOT is_driver) / $2::int`,
      [theatre.performanceId, EVERY],
    );

  test('each desk gets seats of its own for the drivers, and all are sold', async () => {
    const held = await holdAtOnce(DESKS);
    expect(held.map(({ status }) => status)).toEqual(Array<number>(DESKS).fill(201));
    expect(new Set(driverSeatsOf(held)).size).toBe(2 * DESKS);
    const sold = await Promise.all(held.map(({ body }) => sell(body.cart.token, GROUP)));
    expect(sold.map(({ status }) => status)).toEqual(Array<number>(DESKS).fill(201));
    expect(await violations()).toEqual([]);
    const drivers = await office.database.asSuperuser(
      'SELECT 1 FROM reservation_item WHERE performance_id = $1 AND is_driver',
      [theatre.performanceId],
    );
    expect(drivers).toHaveLength(2 * DESKS);
  }, 60_000);

  test('of the last free seats, no driver gets one twice: who comes too late is told so', async () => {
    // Three seats are left behind the groups of three desks, which want six.
    const rest = seats.slice(3 * GROUP, -3);
    expect((await hold(rest, 0)).status).toBe(201);
    const carts = [];
    for (const index of [0, 1, 2]) carts.push((await hold(groupOf(index), 0)).body.cart.token);
    const held = await Promise.all(carts.map((token, index) => hold(groupOf(index), 2, token)));
    const won = held.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    expect(new Set(driverSeatsOf(won)).size).toBe(2);
    const refused = held.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(2).fill('reservation.no-seat-for-drivers'));
  }, 60_000);

  test('(sabotaged) where holds take any seat, two desks are given the same seats for their drivers', async () => {
    const held = await sabotaged(
      {
        defects: [holdingAnySeat, seeingAnySeatFree],
        meet: 2,
        of: theatre.tenantId,
        after: /p\.is_comfort_placement/,
      },
      () => holdAtOnce(2),
    );
    expect(held.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(driverSeatsOf(held)).size).toBeLessThan(driverSeatsOf(held).length);
  });

  /** A group of nine with two drivers; two desks give back one place each, which alone takes no right away. */
  const cancelTwice = async () => {
    const count = GROUP + 1;
    const { body } = await hold(seats.slice(0, count), 2);
    const { reservation } = (await sell(body.cart.token, count)).body;
    const path = `/b/api/prestiscene/reservations/${reservation.id}`;
    const { items } = (await staff<Details>('GET', `${path}/informations`)).body;
    const people = items.filter(({ isDriver }) => !isDriver).slice(0, 2);
    const shown = { totalMinor: (count - 1) * SEAT, backMinor: SEAT, dueMinor: 0 };
    return () =>
      Promise.all(
        people.map(({ id }) =>
          staff<{ code?: string }>('POST', `${path}/cancel-places`, { edition: 1, items: [id], shown }),
        ),
      );
  };

  test('of two desks that give back a place of one group, one does: no driver stays without a right', async () => {
    const answers = await (await cancelTwice())();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await violations()).toEqual([]);
  });

  test('(sabotaged) without locks both do, and a driver stays whose right has gone', async () => {
    const cancel = await cancelTwice();
    const defects = [withoutRowLocks, withoutVersions];
    const answers = await sabotaged(
      { defects, meet: 2, of: theatre.tenantId, after: EDITION_OF_SALE },
      cancel,
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await violations()).toEqual([{ what: 'a driver too many' }]);
  });
});
