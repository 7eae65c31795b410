import { randomUUID } from 'node:crypto';
import { topics } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { lockSales } from '../src/features/sale/lock-sales';
import { settlePayment } from '../src/features/sale/settle-payment.command';
import { TicketSequencer } from '../src/features/ticket-numbers/ticket-sequencer';
import { BoxOffice, type Theatre } from './support/box-office';

jest.setTimeout(120_000);

const TOPIC = 'payments.payment.v1';

describe('payments that arrive together', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let free: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 10 });
    free = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });
  afterAll(() => office.close());

  /** A buyer who is at the bank. */
  async function atTheBank(seats: readonly string[], network?: string) {
    const buyer = await office.buyer(theatre.performanceId, seats, network);
    const { paymentId } = (await office.pay(buyer.token)).body;
    return { ...buyer, paymentId, reservationId: buyer.reservation.id };
  }
  type Buyer = Awaited<ReturnType<typeof atTheBank>>;

  /** Publishes the acceptance of all payments at once. */
  const accept = (buyers: readonly Buyer[]) =>
    office.service.ctx.bus.publish(
      buyers.map(({ paymentId, reservationId, totalMinor }) => {
        const value = { paymentId, reservationId, amountMinor: totalMinor, currency: 'EUR', method: 'CARD' };
        const event = { $case: 'accepted' as const, value: { ...value, togetherMinor: 0 } };
        const headers = { ce_id: randomUUID(), ce_type: 'accepted', ce_tenantid: theatre.tenantId };
        return {
          ...{ topic: TOPIC, key: paymentId, headers: { ...headers, ce_time: new Date().toISOString() } },
          value: Buffer.from(topics[TOPIC].encode({ event }).finish()),
        };
      }),
    );
  const outcomes = (buyers: readonly Buyer[], expected: readonly string[]) =>
    eventually(
      async () => {
        const found = await Promise.all(
          buyers.map(({ reservationId, token }) => office.outcome(reservationId, token)),
        );
        expect(found.map(({ outcome }) => outcome)).toEqual(expected);
      },
      { timeoutMs: 20_000 },
    );
  /** In how many transactions the payments were noted. */
  async function transactions(buyers: readonly Buyer[]): Promise<number> {
    const rows = await office.database.asSuperuser<{ xmin: string }>(
      'SELECT DISTINCT xmin::text FROM reservation_payment WHERE id = ANY ($1::uuid[])',
      [buyers.map(({ paymentId }) => paymentId)],
    );
    return rows.length;
  }

  it('are settled in one transaction, each sale with its tickets', async () => {
    const buyers = [];
    for (const at of [0, 2, 4, 6]) buyers.push(await atTheBank(free.slice(at, at + 2)));
    await accept(buyers);
    await outcomes(buyers, ['VALIDATED', 'VALIDATED', 'VALIDATED', 'VALIDATED']);
    expect(await transactions(buyers)).toBe(1);
    const tickets = await office.database.asSuperuser<{ count: number }>(
      `SELECT count(*)::int AS count FROM ticket WHERE tenant_id = $1 AND state = 'VALIDATED' GROUP BY reservation_id`,
      [theatre.tenantId],
    );
    expect(tickets.map(({ count }) => count)).toEqual([2, 2, 2, 2]);
  });

  it('are settled one by one if a sale has lost a seat, which is given back', async () => {
    const buyers = [await atTheBank([free[0]!]), await atTheBank([free[1]!]), await atTheBank([free[2]!])];
    await office.expire(buyers[1]!.cartId);
    expect((await office.hold(theatre.performanceId, [free[1]!])).status).toBe(201);
    await accept(buyers);
    await outcomes(buyers, ['VALIDATED', 'REFUND', 'VALIDATED']);
    expect(await transactions(buyers)).toBe(3);
  });

  it('have their effect once when they are delivered again among new ones', async () => {
    const [first, second] = [await atTheBank([free[0]!]), await atTheBank([free[1]!])];
    await accept([first]);
    await outcomes([first], ['VALIDATED']);
    await accept([first, second]);
    await outcomes([first, second], ['VALIDATED', 'VALIDATED']);
    const payments = await office.database.asSuperuser<{ count: number }>(
      'SELECT count(*)::int AS count FROM ticket WHERE tenant_id = $1',
      [theatre.tenantId],
    );
    expect(payments).toEqual([{ count: 2 }]);
  });

  /**
   * Settles two sales of one network in a transaction; after the first of them, the buyer of the second one wants another seat.
   * Returns what became of both: a deadlock ends one of the two.
   */
  async function whileABuyerChanges(isLocked: boolean) {
    const network = randomUUID();
    const [first, second] = [await atTheBank([free[0]!], network), await atTheBank([free[1]!], network)];
    let hold: ReturnType<BoxOffice['hold']> | undefined;
    const { ctx } = office.service;
    const sequencer = new TicketSequencer();
    const fact = ({ paymentId, totalMinor: amountMinor }: Buyer) => ({
      ...{ kind: 'accepted' as const, paymentId, amountMinor, currency: 'EUR', method: 'CARD' },
    });
    const settled = ctx.db
      .inTenant(systemActor(theatre.tenantId, 'test'), async (tx) => {
        if (isLocked) await lockSales(tx, [first.reservationId, second.reservationId], []);
        await settlePayment(tx, first.reservationId, fact(first), ctx, sequencer);
        // What is deferred is sent with the next statement.
        await tx.sql.query('SELECT 1');
        hold = office.hold(theatre.performanceId, [free[1]!, free[5]!], second.token, undefined, network);
        await new Promise((resolve) => setTimeout(resolve, 500));
        await settlePayment(tx, second.reservationId, fact(second), ctx, sequencer);
      })
      .then(
        () => 'settled',
        () => 'ended',
      );
    const [sales, held] = [await settled, await hold!];
    return { sales, isHoldAnswered: held.status < 500 };
  }

  it('let a buyer of one of the sales wait, without a deadlock', async () => {
    expect(await whileABuyerChanges(true)).toEqual({ sales: 'settled', isHoldAnswered: true });
  });

  it('end in a deadlock without their locks: this test sees it', async () => {
    const { sales, isHoldAnswered } = await whileABuyerChanges(false);
    expect(sales === 'settled' && isHoldAnswered).toBe(false);
  });
});
