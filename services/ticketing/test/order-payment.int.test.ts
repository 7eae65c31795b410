import { randomUUID } from 'node:crypto';
import { eventually, sabotaged, withoutRowLocks, type Defect } from '@coulisse/test-kit';
import { expireHolds } from '../src/features/holds/expire-holds.job';
import { BoxOffice, CUSTOMER, type Theatre } from './support/box-office';

interface OrderAnswer {
  code?: string;
  situation: string;
  seats: { ticket: object | null }[];
  totalMinor: number;
  payment: { paidMinor: number } | null;
  toPay: { amountMinor: number; lastAttempt: string | null } | null;
  refund: { toRefundMinor: number; reasons: string[] } | null;
}
interface Sale {
  code?: string;
  errors?: { pointer: string }[];
  reservation: { id: string; code: string; state: string };
  totalMinor: number;
}
interface Started {
  code?: string;
  paymentId: string;
  form: { action: string; fields: { name: string; value: string }[] };
}

const SEAT = 8_900;
const ORDER = '/app-api/prestiscene/reservations/order';
const desk = '/b/api/prestiscene/desk';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A buyer pays by the link of the order what is left to pay. */
describe('payment by link', () => {
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

  const path = (id: string) => `/b/api/prestiscene/reservations/${id}`;
  const staff = <B>(method: string, where: string, body?: object, headers: Record<string, string> = {}) =>
    office.staff<B>(theatre.tenantId, method, where, body, { headers });
  const holdAtDesk = async (seatIds: readonly string[], performanceId = theatre.performanceId) => {
    const where = `${desk}/representations/${performanceId}/holds`;
    return (await staff<{ cart: { token: string } }>('POST', where, { seats: seatIds })).body.cart.token;
  };
  const sellAtDesk = async (token: string, payment: object, customer: object = CUSTOMER) =>
    staff<Sale>(
      'POST',
      `${desk}/sales`,
      { customer, payment },
      { 'cart-token': token, 'idempotency-key': randomUUID() },
    );
  /** A pre-reservation of these seats, whose buyer was mailed the link. */
  const reserved = async (count = 2, deadline = inDays(3)) => {
    const token = await holdAtDesk(seats.slice(0, count));
    const { status, body } = await sellAtDesk(token, { kind: 'link', deadline });
    expect({ status, state: body.reservation?.state }).toEqual({ status: 201, state: 'PRE_RESERVATION' });
    const { id } = body.reservation;
    return { id, token, key: keyIn(linksOf(id)[0]?.text), totalMinor: body.totalMinor };
  };
  const linksOf = (id: string) =>
    [...office.peers.mails.entries()]
      .filter(([name]) => name.startsWith(`payment-link:${id}`))
      .map(([, mail]) => mail);
  const keyIn = (text = ''): string => /\/app\/o\?lang=\w\w#([\w-]{64})/.exec(text)?.[1] ?? '';
  const read = async (key: string) =>
    (await office.visit<OrderAnswer>('GET', ORDER, undefined, null, { 'order-key': key })).body;
  const pay = (key: string, amountMinor: number, body: object = {}) =>
    office.visit<Started>('POST', `${ORDER}/pay`, { amountMinor, ...body }, null, { 'order-key': key });
  const accept = (id: string, paymentId: string, amountMinor: number, messageId?: string) =>
    office.accept(theatre.tenantId, { paymentId, reservationId: id, amountMinor }, messageId);
  const refuse = (id: string, paymentId: string) =>
    office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
      $case: 'refused',
      value: { paymentId, reservationId: id },
    } as never);
  const stateOf = async (id: string) =>
    (
      await office.database.asSuperuser<{ state: string }>('SELECT state FROM reservation WHERE id = $1', [
        id,
      ])
    )[0]?.state;
  const ticketsOf = (id: string) =>
    office.database.asSuperuser('SELECT 1 FROM ticket WHERE reservation_id = $1', [id]);
  const paymentsOf = (id: string) =>
    office.database.asSuperuser<{ id: string; state: string; to_refund_minor: number }>(
      'SELECT id, state, to_refund_minor FROM reservation_payment WHERE reservation_id = $1 ORDER BY at, id',
      [id],
    );
  /** Every request of a payment has another key, as if none had been requested before. */
  const withAnotherKey: Defect = (text) =>
    text.replace(
      "<> 'STARTED')::int AS ended",
      "<> 'STARTED')::int + (pg_current_xact_id()::text::bigint % 1000000000)::int AS ended",
    );
  const sendLink = (id: string) => staff<{ code?: string }>('POST', `${path(id)}/send-payment-link`, {});

  test('a link from the desk opens the order, its payment releases the tickets', async () => {
    const { id, key, totalMinor } = await reserved(2);
    expect(totalMinor).toBe(2 * SEAT);
    expect(await read(key)).toMatchObject({
      situation: 'PRE_RESERVED',
      toPay: { amountMinor: totalMinor, lastAttempt: null },
    });
    const { status, body } = await pay(key, totalMinor);
    expect({ status, action: body.form.action }).toEqual({ status: 200, action: 'https://bank.test/pay' });
    const [request] = [...office.peers.started.values()]
      .filter(({ paymentId }) => paymentId === body.paymentId)
      .map((each) => each.request);
    expect(request).toMatchObject({
      amountMinor: totalMinor,
      returnUrl: 'https://coulisse.test/app/o',
      buyer: { email: CUSTOMER.email },
    });
    expect((await read(key)).toPay).toEqual({ amountMinor: totalMinor, lastAttempt: 'STARTED' });
    await accept(id, body.paymentId, totalMinor);
    await eventually(async () => expect(await stateOf(id)).toBe('VALIDATED'));
    expect(await ticketsOf(id)).toHaveLength(2);
    expect(await read(key)).toMatchObject({ situation: 'VALID', toPay: null, refund: null });
    expect(await pay(key, totalMinor)).toMatchObject({ status: 409, body: { code: 'order.payment-closed' } });
  });

  test('two tabs open one payment, and its notification twice settles it once', async () => {
    const { id, key, totalMinor } = await reserved(1);
    const tabs = await Promise.all([1, 2, 3].map(() => pay(key, totalMinor)));
    expect(new Set(tabs.map(({ body }) => body.paymentId)).size).toBe(1);
    const { paymentId } = tabs[0]!.body;
    await Promise.all([accept(id, paymentId, totalMinor), accept(id, paymentId, totalMinor)]);
    await eventually(async () => expect(await stateOf(id)).toBe('VALIDATED'));
    expect(await ticketsOf(id)).toHaveLength(1);
    expect(await paymentsOf(id)).toEqual([{ id: paymentId, state: 'ACCEPTED', to_refund_minor: 0 }]);
  });

  test('(sabotaged) with another key for each request, tabs open several payments', async () => {
    const { key, totalMinor } = await reserved(1);
    const open = () => Promise.all([1, 2, 3].map(() => pay(key, totalMinor)));
    const tabs = await sabotaged({ defects: [withAnotherKey] }, open);
    expect(new Set(tabs.map(({ body }) => body.paymentId)).size).toBeGreaterThan(1);
  });

  test('after a refusal there is another payment, and the seats stay held', async () => {
    const { id, key, totalMinor } = await reserved(1);
    const first = (await pay(key, totalMinor)).body.paymentId;
    await refuse(id, first);
    await eventually(async () => expect((await read(key)).toPay?.lastAttempt).toBe('REFUSED'));
    const second = (await pay(key, totalMinor)).body.paymentId;
    expect(second).not.toBe(first);
    await accept(id, second, totalMinor);
    await eventually(async () => expect(await stateOf(id)).toBe('VALIDATED'));
    expect((await read(key)).refund).toBeNull();
  });

  test('what the desk took meanwhile is not taken twice: the payment by link is refunded', async () => {
    const { id, key, totalMinor } = await reserved(1);
    const { paymentId } = (await pay(key, totalMinor)).body;
    const parts = [{ method: 'CASH', amountMinor: totalMinor }];
    const collected = await staff('POST', `${path(id)}/collect`, { parts }, { 'idempotency-key': 'k' });
    expect(collected.status).toBe(200);
    await accept(id, paymentId, totalMinor);
    await eventually(async () =>
      expect((await paymentsOf(id)).find((each) => each.id === paymentId)?.to_refund_minor).toBe(totalMinor),
    );
    expect(await ticketsOf(id)).toHaveLength(1);
    expect(await read(key)).toMatchObject({
      situation: 'VALID',
      toPay: null,
      refund: { toRefundMinor: totalMinor, reasons: ['CHARGED_TWICE'] },
    });
  });

  test('an amount that changed meanwhile is not taken, and the bank sends nobody to another site', async () => {
    const { key, totalMinor } = await reserved(1);
    expect(await pay(key, totalMinor - 1)).toMatchObject({
      status: 409,
      body: { code: 'order.due-changed' },
    });
    for (const amountMinor of [0, -1, 1.5, 1e12]) expect((await pay(key, amountMinor)).status).toBe(422);
    expect((await pay(key, totalMinor, { returnUrl: 'https://evil.test/app/o' })).status).toBe(422);
  });

  test('a cancelled order takes no money; what was already on its way comes back', async () => {
    const { id, key, totalMinor } = await reserved(1);
    const { paymentId } = (await pay(key, totalMinor)).body;
    expect((await staff('POST', `${path(id)}/transitions/cancel`, {})).status).toBe(200);
    expect(await read(key)).toMatchObject({ situation: 'CANCELED', toPay: null });
    expect(await pay(key, totalMinor)).toMatchObject({ status: 409, body: { code: 'order.payment-closed' } });
    expect((await sendLink(id)).body.code).toBe('order.payment-closed');
    await accept(id, paymentId, totalMinor);
    await eventually(async () =>
      expect((await read(key)).refund).toMatchObject({ toRefundMinor: totalMinor }),
    );
    expect(await ticketsOf(id)).toHaveLength(0);
  });

  test('after its deadline an order takes no money; a payment started before keeps the seats', async () => {
    const { id, key, totalMinor } = await reserved(1, inDays(1));
    await office.database.asSuperuser(
      `UPDATE reservation SET deadline = now() + interval '2 minutes' WHERE id = $1`,
      [id],
    );
    const { paymentId } = (await pay(key, totalMinor)).body;
    const [claim] = await office.database.asSuperuser<{ minutes: number }>(
      `SELECT extract(epoch FROM expires_at - now()) / 60 AS minutes FROM seat_claim WHERE reservation_id = $1`,
      [id],
    );
    expect(Number(claim?.minutes)).toBeGreaterThan(25);
    await office.database.asSuperuser(
      `UPDATE reservation SET deadline = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    expect((await read(key)).toPay).toBeNull();
    expect((await pay(key, totalMinor)).body.code).toBe('order.payment-closed');
    await expireHolds(office.service.ctx);
    await accept(id, paymentId, totalMinor);
    await eventually(async () => expect(await stateOf(id)).toBe('VALIDATED'));
  });

  test('the difference of an exchange is paid by the link, again after a refusal', async () => {
    const buyer = await office.paidBuyer(theatre, [seats[0]!]);
    const { id } = buyer.reservation;
    await eventually(async () => expect(await stateOf(id)).toBe('VALIDATED'));
    await office.database.asSuperuser('UPDATE reservation SET total_ttc = total_ttc + 12 WHERE id = $1', [
      id,
    ]);
    expect((await sendLink(id)).status).toBe(204);
    const [mail] = linksOf(id);
    expect(mail?.text.replace(/[\u00a0\u202f]/g, ' ')).toContain('12,00 €');
    const key = keyIn(mail?.text);
    expect((await read(key)).toPay).toEqual({ amountMinor: 1_200, lastAttempt: 'ACCEPTED' });
    const first = (await pay(key, 1_200)).body.paymentId;
    await refuse(id, first);
    await eventually(async () => expect((await read(key)).toPay?.lastAttempt).toBe('REFUSED'));
    const second = (await pay(key, 1_200)).body.paymentId;
    expect(second).not.toBe(first);
    await accept(id, second, 1_200);
    await eventually(async () => expect((await read(key)).toPay).toBeNull());
    expect(await ticketsOf(id)).toHaveLength(1);
    expect(await read(key)).toMatchObject({ situation: 'VALID', refund: null });
  });

  /** Two people send the link again after a minute: what each is answered. */
  const sendTwice = async (id: string) => {
    await office.database.asSuperuser(
      `UPDATE sale_process SET payment_link_at = now() - interval '2 minutes' WHERE reservation_id = $1`,
      [id],
    );
    return (await Promise.all([sendLink(id), sendLink(id)])).map(({ status }) => status).sort();
  };

  test('(sabotaged) without locks, two people send the link within the same minute', async () => {
    const { id } = await reserved(1);
    const statuses = await sabotaged(
      { defects: [withoutRowLocks], meet: 2, of: theatre.tenantId, after: /payment_link_at IS NOT NULL/ },
      () => sendTwice(id),
    );
    expect(statuses).toEqual([204, 204]);
  });

  test('a link is mailed once a minute, by who may sell, to a buyer with an address', async () => {
    const { id } = await reserved(1);
    expect(linksOf(id)).toHaveLength(1);
    expect(await sendLink(id)).toMatchObject({
      status: 429,
      body: { code: 'reservation.link-sent-just-now' },
    });
    expect(await sendTwice(id)).toEqual([204, 429]);
    expect(linksOf(id)).toHaveLength(2);
    const unallowed = await office.staff(
      theatre.tenantId,
      'POST',
      `${path(id)}/send-payment-link`,
      {},
      {
        rights: ['ticketing.reservation.read'],
      },
    );
    expect(unallowed.status).toBe(403);
    const token = await holdAtDesk([seats[5]!]);
    const nobody = { lastName: 'Pons', email: '' };
    expect(await sellAtDesk(token, { kind: 'link', deadline: inDays(1) }, nobody)).toMatchObject({
      status: 409,
      body: { code: 'reservation.no-email', errors: [{ pointer: '/customer/email' }] },
    });
    const [other] = [await office.theatre()];
    const strange = await office.staff(other.tenantId, 'POST', `${path(id)}/send-payment-link`, {});
    expect(strange.status).toBe(404);
  });
});
