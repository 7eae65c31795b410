import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

interface OrderAnswer {
  situation: string;
  performance: { id: string };
  edition: number;
  exchange: { until: string } | null;
  isWithheld: boolean;
  seats: {
    seat: string;
    isCanceled: boolean;
    holderName: string | null;
    ticket: { id: string; code: string } | null;
  }[];
  totalMinor: number;
  toPay: { amountMinor: number } | null;
  refund: { toRefundMinor: number } | null;
}
interface Quote {
  code?: string;
  edition: number;
  totalMinor: number;
  backMinor: number;
  dueMinor: number;
  creditMinor: number;
}

const SEAT = 8_900;
const ORDER = '/app-api/prestiscene/reservations/order';

/** A buyer takes another date of the same show, where the theatre allows it. */
describe('exchange by the buyer', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 20 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    await allow(24);
  });
  afterAll(() => office.close());

  const allow = (hours: number | null, surplus = 'REFUND') =>
    office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, created_at, updated_at, version, online_exchange_hours, online_exchange_surplus)
       VALUES ($1, $2, now(), now(), 1, $3, $4::settings_online_exchange_surplus)
       ON CONFLICT (tenant_id) DO UPDATE SET online_exchange_hours = $3, online_exchange_surplus = $4::settings_online_exchange_surplus`,
      [randomUUID(), theatre.tenantId, hours, surplus],
    );
  const order = (key: string) =>
    office.visit<OrderAnswer>('GET', ORDER, undefined, null, { 'order-key': key });
  const read = async (key: string) => (await order(key)).body;
  const sold = async (count: number) => {
    const buyer = await office.paidBuyer(theatre, seats.slice(0, count));
    const { id } = buyer.reservation;
    await eventually(async () => expect((await office.outcome(id, buyer.token)).tickets).toHaveLength(count));
    const { body } = await office.visit<{ orderKey: string }>(
      'GET',
      `/app-api/prestiscene/reservations/${id}`,
      undefined,
      buyer.token,
    );
    return { ...buyer, id, key: body.orderKey };
  };
  /** The cart of another tab, with seats of another date. */
  const chosen = async (performanceId: string, count: number) => {
    const free = (await office.seats(performanceId)).filter(({ state }) => state === 'FREE');
    const { status, body } = await office.hold(
      performanceId,
      free.slice(0, count).map(({ id }) => id),
    );
    expect(status).toBe(201);
    return body.cart.token;
  };
  const post = (key: string, what: string, token: string, body: object, headers = {}) =>
    office.visit<Quote>('POST', `${ORDER}/${what}`, body, token, { 'order-key': key, ...headers });
  const shownOf = ({ totalMinor, backMinor, dueMinor }: Quote) => ({ totalMinor, backMinor, dueMinor });
  const exchange = async (key: string, token: string, edition = 1) => {
    const quote = await post(key, 'exchange/quote', token, { edition });
    if (quote.status !== 200) return quote;
    return post(key, 'exchange', token, { edition, shown: shownOf(quote.body) });
  };
  const later = (overrides: object = {}) => office.perform(theatre, { date: '2031-06-20', ...overrides });
  const dearer = async (price: string) => {
    const { body } = await office.staff<{ id: string }>(
      theatre.tenantId,
      'POST',
      '/b/api/configuration/formules',
      {
        name: `Soirée à ${price}`,
        category: theatre.categoryId,
        ticketPriceTTC: price,
        vatBreakdown: [{ label: 'Spectacle', rate: '5.5', amountTTC: price }],
      },
    );
    return later({ formulas: [body.id] });
  };
  const changesOf = async (id: string) =>
    (await office.events('ticketing.reservation.v1')).filter(
      ({ $case, value }) => value.reservationId === id && $case === 'changed',
    );
  const mailsOf = (id: string) =>
    [...office.peers.mails.keys()].filter((name) => name.startsWith(`tickets:${id}`));
  const rendered = (id: string, key: string) => {
    const documentId = randomUUID();
    return office.publishEvent(theatre.tenantId, 'documents.document.v1', documentId, {
      $case: 'rendered',
      value: {
        ...{ documentId, kind: 'ticketing.tickets', key, subjectId: id },
        subjectResource: 'ticketing.reservation',
      },
    });
  };

  test('for the same price: the former tickets are void, those of the other date are mailed', async () => {
    const { id, key } = await sold(2);
    const before = await read(key);
    expect(before).toMatchObject({ edition: 1, exchange: { until: expect.any(String) as string } });
    const other = await later();
    const token = await chosen(other, 2);
    const { status, body } = await exchange(key, token);
    expect({ status, ...body }).toMatchObject({ status: 200, edition: 2, backMinor: 0, dueMinor: 0 });
    await eventually(async () =>
      expect((await read(key)).seats.filter(({ ticket }) => ticket)).toHaveLength(2),
    );
    const after = await read(key);
    expect(after.seats).toHaveLength(2);
    expect(after).toMatchObject({
      situation: 'VALID',
      performance: { id: other },
      edition: 2,
      toPay: null,
      isWithheld: false,
    });
    const codes = new Set(before.seats.map(({ ticket }) => ticket?.code));
    expect(after.seats.filter(({ ticket }) => codes.has(ticket?.code))).toEqual([]);
    const states = await office.database.asSuperuser<{ state: string; n: number }>(
      'SELECT state, count(*)::int AS n FROM ticket WHERE reservation_id = $1 GROUP BY state ORDER BY state',
      [id],
    );
    expect(Object.fromEntries(states.map(({ state, n }) => [state, n]))).toEqual({
      VALIDATED: 2,
      CANCELED: 2,
    });
    const freed = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'SOLD');
    expect(freed).toEqual([]);
    await rendered(id, 'tickets:2');
    await eventually(() => expect(mailsOf(id)).toContain(`tickets:${id}:2`));
  });

  test('keeps the names that were written on the tickets', async () => {
    const { key, id } = await sold(2);
    await office.database.asSuperuser(
      `UPDATE reservation_item SET holder_name = 'Zoé Noël' WHERE reservation_id = $1 AND position = 2`,
      [id],
    );
    expect((await exchange(key, await chosen(await later(), 2))).status).toBe(200);
    expect((await read(key)).seats.map(({ holderName }) => holderName)).toEqual([null, 'Zoé Noël']);
  });

  test('for a dearer date: the tickets are handed out when the difference is paid', async () => {
    const { id, key } = await sold(1);
    const token = await chosen(await dearer('100.00'), 1);
    expect((await exchange(key, token)).body).toMatchObject({ dueMinor: 1_100 });
    await eventually(async () =>
      expect(
        await office.database.asSuperuser(
          `SELECT 1 FROM ticket WHERE reservation_id = $1 AND state = 'VALIDATED' AND code IS NOT NULL`,
          [id],
        ),
      ).toHaveLength(1),
    );
    await rendered(id, 'tickets:2');
    expect(await read(key)).toMatchObject({
      isWithheld: true,
      documentReady: false,
      toPay: { amountMinor: 1_100 },
    });
    expect((await read(key)).seats.map(({ ticket }) => ticket)).toEqual([null]);
    const { body } = await office.visit<{ paymentId: string }>(
      'POST',
      `${ORDER}/pay`,
      { amountMinor: 1_100 },
      null,
      { 'order-key': key },
    );
    await office.accept(theatre.tenantId, {
      paymentId: body.paymentId,
      reservationId: id,
      amountMinor: 1_100,
    });
    await eventually(async () => expect(await read(key)).toMatchObject({ isWithheld: false, edition: 3 }));
    expect((await read(key)).seats.filter(({ ticket }) => ticket)).toHaveLength(1);
    expect(mailsOf(id)).not.toContain(`tickets:${id}:2`);
    await rendered(id, 'tickets:3');
    await eventually(() => expect(mailsOf(id)).toContain(`tickets:${id}:3`));
  });

  test.each([
    ['REFUND', { backMinor: 3_900, creditMinor: 0 }, 3_900],
    ['KEEP', { backMinor: 0, creditMinor: 3_900 }, undefined],
  ])('for a cheaper date the rule of the theatre is %s', async (surplus, money, toRefundMinor) => {
    await allow(24, surplus);
    const { key } = await sold(1);
    const token = await chosen(await dearer('50.00'), 1);
    expect((await exchange(key, token)).body).toMatchObject({ totalMinor: 5_000, ...money });
    expect((await read(key)).refund?.toRefundMinor).toBe(toRefundMinor);
  });

  test('only another date of the show, as many seats, while the theatre allows it', async () => {
    const { key } = await sold(2);
    const sameDate = await chosen(theatre.performanceId, 2);
    expect((await exchange(key, sameDate)).body.code).toBe('order.exchange-other-date');
    const other = await office.theatre({ tenantId: theatre.tenantId, name: 'Palais' });
    expect((await exchange(key, await chosen(other.performanceId, 2))).body.code).toBe(
      'order.exchange-other-date',
    );
    const date = await later();
    expect((await exchange(key, await chosen(date, 1))).body.code).toBe('reservation.same-number-of-seats');
    const token = await chosen(date, 2);
    const strange = await office.theatre();
    expect((await exchange(key, await chosen(strange.performanceId, 2))).body.code).toBe('cart.not-found');
    await allow(null);
    expect((await exchange(key, token)).body.code).toBe('order.exchange-closed');
    expect((await read(key)).exchange).toBeNull();
    await allow(24 * 365 * 20);
    expect((await exchange(key, token)).body.code).toBe('order.exchange-closed');
    await allow(24);
    const quote = await post(key, 'exchange/quote', token, { edition: 1 });
    const dear = { ...shownOf(quote.body), backMinor: 1 };
    expect((await post(key, 'exchange', token, { edition: 1, shown: dear })).body.code).toBe(
      'reservation.changed-meanwhile',
    );
    expect((await exchange('A'.repeat(64), token)).status).toBe(404);
    expect((await exchange(key, token)).status).toBe(200);
  });

  describe('two tabs choose two dates', () => {
    test('one gets its date, the other is refused and reads what became of the order', async () => {
      const { id, key } = await sold(1);
      const dates = [await later(), await later({ date: '2031-07-04' })];
      const tokens = await Promise.all(dates.map((date) => chosen(date, 1)));
      const shown = { totalMinor: SEAT, backMinor: 0, dueMinor: 0 };
      const answers = await Promise.all(
        tokens.map((token) => post(key, 'exchange', token, { edition: 1, shown })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('reservation.changed-meanwhile');
      expect(await changesOf(id)).toHaveLength(1);
      const places = await office.database.asSuperuser(
        'SELECT 1 FROM reservation_item WHERE reservation_id = $1 AND canceled_at IS NULL',
        [id],
      );
      expect(places).toHaveLength(1);
    });

    test('(sabotaged) a page that sends the newest edition instead of the one it showed moves the order twice', async () => {
      const { id, key } = await sold(1);
      const dates = [await later(), await later({ date: '2031-07-04' })];
      const shown = { totalMinor: SEAT, backMinor: 0, dueMinor: 0 };
      for (const date of dates) {
        const token = await chosen(date, 1);
        const { edition } = await read(key);
        await post(key, 'exchange', token, { edition, shown });
      }
      expect(await changesOf(id)).toHaveLength(2);
    });
  });
});
