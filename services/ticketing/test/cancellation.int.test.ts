import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import { eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { settlePayment } from '../src/features/sale/settle-payment.command';
import { TicketSequencer } from '../src/features/ticket-numbers/ticket-sequencer';
import { BoxOffice, type Theatre } from './support/box-office';
import { LOCKED_RESERVATION } from './support/defects';

interface ProblemAnswer {
  code?: string;
  params?: Record<string, unknown>;
  confirm?: string;
  state?: string;
}

/** Staff cancel a paid reservation, also while people of it are in the room and while the payment is reported. */
describe('cancelling a reservation', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 20 });
  });
  afterAll(() => office.close());

  const free = async (count: number) =>
    (await office.seats(theatre.performanceId))
      .filter(({ state }) => state === 'FREE')
      .slice(0, count)
      .map(({ id }) => id);
  /** Without the numbering of its tickets, which follows in its own time. */
  const events = async (reservationId: string) =>
    (await office.events('ticketing.reservation.v1')).filter(
      ({ $case, value }) => value.reservationId === reservationId && $case !== 'ticketed',
    );

  /** A paid sale, with the actions of staff and buyer on it. */
  const sold = async (count = 4) => {
    const seats = await free(count);
    const { token, reservation, totalMinor, cartId } = await office.buyer(theatre.performanceId, seats);
    const { paymentId } = (await office.pay(token)).body;
    const pay = (id = paymentId) =>
      office.accept(theatre.tenantId, {
        paymentId: id,
        reservationId: reservation.id,
        amountMinor: totalMinor,
      });
    await pay();
    const reaches = (outcome: string) =>
      eventually(async () => expect((await office.outcome(reservation.id, token)).outcome).toBe(outcome));
    await reaches('VALIDATED');
    const path = `/b/api/prestiscene/reservations/${reservation.id}`;
    const cancel = (body: object = {}, headers: Record<string, string> = {}) =>
      office.staff<ProblemAnswer>(theatre.tenantId, 'POST', `${path}/transitions/cancel`, body, { headers });
    const door = `/b/api/prestiscene/reception/representations/${theatre.performanceId}/reservations`;
    const arrive = (arrivedCount: number) =>
      office.staff<ProblemAnswer>(theatre.tenantId, 'POST', `${door}/${reservation.id}/arrived-count`, {
        arrivedCount,
      });
    const list = (query = '') =>
      office
        .staff<{
          items: { id: string; canceled: boolean; arrivedCount: number }[];
          totals: Record<string, number>;
        }>(theatre.tenantId, 'GET', door + query)
        .then(({ body }) => body);
    const informations = () =>
      office
        .staff<{
          documentId: string | null;
          outcome: string;
          refund: object | null;
          items: { ticketCode: string; ticketState: string }[];
        }>(theatre.tenantId, 'GET', `${path}/informations`)
        .then(({ body }) => body);
    const own = () =>
      office
        .visit<{
          state: string;
          outcome: string;
          tickets: object[];
          documentReady: boolean;
          refund: { toRefundMinor: number; refundedMinor: number; refundedAt: string | null } | null;
        }>('GET', `/app-api/prestiscene/reservations/${reservation.id}`, undefined, token)
        .then(({ body }) => body);
    const pdf = () =>
      office.visit<ProblemAnswer>(
        'GET',
        `/app-api/prestiscene/reservations/${reservation.id}/tickets.pdf`,
        undefined,
        token,
      );
    const rendered = async () => {
      const documentId = randomUUID();
      await office.publishEvent(theatre.tenantId, 'documents.document.v1', documentId, {
        $case: 'rendered',
        value: {
          documentId,
          kind: 'ticketing.tickets',
          subjectId: reservation.id,
          subjectResource: 'ticketing.reservation',
          key: '',
        },
      });
    };
    return {
      ...{ seats, token, reservation, totalMinor, cartId, paymentId, path },
      ...{ pay, reaches, cancel, arrive, list, informations, own, pdf, rendered },
    };
  };

  test('voids a paid, partly arrived reservation for buyer, staff and reception', async () => {
    const sale = await sold(4);
    await sale.rendered();
    await eventually(async () => expect((await sale.pdf()).status).toBe(200));
    expect((await sale.arrive(2)).status).toBe(200);

    // People in the room require a confirmation.
    const refused = await sale.cancel();
    expect([refused.status, refused.body.code, refused.body.params, refused.body.confirm]).toEqual([
      422,
      'reservation.people-arrived',
      { count: 2 },
      'people-arrived',
    ]);
    expect((await sale.cancel({ confirmed: ['something-else'] })).status).toBe(422);
    expect((await sale.cancel({ confirmed: 'people-arrived' })).status).toBe(422);
    expect(await sale.own()).toMatchObject({ outcome: 'VALIDATED', refund: null });

    const done = await sale.cancel({ confirmed: ['people-arrived'], comment: 'Dégât des eaux' });
    expect([done.status, done.body.state]).toEqual([200, 'CANCELED']);
    expect((await events(sale.reservation.id)).at(-1)).toEqual({
      $case: 'canceled',
      value: {
        reservationId: sale.reservation.id,
        performanceId: theatre.performanceId,
        paymentIds: [sale.paymentId],
        refundMinor: 35_600,
        wasValidated: true,
        wasPromised: false,
      },
    });
    // The buyer's page and PDF.
    expect(await sale.own()).toMatchObject({
      state: 'CANCELED',
      outcome: 'VOIDED',
      tickets: [],
      documentReady: false,
      refund: { toRefundMinor: 35_600, refundedMinor: 0, refundedAt: null },
    });
    const pdfResponse = await sale.pdf();
    expect([pdfResponse.status, pdfResponse.body.code]).toEqual([410, 'document.gone']);
    // The record of the staff.
    expect(await sale.informations()).toMatchObject({
      outcome: 'VOIDED',
      documentId: null,
      refund: { toRefundMinor: 35_600 },
      items: Array.from({ length: 4 }, () => ({ ticketState: 'CANCELED' })),
    });
    // Reception still lists the people in the room, and admits nobody else.
    const { items, totals } = await sale.list();
    expect(items).toMatchObject([{ id: sale.reservation.id, canceled: true, arrivedCount: 2 }]);
    expect(totals).toMatchObject({ reservations: 0, places: 0, arrived: 0, canceledArrived: 2 });
    for (const count of [2, 3, 4]) {
      const stopped = await sale.arrive(count);
      expect([stopped.status, stopped.body.code, stopped.body.params]).toEqual([
        409,
        'reception.ticket-canceled',
        { code: sale.reservation.code },
      ]);
    }
    expect((await sale.arrive(0)).status).toBe(200);
    expect((await sale.list()).items).toEqual([]);
    // A search for a void ticket finds it, marked as canceled.
    const [{ ticketCode } = { ticketCode: '' }] = (await sale.informations()).items;
    expect((await sale.list(`?q=${ticketCode}`)).items).toMatchObject([{ canceled: true }]);
    // A late document changes nothing, and the seats can be held again.
    await sale.rendered();
    expect((await office.hold(theatre.performanceId, sale.seats)).status).toBe(201);
    expect((await sale.pdf()).status).toBe(410);
  }, 60_000);

  const LOCKLESS = [withoutRowLocks, withoutVersions];
  const cancelThrice = async (sale: Awaited<ReturnType<typeof sold>>) =>
    (await Promise.all([sale.cancel(), sale.cancel(), sale.cancel()])).map(({ status }) => status).sort();

  test('has one effect when requested concurrently', async () => {
    const sale = await sold(2);
    expect(await cancelThrice(sale)).toEqual([200, 409, 409]);
    expect((await events(sale.reservation.id)).map(({ $case }) => $case)).toEqual(['validated', 'canceled']);
    const seats = (await office.events('ticketing.seat.v1')).filter(
      ({ value }) => value.performanceId === theatre.performanceId && value.state === 'FREE',
    );
    expect(seats).toHaveLength(1);
  });

  test('(sabotaged) without the lock of the record and its version, is announced several times', async () => {
    const sale = await sold(2);
    await sabotaged({ defects: LOCKLESS, meet: 3, of: theatre.tenantId, after: LOCKED_RESERVATION }, () =>
      cancelThrice(sale),
    );
    const cancellations = (await events(sale.reservation.id)).filter(({ $case }) => $case === 'canceled');
    expect(cancellations.length).toBeGreaterThan(1);
  });

  test('needs no confirmation without arrivals, and needs its own right', async () => {
    const sale = await sold(1);
    const { status } = await office.staff(
      theatre.tenantId,
      'POST',
      `${sale.path}/transitions/cancel`,
      {},
      {
        rights: ['ticketing.reservation.read', 'ticketing.reception.*'],
      },
    );
    expect(status).toBe(403);
    expect((await sale.cancel()).status).toBe(200);
    expect((await sale.list()).items).toEqual([]);
  });

  test('marks every payment for refund, each once', async () => {
    const sale = await sold(1);
    await sale.pay(randomUUID());
    await eventually(async () =>
      expect((await events(sale.reservation.id)).map(({ $case }) => $case)).toEqual([
        'validated',
        'unfulfillable',
      ]),
    );
    expect((await events(sale.reservation.id))[1]!.value).toMatchObject({ reason: 'CHARGED_TWICE' });
    expect(await sale.own()).toMatchObject({ outcome: 'VALIDATED', refund: { toRefundMinor: 8_900 } });
    await sale.cancel();
    expect((await events(sale.reservation.id)).at(-1)!.value).toMatchObject({
      paymentIds: [sale.paymentId],
      refundMinor: 8_900,
    });
    expect(await sale.own()).toMatchObject({ refund: { toRefundMinor: 17_800 } });
    // A third payment, after the cancellation, is refunded for another reason.
    await sale.pay(randomUUID());
    await eventually(async () =>
      expect((await events(sale.reservation.id)).at(-1)).toMatchObject({
        $case: 'unfulfillable',
        value: { reason: 'PAID_AFTER_CANCELLATION' },
      }),
    );
    expect(await sale.own()).toMatchObject({ outcome: 'VOIDED', refund: { toRefundMinor: 26_700 } });
  });

  test('refunds both amounts of a card charged twice by one payment', async () => {
    const sale = await sold(1);
    const { paymentId, reservation } = sale;
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
      $case: 'markedForRefund',
      value: {
        paymentId,
        reservationId: reservation.id,
        amountMinor: 8_900,
        reason: 'CHARGED_TWICE',
        toRefundMinor: 8_900,
        refundedMinor: 0,
        capturedMinor: 17_800,
      },
    });
    await eventually(async () => expect((await sale.own()).refund).toMatchObject({ toRefundMinor: 8_900 }));
    await sale.cancel();
    expect((await events(reservation.id)).at(-1)!.value).toMatchObject({
      paymentIds: [paymentId],
      refundMinor: 8_900,
    });
    expect((await sale.own()).refund).toMatchObject({ toRefundMinor: 17_800 });
  });

  test('shows the date of a refund, and clears it when the refund is undone', async () => {
    const sale = await sold(1);
    await sale.cancel();
    const value = { paymentId: sale.paymentId, reservationId: sale.reservation.id };
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', sale.paymentId, {
      $case: 'refunded',
      value: {
        ...value,
        refundId: randomUUID(),
        amountMinor: 8_900,
        method: 'TRANSFER',
        refundedAt: new Date('2026-11-24T10:00:00Z'),
        toRefundMinor: 0,
        refundedMinor: 8_900,
      },
    });
    const refund = { toRefundMinor: 0, refundedMinor: 8_900, refundedAt: '2026-11-24T10:00:00.000Z' };
    await eventually(async () => expect((await sale.own()).refund).toMatchObject(refund));
    expect((await sale.informations()).refund).toMatchObject(refund);
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', sale.paymentId, {
      $case: 'refundChanged',
      value: { ...value, toRefundMinor: 8_900, refundedMinor: 0 },
    });
    await eventually(async () =>
      expect((await sale.own()).refund).toMatchObject({ toRefundMinor: 8_900, refundedAt: null }),
    );
  });

  test('of a draft releases no sold seat and requests no refund; a later payment is refunded', async () => {
    const seats = await free(2);
    const { token, reservation, totalMinor } = await office.buyer(theatre.performanceId, seats);
    const { paymentId } = (await office.pay(token)).body;
    const path = `/b/api/prestiscene/reservations/${reservation.id}/transitions/cancel`;
    expect((await office.staff(theatre.tenantId, 'POST', path, {})).status).toBe(200);
    expect((await events(reservation.id))[0]!.value).toMatchObject({
      paymentIds: [],
      refundMinor: 0,
      wasValidated: false,
    });
    await office.accept(theatre.tenantId, {
      paymentId,
      reservationId: reservation.id,
      amountMinor: totalMinor,
    });
    await eventually(async () =>
      expect((await events(reservation.id)).at(-1)).toMatchObject({
        $case: 'unfulfillable',
        value: { paymentId, reason: 'PAID_AFTER_CANCELLATION' },
      }),
    );
  });

  /** A cancellation and the acceptance of the payment at the same moment: what both left behind. */
  const racePayment = async () => {
    const [seat] = await free(1);
    const { token, reservation, totalMinor } = await office.buyer(theatre.performanceId, [seat!]);
    const { paymentId } = (await office.pay(token)).body;
    const path = `/b/api/prestiscene/reservations/${reservation.id}/transitions/cancel`;
    const fact = { kind: 'accepted' as const, paymentId, amountMinor: totalMinor, currency: 'EUR' };
    const { ctx } = office.service;
    return {
      paymentId,
      settle: () =>
        ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
          settlePayment(tx, reservation.id, fact, ctx, new TicketSequencer()),
        ),
      cancel: async () => (await office.staff(theatre.tenantId, 'POST', path, {})).status,
      left: async () => ({
        refunded: (await events(reservation.id)).flatMap((event) => {
          if (event.$case === 'canceled') return event.value.paymentIds;
          return event.$case === 'unfulfillable' ? [event.value.paymentId] : [];
        }),
        valid: await office.database.asSuperuser(
          `SELECT 1 FROM ticket WHERE reservation_id = $1 AND state = 'VALIDATED'
           UNION ALL SELECT 1 FROM seat_claim WHERE reservation_id = $1 AND state = 'SOLD'`,
          [reservation.id],
        ),
        state: (await office.outcome(reservation.id, token)).state,
      }),
    };
  };

  test('racing an accepted payment ends in one refund and no valid ticket, whichever comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { paymentId, cancel, settle, left } = await racePayment();
      expect(await Promise.all([cancel(), settle()])).toEqual([200, undefined]);
      expect(await left()).toEqual({ refunded: [paymentId], valid: [], state: 'CANCELED' });
    }
  }, 60_000);

  test('(sabotaged) without locks, the payment of what is cancelled meanwhile is lost', async () => {
    const { cancel, settle, left } = await racePayment();
    const results = await sabotaged(
      { defects: LOCKLESS, meet: 2, of: theatre.tenantId, after: LOCKED_RESERVATION },
      async (arrived) => {
        const settled = settle();
        settled.catch(() => undefined);
        await arrived(1);
        return Promise.allSettled([cancel(), settled]);
      },
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await left()).toEqual({ refunded: [], valid: [], state: 'CANCELED' });
  });

  test('in bulk refuses only reservations with people in the room', async () => {
    const [withArrivals, withoutArrivals] = [await sold(2), await sold(2)];
    await withArrivals.arrive(1);
    const { body } = await office.staff<{ done: number; failed: number }>(
      theatre.tenantId,
      'POST',
      '/b/api/prestiscene/reservations/_bulk',
      {
        ids: [withArrivals.reservation.id, withoutArrivals.reservation.id],
        action: 'transition',
        transition: 'cancel',
      },
    );
    expect(body).toMatchObject({ done: 1, failed: 1 });
    expect(await withArrivals.own()).toMatchObject({ state: 'VALIDATED' });
  });
});

/** The bank does not confirm a signed acceptance: the seats stay held, for a bounded time. */
describe('a payment in doubt', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre({ rows: 2, seatsPerRow: 20 });
  }, 60_000);
  afterAll(() => office.close());

  const minutesLeft = async (cartId: string): Promise<number[]> =>
    (
      await office.database.asSuperuser<{ left: number }>(
        `SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS left FROM seat_claim WHERE cart_id = $1 AND state = 'HELD'
         UNION SELECT round(extract(epoch FROM expires_at - now()) / 60)::int FROM cart WHERE id = $1`,
        [cartId],
      )
    ).map(({ left }) => left);
  const paying = async () => {
    const seats = (await office.seats(theatre.performanceId))
      .filter(({ state }) => state === 'FREE')
      .slice(0, 2)
      .map(({ id }) => id);
    const buyer = await office.buyer(theatre.performanceId, seats);
    const { paymentId } = (await office.pay(buyer.token)).body;
    const inDoubt = (minutes: number) =>
      office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
        $case: 'inDoubt',
        value: {
          paymentId,
          reservationId: buyer.reservation.id,
          holdUntil: new Date(Date.now() + minutes * 60_000),
        },
      });
    const cancelled = (expired: boolean, id = paymentId) =>
      office.publishEvent(theatre.tenantId, 'payments.payment.v1', id, {
        $case: 'cancelled',
        value: { paymentId: id, reservationId: buyer.reservation.id, expired },
      });
    return { ...buyer, seats, paymentId, inDoubt, cancelled };
  };

  test('holds its seats for at most two hours, whatever is requested', async () => {
    const buyer = await paying();
    await buyer.inDoubt(90);
    await eventually(async () => expect(await minutesLeft(buyer.cartId)).toEqual([90]));
    await buyer.inDoubt(6_000);
    await eventually(async () => expect(await minutesLeft(buyer.cartId)).toEqual([120]));
    await office.accept(theatre.tenantId, {
      paymentId: buyer.paymentId,
      reservationId: buyer.reservation.id,
      amountMinor: buyer.totalMinor,
    });
    await eventually(async () =>
      expect((await office.outcome(buyer.reservation.id, buyer.token)).outcome).toBe('VALIDATED'),
    );
  });

  test('holds expired seats again, but never seats taken by another buyer', async () => {
    const buyer = await paying();
    await office.expire(buyer.cartId);
    const [, other] = buyer.seats;
    expect((await office.hold(theatre.performanceId, [other!])).status).toBe(201);
    await buyer.inDoubt(60);
    await eventually(async () => {
      const rows = await office.database.asSuperuser<{ seat_id: string }>(
        `SELECT seat_id FROM seat_claim WHERE cart_id = $1 AND expires_at > now() + interval '50 minutes'`,
        [buyer.cartId],
      );
      expect(rows.map(({ seat_id }) => seat_id)).toEqual([buyer.seats[0]]);
    });
  });

  test('that ends unpaid restores the usual time, or releases the seats when the payment expired', async () => {
    const [again, over] = [await paying(), await paying()];
    await again.inDoubt(100);
    await over.inDoubt(100);
    await eventually(async () => expect(await minutesLeft(over.cartId)).toEqual([100]));
    await again.cancelled(false);
    await eventually(async () => expect(await minutesLeft(again.cartId)).toEqual([15]));
    // A payment that is not the current one releases nothing.
    await over.cancelled(true, randomUUID());
    await over.cancelled(true);
    await eventually(async () =>
      expect((await office.outcome(over.reservation.id, over.token)).outcome).toBe('CANCELLED'),
    );
    expect((await office.hold(theatre.performanceId, over.seats)).status).toBe(201);
  });

  test('does not hold the seats of a cancelled reservation', async () => {
    const buyer = await paying();
    await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${buyer.reservation.id}/transitions/cancel`,
      {},
    );
    await buyer.inDoubt(90);
    const last = await paying();
    await last.inDoubt(90);
    await eventually(async () => expect(await minutesLeft(last.cartId)).toEqual([90]));
    expect(Math.max(...(await minutesLeft(buyer.cartId)))).toBeLessThan(20);
  });
});
