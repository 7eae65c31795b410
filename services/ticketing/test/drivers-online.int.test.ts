import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

interface Drivers {
  code?: string;
  allowed: number;
  seats: { seatId: string; row: string; number: string }[];
}
interface CartBody {
  lines: { seatId: string }[];
  drivers: Drivers;
  totalMinor: number;
}
interface Held {
  code?: string;
  cart: { id: string; token: string };
  seats: { id: string }[];
  totalMinor: number;
}
interface Details {
  numberOfPlaces: number;
  totalTTC: string;
  items: { seatId: string; formula: string; priceMinor: number; isDriver: boolean }[];
}

const SEAT = 8_900;
/** Paid places that give a right to one driver. */
const EVERY = 4;

/** R-194, online: the buyer of a group is offered the free places of its drivers, and takes them or not. */
describe('drivers of a group that is bought online', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());
  beforeEach(async () => {
    theatre = await office.theatre({
      ...{ rows: 3, seatsPerRow: 10 },
      formula: { allowFreeDriverSpaces: true, placesPerDriver: EVERY, isDefault: true },
      show: { consecutivePlace: true },
    });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });

  const base = () => `/app-api/configuration/representations/${theatre.performanceId}`;
  const hold = (count: number, token?: string) =>
    office.hold(theatre.performanceId, seats.slice(0, count), token);
  const take = (count: number, token?: string) =>
    office.visit<Drivers>('POST', `${base()}/drivers`, { count }, token);
  const cartOf = async (token: string) =>
    (await office.visit<CartBody>('GET', '/app-api/prestiscene/reservations/cart', undefined, token)).body;
  const stateOf = async (id: string, token?: string) =>
    (await office.seats(theatre.performanceId, token)).find((seat) => seat.id === id)?.state;

  test('are offered with the right to them, and held apart from the group when they are taken', async () => {
    const { token } = (await hold(EVERY - 1)).body.cart;
    expect((await cartOf(token)).drivers).toEqual({ allowed: 0, seats: [] });
    expect((await take(1, token)).body).toEqual({ allowed: 0, seats: [] });
    await hold(EVERY, token);
    expect((await cartOf(token)).drivers).toEqual({ allowed: 1, seats: [] });
    const { status, body } = await take(3, token);
    expect({ status, ...body }).toMatchObject({ status: 200, allowed: 1, seats: [{ row: 'C' }] });
    const { drivers, lines, totalMinor } = await cartOf(token);
    expect(drivers).toEqual(body);
    expect([lines.length, totalMinor]).toEqual([EVERY, EVERY * SEAT]);
    // On the plan it is taken, also for its buyer: nobody of the group can choose it.
    expect(await stateOf(body.seats[0]!.seatId, token)).toBe('HELD');
    expect((await take(0, token)).body).toEqual({ allowed: 1, seats: [] });
    expect(await stateOf(body.seats[0]!.seatId)).toBe('FREE');
    expect((await take(1)).body.code).toBe('cart.not-found');
    expect((await take(-1, token)).status).toBe(422);
  });

  test('keep their seats while the group changes, and lose them with their right', async () => {
    const { token } = (await hold(2 * EVERY)).body.cart;
    const own = (await take(2, token)).body.seats.map(({ seatId }) => seatId);
    expect(own).toHaveLength(2);
    await hold(2 * EVERY + 1, token);
    expect((await cartOf(token)).drivers.seats.map(({ seatId }) => seatId)).toEqual(own);
    await hold(EVERY, token);
    const { drivers } = await cartOf(token);
    expect(drivers).toMatchObject({ allowed: 1, seats: [{}] });
    const lost = own.find((id) => id !== drivers.seats[0]!.seatId)!;
    expect(await stateOf(lost)).toBe('FREE');
    await hold(EVERY - 1, token);
    expect((await cartOf(token)).drivers).toEqual({ allowed: 0, seats: [] });
    expect(await stateOf(drivers.seats[0]!.seatId)).toBe('FREE');
    // A seat that was a driver's once is anybody's afterwards.
    const again = await office.hold(theatre.performanceId, [drivers.seats[0]!.seatId], token);
    expect([again.status, again.body.totalMinor]).toEqual([201, SEAT]);
    expect((await cartOf(token)).lines).toHaveLength(1);
  });

  test('stay where the system chooses the best seats of the group anew', async () => {
    const best = (count: number, token?: string) =>
      office.visit<Held>('POST', `${base()}/best-seats`, { count }, token);
    const { token } = (await best(EVERY)).body.cart;
    const [driver] = (await take(1, token)).body.seats;
    const { body } = await best(2 * EVERY, token);
    expect(body.seats.map(({ id }) => id)).not.toContain(driver!.seatId);
    expect((await cartOf(token)).drivers).toMatchObject({ allowed: 2, seats: [driver] });
  });

  test('go with everything else that a cart lets go, and do not come to another performance', async () => {
    const { token } = (await hold(EVERY)).body.cart;
    const [driver] = (await take(1, token)).body.seats;
    await office.visit('DELETE', `${base()}/holds`, undefined, token);
    expect(await stateOf(driver!.seatId)).toBe('FREE');
    await hold(EVERY, token);
    expect((await cartOf(token)).drivers).toEqual({ allowed: 1, seats: [] });
    await take(1, token);
    const elsewhere = await office.perform(theatre, { date: '2031-05-23' });
    const others = (await office.seats(elsewhere)).map(({ id }) => id);
    await office.hold(elsewhere, others.slice(0, EVERY), token);
    expect((await cartOf(token)).drivers).toEqual({ allowed: 1, seats: [] });
    expect(await stateOf(driver!.seatId)).toBe('FREE');
    expect((await take(1, token)).body.code).toBe('cart.not-found');
  });

  test('are sold for nothing, with tickets of their own', async () => {
    const { token } = (await hold(EVERY)).body.cart;
    const [driver] = (await take(1, token)).body.seats;
    const { reservation, totalMinor } = (await office.save(token)).body;
    expect(totalMinor).toBe(EVERY * SEAT);
    const { paymentId } = (await office.pay(token)).body;
    await office.accept(theatre.tenantId, {
      paymentId,
      reservationId: reservation.id,
      amountMinor: totalMinor,
    });
    const { body } = await office.staff<Details>(
      theatre.tenantId,
      'GET',
      `/b/api/prestiscene/reservations/${reservation.id}/informations`,
    );
    expect(body).toMatchObject({ numberOfPlaces: EVERY + 1, totalTTC: '356.00' });
    expect(body.items.filter(({ isDriver }) => isDriver)).toMatchObject([
      { seatId: driver!.seatId, formula: 'Chauffeur', priceMinor: 0 },
    ]);
    await eventually(() => {
      const texts = JSON.stringify(office.peers.pages.get(reservation.id)?.places ?? []);
      expect(texts.split('Chauffeur').length - 1).toBe(1);
    });
    expect(await stateOf(driver!.seatId)).toBe('SOLD');
  });

  test('are refused with the reason where no seat is free', async () => {
    theatre = await office.theatre({
      ...{ rows: 1, seatsPerRow: EVERY },
      formula: { allowFreeDriverSpaces: true, placesPerDriver: EVERY, isDefault: true },
    });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    const { token } = (await hold(EVERY)).body.cart;
    const full = await take(1, token);
    expect([full.status, full.body.code]).toEqual([409, 'reservation.no-seat-for-drivers']);
    expect((await cartOf(token)).lines).toHaveLength(EVERY);
  });

  test('two carts that want the last seat for their drivers: one gets it', async () => {
    const carts = [];
    for (const from of [0, EVERY]) {
      const own = seats.slice(from, from + EVERY);
      carts.push((await office.hold(theatre.performanceId, own)).body.cart.token);
    }
    // All but one.
    const rest = await office.staff(
      ...([theatre.tenantId, 'POST'] as const),
      `/b/api/prestiscene/desk/representations/${theatre.performanceId}/holds`,
      { seats: seats.slice(2 * EVERY, -1) },
      { headers: { 'idempotency-key': randomUUID() } },
    );
    expect(rest.status).toBe(201);
    const answers = await Promise.all(carts.map((token) => take(1, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('reservation.no-seat-for-drivers');
  });
});
