import { randomUUID } from 'node:crypto';
import { barrier, eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { expireHolds } from '../src/features/holds/expire-holds.job';
import { BoxOffice, type Theatre } from './support/box-office';
import { SALE_OF_RESERVATION } from './support/defects';

interface Sale {
  code?: string;
  params?: Record<string, unknown>;
  reservation: { id: string; code: string; state: string };
  totalMinor: number;
  paidMinor: number;
}
interface Held {
  code?: string;
  cart: { token: string };
  totalMinor: number;
}

const desk = '/b/api/prestiscene/desk';
const CUSTOMER = { firstName: 'Marguerite', lastName: 'Pons', email: '' };

/** Staff sell with the carts, prices and sales of the public, without its limits. */
describe('a sale at the desk', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 3, seatsPerRow: 20 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });
  afterAll(() => office.close());

  const hold = (seatIds: readonly string[], token?: string, performanceId = theatre.performanceId) =>
    office.staff<Held>(
      theatre.tenantId,
      'POST',
      `${desk}/representations/${performanceId}/holds`,
      { seats: seatIds },
      { headers: token ? { 'cart-token': token } : {} },
    );
  const sell = (token: string, body: object, key: string = randomUUID(), rights?: string[]) =>
    office.staff<Sale>(
      theatre.tenantId,
      'POST',
      `${desk}/sales`,
      { customer: CUSTOMER, ...body },
      { headers: { 'cart-token': token, 'idempotency-key': key }, ...(rights ? { rights } : {}) },
    );
  const cash = (amountMinor: number) => ({ method: 'CASH', amountMinor });
  const now = (...parts: object[]) => ({ payment: { kind: 'now', parts } });
  const held = async (...seatIds: string[]) => (await hold(seatIds)).body.cart.token;
  const states = async (...ids: string[]) =>
    (await office.seats(theatre.performanceId))
      .filter(({ id }) => ids.includes(id))
      .map(({ state }) => state);
  const stateOf = async (id: string) =>
    (
      await office.database.asSuperuser<{ state: string }>('SELECT state FROM reservation WHERE id = $1', [
        id,
      ])
    )[0]?.state;

  test('is sold when the money is recorded, in several parts too', async () => {
    const token = await held(seats[0]!, seats[1]!);
    const parts = [cash(5_000), { method: 'CARD', amountMinor: 12_800, reference: 'T-0042' }];
    const { status, body } = await sell(token, now(...parts));
    expect({ status, ...body }).toMatchObject({
      status: 201,
      reservation: { state: 'VALIDATED' },
      totalMinor: 17_800,
      paidMinor: 17_800,
    });
    expect(await states(seats[0]!, seats[1]!)).toEqual(['SOLD', 'SOLD']);
    const [row] = await office.database.asSuperuser(
      'SELECT channel, customer_name, customer_email FROM reservation WHERE id = $1',
      [body.reservation.id],
    );
    expect(row).toEqual({ channel: 'BOX_OFFICE', customer_name: 'Marguerite Pons', customer_email: null });
  });

  test('takes a promotion code and a discount of what that leaves, and records both', async () => {
    const { tenantId } = theatre;
    const made = { name: 'Rentrée', code: 'GUICHET', value: '10' };
    const { body: code } = await office.staff<{ id: string }>(
      tenantId,
      'POST',
      '/b/api/configuration/promotion-codes',
      made,
    );
    const token = await held(seats[0]!, seats[1]!);
    const wishes = {
      promotionCode: 'guichet',
      discount: { kind: 'percentage', percentage: '50.00' },
    };
    const prices = (rights?: string[]) =>
      office.staff(tenantId, 'POST', `${desk}/prices`, wishes, {
        headers: { 'cart-token': token },
        ...(rights ? { rights } : {}),
      });
    expect((await prices()).body).toMatchObject({
      ...{ promotionCode: 'GUICHET', discountMinor: 9790, totalMinor: 8010, leftToPayMinor: 8010 },
      lines: [
        { listedMinor: 8900, priceMinor: 4005 },
        { listedMinor: 8900, priceMinor: 4005 },
      ],
    });
    expect((await prices(['ticketing.reservation.read'])).status).toBe(403);
    const { body: sale } = await sell(token, { ...wishes, ...now(cash(8010)) });
    expect(sale).toMatchObject({ reservation: { state: 'VALIDATED' }, totalMinor: 8010 });
    const [row] = await office.database.asSuperuser(
      `SELECT promotion_code_id, discount_amount_ttc::text AS off, discount_percentage AS percentage,
         (SELECT sum(discount_minor)::int FROM reservation_item WHERE reservation_id = r.id) AS places
       FROM reservation r WHERE id = $1`,
      [sale.reservation.id],
    );
    expect(row).toEqual({ promotion_code_id: code.id, off: '97.90', percentage: null, places: 9790 });
  });

  test('the events of its payments change nothing more, and sell it when the desk died meanwhile', async () => {
    const token = await held(seats[0]!);
    const { body } = await sell(token, now(cash(4_000), { method: 'CHEQUE', amountMinor: 4_900 }));
    const { id } = body.reservation;
    const [made] = [...office.peers.recorded.entries()].filter(([key]) => key.includes(id));
    for (const { paymentId, amountMinor } of made![1].payments)
      await office.accept(theatre.tenantId, { paymentId, reservationId: id, amountMinor });
    await eventually(async () => {
      const [inbox] = await office.database.asSuperuser<{ n: number }>(
        `SELECT count(*)::int AS n FROM reservation_payment WHERE reservation_id = $1 AND to_refund_minor > 0`,
        [id],
      );
      expect(inbox?.n).toBe(0);
    });
    expect(await stateOf(id)).toBe('VALIDATED');
  });

  /** What the till holds of this theatre. */
  const takenMinor = () =>
    [...office.peers.takings.values()]
      .filter(({ tenantId }) => tenantId === theatre.tenantId)
      .flatMap(({ parts }) => parts)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

  test('a repeated request sells once, also at the same moment', async () => {
    const token = await held(seats[0]!);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => sell(token, now(cash(8_900)), key)));
    const sold = answers.filter(({ status }) => status === 201);
    expect(sold.length).toBeGreaterThan(0);
    expect(new Set(sold.map(({ body }) => body.reservation.id)).size).toBe(1);
    const again = await sell(token, now(cash(8_900)), key);
    expect(again.body).toMatchObject({ reservation: sold[0]!.body.reservation, paidMinor: 8_900 });
    expect(takenMinor()).toBe(8_900);
    const tickets = await office.database.asSuperuser('SELECT 1 FROM ticket WHERE tenant_id = $1', [
      theatre.tenantId,
    ]);
    expect(tickets).toHaveLength(1);
  });

  describe('whose money is recorded for both of two equal requests before one of them goes on', () => {
    const sellTwice = async () => {
      const token = await held(seats[0]!);
      const key = randomUUID();
      const sellOnce = () => sell(token, now(cash(8_900)), key);
      const meet = barrier(2);
      const recorded = new Promise<void>((resolve) => {
        office.peers.afterRecording = () => {
          resolve();
          return meet();
        };
      });
      const first = sellOnce();
      await recorded;
      return Promise.all([first, sellOnce()]);
    };
    afterEach(() => {
      office.peers.afterRecording = () => Promise.resolve();
    });
    const moneyOf = async (id: string) =>
      (
        await office.database.asSuperuser<{ paid: number; back: number }>(
          `SELECT sum(amount_minor)::int AS paid, sum(to_refund_minor)::int AS back
           FROM reservation_payment WHERE reservation_id = $1`,
          [id],
        )
      )[0];

    test('is sold once, and both read that it is', async () => {
      const answers = await sellTwice();
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[1].body).toEqual(answers[0].body);
      const { reservation } = answers[0].body;
      expect(reservation.state).toBe('VALIDATED');
      expect(await moneyOf(reservation.id)).toEqual({ paid: 8_900, back: 0 });
    });

    test('(sabotaged) is sold, then cancelled without locks and versions: its seats are no longer free', async () => {
      const defects = [withoutRowLocks, withoutVersions];
      const answers = await sabotaged(
        { defects, meet: 2, of: theatre.tenantId, after: SALE_OF_RESERVATION },
        sellTwice,
      );
      expect(answers.map(({ body }) => body.reservation.state).sort()).toEqual(['CANCELED', 'VALIDATED']);
      const { id } = answers[0].body.reservation;
      expect(await stateOf(id)).toBe('CANCELED');
      expect(await moneyOf(id)).toEqual({ paid: 8_900, back: 8_900 });
    });
  });

  test('of two desks and the public, one gets a seat', async () => {
    for (const seat of seats.slice(0, 6)) {
      const answers = await Promise.all([
        hold([seat]),
        office.hold(theatre.performanceId, [seat]),
        hold([seat]),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    }
  });

  test('is not bound by what binds the public, but by a performance that is closed (R-176)', async () => {
    expect((await hold(seats.slice(0, 45))).status).toBe(201);
    const closedOnline = await office.perform(theatre, {
      onlineReservationClosed: true,
      activeReservation: 'ADMIN',
    });
    const [seat] = await office.seats(closedOnline);
    expect((await office.hold(closedOnline, [seat!.id])).body.code).toBe('performance.not-on-sale');
    expect((await hold([seat!.id], undefined, closedOnline)).status).toBe(201);
    for (const closed of [{ activeReservation: 'NO' }, { isComplete: true }]) {
      const id = await office.perform(theatre, closed);
      const [place] = await office.seats(id);
      expect((await hold([place!.id], undefined, id)).body.code).toBe('performance.not-on-sale');
    }
  });

  test('a discount lowers the prices of its seats and their VAT (R-181)', async () => {
    const token = await held(seats[0]!, seats[1]!, seats[2]!);
    const discount = { kind: 'amount', amount: '10.00', entry: 'TTC' };
    const wrong = await sell(token, { discount, ...now(cash(26_700)) });
    expect(wrong.body).toMatchObject({ code: 'reservation.not-what-is-due', params: { due: '257.00' } });
    const { body } = await sell(token, { discount, comment: 'Fidèle', ...now(cash(25_700)) });
    const items = await office.database.asSuperuser<{ price_minor: number; vat: { amountMinor: number }[] }>(
      'SELECT price_minor, vat FROM reservation_item WHERE reservation_id = $1',
      [body.reservation.id],
    );
    expect(items.reduce((sum, { price_minor }) => sum + price_minor, 0)).toBe(25_700);
    expect(items.every(({ price_minor, vat }) => vat[0]!.amountMinor === price_minor)).toBe(true);
    const tooMuch = await sell(await held(seats[5]!), {
      discount: { ...discount, amount: '90.00' },
      ...now(),
    });
    expect(tooMuch.body.code).toBe('reservation.discount-too-large');
    const free = await sell(await held(seats[6]!), {
      discount: { kind: 'percentage', percentage: '100' },
      ...now(),
    });
    expect(free.body).toMatchObject({ totalMinor: 0, reservation: { state: 'VALIDATED' } });
  });

  test('a pre-reservation holds its seats until its deadline, is collected later, or expires', async () => {
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const later = { payment: { kind: 'later', deadline } };
    const paid = await sell(await held(seats[0]!), later);
    const lapsed = await sell(await held(seats[1]!), later);
    expect(paid.body.reservation.state).toBe('PRE_RESERVATION');
    expect((await hold([seats[0]!])).status).toBe(409);
    const collect = (key: string, amountMinor = 8_900) =>
      office.staff<Sale>(
        theatre.tenantId,
        'POST',
        `/b/api/prestiscene/reservations/${paid.body.reservation.id}/collect`,
        { parts: [cash(amountMinor)] },
        { headers: { 'idempotency-key': key } },
      );
    expect((await collect('a', 8_000)).body.code).toBe('reservation.not-what-is-due');
    expect((await collect('b')).body).toMatchObject({
      reservation: { state: 'VALIDATED' },
      paidMinor: 8_900,
    });
    expect((await collect('c')).body.code).toBe('reservation.nothing-due');
    await office.database.asSuperuser(
      `UPDATE reservation SET deadline = now() - interval '1 minute' WHERE id = $1`,
      [lapsed.body.reservation.id],
    );
    await office.database.asSuperuser(
      `UPDATE seat_claim SET expires_at = now() - interval '1 minute' WHERE seat_id = $1`,
      [seats[1]!],
    );
    await expireHolds(office.service.ctx);
    expect(await stateOf(lapsed.body.reservation.id)).toBe('CANCELED');
    expect(await states(seats[0]!, seats[1]!)).toEqual(['SOLD', 'FREE']);
    const past = await sell(await held(seats[2]!), {
      payment: { kind: 'later', deadline: '2020-01-01T00:00:00Z' },
    });
    expect(past.body.code).toBe('reservation.deadline-past');
    for (const [index, kind] of ['later', 'link'].entries()) {
      const late = await sell(await held(seats[3 + index]!), {
        customer: { ...CUSTOMER, email: 'late@example.org' },
        payment: { kind, deadline: '2999-01-01T00:00:00Z' },
      });
      expect(late.body).toMatchObject({
        code: 'reservation.deadline-after-start',
        errors: [{ pointer: '/payment/deadline', code: 'reservation.deadline-after-start' }],
      });
    }
  });

  test('no money is taken for a reservation that is cancelled while the desk waits for it', async () => {
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await sell(await held(seats[0]!), { payment: { kind: 'later', deadline } });
    const { id } = body.reservation;
    const cancelled = office.database.asSuperuser(
      `WITH locked AS (UPDATE reservation SET state = 'CANCELED' WHERE id = $1 RETURNING id)
       SELECT pg_sleep(1.5) FROM locked`,
      [id],
    );
    await eventually(async () => {
      const sleeping = await office.database.asSuperuser(
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'WITH locked AS (UPDATE reservation%' AND wait_event = 'PgSleep'
           AND datname = current_database()`,
      );
      expect(sleeping).toHaveLength(1);
    });
    const collected = await office.staff<{ code?: string }>(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${id}/collect`,
      { parts: [cash(8_900)] },
      { headers: { 'idempotency-key': randomUUID() } },
    );
    await cancelled;
    expect(collected.body.code).toBe('reservation.nothing-due');
    const payments = await office.database.asSuperuser(
      'SELECT 1 FROM reservation_payment WHERE reservation_id = $1',
      [id],
    );
    expect(payments).toEqual([]);
  });

  test('needs the right to sell, and to take money the right to collect', async () => {
    const token = await held(seats[0]!);
    expect((await sell(token, now(cash(8_900)), 'k', ['ticketing.reservation.read'])).status).toBe(403);
    expect((await sell(token, now(cash(8_900)), 'k', ['ticketing.reservation.sell'])).status).toBe(403);
    const rights = ['ticketing.reservation.sell', 'payments.payment.collect'];
    expect((await sell(token, now(cash(8_900)), 'k', rights)).status).toBe(201);
  });

  test('a pre-reservation goes back to draft with its seats; a sale never does', async () => {
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await sell(await held(seats[0]!), { payment: { kind: 'later', deadline } });
    const { id } = body.reservation;
    const go = (of: string, transition: string, input: object = {}) =>
      office.staff<{ code?: string; state: string }>(
        theatre.tenantId,
        'POST',
        `/b/api/prestiscene/reservations/${of}/transitions/${transition}`,
        { input },
      );
    expect((await go(id, 'cancel')).body.state).toBe('CANCELED');
    expect(await states(seats[0]!)).toEqual(['FREE']);
    expect((await go(id, 'back_to_draft')).body.state).toBe('DRAFT');
    expect(await states(seats[0]!)).toEqual(['HELD']);
    expect((await go(id, 'quote_request', { deadline })).status).toBeGreaterThanOrEqual(400);
    const late = await go(id, 'pre_reserve', { deadline: '2999-01-01T00:00:00Z' });
    expect(late.body).toMatchObject({
      code: 'reservation.deadline-after-start',
      errors: [{ pointer: '/input/deadline' }],
    });
    expect((await go(id, 'pre_reserve', { deadline })).body.state).toBe('PRE_RESERVATION');
    const sold = await sell(await held(seats[1]!), now(cash(8_900)));
    expect((await go(sold.body.reservation.id, 'cancel')).status).toBe(200);
    expect((await go(sold.body.reservation.id, 'back_to_draft')).body.code).toBe('reservation.was-sold');
    // Somebody else has the seat by now.
    const other = await sell(await held(seats[2]!), { payment: { kind: 'later', deadline } });
    await go(other.body.reservation.id, 'cancel');
    await held(seats[2]!);
    expect((await go(other.body.reservation.id, 'back_to_draft')).status).toBe(409);
  });

  test('the buyer is corrected by who read the last version', async () => {
    const { body } = await sell(await held(seats[0]!), now(cash(8_900)));
    const path = `/b/api/prestiscene/reservations/${body.reservation.id}`;
    const { version } = (await office.staff<{ version: number }>(theatre.tenantId, 'GET', path)).body;
    const edit = (read: number) =>
      office.staff<{ code?: string }>(theatre.tenantId, 'POST', `${path}/edit-customer`, {
        version: read,
        customer: { ...CUSTOMER, lastName: 'Ponce', email: 'ponce@example.test' },
      });
    expect((await edit(version)).status).toBe(204);
    expect((await edit(version)).body.code).toBe('record.changed');
    const after = await office.staff<{ customerName: string }>(theatre.tenantId, 'GET', path);
    expect(after.body.customerName).toBe('Marguerite Ponce');
  });

  test('its comment and the date of its quote are changed by who read the last version', async () => {
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await sell(await held(seats[0]!), { payment: { kind: 'later', deadline } });
    const path = `/b/api/prestiscene/reservations/${body.reservation.id}`;
    const read = async () =>
      (
        await office.staff<{ version: number; comment: string | null; quoteDate: string | null }>(
          theatre.tenantId,
          'GET',
          path,
        )
      ).body;
    const edit = (what: 'comment' | 'quote-date', values: object, rights?: string[]) =>
      office.staff<{ code?: string; errors?: { pointer: string }[] }>(
        theatre.tenantId,
        'POST',
        `${path}/edit-${what}`,
        values,
        rights ? { rights } : {},
      );
    const { version } = await read();
    const comment = 'Allergie aux noix & fauteuil <roulant>\nPrès de la scène';
    expect((await edit('comment', { version, comment })).status).toBe(204);
    expect((await edit('comment', { version, comment: 'Trop tard' })).body.code).toBe('record.changed');
    const noted = await read();
    expect(noted.comment).toBe(comment);
    expect(
      (await edit('comment', { version: noted.version, comment: 'x'.repeat(2_001) })).body.errors,
    ).toEqual([expect.objectContaining({ pointer: '/comment' })]);
    const quoteDate = '2027-02-28';
    const wrong = await edit('quote-date', { version: noted.version, quoteDate: '2027-02-30' });
    expect(wrong.body.errors).toEqual([expect.objectContaining({ pointer: '/quoteDate' })]);
    expect((await edit('quote-date', { version: noted.version, quoteDate })).status).toBe(204);
    const dated = await read();
    expect(dated).toMatchObject({ comment, quoteDate });
    // Both are emptied again.
    expect((await edit('quote-date', { version: dated.version, quoteDate: null })).status).toBe(204);
    expect((await edit('comment', { version: dated.version + 1, comment: '' })).status).toBe(204);
    expect(await read()).toMatchObject({ comment: null, quoteDate: null });
    const mayRead = ['ticketing.reservation.read'];
    expect((await edit('comment', { version: 1, comment }, mayRead)).status).toBe(403);
    expect((await edit('quote-date', { version: 1, quoteDate }, mayRead)).status).toBe(403);
  });

  test('the quote of a cancelled reservation gets no date, but staff may still note why', async () => {
    const { body } = await sell(await held(seats[0]!), now(cash(8_900)));
    const path = `/b/api/prestiscene/reservations/${body.reservation.id}`;
    await office.staff(theatre.tenantId, 'POST', `${path}/transitions/cancel`, { input: {} });
    const { version } = (await office.staff<{ version: number }>(theatre.tenantId, 'GET', path)).body;
    const edit = (what: string, values: object) =>
      office.staff<{ code?: string }>(theatre.tenantId, 'POST', `${path}/edit-${what}`, {
        version,
        ...values,
      });
    expect((await edit('quote-date', { quoteDate: '2027-03-01' })).body.code).toBe('reservation.is-canceled');
    expect((await edit('comment', { comment: 'Malade' })).status).toBe(204);
  });

  test('tickets are mailed again, once a minute', async () => {
    const customer = { ...CUSTOMER, email: 'marguerite@example.test' };
    const { body } = await sell(await held(seats[0]!), { customer, ...now(cash(8_900)) });
    const { id } = body.reservation;
    const resend = () =>
      office.staff<{ code?: string }>(
        theatre.tenantId,
        'POST',
        `/b/api/prestiscene/reservations/${id}/resend-tickets`,
        {},
      );
    expect((await resend()).body.code).toBe('reservation.no-tickets');
    await office.database.asSuperuser('UPDATE sale_process SET document_id = $2 WHERE reservation_id = $1', [
      id,
      randomUUID(),
    ]);
    expect((await resend()).status).toBe(204);
    expect([...office.peers.mails.keys()].some((key) => key.startsWith(`tickets:${id}:again:`))).toBe(true);
    const early = await resend();
    expect({ status: early.status, code: early.body.code }).toEqual({
      status: 429,
      code: 'reservation.resent-just-now',
    });
  });

  test('the public changes no cart of the desk, and the desk none of the public', async () => {
    const token = await held(seats[0]!);
    expect((await office.hold(theatre.performanceId, [seats[1]!], token)).body.code).toBe(
      'cart.of-other-channel',
    );
    const online = await office.buyer(theatre.performanceId, [seats[2]!]);
    expect((await sell(online.token, now(cash(8_900)))).body.code).toBe('cart.of-other-channel');
  });
});
