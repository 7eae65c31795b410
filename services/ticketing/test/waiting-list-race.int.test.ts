import { randomUUID } from 'node:crypto';
import { resourcesOf } from '@coulisse/resource-server';
import { systemActor } from '@coulisse/service-kit';
import { barrier, eventually as retried } from '@coulisse/test-kit';
import { Client } from 'pg';
import { waitingEntry } from '../src/resources';
import { takeSeats } from '../src/features/holds/claim-seats.command';
import { PlacementRooms } from '../src/features/placement/rooms';
import { settlePayment } from '../src/features/sale/settle-payment.command';
import { TicketSequencer } from '../src/features/ticket-numbers/ticket-sequencer';
import { offerNext, offerSeats } from '../src/features/waiting-list/offer-seats.command';
import { lockList } from '../src/features/waiting-list/waiting-list.store';
import { BoxOffice, type Theatre } from './support/box-office';

const eventually = <R>(check: () => R | Promise<R>) => retried(check, { timeoutMs: 30_000 });
jest.setTimeout(90_000);

const SEATS = 24;
const PARTIES = 16;
const REPLICAS = 6;
const WINDOWS = 12;

interface EntryRow {
  id: string;
  state: string;
  party_size: number;
  offer_count: number;
  offer_cart: string | null;
  /** Seats that its cart holds or bought. */
  seats: number;
}

/** Offers of waiting lists against each other, against the public, against sales and against dying processes. */
describe('offers of a waiting list', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  let reservationId: string;

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '20' } });
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: SEATS / 2 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    const [first, second] = [seats.slice(0, SEATS / 2), seats.slice(SEATS / 2)];
    const sale = await office.paidBuyer(theatre, first);
    await office.paidBuyer(theatre, second);
    await office.settled(theatre.performanceId);
    reservationId = sale.reservation.id;
  });
  afterAll(() => office.close());

  const place = () => ({ tenantId: theatre.tenantId, performanceId: theatre.performanceId });
  /** Frees sold seats, as a cancellation does, without waking the list. */
  const free = async (freed: readonly string[]) => {
    const values = [theatre.performanceId, freed];
    await office.database.asSuperuser(
      `UPDATE ticket SET state = 'CANCELED' WHERE performance_id = $1 AND seat_id = ANY ($2::uuid[])`,
      values,
    );
    await office.database.asSuperuser(
      'DELETE FROM seat_claim WHERE performance_id = $1 AND seat_id = ANY ($2::uuid[])',
      values,
    );
  };
  const joinAll = async (sizes: readonly number[], wish: object = {}) => {
    for (const [index, partySize] of sizes.entries()) {
      const { status } = await office.visit(
        'POST',
        `/app-api/configuration/representations/${theatre.performanceId}/waiting-list`,
        {
          email: `p${index}@${randomUUID()}.test`,
          firstName: 'P',
          lastName: 'Durand',
          partySize,
          consent: true,
          ...wish,
        },
      );
      expect(status).toBe(202);
    }
  };
  const entries = () =>
    office.database.asSuperuser<EntryRow>(
      `SELECT e.id, e.state, e.party_size, e.offer_count, e.offer_cart, (SELECT count(*)::int FROM seat_claim c
         WHERE c.cart_id = e.offer_cart::uuid AND (c.state = 'SOLD' OR c.expires_at > now())) AS seats
       FROM waiting_entry e WHERE e.performance_id = $1 ORDER BY e.rank`,
      [theatre.performanceId],
    );
  /** Rows that must never exist. */
  const violations = () =>
    office.database.asSuperuser(
      `SELECT 'an offer without its seats' AS what, e.id FROM waiting_entry e
       WHERE e.performance_id = $1 AND e.state = 'OFFERED' AND e.party_size <> (SELECT count(*) FROM seat_claim c
         WHERE c.cart_id = e.offer_cart::uuid AND c.expires_at > now())
       UNION ALL
       SELECT 'a seat that is held for ever', c.seat_id FROM seat_claim c
       WHERE c.performance_id = $1 AND c.state = 'HELD' AND c.expires_at > now() + interval '25 hours'
       UNION ALL
       SELECT 'a ticket for a seat of somebody else', t.seat_id FROM ticket t JOIN seat_claim c ON c.seat_id = t.seat_id
       WHERE t.performance_id = $1 AND t.state = 'VALIDATED' AND c.reservation_id IS DISTINCT FROM t.reservation_id`,
      [theatre.performanceId],
    );
  const cancelSale = () =>
    office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${reservationId}/transitions/cancel`,
      {},
    );

  test('meet the public and each other: each party gets all of its seats once, in the order of the line', async () => {
    await joinAll(Array.from({ length: PARTIES }, () => 2));
    const { ctx } = office.service;
    const replicas = () =>
      Promise.all(Array.from({ length: REPLICAS }, () => offerSeats(ctx, new PlacementRooms(), place())));
    const grab = async () => {
      for (const seat of seats.slice(0, SEATS / 2)) await office.hold(theatre.performanceId, [seat]);
    };
    await cancelSale();
    await Promise.all([replicas(), grab(), replicas(), replicas()]);
    await eventually(async () => {
      await replicas();
      const free = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
      // What the public took apart leaves single seats, which fit no party.
      expect((await entries()).filter(({ state }) => state === 'OFFERED').length).toBeGreaterThan(0);
      expect(free.length).toBeLessThan(SEATS / 2);
    });
    expect(await violations()).toEqual([]);
    const line = await entries();
    const offered = line.filter(({ state }) => state === 'OFFERED');
    expect(line.slice(0, offered.length)).toEqual(offered);
    expect(new Set(offered.map(({ offer_count }) => offer_count))).toEqual(new Set([1]));
    expect(new Set(offered.map(({ offer_cart }) => offer_cart)).size).toBe(offered.length);
  });

  test('that end while they are paid are sold or given back, and no seat is promised to two', async () => {
    await joinAll([6, 6, 6, 6], { isTogether: false });
    await cancelSale();
    const offered = await eventually(async () => {
      const found = (await entries()).filter(({ state }) => state === 'OFFERED');
      expect(found).toHaveLength(2);
      return found;
    });
    const { ctx } = office.service;
    // The parties have paid: their carts are saved by way of their links, here by the token that a link gives.
    const drafts = await Promise.all(
      offered.map(async ({ offer_cart: cartId }) => {
        const token = randomUUID().slice(0, 22);
        await office.database.asSuperuser(
          `UPDATE cart SET token_hash = sha256(convert_to($2, 'UTF8')) WHERE id = $1`,
          [cartId, token],
        );
        const saved = await office.save(token);
        expect(saved.status).toBe(200);
        return { cartId: cartId!, id: saved.body.reservation.id, amountMinor: saved.body.totalMinor };
      }),
    );
    const paid = drafts.map(({ id, amountMinor }) =>
      ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
        settlePayment(
          tx,
          id,
          { kind: 'accepted', paymentId: randomUUID(), amountMinor, currency: 'EUR' },
          ctx,
          new TicketSequencer(),
        ),
      ),
    );
    const ended = drafts.map(({ cartId }) => office.expire(cartId));
    await Promise.all([
      ...paid,
      ...ended,
      ...Array.from({ length: REPLICAS }, () => offerSeats(ctx, new PlacementRooms(), place())),
    ]);
    await eventually(async () => {
      const rows = await entries();
      expect(rows.slice(0, 2).every(({ state }) => state === 'BOUGHT' || state === 'EXPIRED')).toBe(true);
    });
    expect(await violations()).toEqual([]);
    const outcomes = await office.database.asSuperuser<{ outcome: string; bought: boolean }>(
      `SELECT s.outcome, e.state = 'BOUGHT' AS bought FROM sale_process s JOIN waiting_entry e ON e.offer_cart = s.cart_id::text
       WHERE e.performance_id = $1`,
      [theatre.performanceId],
    );
    for (const { outcome, bought } of outcomes) if (bought) expect(outcome).toBe('VALIDATED');
  });

  test('of a process that dies are whole or never were', async () => {
    await joinAll([4]);
    // No round of the running service takes the list while this one has it.
    const { ctx } = office.service;
    const actor = systemActor(theatre.tenantId, 'test');
    const dying = ctx.db.inTenant(actor, async (tx) => {
      await tx.sql.query('SELECT 1 FROM waiting_list WHERE performance_id = $1 FOR UPDATE', [
        theatre.performanceId,
      ]);
      await free(seats.slice(0, 4));
      expect(await lockList(tx, theatre.performanceId)).toBe(true);
      expect(await offerNext(tx, ctx, new PlacementRooms(), theatre.performanceId)).toBe(true);
      const [entry] = (
        await tx.sql.query<{ state: string }>('SELECT state FROM waiting_entry WHERE performance_id = $1', [
          theatre.performanceId,
        ])
      ).rows;
      expect(entry?.state).toBe('OFFERED');
      await tx.sql.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(dying).rejects.toThrow();
    await eventually(async () => {
      const [row] = await entries();
      // Another process made the offer anew: once, with all of its seats, and its mail left with it.
      expect(row).toMatchObject({ state: 'OFFERED', seats: 4, offer_count: 1 });
      const mails = [...office.peers.mails.keys()].filter((mailKey) =>
        mailKey.includes(`offer:${row!.id}:1`),
      );
      expect(mails).toHaveLength(1);
    });
    const carts = await office.database.asSuperuser<{ id: string }>(
      'SELECT id FROM cart WHERE performance_id = $1 AND offer_ends_at IS NOT NULL',
      [theatre.performanceId],
    );
    expect(carts).toHaveLength(1);
    expect(await violations()).toEqual([]);
  });

  test('of one party are one, however many ask for it', async () => {
    await joinAll([2, 12]);
    await office.database.asSuperuser(
      `UPDATE waiting_list SET due_at = now() + interval '1 hour' WHERE performance_id = $1`,
      [theatre.performanceId],
    );
    const [first] = await entries();
    const { ctx } = office.service;
    await free(seats.slice(0, 4));
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
          resourcesOf(ctx)
            .of(waitingEntry)
            .transition(tx, systemActor(theatre.tenantId, 'test'), first!.id, 'offer'),
        ),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await entries())[0]).toMatchObject({ state: 'OFFERED', seats: 2, offer_count: 1 });
    expect(await violations()).toEqual([]);
  });

  /** Many offers read the same free seat, wait for each other, and take it. What differs is how they take it. */
  async function race(take: (client: Client, cartId: string) => Promise<boolean>): Promise<number> {
    const [seat] = seats;
    await free([seat!]);
    const meet = barrier(WINDOWS);
    const offers = Array.from({ length: WINDOWS }, async () => {
      const client = new Client({ connectionString: office.database.url });
      await client.connect();
      try {
        await client.query(`BEGIN; SET LOCAL app.tenant = '${theatre.tenantId}'`);
        const { rowCount } = await client.query('SELECT 1 FROM seat_claim WHERE seat_id = $1', [seat]);
        await meet();
        const isTaken = rowCount === 0 && (await take(client, randomUUID()));
        await client.query(isTaken ? 'COMMIT' : 'ROLLBACK');
        return isTaken;
      } finally {
        await client.end();
      }
    });
    return (await Promise.all(offers)).filter(Boolean).length;
  }

  test('get a seat once by the production statement', async () => {
    const winners = await race(async (client, cartId) => {
      const named = (_name: string, text: string, values?: readonly unknown[]) =>
        client.query(text, values as unknown[]);
      const tx = { tenantId: theatre.tenantId, sql: { named } } as unknown as Parameters<typeof takeSeats>[0];
      const owner = { performanceId: theatre.performanceId, cartId };
      const taken = await takeSeats(tx, owner, [seats[0]!], [], new Date(Date.now() + 3_600_000));
      return taken.seats.length === 1;
    });
    expect(winners).toBe(1);
  });

  test('promise it to many by the sabotaged twin, which takes what it has read as free', async () => {
    const winners = await race(async (client, cartId) => {
      const { rowCount } = await client.query(
        `INSERT INTO seat_claim (tenant_id, performance_id, seat_id, cart_id, state, expires_at)
         VALUES ($1, $2, $3, $4, 'HELD', now() + interval '1 hour')
         ON CONFLICT (tenant_id, performance_id, seat_id) DO UPDATE SET cart_id = excluded.cart_id, expires_at = excluded.expires_at`,
        [theatre.tenantId, theatre.performanceId, seats[0], cartId],
      );
      return rowCount === 1;
    });
    expect(winners).toBeGreaterThan(1);
  });
});
