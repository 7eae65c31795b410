import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { expireHolds } from '../src/features/holds/expire-holds.job';
import { BoxOffice, type Theatre } from './support/box-office';

describe('holds', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  const ids = async (...numbers: string[]) => {
    const seats = await office.seats(theatre.performanceId);
    return numbers.map((number) => seats.find((seat) => seat.number === number)?.id ?? '');
  };
  const states = async (token?: string) =>
    Object.fromEntries(
      (await office.seats(theatre.performanceId, token)).map((seat) => [seat.number, seat.state]),
    );

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ seatsPerRow: 4 });
  });
  afterAll(() => office.close());

  test('open a cart with the first seats, and return its token once', async () => {
    const [seat1, seat2] = await ids('1', '2');
    const first = await office.hold(theatre.performanceId, [seat1!]);
    expect(first.status).toBe(201);
    expect(first.body.cart.token).toMatch(/^[\w-]{22}$/);
    expect(first.body).toMatchObject({ totalMinor: 8900, cart: { extendable: true } });
    expect(first.body.cart.secondsLeft).toBeGreaterThan(890);
    const second = await office.hold(theatre.performanceId, [seat1!, seat2!], first.body.cart.token);
    expect(second.body.cart).not.toHaveProperty('token');
    expect(second.body.totalMinor).toBe(17_800);
    const { token } = first.body.cart;
    expect(await states(token)).toEqual({ 1: 'MINE', 2: 'MINE', 3: 'FREE', 4: 'FREE' });
    expect(await states()).toEqual({ 1: 'HELD', 2: 'HELD', 3: 'FREE', 4: 'FREE' });
    const stored = await office.database.asSuperuser<{ token_hash: Buffer }>(
      'SELECT token_hash FROM cart WHERE id = $1',
      [first.body.cart.id],
    );
    expect(stored[0]?.token_hash.toString('utf8')).not.toContain(token);
  });

  test('do not accept a token that was never issued, and issue a new one', async () => {
    const [seat1] = await ids('1');
    const answer = await office.hold(theatre.performanceId, [seat1!], 'a-token-of-my-own-choice');
    expect(answer.status).toBe(201);
    expect(answer.body.cart.token).not.toBe('a-token-of-my-own-choice');
    expect(
      (
        await office.visit(
          'GET',
          '/app-api/prestiscene/reservations/cart',
          undefined,
          'a-token-of-my-own-choice',
        )
      ).status,
    ).toBe(404);
  });

  test('are all or nothing: a refused request leaves the earlier seats (R-144)', async () => {
    const [seat1, seat2, seat3, seat4] = await ids('1', '2', '3', '4');
    const ours = await office.hold(theatre.performanceId, [seat1!, seat2!]);
    const theirs = await office.hold(theatre.performanceId, [seat3!]);
    const refused = await office.hold(theatre.performanceId, [seat2!, seat3!, seat4!], ours.body.cart.token);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'reservation.seat-already-reserved',
      params: { shape: 'A-3' },
      detail: 'La place A-3 est déjà réservée.',
    });
    expect(await states(ours.body.cart.token)).toEqual({ 1: 'MINE', 2: 'MINE', 3: 'HELD', 4: 'FREE' });
    const both = await office.hold(theatre.performanceId, [seat1!, seat2!], theirs.body.cart.token);
    expect(both.body).toMatchObject({
      code: 'reservation.seats-no-longer-available',
      errors: [{ pointer: '/seats/0' }, { pointer: '/seats/1' }],
    });
  });

  test('that are refused write nothing: they are answered while no table can be written', async () => {
    const [taken, free] = await ids('1', '2');
    await office.hold(theatre.performanceId, [taken!]);
    const client = new Client({ connectionString: office.database.ownerUrl });
    await client.connect();
    try {
      await client.query('BEGIN; LOCK TABLE cart, seat_claim, network_hold IN SHARE MODE');
      expect((await office.hold(theatre.performanceId, [taken!])).status).toBe(409);
      // A hold that writes waits for the lock.
      let isAnswered = false;
      const granted = office.hold(theatre.performanceId, [free!]).finally(() => (isAnswered = true));
      await setTimeout(300);
      expect(isAnswered).toBe(false);
      await client.query('COMMIT');
      expect((await granted).status).toBe(201);
    } finally {
      await client.end();
    }
  });

  test('are exactly the requested seats: the others are released at once', async () => {
    const [seat1, seat2, seat3] = await ids('1', '2', '3');
    const { token } = (await office.hold(theatre.performanceId, [seat1!, seat2!])).body.cart;
    await office.hold(theatre.performanceId, [seat2!, seat3!], token);
    expect(await states(token)).toEqual({ 1: 'FREE', 2: 'MINE', 3: 'MINE', 4: 'FREE' });
    expect(
      (
        await office.visit(
          'DELETE',
          `/app-api/configuration/representations/${theatre.performanceId}/holds`,
          undefined,
          token,
        )
      ).status,
    ).toBe(204);
    expect(await states(token)).toEqual({ 1: 'FREE', 2: 'FREE', 3: 'FREE', 4: 'FREE' });
  });

  test('on another performance release the seats of the first one', async () => {
    const other = await office.perform(theatre, { date: '2031-05-15' });
    const [seat1] = await ids('1');
    const { token } = (await office.hold(theatre.performanceId, [seat1!])).body.cart;
    const otherSeatId = (await office.seats(other))[0]?.id ?? '';
    expect((await office.hold(other, [otherSeatId], token)).status).toBe(201);
    expect(await states(token)).toMatchObject({ 1: 'FREE' });
  });

  test('that expired are free for the next buyer, by the database’s clock and without the sweeper', async () => {
    const [seat1] = await ids('1');
    const late = await office.hold(theatre.performanceId, [seat1!]);
    expect((await office.hold(theatre.performanceId, [seat1!])).status).toBe(409);
    await office.expire(late.body.cart.id);
    expect((await office.hold(theatre.performanceId, [seat1!])).status).toBe(201);
    expect((await office.save(late.body.cart.token)).body).toMatchObject({ code: 'hold.expired' });
    const [claim] = await office.database.asSuperuser<{ cart_id: string }>(
      'SELECT cart_id FROM seat_claim WHERE seat_id = $1',
      [seat1],
    );
    expect(claim?.cart_id).not.toBe(late.body.cart.id);
  });

  test('that expired are announced by the sweeper, once', async () => {
    const [seat1, seat2] = await ids('1', '2');
    const { cart } = (await office.hold(theatre.performanceId, [seat1!, seat2!])).body;
    await office.expire(cart.id);
    await Promise.all([expireHolds(office.service.ctx), expireHolds(office.service.ctx)]);
    const freed = (await office.events('ticketing.seat.v1')).filter(
      ({ value }) => value.performanceId === theatre.performanceId && value.state === 'FREE',
    );
    expect(freed.flatMap(({ value }) => value.seatIds).sort()).toEqual([seat1, seat2].sort());
  });

  test('keep their clock when seats are changed, and are extended once', async () => {
    const [seat1, seat2] = await ids('1', '2');
    const { id, token } = (await office.hold(theatre.performanceId, [seat1!])).body.cart;
    await office.database.asSuperuser(
      `UPDATE cart SET expires_at = now() + interval '60 seconds' WHERE id = $1`,
      [id],
    );
    const changed = await office.hold(theatre.performanceId, [seat1!, seat2!], token);
    expect(changed.body.cart.secondsLeft).toBeLessThanOrEqual(60);
    const extend = () =>
      office.visit<{ secondsLeft: number }>(
        'POST',
        '/app-api/prestiscene/reservations/cart/extend',
        undefined,
        token,
      );
    const extended = (await extend()).body.secondsLeft;
    expect(extended).toBeGreaterThan(900);
    expect((await extend()).body.secondsLeft).toBeLessThanOrEqual(extended);
    const claims = await office.database.asSuperuser<{ live: boolean }>(
      `SELECT expires_at > now() + interval '15 minutes' AS live FROM seat_claim WHERE cart_id = $1`,
      [id],
    );
    expect(claims).toEqual([{ live: true }, { live: true }]);
  });

  test('are refused beyond twenty seats, for seats of another tenant and for performances not on sale', async () => {
    const many = Array.from({ length: 21 }, () => randomUUID());
    expect((await office.hold(theatre.performanceId, many)).body).toMatchObject({
      code: 'hold.too-many-seats',
      params: { max: 20 },
    });
    const other = await office.theatre({ seatsPerRow: 2 });
    const foreign = (await office.seats(other.performanceId))[0]?.id ?? '';
    expect((await office.hold(theatre.performanceId, [foreign])).body).toMatchObject({
      code: 'validation.failed',
      errors: [{ pointer: '/seats/0', code: 'validation.choice' }],
    });
    const closed = await office.perform(theatre, { activeReservation: 'ADMIN' });
    const seat = (await office.seats(closed))[0]?.id ?? '';
    expect((await office.hold(closed, [seat])).body).toMatchObject({ code: 'performance.not-on-sale' });
    expect((await office.hold(randomUUID(), [seat])).status).toBe(404);
  });
});
