import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import fc from 'fast-check';
import { Client } from 'pg';
import { takeSeats } from '../src/features/holds/claim-seats.command';
import { expireHolds } from '../src/features/holds/expire-holds.job';
import { BoxOffice, type Theatre } from './support/box-office';

const HOUSE = { rows: 16, seatsPerRow: 19 };
const CART = 20;
/** A fifth of 304 seats, rounded down. */
const SHARE = 60;

const chunks = (seats: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(seats.length / size) }, (_, at) => seats.slice(at * size, (at + 1) * size));

describe('limits of holds', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  const network = () => randomUUID();
  const from = (where: string | null, seatIds: readonly string[], token?: string) =>
    office.hold(theatre.performanceId, seatIds, token, undefined, where);
  const live = async () =>
    Number(
      (
        await office.database.asSuperuser<{ seats: string }>(
          `SELECT count(*) AS seats FROM seat_claim WHERE performance_id = $1 AND state = 'HELD' AND expires_at > now()`,
          [theatre.performanceId],
        )
      )[0]?.seats,
    );
  /** Moves the time of everything that the tenant holds forward. */
  const pass = async (minutes: number) => {
    const by = `make_interval(mins => ${minutes})`;
    await office.database.asSuperuser(
      `UPDATE cart SET started_at = started_at - ${by}, expires_at = expires_at - ${by} WHERE tenant_id = $1`,
      [theatre.tenantId],
    );
    await office.database.asSuperuser(
      `UPDATE seat_claim SET expires_at = expires_at - ${by} WHERE tenant_id = $1 AND state = 'HELD'`,
      [theatre.tenantId],
    );
    await office.database.asSuperuser(
      `UPDATE network_hold n SET ends_at = ends_at - ${by}, holds = (
         SELECT jsonb_object_agg(
           regexp_replace(key, '[0-9]+$', ((regexp_match(key, '[0-9]+$'))[1]::bigint - ${minutes} * 60000)::text),
           jsonb_set(value, '{1}', to_jsonb((value ->> 1)::numeric - ${minutes} * 60))) FROM jsonb_each(n.holds))
       WHERE tenant_id = $1 AND holds <> '{}'`,
      [theatre.tenantId],
    );
  };
  const settings = async (values: Record<string, number | null>) => {
    await office.publishEvent(theatre.tenantId, 'identity.tenant.v1', theatre.tenantId, {
      $case: 'changed',
      value: {
        tenantId: theatre.tenantId,
        version: 1,
        name: 'Le Lumière',
        slug: theatre.tenantId,
        city: 'Lyon',
        address: '',
        archived: false,
      },
    });
    const path = '/b/api/configuration/settings';
    const record = await eventually(async () => {
      const { body } = await office.staff<{ items: { id: string; version: number }[] }>(
        theatre.tenantId,
        'GET',
        path,
      );
      if (!body.items[0]) throw new Error('no settings yet');
      return body.items[0];
    });
    return office.staff<{ errors?: object[] }>(theatre.tenantId, 'PATCH', `${path}/${record.id}`, values, {
      headers: { 'if-match': `"${record.version}"` },
    });
  };

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '20' } });
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre(HOUSE);
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });
  afterAll(() => office.close());

  test.each([
    ['one network', () => network()],
    ['an unknown network', () => null],
  ])('sixteen requests from %s hold at most the share of one network', async (_, where) => {
    const attacker = where();
    const parts = chunks(seats, CART);
    expect(parts).toHaveLength(16);
    // The smallest request comes last: otherwise the others could end before the share is full.
    const answers = await Promise.all(parts.slice(0, -1).map((part) => from(attacker, part)));
    answers.push(await from(attacker, parts.at(-1)!));
    expect(await live()).toBe(SHARE);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(13);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([409, 'hold.network-limit']);
      // 15 minutes, and 30 minutes of rest; the seats were taken a moment after the clock began.
      expect(body.params).toEqual({ max: SHARE, minutes: body.params?.minutes });
      expect([45, 46]).toContain(body.params?.minutes);
      expect(headers.get('retry-after')).toBe(String((body.params?.minutes ?? 0) * 60));
    }
    // Other networks are not affected.
    const left = parts[answers.findIndex(({ status }) => status !== 201)] ?? [];
    expect((await from(network(), left)).status).toBe(201);
  });

  test('without the limit the same sixteen requests hold every seat', async () => {
    expect((await settings({ seatsPerNetwork: 2000, sharePerNetwork: 100 })).status).toBe(200);
    const attacker = network();
    const answers = await Promise.all(chunks(seats, CART).map((part) => from(attacker, part)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await live()).toBe(304);
  });

  test('applies the limits of the tenant’s settings, which need their own right', async () => {
    expect((await settings({ seatsPerCart: 4, seatsPerNetwork: 6 })).status).toBe(200);
    const where = network();
    expect((await from(where, seats.slice(0, 5))).body).toMatchObject({
      code: 'hold.too-many-seats',
      params: { max: 4 },
    });
    expect((await from(where, seats.slice(0, 4))).status).toBe(201);
    expect((await from(where, seats.slice(4, 7))).body).toMatchObject({
      code: 'hold.network-limit',
      params: { max: 6 },
    });
    expect((await from(where, seats.slice(4, 6))).status).toBe(201);
    expect((await settings({ seatsPerNetwork: 3 })).body.errors).toMatchObject([
      { pointer: '/seatsPerNetwork', code: 'validation.value-min', params: { min: 4 } },
    ]);
    expect((await settings({ seatsPerCart: null, seatsPerNetwork: null })).status).toBe(200);
    const desk = { rights: ['ticketing.show.read', 'ticketing.reservation.read'] };
    const refused = await office.staff(
      theatre.tenantId,
      'GET',
      '/b/api/configuration/settings',
      undefined,
      desk,
    );
    expect(refused.status).toBe(403);
  });

  test('applies the tenant’s limit of carts per network', async () => {
    await settings({ cartsPerNetwork: 2 });
    const where = network();
    expect((await from(where, [seats[0]!])).status).toBe(201);
    const second = await from(where, [seats[1]!]);
    expect(second.status).toBe(201);
    expect((await from(where, [seats[2]!])).body.code).toBe('hold.network-limit');
    expect((await from(where, [seats[1]!, seats[2]!], second.body.cart.token)).status).toBe(201);
  });

  test('fifty people behind one company address each buy two seats', async () => {
    const company = network();
    // Five buyers at a time, concurrently.
    const people = chunks(seats.slice(0, 100), 2);
    const buy = async (pair: string[]) => {
      await office.paidBuyer(theatre, pair, company);
      await office.settled(theatre.performanceId);
    };
    for (let at = 0; at < people.length; at += 5) {
      await Promise.all(people.slice(at, at + 5).map(buy));
      await pass(1);
    }
    const [sold] = await office.database.asSuperuser<{ tickets: string }>(
      `SELECT count(*) AS tickets FROM ticket WHERE performance_id = $1 AND state = 'VALIDATED'`,
      [theatre.performanceId],
    );
    expect(sold?.tickets).toBe('100');
    // Bought seats no longer count for the network.
    const answers = await Promise.all(chunks(seats.slice(100, 160), CART).map((part) => from(company, part)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  }, 120_000);

  test('expired unpaid seats count for a while, so that one network cannot hold them again and again', async () => {
    const attacker = network();
    const parts = chunks(seats.slice(0, SHARE), CART);
    const tokens = (await Promise.all(parts.map((part) => from(attacker, part)))).map(
      ({ body }) => body.cart.token,
    );
    await pass(16);
    expect(await live()).toBe(0);
    for (const [at, part] of parts.entries()) {
      expect((await from(attacker, part, tokens[at])).body.code).toBe('hold.network-limit');
      expect((await from(attacker, part)).body.code).toBe('hold.network-limit');
    }
    await pass(30);
    expect((await from(attacker, parts[0]!, tokens[0])).status).toBe(201);
  });

  test('releasing seats or changing the performance frees seats for other networks, not for another cart of the same one', async () => {
    const attacker = network();
    const parts = chunks(seats.slice(0, SHARE), CART);
    const holds = await Promise.all(parts.map((part) => from(attacker, part)));
    const [first, second] = holds.map(({ body }) => body.cart.token);
    await office.visit(
      'DELETE',
      `/app-api/configuration/representations/${theatre.performanceId}/holds`,
      undefined,
      first,
    );
    const other = await office.perform(theatre, { date: '2031-05-15' });
    const otherSeatId = (await office.seats(other))[0]?.id ?? '';
    expect((await office.hold(other, [otherSeatId], second, undefined, attacker)).status).toBe(201);
    expect(await live()).toBe(CART);
    expect((await from(attacker, parts[0]!)).body.code).toBe('hold.network-limit');
    expect((await from(network(), parts[0]!)).status).toBe(201);
    // The cart that released them may take them, or fewer, again.
    expect((await from(attacker, parts[1]!, first)).status).toBe(201);
    expect((await from(attacker, parts[1]!.slice(0, 3), first)).status).toBe(201);
  });

  test('no sequence of holds, releases and extensions moves the end of a clock beyond 15 minutes and one extension', async () => {
    type Step =
      { do: 'hold'; seats: number } | { do: 'release' | 'extend' } | { do: 'wait'; minutes: number };
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ do: fc.constant('hold' as const), seats: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ do: fc.constantFrom('release' as const, 'extend' as const) }),
      fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 12 }) }),
    );
    let free = 0;
    const run = async (steps: readonly Step[]) => {
      const mine = seats.slice(free, free + 3);
      free += 3;
      const { token, id } = (await from(network(), mine.slice(0, 1))).body.cart;
      const clock = async () => {
        const [row] = await office.database.asSuperuser<{ age: number; left: number }>(
          `SELECT extract(epoch FROM now() - started_at)::float8 AS age, extract(epoch FROM expires_at - now())::float8 AS left
           FROM cart WHERE id = $1`,
          [id],
        );
        return row ?? { age: 0, left: 0 };
      };
      let extended = false;
      for (const current of steps) {
        const before = await clock();
        const path = `/app-api/configuration/representations/${theatre.performanceId}/holds`;
        if (current.do === 'hold') await from(network(), mine.slice(0, current.seats), token);
        if (current.do === 'release') await office.visit('DELETE', path, undefined, token);
        if (current.do === 'extend') {
          const cart = '/app-api/prestiscene/reservations/cart/extend';
          extended = (await office.visit('POST', cart, undefined, token)).status === 200 || extended;
        }
        if (current.do === 'wait') await pass(current.minutes);
        const after = await clock();
        if (after.age < before.age) extended = false;
        // Total length of a clock, from its first seat to its end.
        expect(after.age + after.left).toBeLessThanOrEqual((extended ? 30 : 15) * 60 + 1);
        // Another clock begins only when the former one is over.
        if (before.left > 0) expect(after.age).toBeGreaterThanOrEqual(before.age);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), run), {
      numRuns: 12,
      endOnFailure: true,
    });
  }, 120_000);

  test('an extended cart counts until its extended end', async () => {
    await settings({ restMinutes: 0 });
    const where = network();
    const holds = await Promise.all(chunks(seats.slice(0, SHARE), CART).map((part) => from(where, part)));
    for (const { body } of holds)
      await office.visit('POST', '/app-api/prestiscene/reservations/cart/extend', undefined, body.cart.token);
    await pass(16);
    expect(await live()).toBe(SHARE);
    expect((await from(where, [seats[100]!])).body.code).toBe('hold.network-limit');
    await pass(15);
    expect((await from(where, [seats[100]!])).status).toBe(201);
  });

  test('deletes the row of a network whose seats no longer count', async () => {
    const where = network();
    await from(where, [seats[0]!]);
    const rows = () =>
      office.database.asSuperuser('SELECT 1 FROM network_hold WHERE tenant_id = $1 AND network = $2', [
        theatre.tenantId,
        where,
      ]);
    await pass(16);
    await expireHolds(office.service.ctx);
    expect(await rows()).toHaveLength(1);
    await pass(30);
    await expireHolds(office.service.ctx);
    expect(await rows()).toHaveLength(0);
  });

  /**
   * Sixteen buyers of one network read, wait for each other, then take seats. `take` decides by the row or by what it
   * read.
   */
  async function race(
    take: (client: Client, part: string[], meet: () => Promise<void>) => Promise<boolean>,
  ): Promise<number> {
    const parts = chunks(seats, CART);
    let waiting = 0;
    let open: () => void;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const meet = () => {
      waiting += 1;
      if (waiting === parts.length) open();
      return opened;
    };
    const taken = parts.map(async (part) => {
      const client = new Client({ connectionString: office.database.url });
      await client.connect();
      try {
        await client.query(`BEGIN; SET LOCAL app.tenant = '${theatre.tenantId}'`);
        const done = await take(client, part, meet);
        await client.query(done ? 'COMMIT' : 'ROLLBACK');
      } finally {
        await client.end();
      }
    });
    await Promise.all(taken);
    return live();
  }
  const SEEN = `SELECT count(*)::int AS seats FROM seat_claim WHERE performance_id = $1 AND state = 'HELD' AND expires_at > now()`;
  const soon = () => new Date(Date.now() + 15 * 60_000);
  const txOf = (client: Client) => {
    const named = (_name: string, text: string, values?: readonly unknown[]) =>
      client.query(text, values as unknown[]);
    return { tenantId: theatre.tenantId, sql: { named } } as unknown as Parameters<typeof takeSeats>[0];
  };

  test('concurrent requests of one network stay within its share', async () => {
    const where = network();
    const held = await race(async (client, part, meet) => {
      await client.query(SEEN, [theatre.performanceId]);
      await meet();
      const cartId = randomUUID();
      const owner = { performanceId: theatre.performanceId, cartId };
      const share = {
        network: where,
        key: `${theatre.performanceId}:${cartId}:1`,
        seats: SHARE,
        carts: 60,
        restMinutes: 30,
      };
      return (await takeSeats(txOf(client), owner, part, [], soon(), share)).within;
    });
    // The last cart is smaller: with it the others may end before the share is full.
    expect(held).toBeLessThanOrEqual(SHARE);
    expect(held).toBeGreaterThan(SHARE - CART);
  });

  test('the sabotaged twin, which counts first and then takes, gives one network every seat', async () => {
    const held = await race(async (client, part, meet) => {
      const { rows } = await client.query<{ seats: number }>(SEEN, [theatre.performanceId]);
      await meet();
      if ((rows[0]?.seats ?? 0) + part.length > SHARE) return false;
      const owner = { performanceId: theatre.performanceId, cartId: randomUUID() };
      return (await takeSeats(txOf(client), owner, part, [], soon())).seats.length === part.length;
    });
    expect(held).toBe(304);
  });
});
