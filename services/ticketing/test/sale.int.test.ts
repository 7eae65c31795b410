import { randomUUID } from 'node:crypto';
import { encodeChanges } from '@coulisse/seat-plan';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';
import { PrivateBus } from '@coulisse/test-kit/private-bus';

/** Over Kafka: events of the other services, and their effects in ticketing. */
describe('a sale', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  const seats = async (count: number) =>
    (await office.seats(theatre.performanceId))
      .filter(({ state }) => state === 'FREE')
      .slice(0, count)
      .map(({ id }) => id);
  const tickets = () =>
    office.database.asSuperuser<{ code: string; reservation_id: string }>(
      'SELECT code, reservation_id FROM ticket WHERE tenant_id = $1 ORDER BY code',
      [theatre.tenantId],
    );
  /** Without the numbering of its tickets, which follows in its own time. */
  const about = async (reservationId: string) =>
    (await office.events('ticketing.reservation.v1'))
      .filter(({ $case, value }) => value.reservationId === reservationId && $case !== 'ticketed')
      .map(({ $case }) => $case);
  const reaches = (reservationId: string, token: string, outcome: string) =>
    eventually(
      async () => {
        const current = await office.outcome(reservationId, token);
        expect(current.outcome).toBe(outcome);
        if (outcome === 'VALIDATED') expect(current.tickets).not.toEqual([]);
      },
      { timeoutMs: 20_000 },
    );

  beforeAll(async () => {
    office = await BoxOffice.open({ bus: new PrivateBus() });
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 4, seatsPerRow: 20 });
  });
  afterAll(() => office.close());

  test('goes from the accepted payment to tickets, document, mail and third party', async () => {
    const { token, reservation, paymentId } = await office.paidBuyer(theatre, await seats(2));
    await reaches(reservation.id, token, 'VALIDATED');
    const documentId = randomUUID();
    const tiersId = randomUUID();
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
    await office.publishEvent(theatre.tenantId, 'notifications.notification.v1', randomUUID(), {
      $case: 'sent',
      value: {
        notificationId: randomUUID(),
        kind: 'ticketing.tickets-mail',
        subjectId: reservation.id,
        subjectResource: 'ticketing.reservation',
      },
    });
    await office.publishLabel(theatre.tenantId, 'crm.tiers', tiersId, 'Camille Durand');
    await office.publishEvent(theatre.tenantId, 'crm.tiers.v1', tiersId, {
      $case: 'buyerLinked',
      value: { tiersId, reservationId: reservation.id },
    });
    const { body } = await eventually(
      async () => {
        const answer = await office.staff<{
          process: { step: string }[];
          tiers: { label: string | null } | null;
        }>(theatre.tenantId, 'GET', `/b/api/prestiscene/reservations/${reservation.id}/informations`);
        expect(answer.body.process.map(({ step }) => step)).toEqual([
          'PAID',
          'VALIDATED',
          'TICKETED',
          'RENDERED',
          'MAILED',
          'LINKED',
        ]);
        // The label of the third party comes by a topic of its own.
        expect(answer.body.tiers?.label).toBeTruthy();
        return answer;
      },
      { timeoutMs: 20_000 },
    );
    expect(body).toMatchObject({
      state: 'VALIDATED',
      outcome: 'VALIDATED',
      documentId,
      tiers: { id: tiersId, label: 'Camille Durand' },
      items: [
        {
          seatLabel: 'Rang A, place 1',
          price: '89.00',
          ticketCode: expect.stringMatching(/^T-20\d\d-000001$/) as string,
        },
        {},
      ],
      vat: [{ rate: '5.5', base: '168.72', tax: '9.28' }],
      payments: [{ id: paymentId, state: 'ACCEPTED', amountMinor: 17_800 }],
    });
    expect(await office.outcome(reservation.id, token)).toMatchObject({
      documentReady: true,
      mailSent: true,
      tickets: [{}, {}],
    });
    const pdf = await office.visit(
      'GET',
      `/app-api/prestiscene/reservations/${reservation.id}/tickets.pdf`,
      undefined,
      token,
    );
    const headers = ['content-type', 'content-disposition', 'cache-control', 'content-length'];
    expect([pdf.status, pdf.text, ...headers.map((name) => pdf.headers.get(name))]).toEqual([
      ...[200, `%PDF ${documentId}`],
      ...['application/pdf', `inline; filename=${reservation.code}.pdf`, 'no-store'],
      String(`%PDF ${documentId}`.length),
    ]);

    const other = randomUUID();
    await office.publishLabel(theatre.tenantId, 'crm.tiers', other, 'Camille Durand-Roy');
    await office.publishEvent(theatre.tenantId, 'crm.tiers.v1', tiersId, {
      $case: 'merged',
      value: { tiersId: other, mergedTiersId: tiersId },
    });
    await eventually(
      async () => {
        const answer = await office.staff(
          theatre.tenantId,
          'GET',
          `/b/api/prestiscene/reservations/${reservation.id}`,
        );
        expect(answer.body).toMatchObject({ tiers: { id: other, label: 'Camille Durand-Roy' } });
      },
      { timeoutMs: 20_000 },
    );
  }, 60_000);

  test('has one effect from a hundred deliveries, with one message id and with many', async () => {
    const { token, reservation, totalMinor } = await office.buyer(theatre.performanceId, await seats(2));
    const paid = { paymentId: randomUUID(), reservationId: reservation.id, amountMinor: totalMinor };
    const message = randomUUID();
    for (let index = 0; index < 50; index++) await office.accept(theatre.tenantId, paid, message);
    for (let index = 0; index < 50; index++) await office.accept(theatre.tenantId, paid);
    await reaches(reservation.id, token, 'VALIDATED');
    const handled = () =>
      office.database.asSuperuser(
        `SELECT 1 FROM kit.inbox WHERE tenant_id = $1 AND consumer = 'ticketing.on-payment'`,
        [theatre.tenantId],
      );
    await eventually(async () => expect(await handled()).toHaveLength(51), { timeoutMs: 20_000 });
    expect(await tickets()).toHaveLength(2);
    expect(await about(reservation.id)).toEqual(['validated']);
  }, 60_000);

  test('numbers its tickets without gaps when twenty run concurrently, some of them refused', async () => {
    const free = await seats(40);
    const buyers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        office.buyer(theatre.performanceId, free.slice(2 * index, 2 * index + 2)),
      ),
    );
    await Promise.all(
      buyers.map(({ reservation, totalMinor }, index) =>
        // Every fifth pays a wrong amount.
        office.accept(theatre.tenantId, {
          paymentId: randomUUID(),
          reservationId: reservation.id,
          amountMinor: index % 5 === 4 ? totalMinor - 1 : totalMinor,
        }),
      ),
    );
    await eventually(() => office.settled(theatre.performanceId), { timeoutMs: 30_000 });
    const year = new Date().getFullYear();
    const expected = Array.from(
      { length: 32 },
      (_, index) => `T-${year}-${String(index + 1).padStart(6, '0')}`,
    );
    await eventually(async () => expect((await tickets()).map(({ code }) => code)).toEqual(expected));
    const performance = await office.staff(
      theatre.tenantId,
      'GET',
      `/b/api/configuration/representations/${theatre.performanceId}`,
    );
    // The seats of the payments that were refused are still held by their carts.
    expect(performance.body).toMatchObject({ placesAvailable: 80, placesRemaining: 40 });
    expect(new Set(buyers.map(({ reservation }) => reservation.code)).size).toBe(buyers.length);
  }, 60_000);

  test('that was paid late is fulfilled while its seats are free, and refunded when they are not', async () => {
    const chosen = await seats(2);
    const lucky = await office.buyer(theatre.performanceId, chosen);
    await office.expire(lucky.cartId);
    await office.accept(theatre.tenantId, {
      paymentId: randomUUID(),
      reservationId: lucky.reservation.id,
      amountMinor: lucky.totalMinor,
    });
    await reaches(lucky.reservation.id, lucky.token, 'VALIDATED');

    const [freeSeat, takenSeat] = await seats(2);
    const late = await office.buyer(theatre.performanceId, [freeSeat!, takenSeat!]);
    await office.expire(late.cartId);
    const other = await office.buyer(theatre.performanceId, [takenSeat!]);
    await office.accept(theatre.tenantId, {
      paymentId: randomUUID(),
      reservationId: late.reservation.id,
      amountMinor: late.totalMinor,
    });
    await reaches(late.reservation.id, late.token, 'REFUND');
    expect(await about(late.reservation.id)).toEqual(['unfulfillable']);
    // All or nothing: the seat that was still free stays free, and the other buyer's is untouched.
    const states = await office.seats(theatre.performanceId, other.token);
    expect(states.find(({ id }) => id === freeSeat)?.state).toBe('FREE');
    expect(states.find(({ id }) => id === takenSeat)?.state).toBe('MINE');
  }, 60_000);

  test('that the bank refused can be retried, with another payment (R-160)', async () => {
    const { token, reservation, totalMinor } = await office.buyer(theatre.performanceId, await seats(1));
    const refused = (await office.pay(token)).body.paymentId;
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', refused, {
      $case: 'refused',
      value: { paymentId: refused, reservationId: reservation.id, providerCode: '00105' },
    });
    await reaches(reservation.id, token, 'REFUSED');
    const second = (await office.pay(token)).body.paymentId;
    expect(second).not.toBe(refused);
    expect((await office.outcome(reservation.id, token)).outcome).toBe('PENDING');
    await office.accept(theatre.tenantId, {
      paymentId: second,
      reservationId: reservation.id,
      amountMinor: totalMinor,
    });
    await reaches(reservation.id, token, 'VALIDATED');
  }, 60_000);

  test('that was paid twice keeps its tickets and refunds the second payment', async () => {
    const { token, reservation, totalMinor } = await office.buyer(theatre.performanceId, await seats(1));
    for (const paymentId of [randomUUID(), randomUUID()])
      await office.accept(theatre.tenantId, {
        paymentId,
        reservationId: reservation.id,
        amountMinor: totalMinor,
      });
    await eventually(
      async () => expect((await about(reservation.id)).sort()).toEqual(['unfulfillable', 'validated']),
      { timeoutMs: 20_000 },
    );
    await eventually(async () =>
      expect(await office.outcome(reservation.id, token)).toMatchObject({
        outcome: 'VALIDATED',
        state: 'VALIDATED',
        tickets: [{}],
      }),
    );
  }, 60_000);

  test('is sent to open plans as server-sent events', async () => {
    const [seat] = await seats(1);
    const stream = await fetch(
      `${office.service.url}/app-api/configuration/representations/${theatre.performanceId}/events`,
    );
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const changed = (state: 'HELD' | 'FREE') => JSON.stringify(encodeChanges(new Map([[seat!, state]]))[0]);
    const until = async (text: string) => {
      while (!heard.includes(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended before ${text}`);
        heard += value;
      }
    };
    await until('retry: 3000');
    // The consumer group of a process receives only events published after it joined.
    const changes = (async () => {
      const { token } = (await office.hold(theatre.performanceId, [seat!])).body.cart;
      await until(changed('HELD'));
      await office.hold(theatre.performanceId, [], token);
      await until(changed('FREE'));
    })();
    await changes;
    await reader.cancel();
  }, 30_000);

  test('that is cancelled releases its seats and allows no further action', async () => {
    const chosen = await seats(2);
    const { token, reservation, totalMinor } = await office.buyer(theatre.performanceId, chosen);
    await office.accept(theatre.tenantId, {
      paymentId: randomUUID(),
      reservationId: reservation.id,
      amountMinor: totalMinor,
    });
    await reaches(reservation.id, token, 'VALIDATED');
    const path = `/b/api/prestiscene/reservations/${reservation.id}`;
    const cancelled = await office.staff(theatre.tenantId, 'POST', `${path}/transitions/cancel`);
    expect(cancelled.body).toMatchObject({ state: 'CANCELED' });
    expect(await about(reservation.id)).toEqual(['validated', 'canceled']);
    const next = await office.hold(theatre.performanceId, chosen);
    expect(next.status).toBe(201);
    const staff = await office.staff<{ _actions: { name: string; allowed: boolean }[] }>(
      theatre.tenantId,
      'GET',
      path,
      undefined,
      {
        rights: ['ticketing.*'],
      },
    );
    expect(staff.body._actions.filter(({ allowed }) => allowed)).toEqual([]);
  }, 60_000);
});
