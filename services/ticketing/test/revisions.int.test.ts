import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

interface Answer {
  code?: string;
  totalBeforeMinor: number;
  totalMinor: number;
  seats: { id: string; label: string; formula: string; priceMinor: number }[];
}
interface Details {
  state: string;
  version: number;
  numberOfPlaces: number;
  totalTTC: string;
  representation: { id: string };
  items: { id: string; seatId: string; formula: string }[];
  instalments: { amountMinor: number }[];
}

const desk = '/b/api/prestiscene/desk';
const reservations = '/b/api/prestiscene/reservations';
const SEAT = 8_900;
const CUSTOMER = { firstName: 'Marguerite', lastName: 'Pons', email: 'pons@example.test' };
const day = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);

describe('changing a reservation before its sale', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 20 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });
  afterAll(() => office.close());

  const staff = <B>(method: string, path: string, body?: object, token?: string) =>
    office.staff<B>(theatre.tenantId, method, path, body, {
      headers: { 'idempotency-key': randomUUID(), ...(token && { 'cart-token': token }) },
    });
  const hold = async (seatIds: readonly string[], performanceId = theatre.performanceId) => {
    const held = await staff<{ cart: { token: string } }>(
      'POST',
      `${desk}/representations/${performanceId}/holds`,
      { seats: seatIds },
    );
    expect(held.status).toBe(201);
    return held.body.cart.token;
  };
  const reserve = async (seatIds: readonly string[], entries: object = {}) => {
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const { body, status } = await staff<{ reservation: { id: string } }>(
      'POST',
      `${desk}/sales`,
      { customer: CUSTOMER, payment: { kind: 'later', deadline }, ...entries },
      await hold(seatIds),
    );
    expect(status).toBe(201);
    return body.reservation.id;
  };
  const details = async (id: string) =>
    (await staff<Details>('GET', `${reservations}/${id}/informations`)).body;
  const revise = async (id: string, body: object, token?: string, version?: number) => {
    const quote = await staff<Answer>('POST', `${reservations}/${id}/revise/quote`, body, token);
    if (quote.status !== 200) return quote;
    const content = {
      ...body,
      version: version ?? (await details(id)).version,
      shownMinor: quote.body.totalMinor,
    };
    return staff<Answer>('POST', `${reservations}/${id}/revise`, content, token);
  };
  const states = async (...ids: string[]) =>
    (await office.seats(theatre.performanceId))
      .filter(({ id }) => ids.includes(id))
      .map(({ state }) => state);
  const formula = async (price: string) => {
    const { body } = await staff<{ id: string }>('POST', '/b/api/configuration/formules', {
      ...{ name: `Formule ${price}`, category: theatre.categoryId, ticketPriceTTC: price },
      vatBreakdown: [{ label: 'Spectacle', rate: '5.5', amountTTC: price }],
    });
    return body.id;
  };
  /** One half as a deposit, the other one later. */
  const agreeHalves = async (id: string) =>
    staff('PUT', `${reservations}/${id}/instalments`, {
      version: (await details(id)).version,
      instalments: [
        { label: 'Acompte', dueOn: day(2), share: { kind: 'percentage', points: 5_000 } },
        { label: 'Solde', dueOn: day(5), share: { kind: 'rest' } },
      ],
    });
  const mails = (id: string) =>
    [...office.peers.mails.keys()].filter((key) => key.startsWith(`revision:${id}:`)).length;

  test('two more people come: their seats are held with the others, and the schedule follows', async () => {
    const id = await reserve(seats.slice(0, 2));
    await agreeHalves(id);
    const { items } = await details(id);
    const token = await hold(seats.slice(2, 4));
    const { status, body } = await revise(
      id,
      { keep: items.map((item) => item.id), formulaBySeat: {} },
      token,
    );
    expect({ status, ...body }).toMatchObject({
      ...{ status: 200, totalBeforeMinor: 2 * SEAT, totalMinor: 4 * SEAT },
    });
    const after = await details(id);
    expect(after).toMatchObject({ state: 'PRE_RESERVATION', numberOfPlaces: 4, totalTTC: '356.00' });
    expect(after.instalments.map(({ amountMinor }) => amountMinor)).toEqual([2 * SEAT, 2 * SEAT]);
    expect(await states(...seats.slice(0, 4))).toEqual(['HELD', 'HELD', 'HELD', 'HELD']);
    await eventually(() => expect(mails(id)).toBe(1));
    // The whole of it can be paid, and sells every seat.
    const paid = await staff<{ reservation: { state: string } }>('POST', `${reservations}/${id}/collect`, {
      parts: [{ method: 'CARD', amountMinor: 4 * SEAT }],
    });
    expect(paid.body.reservation.state).toBe('VALIDATED');
    expect(await states(...seats.slice(0, 4))).toEqual(['SOLD', 'SOLD', 'SOLD', 'SOLD']);
    expect((await revise(id, { keep: [], formulaBySeat: {} }, await hold([seats[9]!]))).body.code).toBe(
      'reservation.not-reserved',
    );
  });

  test('fewer people come: the seats that they leave are free', async () => {
    const id = await reserve(seats.slice(0, 3));
    const { items } = await details(id);
    const { status } = await revise(id, { keep: [items[1]!.id], formulaBySeat: {} });
    expect(status).toBe(200);
    expect(await details(id)).toMatchObject({ numberOfPlaces: 1, totalTTC: '89.00' });
    expect(await states(...seats.slice(0, 3))).toEqual(['FREE', 'HELD', 'FREE']);
    expect((await revise(id, { keep: [], formulaBySeat: {} })).body.code).toBe('hold.empty');
  });

  test('another formula has its price, with the share of a discount that was given (R-181)', async () => {
    const show = await formula('50.00');
    const other = await office.perform(theatre, { formulas: [theatre.formulaId, show], date: '2031-06-01' });
    const [seat] = await office.seats(other);
    const id = await reserve(seats.slice(0, 1), { discount: { kind: 'percentage', percentage: '50' } });
    const token = await hold([seat!.id], other);
    const chosen = { keep: [], formulaBySeat: { [seat!.id]: show } };
    const { body } = await revise(id, chosen, token);
    expect(body.totalMinor).toBe(2_500);
    expect(await details(id)).toMatchObject({ representation: { id: other }, totalTTC: '25.00' });
    expect(await states(seats[0]!)).toEqual(['FREE']);
    const [held] = (await office.seats(other)).filter((each) => each.id === seat!.id);
    expect(held!.state).toBe('HELD');
  });

  test('of two people who change it, the second is refused, and nothing of theirs is written', async () => {
    const id = await reserve(seats.slice(0, 2));
    const { version, items } = await details(id);
    const body = (keep: string) => ({ keep: [keep], formulaBySeat: {} });
    expect((await revise(id, body(items[0]!.id), undefined, version)).status).toBe(200);
    const late = await revise(id, body(items[1]!.id), undefined, version);
    expect(late.body.code).toBe('reservation.changed-meanwhile');
    expect((await details(id)).numberOfPlaces).toBe(1);
    const stale = await staff<Answer>('POST', `${reservations}/${id}/revise`, {
      ...{ keep: [(await details(id)).items[0]!.id], formulaBySeat: {}, shownMinor: SEAT, version },
    });
    expect(stale.body.code).toBe('record.changed');
  });

  test('a total below what was paid is refused, and so is a change while somebody pays', async () => {
    const id = await reserve(seats.slice(0, 3));
    await agreeHalves(id);
    await staff('POST', `${reservations}/${id}/collect`, {
      parts: [{ method: 'CASH', amountMinor: 13_350 }],
    });
    const { items } = await details(id);
    const fewer = { keep: [items[0]!.id], formulaBySeat: {} };
    expect((await revise(id, fewer)).body.code).toBe('reservation.paid-more');
    await office.database.asSuperuser(
      `INSERT INTO reservation_payment (id, tenant_id, reservation_id, state, amount_minor) VALUES ($1, $2, $3, 'STARTED', 0)`,
      [randomUUID(), theatre.tenantId, id],
    );
    const two = { keep: items.slice(0, 2).map((item) => item.id), formulaBySeat: {} };
    expect((await revise(id, two)).body.code).toBe('reservation.payment-under-way');
  });

  test('the cart of the new seats belongs to the reservation afterwards, and no other one takes it over', async () => {
    const id = await reserve(seats.slice(0, 1));
    const token = await hold([seats[1]!]);
    const keep = (await details(id)).items.map((item) => item.id);
    expect((await revise(id, { keep, formulaBySeat: {} }, token)).status).toBe(200);
    const other = await reserve(seats.slice(2, 3));
    expect((await revise(other, { keep: [], formulaBySeat: {} }, token)).body.code).toBe('cart.not-found');
    const sale = { customer: CUSTOMER, payment: { kind: 'later', deadline: `${day(1)}T00:00:00Z` } };
    expect((await staff('POST', `${desk}/sales`, sale, token)).status).toBeGreaterThanOrEqual(400);
    // A draft's cart, whose token is still good.
    const draft = await hold([seats[4]!]);
    await office.database.asSuperuser(
      `UPDATE cart SET reservation_id = $1 WHERE id = (SELECT cart_id FROM seat_claim WHERE seat_id = $2)`,
      [other, seats[4]!],
    );
    expect((await revise(id, { keep: [], formulaBySeat: {} }, draft)).body.code).toBe('cart.not-found');
    expect((await details(id)).numberOfPlaces).toBe(2);
    expect(await states(...seats.slice(0, 3))).toEqual(['HELD', 'HELD', 'HELD']);
  });

  test('one that costs as much as was paid is sold at once', async () => {
    const id = await reserve(seats.slice(0, 2));
    await agreeHalves(id);
    await staff('POST', `${reservations}/${id}/collect`, { parts: [{ method: 'CASH', amountMinor: SEAT }] });
    const { items } = await details(id);
    const [staying, left] = [items[0]!, items[1]!];
    const { status, body } = await revise(id, { keep: [staying.id], formulaBySeat: {} });
    expect({ status, ...body }).toMatchObject({ status: 200, totalMinor: SEAT });
    expect(await details(id)).toMatchObject({ state: 'VALIDATED', numberOfPlaces: 1, totalTTC: '89.00' });
    expect([await states(staying.seatId), await states(left.seatId)]).toEqual([['SOLD'], ['FREE']]);
    const tickets = await office.database.asSuperuser(
      'SELECT seat_id FROM ticket WHERE reservation_id = $1',
      [id],
    );
    expect(tickets).toEqual([{ seat_id: staying.seatId }]);
    const [sale] = await office.database.asSuperuser(
      `SELECT s.outcome, c.closed FROM sale_process s JOIN cart c ON c.tenant_id = s.tenant_id AND c.id = s.cart_id
       WHERE s.reservation_id = $1`,
      [id],
    );
    expect(sale).toEqual({ outcome: 'VALIDATED', closed: true });
  });

  test('one to other seats for what was paid is sold, too', async () => {
    const id = await reserve(seats.slice(0, 2));
    await agreeHalves(id);
    await staff('POST', `${reservations}/${id}/collect`, { parts: [{ method: 'CASH', amountMinor: SEAT }] });
    const token = await hold([seats[5]!]);
    expect((await revise(id, { keep: [], formulaBySeat: {} }, token)).status).toBe(200);
    expect((await details(id)).state).toBe('VALIDATED');
    expect(await states(seats[0]!, seats[1]!, seats[5]!)).toEqual(['FREE', 'FREE', 'SOLD']);
  });

  test('with a deposit, the seats of another date are held until that date begins', async () => {
    const other = await office.perform(theatre, { formulas: [theatre.formulaId], date: '2031-06-01' });
    const free = (await office.seats(other)).map((each) => each.id);
    const id = await reserve(seats.slice(0, 2));
    await agreeHalves(id);
    await staff('POST', `${reservations}/${id}/collect`, { parts: [{ method: 'CASH', amountMinor: SEAT }] });
    const token = await hold(free.slice(0, 2), other);
    expect((await revise(id, { keep: [], formulaBySeat: {} }, token)).status).toBe(200);
    const [moved] = await office.database.asSuperuser<{ deadline: boolean; cart: boolean; seats: boolean }>(
      `SELECT r.deadline = p.starts_at AS deadline, c.expires_at = p.starts_at AS cart,
         (SELECT count(*) FROM seat_claim claim WHERE claim.tenant_id = r.tenant_id AND claim.reservation_id = r.id
            AND claim.performance_id = p.id AND claim.expires_at = p.starts_at) = 2 AS seats
       FROM reservation r JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
       JOIN sale_process s ON s.tenant_id = r.tenant_id AND s.reservation_id = r.id
       JOIN cart c ON c.tenant_id = r.tenant_id AND c.id = s.cart_id WHERE r.id = $1 AND p.id = $2`,
      [id, other],
    );
    expect(moved).toEqual({ deadline: true, cart: true, seats: true });
  });

  test('its deadline is never after the beginning of the new date', async () => {
    const other = await office.perform(theatre, { formulas: [theatre.formulaId], date: '2031-02-01' });
    const free = (await office.seats(other)).map((each) => each.id);
    const payment = { kind: 'later', deadline: '2031-03-01T12:00:00Z' };
    const id = await reserve(seats.slice(0, 1), { payment });
    const token = await hold(free.slice(0, 1), other);
    expect((await revise(id, { keep: [], formulaBySeat: {} }, token)).status).toBe(200);
    const [moved] = await office.database.asSuperuser<{ deadline: boolean; seats: boolean }>(
      `SELECT r.deadline = p.starts_at AS deadline, (SELECT bool_and(claim.expires_at = p.starts_at) FROM seat_claim claim
         WHERE claim.tenant_id = r.tenant_id AND claim.reservation_id = r.id AND claim.performance_id = p.id) AS seats
       FROM reservation r JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
       WHERE r.id = $1 AND p.id = $2`,
      [id, other],
    );
    expect(moved).toEqual({ deadline: true, seats: true });
  });

  test('needs the right to sell, and a reservation of the theatre', async () => {
    const id = await reserve(seats.slice(0, 1));
    const path = `${reservations}/${id}/revise/quote`;
    const body = { keep: [], formulaBySeat: {} };
    const refused = await office.staff(theatre.tenantId, 'POST', path, body, {
      rights: ['ticketing.reservation.read'],
    });
    expect(refused.status).toBe(403);
    expect((await office.staff(randomUUID(), 'POST', path, body)).status).toBe(404);
    const strange = await staff<Answer>('POST', path, { keep: [randomUUID()], formulaBySeat: {} });
    expect(strange.body.code).toBe('reservation.changed-meanwhile');
  });
});
