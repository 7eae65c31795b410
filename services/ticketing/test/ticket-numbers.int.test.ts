import { randomUUID } from 'node:crypto';
import { systemActor, type Tx } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import fc from 'fast-check';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import {
  numberTicketsOf,
  numberWaitingTickets,
  TURN,
} from '../src/features/ticket-numbers/number-tickets.command';
import { BoxOffice, type Theatre } from './support/box-office';

interface Numbered {
  id: string;
  reservationId: string;
  year: number;
  code: string | null;
}

/** How a transaction that numbers ends. */
type Ending = 'commit' | 'rollback' | 'kill';

/** Tickets get their numbers after the sale, in batches, without gap whatever happens to a batch. */
describe('the sequencer of tickets', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let item: { id: string; seatId: string };

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());
  beforeEach(async () => {
    theatre = await office.theatre({ seatsPerRow: 40 });
    const [seat] = await office.seats(theatre.performanceId);
    const { reservation } = await office.buyer(theatre.performanceId, [seat!.id]);
    const [row] = await office.database.asSuperuser<{ id: string }>(
      'SELECT id FROM reservation_item WHERE reservation_id = $1',
      [reservation.id],
    );
    item = { id: row!.id, seatId: seat!.id };
  });

  const inTenant = <R>(work: (tx: Tx) => Promise<R>) =>
    office.service.ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), work);
  const tickets = () =>
    office.database.asSuperuser<Numbered>(
      `SELECT id, reservation_id AS "reservationId", series_year AS year, code FROM ticket WHERE tenant_id = $1 ORDER BY id`,
      [theatre.tenantId],
    );

  /** Tickets of one sale. They are cancelled ones: only a valid one needs a seat of its own. */
  async function sell(count: number, year: number): Promise<void> {
    const reservationId = uuidv7();
    await office.database.asSuperuser(
      `INSERT INTO ticket (id, tenant_id, reservation_id, item_id, performance_id, seat_id, series_year, secret, state)
       SELECT id, $2, $3, $4, $5, $6, $7, 'secret', 'CANCELED' FROM unnest($1::uuid[]) AS id`,
      [
        Array.from({ length: count }, () => uuidv7()),
        ...[theatre.tenantId, reservationId, item.id, theatre.performanceId, item.seatId, year],
      ],
    );
  }

  const KILL = 'SELECT pg_terminate_backend(pg_backend_pid())';
  /** Numbers what waits in a transaction that ends like this. */
  async function number(ending: Ending, work: (tx: Tx) => Promise<unknown> = numberWaitingTickets) {
    const ended = inTenant(async (tx) => {
      await work(tx);
      if (ending === 'rollback') throw new Error('rolled back');
      if (ending === 'kill') await tx.sql.query(KILL);
    });
    if (ending === 'commit') await ended;
    else await expect(ended).rejects.toThrow();
  }

  /** How both twins number: with codes that were taken elsewhere. */
  const writeCodes = ({ sql, tenantId }: Tx, ids: readonly string[], codes: readonly string[]) =>
    sql.query(
      `UPDATE ticket SET code = made.code, numbered_at = now() FROM unnest($2::uuid[], $3::text[]) AS made (id, code)
       WHERE ticket.tenant_id = $1 AND ticket.id = made.id`,
      [tenantId, ids, codes],
    );

  /** Does the work while the sequencer of the service waits for its turn, so that the tickets stay without number. */
  async function withoutSequencer(work: () => Promise<unknown>): Promise<void> {
    const client = new Client({ connectionString: office.database.url });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(TURN, [theatre.tenantId]);
      await work();
    } finally {
      await client.end();
    }
  }

  /** What is wrong with the numbers: nothing when each year's are 1, 2, 3 … in the order of the tickets. */
  async function defects(): Promise<string[]> {
    const places = new Map<number, number>();
    return (await tickets()).flatMap(({ year, code }) => {
      const place = (places.get(year) ?? 0) + 1;
      places.set(year, place);
      const expected = `T-${year}-${String(place).padStart(6, '0')}`;
      return code === expected ? [] : [`${code ?? 'no number'} instead of ${expected}`];
    });
  }

  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ seats: fc.integer({ min: 1, max: 6 }), year: fc.constantFrom(2026, 2027) }),
    },
    { weight: 2, arbitrary: fc.constantFrom<Ending>('commit', 'rollback', 'kill') },
  );

  test('leaves no gap, whatever is rolled back or killed between sales', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const each of steps)
          if (typeof each === 'string') await number(each);
          else await sell(each.seats, each.year);
        await number('commit');
        expect(await defects()).toEqual([]);
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  test('with numbers that are taken in a transaction of their own leaves a gap, which is seen', async () => {
    await withoutSequencer(async () => {
      await sell(3, 2026);
      const ids = (await tickets()).map(({ id }) => id);
      const codes = await inTenant((tx) => tx.nextCode('ticket', 'T', 2026, ids.length));
      await number('kill', (tx) => writeCodes(tx, ids, codes));
    });
    await number('commit');
    expect(await defects()).not.toEqual([]);
  });

  test('numbers each ticket once when many work at the same time, an order whole and in the order of its seats', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => sell(1 + (index % 4), 2026)));
    const { ctx } = office.service;
    await Promise.all(Array.from({ length: 6 }, () => numberTicketsOf(theatre.tenantId, ctx)));
    await eventually(async () => expect((await tickets()).every(({ code }) => code !== null)).toBe(true));
    const numbers = (await tickets()).map(({ code }) => Number(code!.slice(-6))).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
    const events = (await office.events('ticketing.reservation.v1')).filter(
      ({ $case }) => $case === 'ticketed',
    );
    const all = await tickets();
    for (const id of new Set(all.map(({ reservationId }) => reservationId))) {
      const order = all.filter(({ reservationId }) => reservationId === id);
      const own = order.map(({ code }) => Number(code!.slice(-6)));
      expect(own).toEqual(own.map((_, place) => own[0]! + place));
      expect(events.filter(({ value }) => value.reservationId === id)).toHaveLength(1);
    }
  });

  test('without turns loses numbers, which is seen', async () => {
    let arrived = 0;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    // Both have read what waits before either writes.
    const withoutTurn = () =>
      inTenant(async (tx) => {
        const { rows } = await tx.sql.query<{ id: string }>(
          'SELECT id FROM ticket WHERE tenant_id = $1 AND code IS NULL ORDER BY id',
          [tx.tenantId],
        );
        if (++arrived === 2) open();
        await opened;
        const codes = await tx.nextCode('ticket', 'T', 2026, rows.length);
        await writeCodes(
          tx,
          rows.map(({ id }) => id),
          codes,
        );
      });
    await withoutSequencer(async () => {
      await Promise.all(Array.from({ length: 10 }, () => sell(2, 2026)));
      await Promise.all([withoutTurn(), withoutTurn()]);
    });
    expect(await defects()).not.toEqual([]);
  });

  test('numbers a million and more', async () => {
    await office.database.asSuperuser(
      `INSERT INTO kit.number_series (tenant_id, series, year, last) VALUES ($1, 'ticket', 2026, 999999)`,
      [theatre.tenantId],
    );
    await sell(1, 2026);
    await number('commit');
    expect((await tickets()).map(({ code }) => code)).toEqual(['T-2026-1000000']);
  });

  test('numbers what a process left behind', async () => {
    // No sale of this process announces these.
    await sell(2, 2026);
    await eventually(async () => expect(await defects()).toEqual([]));
    expect(await tickets()).toHaveLength(2);
  });

  test('gives a cancelled sale its numbers too', async () => {
    const [, seat] = await office.seats(theatre.performanceId);
    const { token, reservation, totalMinor } = await office.buyer(theatre.performanceId, [seat!.id]);
    await office.accept(theatre.tenantId, {
      paymentId: randomUUID(),
      reservationId: reservation.id,
      amountMinor: totalMinor,
    });
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).outcome).toBe('VALIDATED'),
    );
    const cancel = `/b/api/prestiscene/reservations/${reservation.id}/transitions/cancel`;
    expect((await office.staff(theatre.tenantId, 'POST', cancel)).status).toBe(200);
    await eventually(async () => expect(await defects()).toEqual([]));
    expect(await tickets()).toHaveLength(1);
  }, 30_000);
});
