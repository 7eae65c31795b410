import { randomUUID } from 'node:crypto';
import { eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { BoxOffice, CUSTOMER, type Theatre } from './support/box-office';
import { RESERVATION_OF_TRANSITION } from './support/defects';

interface OrderAnswer {
  code?: string;
  situation: string;
  organiser: { id: string };
  show: { name: string };
  venue: { room: string };
  buyer: { name: string; email: string };
  seats: { seat: string; isCanceled: boolean; ticket: { id: string; number: string; code: string } | null }[];
  totalMinor: number;
  payment: { paidMinor: number; method: string } | null;
  refund: { toRefundMinor: number } | null;
  documentReady: boolean;
  cancellation: { until: string; refundMinor: number; toVoucherMinor: number } | null;
}
interface MineAnswer {
  items: { code: string; key: string; situation: string; showName: string }[];
  next: string | null;
}

const ORDER = '/app-api/prestiscene/reservations/order';
const MINE = '/app-api/prestiscene/reservations/mine';

/** What buyers see by the link of their order, and in their account. */
describe('orders', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 20 });
  });
  afterAll(() => office.close());

  const read = (key: string | null, path = '') =>
    office.visit<OrderAnswer>('GET', ORDER + path, undefined, null, key === null ? {} : { 'order-key': key });
  const resend = (key: string) => office.visit('POST', `${ORDER}/resend`, {}, null, { 'order-key': key });
  const mine = (tenantId: string, email: string, query = '') =>
    office.service.request<MineAnswer>('GET', MINE + query, {
      token: office.service.issuer.publicToken({ tenantId, email }),
    });
  const keyOf = async (reservationId: string, token: string): Promise<string> => {
    const { body } = await office.visit<{ orderKey: string }>(
      'GET',
      `/app-api/prestiscene/reservations/${reservationId}`,
      undefined,
      token,
    );
    return body.orderKey;
  };
  const sold = async (count = 2, place = theatre) => {
    const seats = (await office.seats(place.performanceId))
      .filter(({ state }) => state === 'FREE')
      .slice(0, count)
      .map(({ id }) => id);
    const sale = await office.paidBuyer(place, seats);
    await eventually(async () =>
      expect((await office.outcome(sale.reservation.id, sale.token)).tickets).toHaveLength(count),
    );
    return { ...sale, key: await keyOf(sale.reservation.id, sale.token) };
  };
  const rendered = async (reservationId: string, key: string) => {
    const documentId = randomUUID();
    await office.publishEvent(theatre.tenantId, 'documents.document.v1', documentId, {
      $case: 'rendered',
      value: {
        documentId,
        kind: 'ticketing.tickets',
        key: '',
        subjectId: reservationId,
        subjectResource: 'ticketing.reservation',
      },
    });
    await eventually(async () => expect((await read(key)).body.documentReady).toBe(true));
  };
  const cancel = (reservationId: string) =>
    office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${reservationId}/transitions/cancel`,
      {},
    );

  test('its link opens a sold order with its tickets, their codes and their document', async () => {
    const { key, reservation, totalMinor } = await sold(2);
    const { status, body, text } = await read(key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code: reservation.code,
      situation: 'VALID',
      show: { name: 'Le Grand Soir' },
      venue: { room: 'Grande salle' },
      buyer: { name: 'Camille Durand', email: CUSTOMER.email },
      totalMinor,
      payment: { paidMinor: totalMinor, method: 'CARD' },
      refund: null,
      documentReady: false,
    });
    expect(body.seats.map(({ ticket }) => ticket?.number)).toEqual([
      expect.stringMatching(/^\w/),
      expect.stringMatching(/^\w/),
    ]);
    const codes = body.seats.map(({ ticket }) => ticket?.code);
    expect(new Set(codes).size).toBe(2);
    const secrets = await office.database.asSuperuser<{ secret: string }>(
      'SELECT secret FROM ticket WHERE reservation_id = $1',
      [reservation.id],
    );
    for (const { secret } of secrets) expect(text).not.toContain(secret);

    expect((await read(key, '/tickets.pdf')).status).toBe(404);
    await rendered(reservation.id, key);
    const pdf = await read(key, '/tickets.pdf');
    expect([pdf.status, pdf.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename=${reservation.code}.pdf`,
    ]);
    // In a rush the service of documents is busy: nobody is told to come back after three seconds.
    expect(office.peers.downloadMs.at(-1)).toBeGreaterThan(10_000);
  });

  test('a wrong link, and the link of another tenant’s order, open nothing and are answered alike', async () => {
    const { key } = await sold(1);
    const other = await office.theatre();
    const strange = await sold(1, other);
    expect((await read(strange.key)).body.organiser.id).toBe(other.tenantId);
    // The reservation of one with the tenant of the other, and the signature of either.
    const bytes = (text: string) => Buffer.from(text, 'base64url');
    const mixed = [key, strange.key].map((signed) =>
      Buffer.concat([
        bytes(strange.key).subarray(0, 16),
        bytes(key).subarray(16, 32),
        bytes(signed).subarray(32),
      ]).toString('base64url'),
    );
    const answers = await Promise.all(
      [null, 'x', 'A'.repeat(64), `${key}A`, key.toLowerCase(), ...mixed].map((wrong) => read(wrong)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['http.404']));
    for (const path of ['/tickets.pdf']) expect((await read(mixed[0]!, path)).status).toBe(404);
    expect((await resend(mixed[0]!)).status).toBe(404);
  });

  test('a canceled order says so, shows no code, gives no document and says what comes back', async () => {
    const { key, reservation, totalMinor } = await sold(2);
    await rendered(reservation.id, key);
    expect((await cancel(reservation.id)).status).toBe(200);
    const { body } = await read(key);
    expect(body).toMatchObject({
      situation: 'CANCELED',
      documentReady: false,
      refund: { toRefundMinor: totalMinor },
    });
    expect(body.seats.map(({ ticket }) => ticket)).toEqual([null, null]);
    expect([(await read(key, '/tickets.pdf')).status, (await resend(key)).status]).toEqual([410, 202]);
  });

  test('a place that was given back is shown as such, without a code', async () => {
    const { key, reservation } = await sold(2);
    const [first] = await office.database.asSuperuser<{ id: string }>(
      'UPDATE reservation_item SET canceled_at = now() WHERE id = (SELECT id FROM reservation_item WHERE reservation_id = $1 ORDER BY position LIMIT 1) RETURNING id',
      [reservation.id],
    );
    await office.database.asSuperuser(`UPDATE ticket SET state = 'CANCELED' WHERE item_id = $1`, [first?.id]);
    const { body } = await read(key);
    expect(body.situation).toBe('PARTLY_CANCELED');
    expect(body.seats.map(({ isCanceled, ticket }) => [isCanceled, ticket === null])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('tickets of a canceled performance have no code', async () => {
    const { key } = await sold(1);
    await office.database.asSuperuser('UPDATE performance SET is_cancelled = true WHERE id = $1', [
      theatre.performanceId,
    ]);
    const { body } = await read(key);
    expect([body.situation, body.seats[0]?.ticket]).toEqual(['PERFORMANCE_CANCELED', null]);
  });

  test('the tickets are mailed again once a minute, and every request is answered alike', async () => {
    const { key, reservation } = await sold(1);
    await rendered(reservation.id, key);
    const again = () =>
      [...office.peers.mails.keys()].filter((name) => name.startsWith(`tickets:${reservation.id}:again`));
    const answers = [await resend(key), await resend(key), await resend(key)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [202, '{}']));
    expect(again()).toHaveLength(1);
  });

  test('the mail with the tickets links to the order, the page after payment too', async () => {
    const { key, reservation } = await sold(1);
    await rendered(reservation.id, key);
    const mail = await eventually(() => {
      const sent = office.peers.mails.get(`tickets:${reservation.id}`);
      if (!sent) throw new Error('no mail yet');
      return sent;
    });
    expect(mail.text).toContain(`https://coulisse.test/app/o?lang=fr#${key}`);
    expect(mail.html).toContain(`https://coulisse.test/app/o?lang&#x3D;fr#${key}`);
  });

  test('an account lists the reservations of its address, and no other ones', async () => {
    const { reservation, key } = await sold(1);
    const { status, body } = await mine(theatre.tenantId, CUSTOMER.email.toUpperCase());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      items: [{ code: reservation.code, key, situation: 'VALID', showName: 'Le Grand Soir' }],
      next: null,
    });
    expect((await mine(theatre.tenantId, 'somebody@example.test')).body.items).toEqual([]);
    expect((await mine((await office.theatre()).tenantId, CUSTOMER.email)).body.items).toEqual([]);
    expect((await mine(theatre.tenantId, CUSTOMER.email, '?when=PAST')).body.items).toEqual([]);
    expect((await office.visit('GET', MINE)).status).toBe(401);
    expect((await mine(theatre.tenantId, CUSTOMER.email, '?after=nonsense')).status).toBe(404);
  });

  test('an account with many reservations reads them page by page', async () => {
    await sold(1);
    await office.database.asSuperuser(
      `INSERT INTO reservation (id, tenant_id, code, customer_name, customer_email, performance_id, number_of_places, total_ttc, state, updated_at)
       SELECT uuidv7(), tenant_id, 'R-' || n, customer_name, customer_email, performance_id, 1, total_ttc, state, now()
       FROM reservation, generate_series(1, 44) AS n WHERE tenant_id = $1`,
      [theatre.tenantId],
    );
    const codes: string[] = [];
    let next: string | null = null;
    do {
      const { body }: { body: MineAnswer } = await mine(
        theatre.tenantId,
        CUSTOMER.email,
        next === null ? '' : `?after=${next}`,
      );
      codes.push(...body.items.map(({ code }) => code));
      next = body.next;
    } while (next !== null);
    expect(codes).toHaveLength(45);
    expect(new Set(codes).size).toBe(45);
  });

  describe('canceled by the buyer', () => {
    const allow = (hours: number | null) =>
      office.database.asSuperuser(
        `INSERT INTO settings (id, tenant_id, name, online_cancellation_hours, updated_at) VALUES (uuidv7(), $1, 'Le Grand Soir', $2, now())
         ON CONFLICT (tenant_id) DO UPDATE SET online_cancellation_hours = excluded.online_cancellation_hours`,
        [theatre.tenantId, hours],
      );
    const cancelByLink = (key: string, refundMinor: number) =>
      office.visit<{ code?: string }>('POST', `${ORDER}/cancel`, { refundMinor }, null, { 'order-key': key });

    test('is refused unless the theatre allows it, and in time', async () => {
      const { key, totalMinor } = await sold(1);
      for (const hours of [null, 8_760]) {
        await allow(hours);
        if (hours !== null)
          await office.database.asSuperuser(
            `UPDATE performance SET starts_at = now() + interval '2 days' WHERE id = $1`,
            [theatre.performanceId],
          );
        expect((await read(key)).body.cancellation).toBeNull();
        const { status, body } = await cancelByLink(key, totalMinor);
        expect([status, body.code]).toEqual([409, 'order.cancellation-closed']);
      }
      expect((await read(key)).body.situation).toBe('VALID');
    });

    const cancelTwice = async (key: string, totalMinor: number) =>
      (await Promise.all([cancelByLink(key, totalMinor), cancelByLink(key, totalMinor)]))
        .map(({ status }) => status)
        .sort();

    const cancellationsOf = async (id: string) =>
      (await office.events('ticketing.reservation.v1')).filter(
        ({ $case, value }) => value.reservationId === id && $case === 'canceled',
      );

    test('(sabotaged) without locks and versions, is announced twice', async () => {
      const { key, reservation, totalMinor } = await sold(1);
      await allow(48);
      // The first to read an order of the theatre makes the keys of its tickets, and others wait for them.
      await read(key);
      const statuses = await sabotaged(
        {
          defects: [withoutRowLocks, withoutVersions],
          meet: 2,
          of: theatre.tenantId,
          after: RESERVATION_OF_TRANSITION,
        },
        () => cancelTwice(key, totalMinor),
      );
      expect(statuses).toEqual([204, 204]);
      expect(await cancellationsOf(reservation.id)).toHaveLength(2);
    });

    test('gives the seats and the money back that it has announced, once', async () => {
      const { key, reservation, totalMinor } = await sold(2);
      await allow(48);
      const offer = (await read(key)).body.cancellation;
      expect(offer).toEqual({
        ...{ until: '2031-05-12T18:30:00.000Z', refundMinor: totalMinor },
        toVoucherMinor: 0,
      });
      expect([
        (await cancelByLink(key, totalMinor - 1)).body.code,
        (await cancelByLink('A'.repeat(64), 0)).status,
      ]).toEqual(['order.refund-changed', 404]);
      expect(await cancelTwice(key, totalMinor)).toEqual([204, 409]);
      expect((await read(key)).body).toMatchObject({
        situation: 'CANCELED',
        refund: { toRefundMinor: totalMinor },
        cancellation: null,
      });
      const events = await cancellationsOf(reservation.id);
      expect(events).toMatchObject([{ value: { refundMinor: totalMinor, wasValidated: true } }]);
      const free = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
      expect(free).toHaveLength(40);
    });
  });
});
