import { randomUUID } from 'node:crypto';
import { eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';
import { EDITION_OF_SALE } from './support/defects';

interface Item {
  id: string;
  seatId: string;
  formula: string;
  priceMinor: number;
  ticketCode: string | null;
}
interface Details {
  edition: number;
  items: Item[];
  options: { name: string; formula: string; quantity: number; priceMinor: number; inGiftBag: boolean }[];
  totalTTC: string;
  numberOfPlaces: number;
  vat: { rate: string; base: string; tax: string }[];
  payments: { toRefundMinor: number; refundReason: string | null }[];
  dueMinor: number;
}
interface Answer {
  code?: string;
  errors?: { pointer: string; code: string }[];
  edition: number;
  totalMinor: number;
  backMinor: number;
  dueMinor: number;
}

const FULL = 8_900;
const REDUCED = 5_000;

/** Staff sell places as another formula, and everybody stays where they sit. */
describe('another formula on the same seats', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let reducedId: string;
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  const make = async (path: string, body: object, tenantId = theatre.tenantId) => {
    const { status, body: made } = await office.staff<{ id: string }>(
      tenantId,
      'POST',
      `/b/api/configuration/${path}`,
      body,
    );
    expect(status).toBe(201);
    return made.id;
  };
  const open = async (performance: object = { isMultiFormule: true }, formula: object = {}) => {
    theatre = await office.theatre({
      tenantId: theatre?.tenantId ?? randomUUID(),
      name: randomUUID(),
      formula: { isDefault: true, ...formula },
    });
    reducedId = await make('formules', {
      ...{ name: 'Tarif réduit', category: theatre.categoryId, ticketPriceTTC: '50.00' },
      vatBreakdown: [
        { label: 'Spectacle', rate: '5.5', amountTTC: '20.00' },
        { label: 'Repas', rate: '10', amountTTC: '30.00' },
      ],
    });
    const performanceId = await office.perform(theatre, {
      formulas: [theatre.formulaId, reducedId],
      ...performance,
    });
    theatre = { ...theatre, performanceId };
    seats = (await office.seats(performanceId)).map(({ id }) => id);
  };
  beforeEach(() => open());

  const path = (id: string) => `/b/api/prestiscene/reservations/${id}`;
  const detailsOf = async (id: string) =>
    (await office.staff<Details>(theatre.tenantId, 'GET', `${path(id)}/informations`)).body;
  const sold = async (count: number) => {
    const { reservation } = await office.paidBuyer(theatre, seats.slice(0, count));
    await eventually(async () =>
      expect((await detailsOf(reservation.id)).items.filter(({ ticketCode }) => ticketCode)).toHaveLength(
        count,
      ),
    );
    return reservation.id;
  };
  const post = (id: string, what: string, body: object, rights = ['*'], tenantId = theatre.tenantId) =>
    office.staff<Answer>(tenantId, 'POST', `${path(id)}/${what}`, body, { rights });
  const toFormula = (formulaId: string, ...seatIds: (string | undefined)[]): Record<string, string> =>
    Object.fromEntries(seatIds.map((seat) => [seat ?? '', formulaId] as const));
  const change = async (id: string, body: object) => {
    const quote = await post(id, 'formulas/quote', body);
    if (quote.status !== 200) return quote;
    const { totalMinor, backMinor, dueMinor } = quote.body;
    return post(id, 'formulas', { ...body, shown: { totalMinor, backMinor, dueMinor } });
  };

  test('a cheaper one gives back the difference, with the VAT of the new prices (R-098)', async () => {
    const id = await sold(2);
    const before = await detailsOf(id);
    const body = { edition: 1, formulaBySeat: toFormula(reducedId, seats[0]) };
    const quote = await post(id, 'formulas/quote', body);
    expect(quote.body).toMatchObject({
      ...{ totalMinor: FULL + REDUCED, backMinor: FULL - REDUCED, dueMinor: 0 },
      seats: [{ id: seats[0], formula: 'Tarif réduit', priceMinor: REDUCED }],
    });
    expect(await detailsOf(id)).toMatchObject({ edition: 1, totalTTC: '178.00' });
    expect((await change(id, body)).body).toMatchObject({ edition: 2, backMinor: FULL - REDUCED });
    const after = await detailsOf(id);
    expect(after).toMatchObject({ edition: 2, totalTTC: '139.00', numberOfPlaces: 2 });
    expect(after.items.map(({ seatId, formula, priceMinor }) => [seatId, formula, priceMinor])).toEqual([
      [seats[0], 'Tarif réduit', REDUCED],
      [seats[1], before.items[1]!.formula, FULL],
    ]);
    expect(after.vat.map(({ rate, base, tax }) => [rate, Number(base) + Number(tax)])).toEqual([
      ['10', 30],
      ['5.5', 109],
    ]);
    expect(after.payments).toMatchObject([{ toRefundMinor: FULL - REDUCED, refundReason: 'CHANGED' }]);
    // Nobody could have taken the seat: it has been sold all the time.
    expect((await office.hold(theatre.performanceId, [seats[0]!])).status).toBe(409);
    const tickets = await office.database.asSuperuser<{ state: string; item_id: string }>(
      'SELECT state, item_id FROM ticket WHERE reservation_id = $1 AND seat_id = $2 ORDER BY id',
      [id, seats[0]],
    );
    expect(tickets.map(({ state }) => state)).toEqual(['CANCELED', 'VALIDATED']);
    expect(tickets.map(({ item_id }) => item_id)).toEqual([before.items[0]!.id, after.items[0]!.id]);
    await eventually(async () => expect((await detailsOf(id)).items[0]!.ticketCode).toBeTruthy());
    expect((await detailsOf(id)).items[1]!.ticketCode).toBe(before.items[1]!.ticketCode);
    await eventually(() => expect(office.peers.editions.has(`${id} tickets:2`)).toBe(true));
  });

  test('a dearer one is left to pay', async () => {
    const id = await sold(1);
    await change(id, { edition: 1, formulaBySeat: toFormula(reducedId, seats[0]), surplus: 'KEEP' });
    const all = toFormula(theatre.formulaId, seats[0]);
    // The credit of the first change pays for the second.
    expect((await change(id, { edition: 2, formulaBySeat: all })).body).toMatchObject({
      ...{ totalMinor: FULL, backMinor: 0, dueMinor: 0 },
    });
    await change(id, { edition: 3, formulaBySeat: toFormula(reducedId, seats[0]) });
    expect((await change(id, { edition: 4, formulaBySeat: all })).body).toMatchObject({
      ...{ totalMinor: FULL, dueMinor: FULL - REDUCED },
    });
    expect(await detailsOf(id)).toMatchObject({ edition: 5, dueMinor: FULL - REDUCED });
  });

  /** Two places that were bought with an option of which each unit has a ticket. */
  const soldWithOption = async () => {
    const tenantId = randomUUID();
    const option = await office.staff<{ id: string }>(tenantId, 'POST', '/b/api/configuration/options', {
      ...{ name: 'Vestiaire', totalTTC: '4.00', vat: '20', mandatory: true, preChecked: true },
      ...{ mustBeIncludedWithAGiftBag: true, isTicket: true },
    });
    theatre = { ...theatre, tenantId };
    await open({ isMultiFormule: true }, { options: [option.body.id] });
    const { token } = (await office.hold(theatre.performanceId, seats.slice(0, 2))).body.cart;
    const options = [{ formulaId: theatre.formulaId, optionId: option.body.id }];
    const saved = await office.save(token, { options });
    expect(saved.body.totalMinor).toBe(2 * FULL + 400);
    const { id } = saved.body.reservation;
    const { paymentId } = (await office.pay(token)).body;
    await office.accept(tenantId, { paymentId, reservationId: id, amountMinor: 2 * FULL + 400 });
    await eventually(async () => expect((await detailsOf(id)).items[0]?.ticketCode).toBeTruthy());
    return id;
  };

  test('options go with the places of their formula', async () => {
    const id = await soldWithOption();
    await change(id, { edition: 1, formulaBySeat: toFormula(reducedId, seats[0]) });
    const [first] = (await detailsOf(id)).options;
    expect(first?.formula).not.toBe('Tarif réduit');
    const { body } = await change(id, { edition: 2, formulaBySeat: toFormula(reducedId, seats[1]) });
    expect(body).toMatchObject({ totalMinor: 2 * REDUCED + 400 });
    expect((await detailsOf(id)).options).toMatchObject([{ name: 'Vestiaire', formula: 'Tarif réduit' }]);
  });

  test('options go with their places to a date on which their formula is not sold', async () => {
    const id = await soldWithOption();
    const performanceId = await office.perform(theatre, { date: '2031-05-21', formulas: [reducedId] });
    const others = (await office.seats(performanceId)).map((seat) => seat.id);
    const exchange = async (edition: number, target: string, seatIds: readonly string[]) => {
      const held = await office.staff<{ cart: { token: string } }>(
        theatre.tenantId,
        'POST',
        `/b/api/prestiscene/desk/representations/${target}/holds`,
        { seats: seatIds },
      );
      const headers = { 'cart-token': held.body.cart.token };
      const items = (await detailsOf(id)).items.map((item) => item.id);
      const send = (what: string, body: object) =>
        office.staff<Answer>(theatre.tenantId, 'POST', `${path(id)}/${what}`, body, { headers });
      const { totalMinor, backMinor, dueMinor } = (await send('exchange/quote', { edition, items })).body;
      return send('exchange', { edition, items, shown: { totalMinor, backMinor, dueMinor } });
    };
    const { body } = await exchange(1, performanceId, others.slice(0, 2));
    expect(body).toMatchObject({ edition: 2, totalMinor: 2 * REDUCED + 400, dueMinor: 0 });
    const after = await detailsOf(id);
    expect(after.options).toMatchObject([
      { name: 'Vestiaire', formula: 'Tarif réduit', quantity: 1, priceMinor: 400, inGiftBag: true },
    ]);
    expect(after.vat.map(({ rate, base, tax }) => [rate, Number(base) + Number(tax)])).toEqual([
      ['20', 4],
      ['10', 60],
      ['5.5', 40],
    ]);
    // What was bought once has one valid ticket, for the new date.
    const tickets = () =>
      office.database.asSuperuser<{ performance_id: string }>(
        `SELECT performance_id FROM ticket WHERE reservation_id = $1 AND reservation_option_id IS NOT NULL AND state = 'VALIDATED'`,
        [id],
      );
    expect(await tickets()).toEqual([{ performance_id: performanceId }]);
    // The last place of the formula that they have now takes them along.
    const [item] = after.items;
    const cancelled = await post(id, 'cancel-places/quote', { edition: 2, items: [item!.id] });
    expect(cancelled.body).toMatchObject({ totalMinor: REDUCED + 400 });
  });

  test('is refused where it changes nothing, mixes formulas, or is not of this reservation', async () => {
    const id = await sold(2);
    const refusal = async (formulaBySeat: object, edition = 1) =>
      (await change(id, { edition, formulaBySeat })).body;
    expect(await refusal({})).toMatchObject({ code: 'reservation.same-formula' });
    expect(await refusal(toFormula(theatre.formulaId, seats[0]))).toMatchObject({
      code: 'reservation.same-formula',
    });
    expect(await refusal(toFormula(reducedId, seats[5]))).toMatchObject({
      code: 'reservation.changed-meanwhile',
    });
    expect(await refusal(toFormula(randomUUID(), seats[0]))).toMatchObject({
      errors: [{ pointer: `/formulaBySeat/${seats[0]}`, code: 'validation.choice' }],
    });
    expect(await refusal(toFormula(reducedId, seats[0]), 2)).toMatchObject({
      code: 'reservation.changed-meanwhile',
    });
    const body = { edition: 1, formulaBySeat: toFormula(reducedId, seats[0]) };
    expect((await post(id, 'formulas/quote', body, ['ticketing.reservation.read'])).status).toBe(403);
    expect((await post(id, 'formulas/quote', body, ['*'], randomUUID())).status).toBe(404);
    const shown = { totalMinor: 1, backMinor: 0, dueMinor: 0 };
    expect((await post(id, 'formulas', { ...body, shown })).body.code).toBe('reservation.changed-meanwhile');
    expect(await detailsOf(id)).toMatchObject({ edition: 1, totalTTC: '178.00' });
    await open({ isMultiFormule: false });
    const single = await sold(2);
    expect(
      (await change(single, { edition: 1, formulaBySeat: toFormula(reducedId, seats[0]) })).body.code,
    ).toBe('plan.several-formulas');
    const both = toFormula(reducedId, seats[0], seats[1]);
    expect((await change(single, { edition: 1, formulaBySeat: both })).body.totalMinor).toBe(2 * REDUCED);
  });

  describe('two people change one place', () => {
    const changeTwice = async (id: string) => {
      const body = { edition: 1, formulaBySeat: toFormula(reducedId, seats[0]), surplus: 'REFUND' };
      const shown = { totalMinor: REDUCED, backMinor: FULL - REDUCED, dueMinor: 0 };
      const answers = await Promise.all([1, 2].map(() => post(id, 'formulas', { ...body, shown })));
      return answers.map(({ status }) => status).sort();
    };
    const backMinor = async (id: string) =>
      (await detailsOf(id)).payments.map(({ toRefundMinor }) => toRefundMinor);

    test('the second is refused', async () => {
      const id = await sold(1);
      expect(await changeTwice(id)).toEqual([200, 409]);
      expect(await backMinor(id)).toEqual([FULL - REDUCED]);
    });

    test('(sabotaged) without locks and versions, the second is refused by an index, as if it had entered something wrong', async () => {
      const id = await sold(1);
      const defects = [withoutRowLocks, withoutVersions];
      const statuses = await sabotaged(
        { defects, meet: 2, of: theatre.tenantId, after: EDITION_OF_SALE },
        () => changeTwice(id),
      );
      expect(statuses).toEqual([200, 422]);
    });
  });
});
