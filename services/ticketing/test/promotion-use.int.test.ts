import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { Client } from 'pg';
import { RESERVE } from '../src/features/promotion-codes/promotion-use.store';
import { BoxOffice, type Theatre } from './support/box-office';

const EXHAUSTED = 'promotion-code.exhausted';
const CUSTOMER = { firstName: 'Marguerite', lastName: 'Pons', email: '' };
const desk = '/b/api/prestiscene/desk';

/** One place costs 89.00, and 79.00 with the code. */
describe('the uses of a promotion code with a limit (R-182, I8)', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  let next: number;
  let codeId: string;

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '20' } });
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 4, seatsPerRow: 20 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    next = 0;
  });
  afterAll(() => office.close());

  const limit = async (maxNumberOfUses: number | null) => {
    const made = await office.staff<{ id: string }>(
      theatre.tenantId,
      'POST',
      '/b/api/configuration/promotion-codes',
      { code: 'DIX', name: 'Dix', value: '10', isPercentage: false, maxNumberOfUses },
    );
    expect(made.status).toBe(201);
    codeId = made.body.id;
  };
  const hold = async () =>
    (await office.hold(theatre.performanceId, seats.slice(next, (next += 1)))).body.cart;
  const save = (token: string, promotionCode = 'DIX') => office.save(token, { promotionCode });
  /** A buyer with a use of the code. */
  const saved = async () => {
    const cart = await hold();
    const { status, body } = await save(cart.token);
    expect([status, body.totalMinor]).toEqual([200, 7900]);
    return { ...cart, reservationId: body.reservation.id };
  };
  const refusal = async () => (await save((await hold()).token)).body.code;
  const go = (id: string, transition: string, input?: object) =>
    office.staff<{ state?: string; code?: string }>(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${id}/transitions/${transition}`,
      input ? { input } : {},
    );
  const accept = async ({ token, reservationId }: { token: string; reservationId: string }) => {
    const { paymentId } = (await office.pay(token)).body;
    return () => office.accept(theatre.tenantId, { paymentId, reservationId, amountMinor: 7900 });
  };
  const outcome = async (id: string) =>
    (
      await office.database.asSuperuser<{ outcome: string }>(
        'SELECT outcome FROM sale_process WHERE reservation_id = $1',
        [id],
      )
    )[0]?.outcome;
  const ends = (id: string, expected: string) =>
    eventually(async () => expect(await outcome(id)).toBe(expected));
  const numberOfUses = async () =>
    (
      await office.staff<{ numberOfUses: number }>(
        theatre.tenantId,
        'GET',
        `/b/api/configuration/promotion-codes/${codeId}`,
      )
    ).body.numberOfUses;
  const sellAtDesk = async (payment: object) => {
    const path = `${desk}/representations/${theatre.performanceId}/holds`;
    const held = await office.staff<{ cart: { token: string } }>(theatre.tenantId, 'POST', path, {
      seats: seats.slice(next, (next += 1)),
    });
    return office.staff<{ code?: string; reservation: { id: string; state: string } }>(
      theatre.tenantId,
      'POST',
      `${desk}/sales`,
      { customer: CUSTOMER, promotionCode: 'DIX', payment },
      { headers: { 'cart-token': held.body.cart.token, 'idempotency-key': randomUUID() } },
    );
  };
  const cash = { kind: 'now', parts: [{ method: 'CASH', amountMinor: 7900 }] };
  const later = () => ({ kind: 'later', deadline: new Date(Date.now() + 86_400_000).toISOString() });

  test('are ten for fifty orders at once, and as many sales', async () => {
    await limit(10);
    const carts = [];
    for (let index = 0; index < 50; index++) carts.push(await hold());
    const answers = await Promise.all(carts.map(({ token }) => save(token)));
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect([accepted.length, refused.map(({ body }) => body.code)]).toEqual([
      10,
      Array.from({ length: 40 }, () => EXHAUSTED),
    ]);
    for (const [index, { token }] of carts.entries()) {
      const reservationId = answers[index]!.body.reservation?.id;
      if (answers[index]!.status === 200) await (await accept({ token, reservationId }))();
    }
    await office.settled(theatre.performanceId);
    await eventually(async () => expect(await numberOfUses()).toBe(10));
    expect((await sellAtDesk(cash)).body.code).toBe(EXHAUSTED);
  }, 60_000);

  /** Twenty transactions that reserve a use of a code for ten, and end when all have done it, or wait for another one. */
  async function race(statements: readonly string[]): Promise<number> {
    await limit(10);
    const orders: string[] = [];
    for (let index = 0; index < 20; index++)
      orders.push((await save((await hold()).token, '')).body.reservation.id);
    let arrived = 0;
    const reserve = async (reservationId: string): Promise<boolean> => {
      const client = new Client({ connectionString: office.database.url });
      await client.connect();
      try {
        await client.query(`BEGIN; SET LOCAL app.tenant = '${theatre.tenantId}'`);
        let isReserved = false;
        for (const text of statements) {
          const values = [theatre.tenantId, codeId, reservationId];
          isReserved = (await client.query(text, values.slice(0, text === RESERVE ? 3 : 2))).rowCount === 1;
        }
        arrived += 1;
        const isLocked = statements.length > 1;
        if (!isLocked) await eventually(() => Promise.resolve(expect(arrived).toBe(orders.length)));
        await client.query('COMMIT');
        return isReserved;
      } finally {
        await client.end();
      }
    };
    return (await Promise.all(orders.map(reserve))).filter(Boolean).length;
  }
  const LOCK = 'SELECT 1 FROM promotion_code WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';

  test('are ten with the lock of the code, and more by the sabotaged twin, which counts without it', async () => {
    expect(await race([LOCK, RESERVE])).toBe(10);
    theatre = await office.theatre({ rows: 4, seatsPerRow: 20 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    next = 0;
    expect(await race([RESERVE])).toBeGreaterThan(10);
  }, 60_000);

  test('are one for an order that is saved in two tabs, and given back by one that is saved without the code', async () => {
    await limit(1);
    const { token } = await saved();
    const again = await Promise.all([save(token), save(token)]);
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    // Prices say so before anything is saved.
    const prices = async (owner: string) =>
      (
        await office.visit<{ code?: string; totalMinor?: number }>(
          'POST',
          '/app-api/prestiscene/reservations/cart/prices',
          { promotionCode: 'DIX' },
          owner,
        )
      ).body;
    expect([(await prices(token)).totalMinor, (await prices((await hold()).token)).code]).toEqual([
      7900,
      EXHAUSTED,
    ]);
    expect(await refusal()).toBe(EXHAUSTED);
    expect((await save(token, '')).body.totalMinor).toBe(8900);
    await saved();
    expect((await save(token)).body.code).toBe(EXHAUSTED);
  });

  test('are given back by a draft that expires, which needs one again when it comes back', async () => {
    await limit(1);
    const first = await saved();
    await office.expire(first.id);
    const second = await saved();
    // The first buyer takes the same seat again, and pays without saving.
    expect((await office.hold(theatre.performanceId, [seats[0]!], first.token)).status).toBe(201);
    expect((await office.pay(first.token)).body.code).toBe(EXHAUSTED);
    await office.expire(second.id);
    expect((await office.pay(first.token)).body.paymentId).toEqual(expect.any(String));
    expect((await office.hold(theatre.performanceId, [seats[1]!], second.token)).status).toBe(201);
    expect((await save(second.token)).body.code).toBe(EXHAUSTED);
  });

  test('are reserved again by an order that is to be paid by link, or refused to it', async () => {
    await office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, online_payment_link_hours) VALUES (gen_random_uuid(), $1, 48)
       ON CONFLICT (tenant_id) DO UPDATE SET online_payment_link_hours = 48`,
      [theatre.tenantId],
    );
    const byLink = async (token: string) =>
      (
        await office.visit<{ code?: string; reservation?: { state: string } }>(
          'POST',
          '/app-api/prestiscene/reservations/cart/payment-link',
          {},
          token,
          { 'idempotency-key': randomUUID() },
        )
      ).body;
    await limit(1);
    const first = await saved();
    await office.expire(first.id);
    const second = await saved();
    expect((await office.hold(theatre.performanceId, [seats[0]!], first.token)).status).toBe(201);
    expect((await byLink(first.token)).code).toBe(EXHAUSTED);
    await office.expire(second.id);
    expect((await byLink(first.token)).reservation?.state).toBe('PRE_RESERVATION');
  });

  test('are given back by a sale that is cancelled', async () => {
    await limit(1);
    const buyer = await saved();
    await (
      await accept(buyer)
    )();
    await ends(buyer.reservationId, 'VALIDATED');
    expect([await numberOfUses(), await refusal()]).toEqual([1, EXHAUSTED]);
    expect((await go(buyer.reservationId, 'cancel')).status).toBe(200);
    expect(await numberOfUses()).toBe(0);
    await saved();
  });

  test('are given back when the payment is refused and the time is over, not before', async () => {
    await limit(1);
    const buyer = await saved();
    const { paymentId } = (await office.pay(buyer.token)).body;
    await office.expire(buyer.id);
    // The bank may still accept it.
    expect(await refusal()).toBe(EXHAUSTED);
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
      $case: 'refused',
      value: { paymentId, reservationId: buyer.reservationId, reason: '' },
    } as never);
    await ends(buyer.reservationId, 'REFUSED');
    await saved();
  });

  test('are kept by a payment that arrives late, and never exceeded by one that arrives later than any', async () => {
    await limit(1);
    const slow = await saved();
    const acceptSlow = await accept(slow);
    await office.expire(slow.id);
    expect(await refusal()).toBe(EXHAUSTED);
    // Nobody waits for a bank any longer than three hours.
    await office.database.asSuperuser(
      `UPDATE reservation_payment SET at = now() - interval '4 hours' WHERE reservation_id = $1`,
      [slow.reservationId],
    );
    const quick = await saved();
    await (
      await accept(quick)
    )();
    await ends(quick.reservationId, 'VALIDATED');
    await acceptSlow();
    await ends(slow.reservationId, 'REFUND');
    expect(await numberOfUses()).toBe(1);
  });

  test('sell an order of late payment whose use nobody took', async () => {
    await limit(1);
    const slow = await saved();
    const acceptSlow = await accept(slow);
    await office.expire(slow.id);
    await office.database.asSuperuser('DELETE FROM promotion_use WHERE reservation_id = $1', [
      slow.reservationId,
    ]);
    await acceptSlow();
    await ends(slow.reservationId, 'VALIDATED');
    expect([await numberOfUses(), await refusal()]).toEqual([1, EXHAUSTED]);
  });

  test('count at the desk: sold, reserved until a deadline, cancelled and taken up again', async () => {
    await limit(2);
    const sold = await sellAtDesk(cash);
    const reserved = await sellAtDesk(later());
    expect([sold.body.reservation.state, reserved.body.reservation.state]).toEqual([
      'VALIDATED',
      'PRE_RESERVATION',
    ]);
    for (const payment of [cash, later()]) expect((await sellAtDesk(payment)).body.code).toBe(EXHAUSTED);
    expect(await refusal()).toBe(EXHAUSTED);
    expect((await go(reserved.body.reservation.id, 'cancel')).status).toBe(200);
    const { id, reservationId } = await saved();
    expect((await go(reserved.body.reservation.id, 'back_to_draft')).body.code).toBe(EXHAUSTED);
    await office.expire(id);
    expect((await go(reserved.body.reservation.id, 'back_to_draft')).body.state).toBe('DRAFT');
    const { deadline } = later();
    expect((await go(reservationId, 'pre_reserve', { deadline })).body.code).toBe(EXHAUSTED);
  });

  test('are noted without a limit, so that one which is set later counts them', async () => {
    await limit(null);
    await saved();
    const path = `/b/api/configuration/promotion-codes/${codeId}`;
    const { version } = (await office.staff<{ version: number }>(theatre.tenantId, 'GET', path)).body;
    const set = await office.staff(
      theatre.tenantId,
      'PATCH',
      path,
      { maxNumberOfUses: 1 },
      { headers: { 'if-match': `"${version}"` } },
    );
    expect(set.status).toBe(200);
    expect(await refusal()).toBe(EXHAUSTED);
  });
});
