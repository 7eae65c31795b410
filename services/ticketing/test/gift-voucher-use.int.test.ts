import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { expireHolds } from '../src/features/holds/expire-holds.job';
import { BoxOffice, type Theatre } from './support/box-office';
import { makeVoucher, type MadeVoucher } from './support/vouchers';

interface Saved {
  code?: string;
  errors?: { pointer: string; code: string }[];
  reservation: { id: string; code: string; state: string };
  totalMinor: number;
  voucherMinor: number;
  leftToPayMinor: number;
}
interface DeskAnswer {
  code?: string;
  params?: Record<string, unknown>;
  reservation: { id: string; state: string };
  totalMinor: number;
  paidMinor: number;
}
const CUSTOMER = { firstName: 'Marguerite', lastName: 'Pons', email: '' };

/** One place costs 89.00. */
describe('an order that a gift voucher pays', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  let next: number;

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '20' } });
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 10 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    next = 0;
  });
  afterAll(() => office.close());

  const hold = async (count = 1) => {
    const held = await office.hold(theatre.performanceId, seats.slice(next, (next += count)));
    return held.body.cart;
  };
  const save = async (token: string, voucher: Pick<MadeVoucher, 'code' | 'key'> | null) => {
    const giftVoucher = voucher && { code: voucher.code, key: voucher.key };
    return (await office.save(token, { giftVoucher })).body as Saved;
  };
  const balance = async ({ id }: MadeVoucher) =>
    (
      await office.staff<{ balance: string }>(
        theatre.tenantId,
        'GET',
        `/b/api/prestiscene/gift-vouchers/${id}`,
      )
    ).body.balance;
  const kinds = async ({ id }: MadeVoucher) =>
    (
      await office.database.asSuperuser<{ kind: string }>(
        'SELECT kind FROM gift_voucher_entry WHERE voucher_id = $1 ORDER BY number',
        [id],
      )
    ).map(({ kind }) => kind);
  const stateOf = async (id: string) =>
    (
      await office.database.asSuperuser<{ state: string }>('SELECT state FROM reservation WHERE id = $1', [
        id,
      ])
    )[0]?.state;
  const cancel = (id: string) =>
    office.staff<{ state: string }>(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${id}/transitions/cancel`,
      {},
    );

  test('needs no bank when it is paid in full, and leaves the rest on the voucher', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    const { token } = await hold();
    const saved = await save(token, voucher);
    expect(saved).toMatchObject({ totalMinor: 8900, voucherMinor: 8900, leftToPayMinor: 0 });
    const cart = await office.visit('GET', '/app-api/prestiscene/reservations/cart', undefined, token);
    expect(cart.body).toMatchObject({
      totalMinor: 8900,
      giftVoucher: { code: voucher.code, voucherMinor: 8900 },
      leftToPayMinor: 0,
      // A means of payment: VAT is due on the full price.
      vat: [{ rate: '5.5', baseMinor: 8436, vatMinor: 464 }],
    });
    expect(await balance(voucher)).toBe('100.00');
    expect((await office.pay(token)).body).toMatchObject({ paymentId: null, form: null });
    expect(await stateOf(saved.reservation.id)).toBe('VALIDATED');
    expect(await balance(voucher)).toBe('11.00');
    // A repeated request finds no open cart, and takes nothing.
    expect((await office.pay(token)).body.code).toBe('cart.not-found');
    expect(await balance(voucher)).toBe('11.00');
  });

  test('shows what is left to pay, also after the bank was left and what was taken is still taken', async () => {
    const { code, key, ...voucher } = await makeVoucher(office, theatre.tenantId);
    const { token } = await hold(2);
    const path = '/app-api/prestiscene/reservations/cart/prices';
    const prices = () => office.visit('POST', path, { giftVoucher: { code, key } }, token);
    const expected = {
      giftVoucher: { code, voucherMinor: 10_000, balanceMinor: 0 },
      ...{ totalMinor: 17_800, leftToPayMinor: 7800 },
    };
    expect((await prices()).body).toMatchObject(expected);
    await save(token, { code, key });
    await office.pay(token);
    expect(await balance({ code, key, ...voucher })).toBe('0.00');
    expect((await prices()).body).toMatchObject(expected);
    // Of another buyer, it is used up.
    const { token: other } = await hold();
    const refused = await office.visit('POST', path, { giftVoucher: { code, key } }, other);
    expect(refused.body).toMatchObject({
      errors: [{ pointer: '/giftVoucher', code: 'gift-voucher.already-used' }],
    });
  });

  test('is paid with the bank for the rest', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    const { token } = await hold(2);
    const saved = await save(token, voucher);
    expect(saved).toMatchObject({ totalMinor: 17_800, voucherMinor: 10_000, leftToPayMinor: 7800 });
    const { paymentId } = (await office.pay(token)).body;
    expect([...office.peers.started.values()].at(-1)!.request.amountMinor).toBe(7800);
    expect(await balance(voucher)).toBe('0.00');
    // The same attempt again: the same payment, and nothing more is taken.
    expect((await office.pay(token)).body.paymentId).toBe(paymentId);
    const { id: reservationId } = saved.reservation;
    await office.accept(theatre.tenantId, { paymentId, reservationId, amountMinor: 7800 });
    await office.settled(theatre.performanceId);
    expect(await stateOf(reservationId)).toBe('VALIDATED');
    expect(await kinds(voucher)).toEqual(['ISSUE', 'USE']);
    expect((await cancel(reservationId)).body.state).toBe('CANCELED');
    expect(await balance(voucher)).toBe('100.00');
    const canceled = (await office.events('ticketing.reservation.v1')).find(
      (event) => event.$case === 'canceled' && event.value.reservationId === reservationId,
    );
    expect(canceled?.value).toMatchObject({
      ...{ paymentIds: [paymentId], refundMinor: 7800 },
      toVoucherMinor: 10_000,
    });
  });

  test('tells its buyer what a cancellation gives back to the voucher, and what it gave', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    const { token } = await hold();
    const { reservation } = await save(token, voucher);
    await office.pay(token);
    await office.settled(theatre.performanceId);
    await office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, name, online_cancellation_hours, updated_at) VALUES (uuidv7(), $1, 'Le Grand Soir', 48, now())
       ON CONFLICT (tenant_id) DO UPDATE SET online_cancellation_hours = excluded.online_cancellation_hours`,
      [theatre.tenantId],
    );
    const { body } = await office.visit<{ orderKey: string }>(
      'GET',
      `/app-api/prestiscene/reservations/${reservation.id}`,
      undefined,
      token,
    );
    const byLink = { 'order-key': body.orderKey };
    const order = async () =>
      (await office.visit('GET', '/app-api/prestiscene/reservations/order', undefined, null, byLink)).body;
    expect(await order()).toMatchObject({
      cancellation: { refundMinor: 0, toVoucherMinor: 8900 },
      backOnVoucherMinor: 0,
    });
    const path = '/app-api/prestiscene/reservations/order/cancel';
    expect((await office.visit('POST', path, { refundMinor: 0 }, null, byLink)).status).toBe(204);
    expect(await order()).toMatchObject({ situation: 'CANCELED', refund: null, backOnVoucherMinor: 8900 });
    expect(await balance(voucher)).toBe('100.00');
  });

  test('gives the value back once when it is cancelled', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    const { token } = await hold();
    const { reservation } = await save(token, voucher);
    await office.pay(token);
    const answers = await Promise.all([
      cancel(reservation.id),
      cancel(reservation.id),
      cancel(reservation.id),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance(voucher)).toBe('100.00');
    expect(await kinds(voucher)).toEqual(['ISSUE', 'USE', 'GIVE_BACK']);
  });

  test('pays once when it is used in many carts at once', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId, { amountMinor: 8900 });
    const tokens: string[] = [];
    for (let index = 0; index < 12; index++) {
      const { token } = await hold();
      expect(await save(token, voucher)).toMatchObject({ leftToPayMinor: 0 });
      tokens.push(token);
    }
    const answers = await Promise.all(tokens.map((token) => office.pay(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['gift-voucher.already-used']));
    const sold = await office.database.asSuperuser(
      `SELECT id FROM reservation WHERE tenant_id = $1 AND state = 'VALIDATED'`,
      [theatre.tenantId],
    );
    expect(sold).toHaveLength(1);
    expect(await kinds(voucher)).toEqual(['ISSUE', 'USE']);
  });

  test('is refused without telling more than its holder may know (R-101, R-102, R-103)', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    const other = await office.theatre();
    const elsewhere = await makeVoucher(office, other.tenantId);
    const draft = await makeVoucher(office, theatre.tenantId, { isDraft: true });
    const { token } = await hold();
    const refusalOf = async (typed: { code: string; key: string }) => {
      const answer = await save(token, typed);
      return [answer.code, ...(answer.errors ?? []).map(({ pointer }) => pointer)];
    };
    const NOT_FOUND = ['gift-voucher.not-found', '/giftVoucher'];
    expect(await refusalOf({ code: 'B-2222-2222', key: voucher.key })).toEqual(NOT_FOUND);
    expect(await refusalOf({ ...voucher, key: elsewhere.key })).toEqual(NOT_FOUND);
    expect(await refusalOf(elsewhere)).toEqual(NOT_FOUND);
    expect(await refusalOf(draft)).toEqual(NOT_FOUND);
    await office.database.asSuperuser(`UPDATE gift_voucher SET validity_date = '2020-01-01' WHERE id = $1`, [
      voucher.id,
    ]);
    expect(await refusalOf({ ...voucher, key: elsewhere.key })).toEqual(NOT_FOUND);
    expect(await refusalOf(voucher)).toEqual(['gift-voucher.expired', '/giftVoucher']);
  });

  test('accepts a voucher of a formula for that formula only (R-145)', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId, {
      formula: theatre.formulaId,
      amountMinor: 8900,
    });
    const { token } = await hold(2);
    expect(await save(token, voucher)).toMatchObject({ voucherMinor: 8900, leftToPayMinor: 8900 });
    await office.database.asSuperuser('UPDATE gift_voucher_items SET formula_id = $2 WHERE parent_id = $1', [
      voucher.id,
      randomUUID(),
    ]);
    expect((await save(token, voucher)).code).toBe('gift-voucher.not-valid-for-reservation');
  });

  test('takes nothing any more when it is saved again without the voucher, or abandoned', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    const { token, id: cartId } = await hold(2);
    await save(token, voucher);
    await office.pay(token);
    expect(await balance(voucher)).toBe('0.00');
    expect(await save(token, null)).toMatchObject({ voucherMinor: 0, leftToPayMinor: 17_800 });
    expect(await balance(voucher)).toBe('100.00');
    const { reservation } = await save(token, voucher);
    const { paymentId } = (await office.pay(token)).body;
    expect(await balance(voucher)).toBe('0.00');
    await office.expire(cartId);
    // The bank may still accept.
    await expireHolds(office.service.ctx);
    expect(await balance(voucher)).toBe('0.00');
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
      $case: 'refused',
      value: { paymentId, reservationId: reservation.id, providerCode: '' },
    });
    await office.database.asSuperuser(
      `UPDATE reservation_payment SET state = 'REFUSED' WHERE reservation_id = $1`,
      [reservation.id],
    );
    await eventually(async () => {
      // The platform's round looks for uses that are some time old; this test does not wait.
      await office.database.asSuperuser(
        `UPDATE gift_voucher_entry SET at = now() - interval '5 minutes' WHERE voucher_id = $1`,
        [voucher.id],
      );
      await expireHolds(office.service.ctx);
      expect(await balance(voucher)).toBe('100.00');
    });
  });

  test('of which the voucher was taken keeps no money of a late payment that it does not fit', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    const { token } = await hold(2);
    const { reservation } = await save(token, voucher);
    const { paymentId } = (await office.pay(token)).body;
    await save(token, null);
    await office.accept(theatre.tenantId, { paymentId, reservationId: reservation.id, amountMinor: 7800 });
    await office.settled(theatre.performanceId);
    const events = await office.events('ticketing.reservation.v1');
    const { value } = events.find(({ value: { reservationId } }) => reservationId === reservation.id)!;
    expect(value).toMatchObject({ paymentId, reason: 'WRONG_AMOUNT' });
    expect(await balance(voucher)).toBe('100.00');
  });

  test('is looked up with code and key, and nothing is taken', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    const { token } = await hold(2);
    const path = '/app-api/prestiscene/gift-vouchers/by-code-and-key';
    const typed = { code: voucher.code.toLowerCase(), key: voucher.key.replaceAll('-', ' ') };
    expect((await office.visit('POST', path, typed, token)).body).toMatchObject({
      code: voucher.code,
      balanceMinor: 10_000,
      voucherMinor: 10_000,
      leftToPayMinor: 7800,
    });
    expect((await office.visit('POST', path, { ...typed, key: 'wrong' }, token)).body.code).toBe(
      'gift-voucher.not-found',
    );
    expect(await balance(voucher)).toBe('100.00');
  });

  test('is found by the reservation that it paid and by its formula', async () => {
    const [spent, other] = [
      await makeVoucher(office, theatre.tenantId),
      await makeVoucher(office, theatre.tenantId, { formula: theatre.formulaId, isDraft: true }),
    ];
    const { token } = await hold();
    const { reservation } = await save(token, spent);
    await office.pay(token);
    const find = async (entity: string, id: string, filter = '', tenantId = theatre.tenantId) =>
      office.staff<{ items: { id: string; balance: string; state: string }[] }>(
        tenantId,
        'GET',
        `/b/api/prestiscene/gift-vouchers/by-entity?entity=${entity}&id=${id}${filter}`,
      );
    expect((await find('ticketing.reservation', reservation.id)).body.items).toMatchObject([
      { id: spent.id, balance: '11.00', state: 'VALIDATED' },
    ]);
    const ofFormula = await find('ticketing.formula', theatre.formulaId);
    expect(ofFormula.body.items).toMatchObject([{ id: other.id, balance: '0.00', state: 'DRAFT' }]);
    expect((await find('ticketing.formula', theatre.formulaId, '&state=VALIDATED')).body.items).toEqual([]);
    expect((await find('crm.tiers', randomUUID())).body.items).toEqual([]);
    expect((await find('identity.user', randomUUID())).status).toBe(422);
    const elsewhere = await office.theatre();
    const foreign = await find('ticketing.reservation', reservation.id, '', elsewhere.tenantId);
    expect(foreign.body.items).toEqual([]);
  });

  test('one that the administration alone sees is unknown online, and pays at the desk (R-121)', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/gift-vouchers/${voucher.id}/transitions/hide`,
      {},
    );
    const { token } = await hold();
    const typed = { code: voucher.code, key: voucher.key };
    const path = '/app-api/prestiscene/gift-vouchers/by-code-and-key';
    expect((await office.visit('POST', path, typed, token)).body.code).toBe('gift-voucher.not-found');
    expect((await save(token, voucher)).code).toBe('gift-voucher.not-found');
    const atDesk = await office.staff<{ balanceMinor: number }>(
      theatre.tenantId,
      'GET',
      `/b/api/prestiscene/desk/gift-vouchers?code=${voucher.code}`,
    );
    expect(atDesk.body.balanceMinor).toBe(10_000);
  });

  describe('at the desk', () => {
    const desk = '/b/api/prestiscene/desk';
    const heldAtDesk = async (count = 1) => {
      const { body } = await office.staff<{ cart: { token: string } }>(
        theatre.tenantId,
        'POST',
        `${desk}/representations/${theatre.performanceId}/holds`,
        { seats: seats.slice(next, (next += count)) },
      );
      return body.cart.token;
    };
    const sell = (token: string, body: object) =>
      office.staff<DeskAnswer>(
        theatre.tenantId,
        'POST',
        `${desk}/sales`,
        { customer: CUSTOMER, ...body },
        { headers: { 'cart-token': token, 'idempotency-key': randomUUID() } },
      );
    const now = (...amounts: number[]) => ({
      payment: { kind: 'now', parts: amounts.map((amountMinor) => ({ method: 'CASH', amountMinor })) },
    });

    test('needs the code alone, and takes the rest in cash', async () => {
      const voucher = await makeVoucher(office, theatre.tenantId);
      const token = await heldAtDesk(2);
      const wrong = await sell(token, { giftVoucher: voucher.code, ...now(17_800) });
      expect([wrong.body.code, wrong.body.params]).toEqual(['reservation.not-what-is-due', { due: '78.00' }]);
      expect(await balance(voucher)).toBe('100.00');
      const sold = await sell(token, { giftVoucher: voucher.code, ...now(7800) });
      expect(sold.body).toMatchObject({
        reservation: { state: 'VALIDATED' },
        totalMinor: 17_800,
        paidMinor: 17_800,
      });
      expect(await balance(voucher)).toBe('0.00');
      // The cart identifies the sale: a repeated request answers the first one.
      const again = await sell(token, { giftVoucher: voucher.code, ...now(7800) });
      expect(again.body.reservation.id).toBe(sold.body.reservation.id);
      expect(await kinds(voucher)).toEqual(['ISSUE', 'USE']);
    });

    test('sells without money what the voucher pays in full', async () => {
      const voucher = await makeVoucher(office, theatre.tenantId);
      const sold = await sell(await heldAtDesk(), { giftVoucher: voucher.code, ...now() });
      expect(sold.body).toMatchObject({ reservation: { state: 'VALIDATED' }, paidMinor: 8900 });
      expect(await balance(voucher)).toBe('11.00');
    });

    test('keeps what a pre-reservation takes until its deadline', async () => {
      const voucher = await makeVoucher(office, theatre.tenantId);
      const deadline = new Date(Date.now() + 3_600_000).toISOString();
      const { body } = await sell(await heldAtDesk(2), {
        giftVoucher: voucher.code,
        payment: { kind: 'later', deadline },
      });
      expect(body).toMatchObject({ reservation: { state: 'PRE_RESERVATION' }, paidMinor: 10_000 });
      const due = `/b/api/prestiscene/reservations/${body.reservation.id}/collect`;
      const collect = (amountMinor: number) =>
        office.staff<DeskAnswer>(
          theatre.tenantId,
          'POST',
          due,
          { parts: [{ method: 'CASH', amountMinor }] },
          { headers: { 'idempotency-key': randomUUID() } },
        );
      expect((await collect(17_800)).body.params).toEqual({ due: '78.00' });
      await office.database.asSuperuser(
        `UPDATE reservation SET deadline = now() - interval '1 second' WHERE id = $1`,
        [body.reservation.id],
      );
      await office.database.asSuperuser(
        `UPDATE seat_claim SET expires_at = now() - interval '1 second' WHERE reservation_id = $1`,
        [body.reservation.id],
      );
      await expireHolds(office.service.ctx);
      expect(await stateOf(body.reservation.id)).toBe('CANCELED');
      expect(await balance(voucher)).toBe('100.00');
    });

    test('can be taken up again after the process ended between the voucher and the money', async () => {
      const voucher = await makeVoucher(office, theatre.tenantId);
      const token = await heldAtDesk(2);
      const { payments } = office.service.ctx.clients;
      const { recordPayments } = payments;
      Object.assign(payments, { recordPayments: () => Promise.reject(new Error('killed')) });
      await sell(token, { giftVoucher: voucher.code, ...now(7800) });
      Object.assign(payments, { recordPayments });
      const drafts = await office.database.asSuperuser(
        `SELECT id FROM reservation WHERE tenant_id = $1 AND state = 'DRAFT'`,
        [theatre.tenantId],
      );
      expect(drafts).toHaveLength(1);
      expect(await balance(voucher)).toBe('0.00');
      const sold = await sell(token, { giftVoucher: voucher.code, ...now(7800) });
      expect(sold.body).toMatchObject({ reservation: { state: 'VALIDATED' }, paidMinor: 17_800 });
      expect(await balance(voucher)).toBe('0.00');
    });
  });
});
