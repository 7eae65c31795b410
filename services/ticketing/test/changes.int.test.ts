import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

interface Item {
  id: string;
  seatId: string;
  ticketCode: string | null;
  ticketState: string | null;
  priceMinor: number;
}
interface Details {
  edition: number;
  items: Item[];
  numberOfPlaces: number;
  totalTTC: string;
  vat: { baseMinor: number; vatMinor: number }[];
  payments: { amountMinor: number; toRefundMinor: number; refundReason: string | null }[];
  documentId: string | null;
}
interface Answer {
  code?: string;
  params?: Record<string, unknown>;
  edition: number;
  totalMinor: number;
  backMinor: number;
  dueMinor: number;
  creditMinor: number;
}

const SEAT = 8_900;
/** Who repeats a request. */
const PERSON = randomUUID();

/** Staff change what a buyer has paid for: places are given back or exchanged, and the money follows. */
describe('changing a sold reservation', () => {
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
  const detailsOf = async (id: string) =>
    (await office.staff<Details>(theatre.tenantId, 'GET', `${path(id)}/informations`)).body;
  const post = (
    id: string,
    what: string,
    body: object,
    { key, token, rights, tenantId = theatre.tenantId }: PostOptions = {},
  ) =>
    office.service.request<Answer>('POST', `${path(id)}/${what}`, {
      body,
      token: office.service.issuer.staffToken({
        tenantId,
        rights: rights ?? ['*'],
        ...(key && { subject: PERSON }),
      }),
      headers: { ...(key && { 'idempotency-key': key }), ...(token && { 'cart-token': token }) },
    });
  interface PostOptions {
    key?: string;
    token?: string;
    rights?: string[];
    tenantId?: string;
  }
  /** The quote, then the change that it is confirmed with. */
  const change = async (id: string, what: string, body: object, options: PostOptions = {}) => {
    const quote = await post(id, `${what}/quote`, body, options);
    if (quote.status !== 200) return quote;
    const { totalMinor, backMinor, dueMinor } = quote.body;
    return post(id, what, { ...body, shown: { totalMinor, backMinor, dueMinor } }, options);
  };
  const sold = async (count: number) => {
    const buyer = await office.paidBuyer(theatre, seats.slice(0, count));
    const { id } = buyer.reservation;
    await eventually(async () =>
      expect((await detailsOf(id)).items.filter(({ ticketCode }) => ticketCode)).toHaveLength(count),
    );
    return { ...buyer, id, details: await detailsOf(id) };
  };
  const statesOf = async (...ids: string[]) =>
    (await office.seats(theatre.performanceId))
      .filter((each) => ids.includes(each.id))
      .map(({ state }) => state);
  const eventsOf = async (id: string, name: string) =>
    (await office.events('ticketing.reservation.v1')).filter(
      ({ $case, value }) => value.reservationId === id && $case === name,
    );
  const scan = (code: string, performanceId = theatre.performanceId) =>
    office.staff<{ outcome: string; reason: string | null }>(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reception/representations/${performanceId}/scans`,
      { device: randomUUID(), deviceName: 'Main', id: randomUUID(), code },
    );
  const holdAtDesk = async (seatIds: readonly string[], performanceId = theatre.performanceId) => {
    const { body } = await office.staff<{ cart: { token: string; id: string } }>(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/desk/representations/${performanceId}/holds`,
      { seats: seatIds },
    );
    return body.cart;
  };
  const codesOf = async (id: string) => {
    const page = office.peers.pages.get(id);
    return (page?.places ?? []).flatMap(({ content }) =>
      content?.$case === 'qrCode' ? [content.value.value] : [],
    );
  };

  describe('places are cancelled', () => {
    test('their seats are free, their tickets void, and their money is to be given back', async () => {
      const { id, details, paymentId } = await sold(3);
      const [removed] = details.items;
      await eventually(async () => expect(await codesOf(id)).toHaveLength(3));
      const { status, body } = await change(id, 'cancel-places', { edition: 1, items: [removed!.id] });
      expect({ status, ...body }).toMatchObject({
        ...{ status: 200, edition: 2, totalMinor: 2 * SEAT, backMinor: SEAT, dueMinor: 0, creditMinor: 0 },
      });
      const after = await detailsOf(id);
      expect(after).toMatchObject({ edition: 2, numberOfPlaces: 2, totalTTC: '178.00' });
      expect(after.items.map(({ seatId }) => seatId)).toEqual(seats.slice(1, 3));
      expect(after.vat.reduce((sum, line) => sum + line.baseMinor + line.vatMinor, 0)).toBe(2 * SEAT);
      expect(after.payments).toMatchObject([{ toRefundMinor: SEAT, refundReason: 'CHANGED' }]);
      expect(await statesOf(...seats.slice(0, 3))).toEqual(['FREE', 'SOLD', 'SOLD']);
      expect((await eventsOf(id, 'overpaid')).map(({ value }) => value)).toEqual([
        { reservationId: id, parts: [{ paymentId, amountMinor: SEAT }] },
      ]);
      const [ticket] = await office.database.asSuperuser<{ state: string; cancel_cause: string }>(
        'SELECT t.state, i.cancel_cause FROM ticket t JOIN reservation_item i ON i.id = t.item_id WHERE i.id = $1',
        [removed!.id],
      );
      expect(ticket).toEqual({ state: 'CANCELED', cancel_cause: 'CANCELED' });
      const [code] = await codesOf(id);
      expect((await scan(code!)).body).toMatchObject({ outcome: 'RED', reason: 'CANCELED' });
      // Another buyer gets the seat, and figures no longer count it.
      expect((await office.hold(theatre.performanceId, [seats[0]!])).status).toBe(201);
      const figures = await office.staff<{
        sold: number;
        formulas: { sold: number }[];
        receiptsMinor: number;
      }>(
        theatre.tenantId,
        'GET',
        `/b/api/configuration/representations/${theatre.performanceId}/statistics-data`,
      );
      expect(figures.body).toMatchObject({ sold: 2, receiptsMinor: 2 * SEAT, formulas: [{ sold: 2 }] });
    });

    test('a group that falls below the least number of its formula keeps its price, and this is told', async () => {
      const { id, details } = await sold(3);
      await office.database.asSuperuser('UPDATE formula SET minimum_number_of_people = 3 WHERE id = $1', [
        theatre.formulaId,
      ]);
      const { body } = await change(id, 'cancel-places', { edition: 1, items: [details.items[0]!.id] });
      expect(body).toMatchObject({ totalMinor: 2 * SEAT, belowLeast: [{ people: 2, least: 3 }] });
    });

    test('the tickets that stay are rendered again, and mailed as changed ones', async () => {
      const { id, details } = await sold(2);
      await change(id, 'cancel-places', { edition: 1, items: [details.items[0]!.id] });
      await eventually(() => expect(office.peers.editions.has(`${id} tickets:2`)).toBe(true));
      const render = (key: string) => {
        const documentId = randomUUID();
        return office
          .publishEvent(theatre.tenantId, 'documents.document.v1', documentId, {
            $case: 'rendered',
            value: {
              ...{ documentId, kind: 'ticketing.tickets', subjectId: id, key },
              subjectResource: 'ticketing.reservation',
            },
          })
          .then(() => documentId);
      };
      const current = await render('tickets:2');
      await eventually(async () => expect((await detailsOf(id)).documentId).toBe(current));
      // The document of the sale comes late: it is not handed out.
      await render('tickets');
      await eventually(() => expect(office.peers.mails.has(`tickets:${id}:2`)).toBe(true));
      expect((await detailsOf(id)).documentId).toBe(current);
      expect(office.peers.mails.has(`tickets:${id}`)).toBe(false);
    });

    test('the money may stay as a credit, which is given back later, once', async () => {
      const { id, details } = await sold(2);
      const credited = await change(id, 'cancel-places', {
        ...{ edition: 1, items: [details.items[0]!.id], surplus: 'KEEP' },
      });
      expect(credited.body).toMatchObject({ backMinor: 0, creditMinor: SEAT });
      expect((await detailsOf(id)).payments).toMatchObject([{ toRefundMinor: 0 }]);
      const back = await post(id, 'refund-credit', { edition: 2 });
      expect(back.body).toMatchObject({ backMinor: SEAT });
      expect((await detailsOf(id)).payments).toMatchObject([{ toRefundMinor: SEAT }]);
      expect((await post(id, 'refund-credit', { edition: 2 })).body.code).toBe('reservation.no-credit');
    });

    test('not all of them, not those of others, and not without the right', async () => {
      const { id, details } = await sold(2);
      const items = details.items.map((item) => item.id);
      expect((await change(id, 'cancel-places', { edition: 1, items })).body.code).toBe(
        'reservation.cancel-all',
      );
      const unknown = await change(id, 'cancel-places', { edition: 1, items: [randomUUID()] });
      expect(unknown.body.code).toBe('reservation.changed-meanwhile');
      const single = { edition: 1, items: items.slice(0, 1) };
      const rights = ['ticketing.reservation.sell'];
      expect((await change(id, 'cancel-places', single, { rights })).status).toBe(403);
      expect((await change(id, 'cancel-places', single, { tenantId: randomUUID() })).status).toBe(404);
      const wrong = { totalMinor: 0, backMinor: 0, dueMinor: 0 };
      const misled = await post(id, 'cancel-places', { ...single, shown: wrong });
      expect([misled.status, misled.body.code]).toEqual([409, 'reservation.changed-meanwhile']);
      expect((await detailsOf(id)).edition).toBe(1);
    });

    test('not those whose holders are in the room', async () => {
      const { id, details } = await sold(3);
      const door = `/b/api/prestiscene/reception/representations/${theatre.performanceId}/reservations`;
      await office.staff(theatre.tenantId, 'POST', `${door}/${id}/arrived-count`, { arrivedCount: 2 });
      const items = details.items.map((item) => item.id);
      const two = await change(id, 'cancel-places', { edition: 1, items: items.slice(0, 2) });
      expect([two.status, two.body.code, two.body.params]).toEqual([
        409,
        'reservation.people-inside',
        { count: 2, max: 1 },
      ]);
      expect((await change(id, 'cancel-places', { edition: 1, items: items.slice(0, 1) })).status).toBe(200);
    });

    test('a repeated request has one effect', async () => {
      const { id, details } = await sold(3);
      const body = {
        ...{ edition: 1, items: [details.items[0]!.id], surplus: 'REFUND' },
        shown: { totalMinor: 2 * SEAT, backMinor: SEAT, dueMinor: 0 },
      };
      const key = randomUUID();
      const first = await post(id, 'cancel-places', body, { key });
      const again = await post(id, 'cancel-places', body, { key });
      expect(again.body).toEqual(first.body);
      expect(await eventsOf(id, 'changed')).toHaveLength(1);
      expect((await detailsOf(id)).payments).toMatchObject([{ toRefundMinor: SEAT }]);
    });
  });

  describe('places are exchanged', () => {
    test('for another seat of the same price: nothing is due, and the old ticket is refused', async () => {
      const { id, details } = await sold(2);
      await eventually(async () => expect(await codesOf(id)).toHaveLength(2));
      const [code] = await codesOf(id);
      const { token } = await holdAtDesk([seats[10]!]);
      const body = { edition: 1, items: [details.items[0]!.id] };
      const quote = await post(id, 'exchange/quote', body, { token });
      expect(quote.body).toMatchObject({
        seats: [{ id: seats[10], priceMinor: SEAT }],
        totalMinor: 2 * SEAT,
      });
      const { body: answer, status } = await change(id, 'exchange', body, { token });
      expect({ status, ...answer }).toMatchObject({ status: 200, edition: 2, backMinor: 0, dueMinor: 0 });
      expect(await statesOf(seats[0]!, seats[1]!, seats[10]!)).toEqual(['FREE', 'SOLD', 'SOLD']);
      expect((await scan(code!)).body).toMatchObject({ outcome: 'RED', reason: 'REPLACED' });
      await eventually(async () =>
        expect(
          (await detailsOf(id)).items.map(({ seatId, ticketCode }) => [seatId, Boolean(ticketCode)]),
        ).toEqual([
          [seats[10], true],
          [seats[1], true],
        ]),
      );
      await eventually(() => expect(office.peers.editions.has(`${id} tickets:2`)).toBe(true));
    });

    test('for a dearer date: the difference is left to pay, and a failed payment loses nothing', async () => {
      const { id, details } = await sold(2);
      const dearer = await office.theatre({ tenantId: theatre.tenantId, name: 'Palais', price: '100.00' });
      const there = (await office.seats(dearer.performanceId)).map((seat) => seat.id);
      const items = details.items.map((item) => item.id);
      const single = await holdAtDesk([there[0]!], dearer.performanceId);
      const some = await change(
        id,
        'exchange',
        { edition: 1, items: items.slice(0, 1) },
        { token: single.token },
      );
      expect(some.body.code).toBe('reservation.exchange-all');
      const few = await change(id, 'exchange', { edition: 1, items }, { token: single.token });
      expect(few.body.code).toBe('reservation.same-number-of-seats');
      const { token } = await holdAtDesk(there.slice(1, 3), dearer.performanceId);
      const { body } = await change(id, 'exchange', { edition: 1, items }, { token });
      expect(body).toMatchObject({ totalMinor: 20_000, dueMinor: 2_200, backMinor: 0 });
      expect(await detailsOf(id)).toMatchObject({ totalTTC: '200.00', numberOfPlaces: 2, edition: 2 });
      expect(await statesOf(...seats.slice(0, 2))).toEqual(['FREE', 'FREE']);
      const collect = (key: string) =>
        post(id, 'collect', { parts: [{ method: 'CASH', amountMinor: 2_200 }] }, { key });
      // Payments is away, after its retries too: places, total and what is due stay as they are.
      const key = randomUUID();
      office.peers.paymentOutages = 20;
      expect((await collect(key)).status).toBe(503);
      office.peers.paymentOutages = 0;
      const after = await detailsOf(id);
      expect(after).toMatchObject({ totalTTC: '200.00', edition: 2, payments: [{ amountMinor: 2 * SEAT }] });
      expect(after.items.map(({ ticketState }) => ticketState)).toEqual(['VALIDATED', 'VALIDATED']);
      expect((await collect(key)).body).toMatchObject({ totalMinor: 20_000, paidMinor: 20_000 });
      expect((await collect(randomUUID())).body.code).toBe('reservation.nothing-due');
      // Back again: the difference comes back, from the last payment first.
      const home = await holdAtDesk(seats.slice(0, 2));
      const back = await change(
        id,
        'exchange',
        { edition: 2, items: (await detailsOf(id)).items.map((item) => item.id) },
        { token: home.token },
      );
      expect(back.body).toMatchObject({ totalMinor: 2 * SEAT, backMinor: 2_200, dueMinor: 0 });
      expect((await detailsOf(id)).payments.map((payment) => payment.toRefundMinor)).toEqual([0, 2_200]);
    });

    test('not when the public has taken the new seats meanwhile: everything stays', async () => {
      const { id, details } = await sold(1);
      const cart = await holdAtDesk([seats[5]!]);
      const body = { edition: 1, items: [details.items[0]!.id] };
      const { body: quote } = await post(id, 'exchange/quote', body, { token: cart.token });
      await office.expire(cart.id);
      expect((await office.hold(theatre.performanceId, [seats[5]!])).status).toBe(201);
      const shown = { totalMinor: quote.totalMinor, backMinor: quote.backMinor, dueMinor: quote.dueMinor };
      const late = await post(id, 'exchange', { ...body, shown }, { token: cart.token });
      expect([late.status, late.body.code]).toEqual([409, 'hold.expired']);
      // The clock of the cart runs, and the seat is somebody else's.
      await office.database.asSuperuser(
        `UPDATE cart SET expires_at = now() + interval '5 minutes' WHERE id = $1`,
        [cart.id],
      );
      const taken = await post(id, 'exchange', { ...body, shown }, { token: cart.token });
      expect([taken.status, taken.body.code]).toEqual([422, 'reservation.same-number-of-seats']);
      expect(await detailsOf(id)).toMatchObject({
        edition: 1,
        items: [{ seatId: seats[0], ticketState: 'VALIDATED' }],
      });
      expect(await statesOf(seats[0]!)).toEqual(['SOLD']);
    });

    test('not when the ticket was scanned, by another tenant, or with a cart of the public', async () => {
      const { id, details } = await sold(2);
      await eventually(async () => expect(await codesOf(id)).toHaveLength(2));
      const [code] = await codesOf(id);
      expect((await scan(code!)).body).toMatchObject({ outcome: 'GREEN' });
      const scanned = (
        await office.database.asSuperuser<{ item_id: string }>(
          'SELECT t.item_id FROM admission a JOIN ticket t ON t.id = a.ticket_id WHERE a.reservation_id = $1',
          [id],
        )
      )[0]!.item_id;
      const { token } = await holdAtDesk([seats[10]!]);
      const inside = await change(id, 'exchange', { edition: 1, items: [scanned] }, { token });
      expect([inside.status, inside.body.code]).toEqual([409, 'reservation.place-arrived']);
      const items = details.items.map((item) => item.id).filter((item) => item !== scanned);
      const other = await change(id, 'exchange', { edition: 1, items }, { token, tenantId: randomUUID() });
      expect(other.status).toBe(404);
      const ofPublic = (await office.hold(theatre.performanceId, [seats[12]!])).body.cart.token;
      const wrong = await change(id, 'exchange', { edition: 1, items }, { token: ofPublic });
      expect(wrong.body.code).toBe('cart.of-other-channel');
      expect((await change(id, 'exchange', { edition: 1, items }, { token })).status).toBe(200);
    });

    test('once, however often the request is repeated', async () => {
      const { id, details } = await sold(1);
      const { token } = await holdAtDesk([seats[7]!]);
      const body = {
        ...{ edition: 1, items: [details.items[0]!.id], surplus: 'REFUND' },
        shown: { totalMinor: SEAT, backMinor: 0, dueMinor: 0 },
      };
      const key = randomUUID();
      const first = await post(id, 'exchange', body, { key, token });
      const again = await post(id, 'exchange', body, { key, token });
      expect([first.status, again.body]).toEqual([200, first.body]);
      expect(await eventsOf(id, 'changed')).toHaveLength(1);
      expect((await post(id, 'exchange', body, { token })).status).not.toBe(200);
    });
  });

  describe('two people change one reservation', () => {
    /** Whoever decided on what was no longer true. */
    const misled = async (id: string) => (await eventsOf(id, 'changed')).length - 1;

    test('the second one is refused, and reads what the first one made of it', async () => {
      const { id, details } = await sold(3);
      const shown = { totalMinor: 2 * SEAT, backMinor: SEAT, dueMinor: 0 };
      const answers = await Promise.all(
        details.items
          .slice(0, 2)
          .map((item) =>
            post(id, 'cancel-places', { edition: 1, items: [item.id], surplus: 'REFUND', shown }),
          ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('reservation.changed-meanwhile');
      expect(await misled(id)).toBe(0);
      expect(await detailsOf(id)).toMatchObject({ edition: 2, numberOfPlaces: 2 });
    });

    test('(sabotaged) a screen that sends the newest edition instead of the one that was shown misleads the second', async () => {
      const { id, details } = await sold(3);
      for (const item of details.items.slice(0, 2)) {
        const { edition, numberOfPlaces } = await detailsOf(id);
        const shown = { totalMinor: (numberOfPlaces - 1) * SEAT, backMinor: SEAT, dueMinor: 0 };
        await post(id, 'cancel-places', { edition, items: [item.id], surplus: 'REFUND', shown });
      }
      expect(await misled(id)).toBe(1);
    });
  });
});
