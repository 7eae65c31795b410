import { randomBytes, randomUUID } from 'node:crypto';
import { MemoryBus, systemActor } from '@coulisse/service-kit';
import { eventually as retried, startTestService, type TestService } from '@coulisse/test-kit';
import { Client } from 'pg';
import { admitWaiting } from '../src/features/waiting-room/admit-waiting.job';
import { WAITING_ROOM_LIMITS } from '../src/features/waiting-room/waiting-room.domain';
import { WaitingTokens } from '../src/features/waiting-room/waiting-token';
import { service } from '../src/service';
import { BoxOffice, type Theatre } from './support/box-office';

/** Longer than usual: rounds come once a second, and the machine may be busy. */
const eventually = <R>(check: () => R | Promise<R>) => retried(check, { timeoutMs: 30_000 });
// Rounds come once a second, and the machine may be busy.
jest.setTimeout(60_000);

interface WaitingAnswer {
  state: string;
  position: number | null;
  expectedSeconds: number | null;
  placesLeft: number | null;
  pollAfterSeconds: number | null;
  code?: string;
}

/** A buyer without a browser: keeps the token of the place and that of the cart. */
class Buyer {
  place: string | null = null;
  cart: string | null = null;

  constructor(
    private readonly office: BoxOffice,
    readonly performanceId: string,
    readonly network: string = randomUUID(),
    private readonly on: TestService = office.service,
  ) {}

  private headers = (): Record<string, string> => ({
    'x-client-network': this.network,
    ...(this.place ? { 'waiting-token': this.place } : {}),
    ...(this.cart ? { 'cart-token': this.cart } : {}),
  });

  private path = (rest: string) => `/app-api/configuration/representations/${this.performanceId}/${rest}`;

  async enter() {
    const answer = await this.on.request<WaitingAnswer>('POST', this.path('waiting-room'), {
      headers: this.headers(),
    });
    this.place = answer.headers.get('waiting-token') ?? this.place;
    return answer;
  }

  async hold(seats: readonly string[]) {
    const answer = await this.on.request<{
      code?: string;
      params?: Record<string, number>;
      cart: { id: string; token?: string };
    }>('POST', this.path('holds'), { headers: this.headers(), body: { seats } });
    this.place = answer.headers.get('waiting-token') ?? this.place;
    this.cart = answer.body.cart?.token ?? this.cart;
    return answer;
  }

  async leave() {
    return this.on.request('DELETE', this.path('waiting-room'), { headers: this.headers() });
  }

  /** The id of the place, as the token has it. */
  get placeId(): string {
    return this.place?.split('.')[0] ?? '';
  }
}

/** Twenty-five people of one network click in the same moment: their holds wait for the row of the network. */
async function inWaves<R>(count: number, work: (at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let first = 0; first < count; first += 25) {
    const wave = Array.from({ length: Math.min(25, count - first) }, (_, at) => work(first + at));
    results.push(...(await Promise.all(wave)));
  }
  return results;
}

describe('waiting room', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  const buyer = (network?: string, on?: TestService) => new Buyer(office, theatre.performanceId, network, on);
  const setRoom = async (values: { waitingRoom?: string; waitingRoomBuyers?: number | null }) => {
    const path = `/b/api/configuration/representations/${theatre.performanceId}`;
    const { body } = await office.staff<{ version: number }>(theatre.tenantId, 'GET', path);
    const { status, text } = await office.staff(theatre.tenantId, 'PATCH', path, values, {
      headers: { 'if-match': `"${body.version}"` },
    });
    if (status !== 200) throw new Error(text);
  };
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    office.database.asSuperuser<R & Record<string, unknown>>(text, values);
  const admitted = async (buyers: readonly Buyer[]) => {
    const rows = await sql<{ id: string }>(
      `SELECT id FROM waiting_place WHERE performance_id = $1 AND state = 'ADMITTED'`,
      [theatre.performanceId],
    );
    const ids = new Set(rows.map(({ id }) => id));
    return buyers.map(({ placeId }) => ids.has(placeId));
  };
  /** Enters one after the other, so that their order is certain. */
  const line = async (count: number, network?: string) => {
    const buyers: Buyer[] = [];
    for (let at = 0; at < count; at++) {
      const next = buyer(network);
      await next.enter();
      buyers.push(next);
    }
    return buyers;
  };

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '20' } });
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 10, seatsPerRow: 20 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });
  afterAll(() => office.close());

  test('opens by itself: the second buyer of a performance for one waits, and enters when the first has gone', async () => {
    await setRoom({ waitingRoomBuyers: 1 });
    const [first, second] = [buyer(), buyer()];
    expect((await first.enter()).body).toMatchObject({ state: 'ADMITTED' });
    const waiting = await second.enter();
    expect(waiting.body).toMatchObject({ state: 'WAITING', position: 1 });
    expect(waiting.body.expectedSeconds).toBeGreaterThan(0);
    expect(waiting.body.pollAfterSeconds).toBeGreaterThanOrEqual(4);
    await eventually(async () => expect((await second.hold([seats[0]!])).status).toBe(429));
    const refused = await second.hold([seats[0]!]);
    expect(refused.body).toMatchObject({ code: 'sale.waiting-room' });
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.params?.seconds));
    expect((await first.leave()).status).toBe(204);
    await eventually(async () => expect((await second.enter()).body.state).toBe('ADMITTED'));
    expect((await second.hold([seats[0]!])).status).toBe(201);
  });

  test('a buyer with held seats stays inside: without a pass, after a reload and after the room has opened', async () => {
    await setRoom({ waitingRoomBuyers: 1 });
    // Through the interface, without entering first.
    const early = buyer();
    expect((await early.hold([seats[0]!])).status).toBe(201);
    const waiting = await line(2);
    await eventually(async () => {
      expect((await waiting[1]!.enter()).body.state).toBe('WAITING');
      expect((await waiting[1]!.hold([seats[5]!])).status).toBe(429);
    });
    expect((await early.hold([seats[0]!, seats[1]!])).status).toBe(201);
    expect((await early.enter()).body.state).toBe('ADMITTED');
    expect((await early.hold([seats[1]!])).status).toBe(201);
  });

  test('admits in the order of arrival, and a reload keeps the place', async () => {
    await setRoom({ waitingRoomBuyers: 1 });
    const [inside, ...waiting] = await line(6);
    const positions = async () =>
      Promise.all(waiting.map(async (waiter) => (await waiter.enter()).body.position ?? 0));
    expect(await positions()).toEqual([1, 2, 3, 4, 5]);
    // Asking more often, or in another order, changes nothing.
    for (const buyer of [...waiting].reverse()) await buyer.enter();
    expect(await positions()).toEqual([1, 2, 3, 4, 5]);
    await setRoom({ waitingRoomBuyers: 3 });
    await inside!.leave();
    await eventually(async () => expect(await admitted(waiting)).toEqual([true, true, true, false, false]));
    expect(await admitted(waiting)).toEqual([true, true, true, false, false]);
    await eventually(async () => expect((await waiting[3]!.enter()).body.position).toBe(1));
    expect((await waiting[4]!.enter()).body.position).toBe(2);
  });

  test('three hundred arrivals at the same time: exactly as many enter as fit, every other has its own position', async () => {
    await setRoom({ waitingRoomBuyers: 40 });
    const office300 = randomUUID();
    const buyers = Array.from({ length: 300 }, () => buyer(office300));
    const answers = await Promise.all(buyers.map((buyer) => buyer.enter()));
    expect(answers.map(({ status, body }) => body.code ?? status)).toEqual(Array(300).fill(200));
    expect(answers.filter(({ body }) => body.state === 'ADMITTED')).toHaveLength(40);
    const [row] = await sql<{ ranks: string; last: string }>(
      `SELECT count(DISTINCT rank) AS ranks, max(rank) AS last FROM waiting_place WHERE performance_id = $1`,
      [theatre.performanceId],
    );
    expect([Number(row?.ranks), Number(row?.last)]).toEqual([300, 300]);
  }, 60_000);

  test('the same arrivals against a twin that counts before it writes: more enter than fit', async () => {
    await sql('CREATE TABLE naive_place (performance_id uuid, state text)');
    await sql('GRANT SELECT, INSERT ON naive_place TO PUBLIC');
    const naive = async (client: Client) => {
      const { rows } = await client.query<{ inside: string }>(
        `SELECT count(*) AS inside FROM naive_place WHERE performance_id = $1 AND state = 'ADMITTED'`,
        [theatre.performanceId],
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      const state = Number(rows[0]?.inside) < 5 ? 'ADMITTED' : 'WAITING';
      await client.query('INSERT INTO naive_place VALUES ($1, $2)', [theatre.performanceId, state]);
      return state;
    };
    const clients = Array.from({ length: 10 }, () => new Client({ connectionString: office.database.url }));
    await Promise.all(clients.map((client) => client.connect()));
    try {
      const states = await Promise.all(clients.map(naive));
      expect(states.filter((state) => state === 'ADMITTED').length).toBeGreaterThan(5);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  });

  test('refuses forged, foreign and expired passes', async () => {
    await setRoom({ waitingRoom: 'ON', waitingRoomBuyers: 1 });
    const inside = buyer();
    await inside.enter();
    await eventually(async () => expect((await inside.enter()).body.state).toBe('ADMITTED'));
    const outside = buyer();
    await outside.enter();
    await eventually(async () => expect((await outside.hold([seats[0]!])).status).toBe(429));
    const elsewhere = new Buyer(office, await office.perform(theatre));
    expect((await elsewhere.enter()).body.state).toBe('ADMITTED');
    const own = new WaitingTokens(randomBytes(32));
    const claims = { placeId: outside.placeId, performanceId: theatre.performanceId, cart: '' };
    const forgeries = [
      outside.place!.replace('.w.', '.a.'),
      own.sign({ ...claims, state: 'ADMITTED' }),
      elsewhere.place!,
      inside.place!.replace(/\.\d{10}\./, '.9999999999.'),
      'nonsense',
    ];
    for (const forged of forgeries) {
      const thief = buyer();
      thief.place = forged;
      expect((await thief.hold([seats[0]!])).body.code).toBe('sale.waiting-room');
    }
    // With a pass that is genuine the same hold succeeds.
    expect((await inside.hold([seats[0]!])).status).toBe(201);
  });

  test('one place serves one cart: a pass that is handed on opens no second one', async () => {
    await setRoom({ waitingRoom: 'ON', waitingRoomBuyers: 1 });
    const first = buyer();
    await first.enter();
    await eventually(async () => expect((await first.enter()).body.state).toBe('ADMITTED'));
    const handedOn = first.place;
    const friends = Array.from({ length: 5 }, () => {
      const friend = buyer();
      friend.place = handedOn;
      return friend;
    });
    const answers = await Promise.all(friends.map((friend, at) => friend.hold([seats[at]!])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'sale.waiting-room')).toHaveLength(4);
    const carts = await sql('SELECT 1 FROM seat_claim WHERE performance_id = $1', [theatre.performanceId]);
    expect(carts).toHaveLength(1);
    // Who comes with the place of somebody else's cart stands at the end of the line.
    const winner = friends[answers.findIndex(({ status }) => status === 201)]!;
    const loser = friends.find((friend) => friend !== winner)!;
    expect((await loser.enter()).body.state).toBe('WAITING');
    expect(loser.placeId).not.toBe(winner.placeId);
    expect((await winner.enter()).body.state).toBe('ADMITTED');
  });

  test('two replicas have one line, and it survives a restart of the service', async () => {
    await setRoom({ waitingRoomBuyers: 2 });
    const start = () =>
      startTestService(service, {
        database: office.database,
        env: {
          PAYMENTS_GRPC: office.peers.address,
          DOCUMENTS_GRPC: office.peers.address,
          NOTIFICATIONS_GRPC: office.peers.address,
          PUBLIC_URL: 'https://coulisse.test',
          WAITING_ROOM: '{"eventLoopDelayMs":0,"holdsInFlight":0}',
        },
        bus: new MemoryBus(),
      });
    let second = await start();
    try {
      const buyers: Buyer[] = [];
      for (let at = 0; at < 6; at++) {
        const next = buyer(undefined, at % 2 === 0 ? office.service : second);
        await next.enter();
        buyers.push(next);
      }
      expect(await admitted(buyers)).toEqual([true, true, false, false, false, false]);
      // A pass of one replica is valid at the other.
      const moved = buyer(undefined, second);
      moved.place = buyers[0]!.place;
      expect((await moved.hold([seats[0]!])).status).toBe(201);
      await second.stop();
      second = await start();
      const returned = buyer(undefined, second);
      returned.place = buyers[3]!.place;
      expect((await returned.enter()).body).toMatchObject({ state: 'WAITING', position: 2 });
      const leaving = buyer(undefined, second);
      leaving.place = buyers[1]!.place;
      await leaving.leave();
      await eventually(async () =>
        expect(await admitted(buyers)).toEqual([true, false, true, false, false, false]),
      );
    } finally {
      await second.stop();
    }
  }, 60_000);

  test('rounds of two replicas at the same time admit no buyer twice and not one too many', async () => {
    await setRoom({ waitingRoomBuyers: 3 });
    const waiting = (await line(13)).slice(3);
    await sql(`DELETE FROM waiting_place WHERE performance_id = $1 AND state = 'ADMITTED'`, [
      theatre.performanceId,
    ]);
    await sql('UPDATE waiting_room SET budget = 100 WHERE performance_id = $1', [theatre.performanceId]);
    const round = () =>
      office.service.ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
        admitWaiting(tx, theatre.performanceId, { limits: WAITING_ROOM_LIMITS, isOverloaded: false }),
      );
    await Promise.all(Array.from({ length: 10 }, round));
    await eventually(async () =>
      expect(await admitted(waiting)).toEqual([true, true, true, ...Array<boolean>(7).fill(false)]),
    );
  });

  test('a buyer who has gone away is not admitted, and loses the place after five minutes', async () => {
    await setRoom({ waitingRoomBuyers: 1 });
    const [inside, away, present] = await line(3);
    await sql(`UPDATE waiting_place SET seen_at = now() - interval '2 minutes' WHERE id = $1`, [
      away!.placeId,
    ]);
    await inside!.leave();
    await eventually(async () => expect(await admitted([away!, present!])).toEqual([false, true]));
    expect((await away!.enter()).body).toMatchObject({ state: 'WAITING', position: 1 });
    await sql(`UPDATE waiting_place SET seen_at = now() - interval '6 minutes' WHERE id = $1`, [
      away!.placeId,
    ]);
    const former = away!.placeId;
    await eventually(async () => {
      expect(await sql('SELECT 1 FROM waiting_place WHERE id = $1', [former])).toHaveLength(0);
    });
  });

  test('a stay ends with its time or with the sale, not while seats are held', async () => {
    await setRoom({ waitingRoomBuyers: 2 });
    const [holder, idle] = await line(2);
    const held = await holder!.hold([seats[0]!]);
    expect(held.status).toBe(201);
    await sql(`UPDATE waiting_place SET ends_at = now() WHERE performance_id = $1`, [theatre.performanceId]);
    await eventually(async () => expect(await admitted([holder!, idle!])).toEqual([true, false]));
    await sql(`UPDATE cart SET closed = true WHERE id = $1`, [held.body.cart.id]);
    await sql(`UPDATE waiting_room SET round_at = '-infinity' WHERE performance_id = $1`, [
      theatre.performanceId,
    ]);
    await eventually(async () => expect(await admitted([holder!])).toEqual([false]));
  });

  test('before the sale opens the order is drawn; then the drawn ones come before those who arrive later', async () => {
    const path = `/b/api/configuration/representations/${theatre.performanceId}`;
    const change = async (values: object) => {
      const { body } = await office.staff<{ version: number }>(theatre.tenantId, 'GET', path);
      await office.staff(theatre.tenantId, 'PATCH', path, values, {
        headers: { 'if-match': `"${body.version}"` },
      });
    };
    await change({ onlineReservationClosed: true });
    expect((await buyer().enter()).body).toMatchObject({ state: 'CLOSED', pollAfterSeconds: null });
    await change({ waitingRoom: 'ON', waitingRoomBuyers: 1 });
    const early = Array.from({ length: 30 }, () => buyer());
    for (const buyer of early)
      expect((await buyer.enter()).body).toMatchObject({ state: 'EARLY', position: null });
    expect((await early[0]!.hold([seats[0]!])).status).not.toBe(201);
    const drawn = await sql<{ id: string }>(
      'SELECT id FROM waiting_place WHERE performance_id = $1 ORDER BY rank',
      [theatre.performanceId],
    );
    // Thirty places in the order of arrival by chance: once in 10^32.
    expect(drawn.map(({ id }) => id)).not.toEqual(early.map(({ placeId }) => placeId));
    expect(await admitted(early)).not.toContain(true);
    await change({ onlineReservationClosed: false });
    const late = buyer();
    await late.enter();
    await eventually(async () => {
      const rows = await sql<{ id: string }>(
        `SELECT id FROM waiting_place WHERE performance_id = $1 AND state = 'ADMITTED'`,
        [theatre.performanceId],
      );
      expect(rows.map(({ id }) => id)).toEqual([drawn[0]!.id]);
    });
    expect((await late.enter()).body.position).toBe(30);
  }, 30_000);

  test('a performance that is sold out says so at once', async () => {
    const small = await office.theatre({ tenantId: theatre.tenantId, name: 'Argent', seatsPerRow: 2 });
    const performance = new Buyer(office, small.performanceId);
    const all = (await office.seats(small.performanceId)).map(({ id }) => id);
    await performance.enter();
    expect((await performance.hold(all)).status).toBe(201);
    await sql(
      `UPDATE seat_claim SET state = 'SOLD', expires_at = 'infinity', reservation_id = gen_random_uuid() WHERE performance_id = $1`,
      [small.performanceId],
    );
    await sql(`UPDATE waiting_room SET round_at = '-infinity' WHERE performance_id = $1`, [
      small.performanceId,
    ]);
    await eventually(async () => {
      const late = new Buyer(office, small.performanceId);
      expect((await late.enter()).body).toMatchObject({
        state: 'SOLD_OUT',
        placesLeft: 0,
        pollAfterSeconds: null,
      });
    });
  });

  test('OFF dissolves the line, and newcomers enter whatever their number', async () => {
    await setRoom({ waitingRoomBuyers: 1 });
    const waiting = (await line(4)).slice(1);
    expect(await admitted(waiting)).toEqual([false, false, false]);
    await setRoom({ waitingRoom: 'OFF' });
    await eventually(async () => expect(await admitted(waiting)).toEqual([true, true, true]));
    expect((await buyer().enter()).body.state).toBe('ADMITTED');
  });

  test('one network has a bounded number of places; others are not affected', async () => {
    const crowd = randomUUID();
    await buyer(crowd).enter();
    await sql(
      `INSERT INTO waiting_place (id, tenant_id, performance_id, state, rank, network)
       SELECT uuidv7(), $1, $2, 'WAITING', n, $3 FROM generate_series(2, ${WAITING_ROOM_LIMITS.placesPerNetwork}) AS n`,
      [theatre.tenantId, theatre.performanceId, crowd],
    );
    const refused = await buyer(crowd).enter();
    expect([refused.status, refused.body.code]).toEqual([429, 'request.too-many']);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect((await buyer().enter()).status).toBe(200);
  });

  test('three hundred buyers behind one address hold their seats; without places the network’s limit stops them', async () => {
    const house = await office.theatre({
      tenantId: theatre.tenantId,
      name: 'Bronze',
      rows: 33,
      seatsPerRow: 20,
    });
    const all = (await office.seats(house.performanceId)).map(({ id }) => id);
    const committee = randomUUID();
    const buyers = Array.from({ length: 300 }, () => new Buyer(office, house.performanceId, committee));
    const entered = await Promise.all(buyers.map((buyer) => buyer.enter()));
    expect(entered.filter(({ body }) => body.state === 'ADMITTED')).toHaveLength(300);
    const held = await inWaves(300, (at) => buyers[at]!.hold([all[at]!]));
    expect(held.map(({ status, body }) => body.code ?? status)).toEqual(Array(300).fill(201));
    // The ceiling of an address remains: half of the house.
    const lateAnswers = await inWaves(40, async (at) => {
      const latecomer = new Buyer(office, house.performanceId, committee);
      await latecomer.enter();
      return latecomer.hold([all[300 + at]!]);
    });
    expect(lateAnswers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(lateAnswers.filter(({ body }) => body.code === 'hold.network-limit')).toHaveLength(10);

    const strangers = randomUUID();
    const without = await inWaves(100, (at) =>
      new Buyer(office, house.performanceId, strangers).hold([all[400 + at]!]),
    );
    expect(without.filter(({ status }) => status === 201)).toHaveLength(60);
  }, 120_000);

  test('staff see who waits; the box office does not', async () => {
    await setRoom({ waitingRoomBuyers: 1 });
    await line(3);
    const path = `/b/api/configuration/representations/${theatre.performanceId}/waiting-room`;
    const { body } = await office.staff(theatre.tenantId, 'GET', path);
    expect(body).toMatchObject({
      mode: 'AUTO',
      isOpen: true,
      isPaused: false,
      inside: 1,
      waiting: 2,
      buyers: 1,
    });
    const refused = await office.staff(theatre.tenantId, 'GET', path, undefined, {
      rights: ['ticketing.room.read'],
    });
    expect(refused.status).toBe(403);
    expect((await office.staff(randomUUID(), 'GET', path)).status).toBe(404);
  });
});

describe('an overloaded process', () => {
  test('lets newcomers wait, and pauses the rooms of every replica', async () => {
    const office = await BoxOffice.open({
      env: { WAITING_ROOM: '{"eventLoopDelayMs":0,"holdsInFlight":1}' },
    });
    try {
      const theatre = await office.theatre();
      const [seat, second] = (await office.seats(theatre.performanceId)).map(({ id }) => id);
      const inside = new Buyer(office, theatre.performanceId);
      await inside.enter();
      expect((await inside.hold([seat!])).status).toBe(201);
      // Holds that wait for the row of another transaction pile up.
      const blocker = new Client({ connectionString: office.database.url });
      await blocker.connect();
      await blocker.query(`BEGIN; SET LOCAL app.tenant = '${theatre.tenantId}'`);
      await blocker.query('SELECT 1 FROM cart WHERE tenant_id = $1 FOR UPDATE', [theatre.tenantId]);
      // Each waits two seconds for the lock, then fails; until the end of the test there are always some.
      let stuck = true;
      const pile = [1, 2, 3].map(async () => {
        while (stuck) await inside.hold([seat!]);
      });
      await eventually(async () => {
        const newcomer = new Buyer(office, theatre.performanceId);
        expect((await newcomer.hold([second!])).body.code).toBe('sale.waiting-room');
        expect((await newcomer.enter()).body.state).toBe('WAITING');
      });
      const [room] = await office.database.asSuperuser<{ paused: boolean }>(
        'SELECT paused_until > now() AS paused FROM waiting_room WHERE performance_id = $1',
        [theatre.performanceId],
      );
      expect(room?.paused).toBe(true);
      await blocker.query('ROLLBACK');
      await blocker.end();
      stuck = false;
      await Promise.all(pile);
      expect((await inside.hold([seat!])).status).toBe(201);
      const newcomer = new Buyer(office, theatre.performanceId);
      await eventually(async () => expect((await newcomer.enter()).body.state).toBe('ADMITTED'));
    } finally {
      await office.close();
    }
  }, 60_000);
});
