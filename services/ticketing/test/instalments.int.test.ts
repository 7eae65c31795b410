import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import { eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { expireHolds } from '../src/features/holds/expire-holds.job';
import { settlePayment } from '../src/features/sale/settle-payment.command';
import { TicketSequencer } from '../src/features/ticket-numbers/ticket-sequencer';
import { remindOfInstalments } from '../src/features/instalments/remind-instalments.schedule';
import { BoxOffice, type Theatre } from './support/box-office';
import { LOCKED_RESERVATION, sellingAnySeat } from './support/defects';

interface Sale {
  code?: string;
  params?: Record<string, unknown>;
  errors?: { pointer: string; code: string }[];
  reservation: { id: string; code: string; state: string };
  totalMinor: number;
  paidMinor: number;
}
interface Details {
  state: string;
  version: number;
  dueMinor: number;
  dueNowMinor: number;
  keptOnCancellationMinor: number;
  instalments: { label: string; dueOn: string; amountMinor: number; paidMinor: number; state: string }[];
}

const desk = '/b/api/prestiscene/desk';
const reservations = '/b/api/prestiscene/reservations';
const GROUP = { firstName: 'Comité', lastName: 'Bertin', email: 'comite@example.test' };
const day = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);
const percentage = (label: string, inDays: number, points: number) => ({
  ...{ label, dueOn: day(inDays) },
  share: { kind: 'percentage', points },
});
const rest = (inDays: number) => ({ label: 'Solde', dueOn: day(inDays), share: { kind: 'rest' } });

/** A group of ten: 890.00, paid in agreed parts. */
describe('instalments of a pre-reservation', () => {
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

  const staff = <B>(method: string, path: string, body?: object, key?: string) =>
    office.staff<B>(theatre.tenantId, method, path, body, key ? { headers: { 'idempotency-key': key } } : {});
  const reserve = async (places = 10, customer: object = GROUP) => {
    const held = await staff<{ cart: { token: string } }>(
      'POST',
      `${desk}/representations/${theatre.performanceId}/holds`,
      { seats: seats.splice(0, places) },
    );
    const sale = await office.staff<Sale>(
      theatre.tenantId,
      'POST',
      `${desk}/sales`,
      { customer, payment: { kind: 'later', deadline: new Date(Date.now() + 3_600_000).toISOString() } },
      { headers: { 'cart-token': held.body.cart.token, 'idempotency-key': randomUUID() } },
    );
    expect(sale.status).toBe(201);
    return sale.body.reservation.id;
  };
  const details = async (id: string) =>
    (await staff<Details>('GET', `${reservations}/${id}/informations`)).body;
  const plan = async (id: string, instalments: object[], version?: number) =>
    staff<Sale>('PUT', `${reservations}/${id}/instalments`, {
      version: version ?? (await details(id)).version,
      instalments,
    });
  const agreed = async (places?: number) => {
    const id = await reserve(places);
    const { status } = await plan(id, [percentage('Acompte', 3, 3_000), rest(10)]);
    expect(status).toBe(204);
    return id;
  };
  const collect = (id: string, amountMinor: number, key: string = randomUUID()) =>
    staff<Sale>(
      'POST',
      `${reservations}/${id}/collect`,
      { parts: [{ method: 'TRANSFER', amountMinor }] },
      key,
    );
  const cancel = (id: string, body: object = {}) =>
    staff<Sale>('POST', `${reservations}/${id}/transitions/cancel`, body);
  const settings = ({
    deposits = 'REFUNDED',
    refundDays = null,
    reminderDays = null,
  }: {
    deposits?: string;
    refundDays?: number | null;
    reminderDays?: number | null;
  }) =>
    office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, deposits_on_cancellation, deposit_refund_days, days_before_to_remind_instalment)
       VALUES (gen_random_uuid(), $1, $2::settings_deposits_on_cancellation, $3, $4)
       ON CONFLICT (tenant_id) DO UPDATE SET deposits_on_cancellation = excluded.deposits_on_cancellation,
         deposit_refund_days = excluded.deposit_refund_days,
         days_before_to_remind_instalment = excluded.days_before_to_remind_instalment`,
      [theatre.tenantId, deposits, refundDays, reminderDays],
    );
  const paid = async (id: string) => {
    const [row] = await office.database.asSuperuser<{ paid: number; back: number }>(
      `SELECT coalesce(sum(amount_minor), 0)::int AS paid, coalesce(sum(to_refund_minor), 0)::int AS back
       FROM reservation_payment WHERE reservation_id = $1 AND state = 'ACCEPTED'`,
      [id],
    );
    return row;
  };
  /** Until when a reservation can be paid, and its cart and its seats are held. */
  const holdsOf = async (id: string) => {
    const [row] = await office.database.asSuperuser<{ deadline: Date; cart: Date; seats: Date[] }>(
      `SELECT r.deadline, c.expires_at AS cart, ARRAY(SELECT DISTINCT claim.expires_at FROM seat_claim claim
         WHERE claim.tenant_id = r.tenant_id AND claim.cart_id = c.id AND claim.state = 'HELD') AS seats
       FROM reservation r JOIN sale_process s ON s.tenant_id = r.tenant_id AND s.reservation_id = r.id
       JOIN cart c ON c.tenant_id = r.tenant_id AND c.id = s.cart_id WHERE r.id = $1`,
      [id],
    );
    const iso = (moment: Date) => moment.toISOString();
    return row && { deadline: iso(row.deadline), cart: iso(row.cart), seats: row.seats.map(iso) };
  };
  const inPast = (id: string) =>
    office.database.asSuperuser(
      `UPDATE reservation_instalment SET due_on = current_date - 2 WHERE reservation_id = $1 AND position = 0`,
      [id],
    );

  test('is agreed in the sale at the desk, which holds the seats for its last day', async () => {
    const { performanceId } = theatre;
    const [seat] = (await office.seats(performanceId)).filter(({ state }) => state === 'FREE');
    const held = await staff<{ cart: { token: string } }>(
      'POST',
      `${desk}/representations/${performanceId}/holds`,
      { seats: [seat!.id] },
    );
    const sell = (instalments: object[], customer: object = { lastName: 'Pons' }, byLink = false) =>
      office.staff<Sale & { code?: string; errors?: { pointer: string }[] }>(
        theatre.tenantId,
        'POST',
        `${desk}/sales`,
        { customer, payment: { kind: 'schedule', instalments, byLink } },
        { headers: { 'cart-token': held.body.cart.token, 'idempotency-key': randomUUID() } },
      );
    const late = await sell([percentage('Acompte', 3, 3_000), rest(3)]);
    expect(late.body).toMatchObject({
      code: 'instalments.dates-in-order',
      errors: [{ pointer: '/payment/instalments/1' }],
    });
    expect((await sell([rest(-2)])).body.code).toBe('reservation.deadline-past');
    const agreedOn = [percentage('Acompte', 3, 3_000), rest(10)];
    expect((await sell(agreedOn, { lastName: 'Pons' }, true)).body.code).toBe('reservation.no-email');
    const sold = await sell(agreedOn);
    expect(sold.body).toMatchObject({ reservation: { state: 'PRE_RESERVATION' }, totalMinor: 8_900 });
    const { id } = sold.body.reservation;
    expect(await details(id)).toMatchObject({
      dueNowMinor: 2_670,
      instalments: [
        { dueOn: day(3), amountMinor: 2_670 },
        { dueOn: day(10), amountMinor: 6_230 },
      ],
    });
    const holds = await holdsOf(id);
    expect(holds?.seats).toEqual([holds?.deadline]);
    // Sent again, it is the same sale.
    expect((await sell(agreedOn)).body.reservation.id).toBe(id);
  });

  test('a deposit is taken at the desk, then the balance, and the seats are sold', async () => {
    const id = await agreed();
    expect(await details(id)).toMatchObject({
      ...{ state: 'PRE_RESERVATION', dueMinor: 89_000, dueNowMinor: 26_700 },
      instalments: [
        { label: 'Acompte', dueOn: day(3), amountMinor: 26_700, paidMinor: 0, state: 'NEXT' },
        { label: 'Solde', dueOn: day(10), amountMinor: 62_300, paidMinor: 0, state: 'LATER' },
      ],
    });
    const wrong = await collect(id, 30_000);
    expect([wrong.body.code, wrong.body.params]).toEqual(['reservation.not-what-is-due', { due: '267.00' }]);
    expect((await collect(id, 26_700)).body).toMatchObject({
      reservation: { state: 'PRE_RESERVATION' },
      paidMinor: 26_700,
    });
    expect(await details(id)).toMatchObject({
      ...{ dueMinor: 62_300, dueNowMinor: 62_300 },
      instalments: [{ state: 'PAID' }, { state: 'NEXT' }],
    });
    expect((await collect(id, 62_300)).body.reservation.state).toBe('VALIDATED');
    expect(await paid(id)).toEqual({ paid: 89_000, back: 0 });
    const [tickets] = await office.database.asSuperuser<{ n: number }>(
      'SELECT count(*)::int AS n FROM ticket WHERE reservation_id = $1',
      [id],
    );
    expect(tickets?.n).toBe(10);
  });

  test('everything at once pays a schedule, too', async () => {
    const id = await agreed();
    expect((await collect(id, 89_000)).body.reservation.state).toBe('VALIDATED');
  });

  test('parts of an instalment by several means are each a deposit', async () => {
    const id = await reserve();
    // Together as much as the total without the first: that must not sell it.
    await plan(id, [
      { label: 'Acompte', dueOn: day(2), share: { kind: 'amount', amountMinor: 40_000 } },
      { label: 'Suite', dueOn: day(3), share: { kind: 'amount', amountMinor: 9_000 } },
      rest(5),
    ]);
    const parts = [
      { method: 'CASH', amountMinor: 39_000 },
      { method: 'CHEQUE', amountMinor: 10_000 },
    ];
    const { body } = await staff<Sale>('POST', `${reservations}/${id}/collect`, { parts }, randomUUID());
    expect(body).toMatchObject({ reservation: { state: 'PRE_RESERVATION' }, paidMinor: 49_000 });
    expect((await details(id)).instalments.map(({ state }) => state)).toEqual(['PAID', 'PAID', 'NEXT']);
  });

  test('a request that comes twice, or two desks at once, take an instalment once', async () => {
    const id = await agreed();
    const key = randomUUID();
    const answers = await Promise.all([collect(id, 26_700, key), collect(id, 26_700, key)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await paid(id)).toEqual({ paid: 26_700, back: 0 });
    await Promise.all([collect(id, 62_300), collect(id, 62_300)]);
    await eventually(async () => {
      const money = await paid(id);
      // Of two full payments one sells the seats; the other one comes back.
      expect(money!.paid - money!.back).toBe(89_000);
    });
    expect((await details(id)).state).toBe('VALIDATED');
  });

  /** Two payments of the balance are accepted in the same moment, after the deposit: what they leave behind. */
  const depositPaid = async () => {
    const id = await agreed();
    await collect(id, 26_700);
    const { ctx } = office.service;
    const settle = (paymentId: string) =>
      ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
        settlePayment(
          tx,
          id,
          { kind: 'accepted', paymentId, amountMinor: 62_300, currency: 'EUR' },
          ctx,
          new TicketSequencer(),
        ),
      );
    return {
      settleTwo: () => Promise.allSettled([settle(randomUUID()), settle(randomUUID())]),
      left: async () => ({ money: await paid(id), state: (await details(id)).state }),
    };
  };

  test('of two payments of the balance one sells the seats, the other comes back', async () => {
    const { settleTwo, left } = await depositPaid();
    expect((await settleTwo()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await left()).toEqual({ money: { paid: 151_300, back: 62_300 }, state: 'VALIDATED' });
  });

  test('(sabotaged) without locks and claims, the second payment of the balance is neither noted nor given back', async () => {
    const { settleTwo, left } = await depositPaid();
    const defects = [withoutRowLocks, withoutVersions, sellingAnySeat];
    const results = await sabotaged(
      { defects, meet: 2, of: theatre.tenantId, after: LOCKED_RESERVATION },
      settleTwo,
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await left()).toMatchObject({ money: { paid: 89_000, back: 0 } });
  });

  test('(sabotaged) without locks and versions, two people write two schedules of what both have read', async () => {
    const id = await reserve();
    const { version } = await details(id);
    const statuses = await sabotaged(
      {
        defects: [withoutRowLocks, withoutVersions],
        meet: 2,
        of: theatre.tenantId,
        after: LOCKED_RESERVATION,
      },
      async () =>
        Promise.all(
          [3, 4].map((inDays) => plan(id, [percentage('Acompte', inDays, 3_000), rest(9)], version)),
        ),
    );
    expect(statuses.map(({ status }) => status)).toEqual([204, 204]);
  });

  test('a schedule is checked: its order, its days, its total (R-083)', async () => {
    const id = await reserve();
    const codes = async (instalments: object[]) => {
      const { status, body } = await plan(id, instalments);
      return [status, ...(body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];
    };
    expect(await codes([percentage('Acompte', 3, 3_000)])).toEqual([
      422,
      '/instalments/0 instalments.last-is-rest',
    ]);
    expect(await codes([percentage('Acompte', 3, 10_000), rest(5)])).toEqual([
      422,
      '/instalments/0 instalments.exceed-total',
    ]);
    expect(await codes([percentage('Acompte', 5, 3_000), rest(5)])).toEqual([
      422,
      '/instalments/1 instalments.dates-in-order',
    ]);
    expect(await codes([percentage('Acompte', 5, 3_000), rest(4_000)])).toEqual([
      422,
      '/instalments/1 instalments.too-late',
    ]);
    expect((await plan(id, [{ ...rest(3), label: ' ' }])).status).toBe(422);
    expect((await plan(id, [{ ...rest(3), dueOn: '2027-02-30' }])).status).toBe(422);
    expect(
      (
        await plan(
          id,
          Array.from({ length: 13 }, (_, index) => rest(index + 1)),
        )
      ).status,
    ).toBe(422);
    expect((await details(id)).instalments).toEqual([]);
  });

  test('needs the right to sell, the version that was read, and a pre-reservation', async () => {
    const id = await reserve();
    const { version } = await details(id);
    const body = { version, instalments: [percentage('Acompte', 3, 3_000), rest(5)] };
    const refused = await office.staff(theatre.tenantId, 'PUT', `${reservations}/${id}/instalments`, body, {
      rights: ['ticketing.reservation.read'],
    });
    expect(refused.status).toBe(403);
    const stranger = await office.staff(randomUUID(), 'PUT', `${reservations}/${id}/instalments`, body);
    expect(stranger.status).toBe(404);
    const both = await Promise.all([
      plan(id, body.instalments, version),
      plan(id, body.instalments, version),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    await collect(id, 89_000);
    expect((await plan(id, body.instalments)).body.code).toBe('instalments.not-reserved');
  });

  test('what is late is on the list to collect, and a deposit holds the seats', async () => {
    const id = await agreed(2);
    const list = async () =>
      (await staff<{ items: Record<string, unknown>[] }>('GET', `${reservations}/list-unpaid`)).body.items;
    expect(await list()).toMatchObject([
      { id, dueTTC: '178.00', nextDueOn: day(3), nextDueTTC: '53.40', isLate: false },
    ]);
    await inPast(id);
    expect(await list()).toMatchObject([{ id, nextDueTTC: '53.40', isLate: true }]);
    expect((await details(id)).instalments[0]).toMatchObject({ state: 'LATE' });
    await collect(id, 5_340);
    expect(await list()).toMatchObject([
      { id, dueTTC: '124.60', nextDueOn: day(10), nextDueTTC: '124.60', isLate: false },
    ]);
    await office.database.asSuperuser(
      `UPDATE reservation SET deadline = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    await expireHolds(office.service.ctx);
    expect((await details(id)).state).toBe('PRE_RESERVATION');
    const [claim] = await office.database.asSuperuser<{ kept: boolean }>(
      `SELECT bool_and(c.expires_at >= p.starts_at) AS kept FROM seat_claim c JOIN performance p ON p.id = c.performance_id
       WHERE c.reservation_id = $1`,
      [id],
    );
    expect(claim?.kept).toBe(true);
  });

  test('a deposit holds its seats until the new beginning when the performance moves, later or earlier', async () => {
    const id = await agreed(2);
    await collect(id, 5_340);
    const unpaid = await reserve(1);
    const untouched = await holdsOf(unpaid);
    const path = `/b/api/configuration/representations/${theatre.performanceId}`;
    for (const date of ['2032-02-03', '2030-01-15']) {
      const { version } = (await staff<{ version: number }>('GET', path)).body;
      const times = { showTimes: ['21:00'], mealTimes: ['19:30'] };
      const moved = await staff('POST', `${path}/postpone`, { version, date, ...times });
      expect(moved.status).toBe(200);
      const { startsAt } = (await staff<{ startsAt: string }>('GET', path)).body;
      expect(startsAt.slice(0, 10)).toBe(date);
      const until = new Date(startsAt).toISOString();
      expect(await holdsOf(id)).toEqual({ deadline: until, cart: until, seats: [until] });
    }
    expect(await holdsOf(unpaid)).toEqual(untouched);
    expect((await collect(id, 12_460)).body.reservation.state).toBe('VALIDATED');
  });

  test('without any payment it expires after its last day', async () => {
    const id = await agreed(2);
    await office.database.asSuperuser(
      `UPDATE reservation SET deadline = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    await office.database.asSuperuser(
      `UPDATE seat_claim SET expires_at = now() - interval '1 minute' WHERE reservation_id = $1`,
      [id],
    );
    await expireHolds(office.service.ctx);
    expect((await details(id)).state).toBe('CANCELED');
  });

  test('a payment by the link is a deposit; one too many comes back and cancels nothing', async () => {
    const id = await agreed();
    const accept = (amountMinor: number, paymentId: string = randomUUID()) =>
      office.accept(theatre.tenantId, { paymentId, reservationId: id, amountMinor });
    const first = randomUUID();
    await accept(26_700, first);
    await accept(26_700, first);
    await eventually(async () => expect(await paid(id)).toEqual({ paid: 26_700, back: 0 }));
    await accept(80_000);
    await eventually(async () => expect(await paid(id)).toEqual({ paid: 106_700, back: 80_000 }));
    expect((await details(id)).state).toBe('PRE_RESERVATION');
    await accept(62_300);
    await eventually(async () => expect((await details(id)).state).toBe('VALIDATED'));
  });

  test('a wrong amount closes no reservation with a deposit, even when its schedule was removed', async () => {
    const id = await agreed(2);
    await collect(id, 5_340);
    expect((await plan(id, [])).status).toBe(204);
    const accept = (amountMinor: number) =>
      office.accept(theatre.tenantId, { paymentId: randomUUID(), reservationId: id, amountMinor });
    await accept(10_000);
    await eventually(async () => expect(await paid(id)).toEqual({ paid: 15_340, back: 10_000 }));
    expect((await details(id)).state).toBe('PRE_RESERVATION');
    await accept(12_460);
    await eventually(async () => expect((await details(id)).state).toBe('VALIDATED'));
    expect(await paid(id)).toEqual({ paid: 27_800, back: 10_000 });
  });

  test('when its seats are gone, a deposit comes back with the payment that ends the sale, without a schedule, too', async () => {
    const id = await agreed(2);
    await collect(id, 5_340);
    expect((await plan(id, [])).status).toBe(204);
    await office.database.asSuperuser(
      `UPDATE seat_claim SET reservation_id = $2,
         cart_id = (SELECT cart_id FROM sale_process WHERE reservation_id = $2) WHERE reservation_id = $1`,
      [id, await reserve(1)],
    );
    await office.accept(theatre.tenantId, {
      ...{ paymentId: randomUUID(), reservationId: id, amountMinor: 12_460 },
    });
    await eventually(async () => expect(await paid(id)).toEqual({ paid: 17_800, back: 17_800 }));
    expect((await details(id)).state).toBe('CANCELED');
  });

  test('a schedule is not changed while somebody pays', async () => {
    const id = await agreed(2);
    await office.database.asSuperuser(
      `INSERT INTO reservation_payment (id, tenant_id, reservation_id, state, amount_minor) VALUES ($1, $2, $3, 'STARTED', 0)`,
      [randomUUID(), theatre.tenantId, id],
    );
    expect((await plan(id, [])).body.code).toBe('reservation.payment-under-way');
    expect((await details(id)).instalments).toHaveLength(2);
  });

  test('a cancellation refunds deposits or keeps them, by the rule of the theatre', async () => {
    const withDeposit = async () => {
      const id = await agreed(2);
      await collect(id, 5_340);
      return id;
    };
    const refunded = await withDeposit();
    expect((await cancel(refunded)).status).toBe(200);
    expect(await paid(refunded)).toEqual({ paid: 5_340, back: 5_340 });

    await settings({ deposits: 'KEPT' });
    const retained = await withDeposit();
    expect((await details(retained)).keptOnCancellationMinor).toBe(5_340);
    await cancel(retained);
    expect(await paid(retained)).toEqual({ paid: 5_340, back: 0 });
    // A payment that comes after it is given back, and the deposit stays.
    await office.accept(theatre.tenantId, {
      ...{ paymentId: randomUUID(), reservationId: retained, amountMinor: 1_000 },
    });
    await eventually(async () => expect(await paid(retained)).toEqual({ paid: 6_340, back: 1_000 }));
    const back = await staff<Sale>('POST', `${reservations}/${retained}/transitions/back_to_draft`, {});
    expect(back.status).toBe(422);

    const byWill = await withDeposit();
    await cancel(byWill, { confirmed: ['refund-deposit'] });
    expect(await paid(byWill)).toEqual({ paid: 5_340, back: 5_340 });

    const until = async (refundDays: number) => {
      await settings({ deposits: 'REFUNDED_BEFORE', refundDays });
      const id = await withDeposit();
      await cancel(id);
      return paid(id);
    };
    expect(await until(1)).toEqual({ paid: 5_340, back: 5_340 });
    expect(await until(3_000)).toEqual({ paid: 5_340, back: 0 });
  });

  test('a reminder goes out once before each instalment, and none for what is paid', async () => {
    await settings({ reminderDays: 5 });
    const owing = await agreed(2);
    const settledFirst = await agreed(2);
    await collect(settledFirst, 5_340);
    const silent = await reserve(1, { ...GROUP, email: '' });
    await plan(silent, [rest(3)]);
    const remind = () =>
      office.service.ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) => remindOfInstalments(tx));
    await remind();
    await remind();
    const due = (await office.events('ticketing.reservation.v1')).filter(
      (event) =>
        event.$case === 'instalmentDue' && [owing, settledFirst, silent].includes(event.value.reservationId),
    );
    expect(due).toEqual([{ $case: 'instalmentDue', value: { reservationId: owing, dueOn: day(3) } }]);
  });

  test('a reminder goes out again when its amount is another one, and not when it stays', async () => {
    await settings({ reminderDays: 5 });
    const id = await agreed(2);
    const reminders = async () => {
      await office.service.ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
        remindOfInstalments(tx),
      );
      const events = await office.events('ticketing.reservation.v1');
      return events.filter((event) => event.$case === 'instalmentDue' && event.value.reservationId === id);
    };
    expect(await reminders()).toHaveLength(1);
    const mails = (count: number) =>
      eventually(() => {
        const keys = [...office.peers.mails.keys()].filter((key) =>
          key.includes(`${id}:instalment:${day(3)}`),
        );
        expect(keys).toHaveLength(count);
      });
    // Its mail names the amount of the moment when it is made.
    await mails(1);
    const agreeOn = async (share: number) =>
      expect((await plan(id, [percentage('Premier versement', 3, share), rest(10)])).status).toBe(204);
    await agreeOn(3_000);
    expect(await reminders()).toHaveLength(1);
    await agreeOn(5_000);
    expect(await reminders()).toHaveLength(2);
    await mails(2);
  });
});
