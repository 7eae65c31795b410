import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import { barrier } from '@coulisse/test-kit';
import { Client } from 'pg';
import { sellSeats } from '../src/features/holds/claim-seats.command';
import { settlePayment } from '../src/features/sale/settle-payment.command';
import { TicketSequencer } from '../src/features/ticket-numbers/ticket-sequencer';
import { BoxOffice, type Theatre } from './support/box-office';

const CLIENTS = 200;
/** Connections of the twin: enough for a race, few enough for a small machine. */
const WINDOWS = 20;

describe('one seat', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seat: string;

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '20' } });
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ seatsPerRow: 1 });
    seat = (await office.seats(theatre.performanceId))[0]?.id ?? '';
  });
  afterAll(() => office.close());

  const sold = () =>
    office.database.asSuperuser<{ code: string }>(
      `SELECT code FROM ticket WHERE seat_id = $1 AND state = 'VALIDATED'`,
      [seat],
    );
  /** I1 of the design: rows that must never exist. */
  const violations = () =>
    office.database.asSuperuser(
      `SELECT 'two tickets' AS what, seat_id FROM ticket WHERE state = 'VALIDATED' GROUP BY performance_id, seat_id HAVING count(*) > 1
       UNION ALL
       SELECT 'a ticket without its seat', t.seat_id FROM ticket t LEFT JOIN seat_claim c ON c.seat_id = t.seat_id AND c.performance_id = t.performance_id
       WHERE t.state = 'VALIDATED' AND (c.state IS DISTINCT FROM 'SOLD' OR c.reservation_id IS DISTINCT FROM t.reservation_id)
       UNION ALL
       SELECT 'a sold seat without a ticket', c.seat_id FROM seat_claim c LEFT JOIN ticket t ON t.seat_id = c.seat_id AND t.state = 'VALIDATED'
       WHERE c.state = 'SOLD' AND t.id IS NULL`,
    );

  test(`requested by ${CLIENTS} clients is one sale and ${CLIENTS - 1} clear refusals`, async () => {
    const buy = async () => {
      let held = await office.hold(theatre.performanceId, [seat]);
      // A busy service asks its clients to come back: that is no answer about the seat.
      while (held.status === 503) held = await office.hold(theatre.performanceId, [seat]);
      if (held.status !== 201) return held;
      const { token } = held.body.cart;
      const { reservation, totalMinor } = (await office.save(token)).body;
      const { paymentId } = (await office.pay(token)).body;
      await office.accept(theatre.tenantId, {
        paymentId,
        reservationId: reservation.id,
        amountMinor: totalMinor,
      });
      return held;
    };
    const answers = await Promise.all(Array.from({ length: CLIENTS }, buy));
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(refused).toHaveLength(CLIENTS - 1);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(
      new Set(['reservation.seat-already-reserved']),
    );
    await office.settled(theatre.performanceId);
    expect(await sold()).toHaveLength(1);
    expect(await violations()).toEqual([]);
    expect(await office.seats(theatre.performanceId)).toMatchObject([{ state: 'SOLD' }]);
  }, 60_000);

  test('paid late by many buyers is one sale, and every other payment is refunded', async () => {
    const buyers = 40;
    const late: { id: string; paymentId: string }[] = [];
    for (let index = 0; index < buyers; index++) {
      const { cartId, reservation } = await office.buyer(theatre.performanceId, [seat]);
      await office.expire(cartId);
      late.push({ id: reservation.id, paymentId: randomUUID() });
    }
    const { ctx } = office.service;
    const fact = (paymentId: string) => ({
      kind: 'accepted' as const,
      paymentId,
      amountMinor: 8900,
      currency: 'EUR',
    });
    await Promise.all(
      late.map(({ id, paymentId }) =>
        ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
          settlePayment(tx, id, fact(paymentId), ctx, new TicketSequencer()),
        ),
      ),
    );
    const events = (await office.events('ticketing.reservation.v1')).filter(({ value }) =>
      late.some(({ id }) => id === value.reservationId),
    );
    expect(events.filter(({ $case }) => $case === 'validated')).toHaveLength(1);
    expect(events.filter(({ $case }) => $case === 'unfulfillable')).toHaveLength(buyers - 1);
    expect(await sold()).toHaveLength(1);
    expect(await violations()).toEqual([]);
  }, 60_000);

  /**
   * Both races read, wait for each other, then write. What differs is what decides: the key of the table, or what was
   * read.
   */
  async function race(
    sell: (client: Client, meet: () => Promise<void>) => Promise<boolean>,
  ): Promise<number> {
    const meet = barrier(WINDOWS);
    const sales = Array.from({ length: WINDOWS }, async () => {
      const client = new Client({ connectionString: office.database.url });
      await client.connect();
      try {
        await client.query(`BEGIN; SET LOCAL app.tenant = '${theatre.tenantId}'`);
        const done = await sell(client, meet);
        await client.query(done ? 'COMMIT' : 'ROLLBACK');
        return done;
      } finally {
        await client.end();
      }
    });
    return (await Promise.all(sales)).filter(Boolean).length;
  }

  test('is sold once by the production statement, whatever its buyers read before', async () => {
    const winners = await race(async (client, meet) => {
      const { rowCount } = await client.query('SELECT 1 FROM seat_claim WHERE seat_id = $1', [seat]);
      await meet();
      const named = (_name: string, text: string, values?: readonly unknown[]) =>
        client.query(text, values as unknown[]);
      const owner = { performanceId: theatre.performanceId, cartId: randomUUID() };
      const tx = { tenantId: theatre.tenantId, sql: { named } } as unknown as Parameters<typeof sellSeats>[0];
      return rowCount === 0 && (await sellSeats(tx, owner, randomUUID(), [seat])).length === 1;
    });
    expect(winners).toBe(1);
  });

  test('is oversold by the sabotaged twin, which reads first and then inserts, on a table without the key', async () => {
    const owner = new Client({ connectionString: office.database.ownerUrl });
    await owner.connect();
    await owner.query(
      'CREATE TABLE twin (performance_id uuid, seat_id uuid, cart_id uuid); GRANT SELECT, INSERT ON twin TO ticketing_app',
    );
    await owner.end();
    const winners = await race(async (client, meet) => {
      const { rowCount } = await client.query(
        'SELECT 1 FROM twin WHERE performance_id = $1 AND seat_id = $2',
        [theatre.performanceId, seat],
      );
      await meet();
      if (rowCount) return false;
      await client.query('INSERT INTO twin VALUES ($1, $2, $3)', [theatre.performanceId, seat, randomUUID()]);
      return true;
    });
    expect(winners).toBeGreaterThan(1);
  });
});
