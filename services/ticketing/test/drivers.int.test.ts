import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

interface Held {
  code?: string;
  cart: { token: string };
  seats: { id: string }[];
  totalMinor: number;
  drivers: { allowed: number; seats: { id: string }[] };
}
interface Sale {
  code?: string;
  errors?: { pointer: string; code: string; params?: object }[];
  reservation: { id: string; state: string };
  totalMinor: number;
}
interface Item {
  id: string;
  seatId: string;
  formula: string;
  priceMinor: number;
  isDriver: boolean;
  ticketCode: string | null;
}
interface Details {
  edition: number;
  items: Item[];
  numberOfPlaces: number;
  totalTTC: string;
  vat: { rate: string; base: string; tax: string }[];
}
interface Answer {
  code?: string;
  edition: number;
  totalMinor: number;
  backMinor: number;
  dueMinor: number;
  drivers: string[];
  seats: { id: string; formula: string; priceMinor: number; replaces: string }[];
}

const desk = '/b/api/prestiscene/desk';
const SEAT = 8_900;
/** Paid places that give a right to one driver. */
const EVERY = 4;

/** a group has free places for its drivers, and no more than its places give a right to. */
describe('drivers of a group', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());
  beforeEach(async () => {
    theatre = await office.theatre({
      ...{ rows: 3, seatsPerRow: 10 },
      formula: { allowFreeDriverSpaces: true, placesPerDriver: EVERY, isDefault: true },
      show: { consecutivePlace: true },
    });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });

  const staff = <B>(method: string, path: string, body?: object, token?: string) =>
    office.staff<B>(theatre.tenantId, method, path, body, {
      headers: { 'idempotency-key': randomUUID(), ...(token ? { 'cart-token': token } : {}) },
    });
  const hold = (count: number, drivers: number, token?: string, performanceId = theatre.performanceId) =>
    staff<Held>(
      'POST',
      `${desk}/representations/${performanceId}/holds`,
      { seats: seats.slice(0, count), drivers },
      token,
    );
  const sell = (token: string, body: object) =>
    staff<Sale>('POST', `${desk}/sales`, { customer: { lastName: 'Pons' }, ...body }, token);
  const cash = (amountMinor: number) => ({ kind: 'now', parts: [{ method: 'CASH', amountMinor }] });
  const path = (id: string) => `/b/api/prestiscene/reservations/${id}`;
  const detailsOf = async (id: string) => (await staff<Details>('GET', `${path(id)}/informations`)).body;
  const driversOf = ({ items }: Pick<Details, 'items'>) => items.filter(({ isDriver }) => isDriver);
  const stateOf = async (...ids: string[]) =>
    (await office.seats(theatre.performanceId))
      .filter(({ id }) => ids.includes(id))
      .map(({ state }) => state);
  const group = async (count: number, drivers: number) => {
    const { body: held } = await hold(count, drivers);
    const { body } = await sell(held.cart.token, { payment: cash(count * SEAT) });
    expect(body).toMatchObject({ reservation: { state: 'VALIDATED' }, totalMinor: count * SEAT });
    const { id } = body.reservation;
    await eventually(async () =>
      expect((await detailsOf(id)).items.every(({ ticketCode }) => ticketCode)).toBe(true),
    );
    return { id, held, details: await detailsOf(id) };
  };
  const change = async (id: string, what: string, body: object, token?: string) => {
    const quote = await staff<Answer>('POST', `${path(id)}/${what}/quote`, body, token);
    if (quote.status !== 200) return quote;
    const { totalMinor, backMinor, dueMinor } = quote.body;
    const shown = { totalMinor, backMinor, dueMinor };
    return staff<Answer>('POST', `${path(id)}/${what}`, { ...body, shown }, token);
  };
  const report = (kind: string) =>
    staff<{ columns: { name: string }[]; rows: (string | number | null)[][] }>(
      'GET',
      `/b/api/configuration/representations/statements?kind=${kind}&from=2031-05-14&until=2031-05-14`,
    );

  test('the desk holds as many as the places give a right to, and never more', async () => {
    const first = await hold(EVERY - 1, 1);
    expect(first.body.drivers).toEqual({ allowed: 0, seats: [] });
    const { status, body } = await hold(2 * EVERY, 5, first.body.cart.token);
    expect({ status, ...body }).toMatchObject({ status: 201, totalMinor: 2 * EVERY * SEAT });
    expect(body.seats).toHaveLength(2 * EVERY);
    expect(body.drivers).toMatchObject({ allowed: 2, seats: [{}, {}] });
    const own = body.drivers.seats.map(({ id }) => id);
    // Apart from the group, furthest from the stage.
    expect(own.every((id) => seats.indexOf(id) >= 20)).toBe(true);
    expect(await stateOf(...own)).toEqual(['HELD', 'HELD']);
    // Drivers keep their seats while the group changes, and lose them with their right.
    const { token } = body.cart;
    const grown = await hold(2 * EVERY + 1, 2, token);
    expect(grown.body.drivers.seats.map(({ id }) => id).sort()).toEqual(own.sort());
    const shrunk = await hold(EVERY, 2, token);
    expect(shrunk.body.drivers).toMatchObject({ allowed: 1, seats: [{}] });
    const stayingId = shrunk.body.drivers.seats[0]!.id;
    const freed = own.find((id) => id !== stayingId);
    expect([await stateOf(stayingId), await stateOf(freed!)]).toEqual([['HELD'], ['FREE']]);
    expect((await hold(EVERY, 0, token)).body.drivers).toEqual({ allowed: 1, seats: [] });
    expect(await stateOf(stayingId)).toEqual(['FREE']);
    expect([(await hold(EVERY, -1)).status, (await hold(EVERY, 1e9)).status]).toEqual([422, 422]);
  });

  test('take no place of another category while their own has one', async () => {
    const { body: gold } = await staff<{ id: string }>('POST', '/b/api/configuration/categories', {
      ...{ name: 'Loge', color: '#5b2d86' },
    });
    const { body: box } = await staff<{ id: string }>('POST', '/b/api/configuration/formules', {
      ...{ name: 'Loge', category: gold.id, ticketPriceTTC: '150.00' },
      vatBreakdown: [{ label: 'Spectacle', rate: '5.5', amountTTC: '150.00' }],
    });
    // The last row, furthest from the stage, is dearer; a plan without a formula for its seats would not be sold.
    const formulas = [theatre.formulaId, box.id];
    const performanceId = await office.perform(theatre, { formulas, date: '2031-05-16' });
    seats = (await office.seats(performanceId)).map(({ id }) => id);
    await office.database.asSuperuser(
      'UPDATE performance_seat SET category_id = $1 WHERE performance_id = $2 AND id = ANY ($3::uuid[])',
      [gold.id, performanceId, seats.slice(20)],
    );
    const { body } = await hold(EVERY, 1, undefined, performanceId);
    const [place] = body.drivers.seats.map(({ id }) => seats.indexOf(id));
    expect(place).toBeGreaterThanOrEqual(EVERY);
    expect(place).toBeLessThan(20);
  });

  test('are sold for nothing, with tickets of their own, and count among the places', async () => {
    const { id, held, details } = await group(2 * EVERY, 2);
    const drivers = driversOf(details);
    expect(drivers.map(({ seatId }) => seatId).sort()).toEqual(
      held.drivers.seats.map((seat) => seat.id).sort(),
    );
    expect(drivers).toMatchObject([
      { formula: 'Chauffeur', priceMinor: 0 },
      { formula: 'Chauffeur', priceMinor: 0 },
    ]);
    expect(details).toMatchObject({ numberOfPlaces: 10, totalTTC: '712.00' });
    // One rate, and no line for what is free.
    expect(details.vat.map(({ rate, base, tax }) => [rate, Number(base) + Number(tax)])).toEqual([
      ['5.5', 712],
    ]);
    expect(new Set(details.items.map(({ ticketCode }) => ticketCode)).size).toBe(10);
    await eventually(() => {
      const page = office.peers.pages.get(id);
      const texts = JSON.stringify(page?.places ?? []);
      expect(texts.split('Chauffeur').length - 1).toBe(2);
    });
    const figures = await staff<{ sold: number; receiptsMinor: number; cnm: { baseMinor: number } }>(
      'GET',
      `/b/api/configuration/representations/${theatre.performanceId}/statistics-data`,
    );
    expect(figures.body).toMatchObject({ sold: 10, receiptsMinor: 2 * EVERY * SEAT });
    const door = await staff<{ items: { numberOfPlaces: number; seats: string[]; drivers: number }[] }>(
      'GET',
      `/b/api/prestiscene/reception/representations/${theatre.performanceId}/reservations`,
    );
    expect(door.body.items).toMatchObject([{ numberOfPlaces: 10, drivers: 2 }]);
    expect(door.body.items[0]!.seats).toHaveLength(10);
  });

  test('a driver is admitted with a ticket of their own', async () => {
    const { id } = await group(EVERY, 1);
    const codes = await eventually(() => {
      const found = (office.peers.pages.get(id)?.places ?? []).flatMap(({ content }) =>
        content?.$case === 'qrCode' ? [content.value.value] : [],
      );
      expect(found).toHaveLength(EVERY + 1);
      return found;
    });
    const scan = (code: string) =>
      staff<{ outcome: string }>(
        'POST',
        `/b/api/prestiscene/reception/representations/${theatre.performanceId}/scans`,
        { device: randomUUID(), deviceName: 'Main', id: randomUUID(), code },
      );
    for (const code of codes) expect((await scan(code)).body.outcome).toBe('GREEN');
    expect((await scan(codes[0]!)).body.outcome).toBe('AMBER');
  });

  test('a sale with more drivers than its formulas allow is refused, whatever the cart holds', async () => {
    const other = await staff<{ id: string }>('POST', '/b/api/configuration/formules', {
      ...{ name: 'Sans chauffeur', category: theatre.categoryId, ticketPriceTTC: '10.00' },
      vatBreakdown: [{ label: 'Spectacle', rate: '5.5', amountTTC: '10.00' }],
    });
    const formulas = [theatre.formulaId, other.body.id];
    const performanceId = await office.perform(theatre, { formulas, date: '2031-05-15' });
    seats = (await office.seats(performanceId)).map(({ id }) => id);
    const { body: held } = await hold(EVERY, 1, undefined, performanceId);
    expect(held.drivers.seats).toHaveLength(1);
    const formulaBySeat = Object.fromEntries(seats.slice(0, EVERY).map((id) => [id, other.body.id]));
    const refused = await sell(held.cart.token, { formulaBySeat, payment: cash(EVERY * 1_000) });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'reservation.too-many-drivers',
      errors: [{ pointer: '/drivers', params: { max: 0 } }],
    });
    expect((await sell(held.cart.token, { payment: cash(EVERY * SEAT) })).status).toBe(201);
  });

  test('a discount is of the paid places, and an invitation gives no right', async () => {
    const { body: held } = await hold(EVERY, 1);
    const discount = { kind: 'percentage', percentage: '50' };
    const { body } = await sell(held.cart.token, { discount, payment: cash((EVERY * SEAT) / 2) });
    expect(body.totalMinor).toBe((EVERY * SEAT) / 2);
    const details = await detailsOf(body.reservation.id);
    expect(driversOf(details)).toMatchObject([{ priceMinor: 0 }]);
    theatre = await office.theatre({
      ...{ price: '0.00', formula: { allowFreeDriverSpaces: true, placesPerDriver: 2 } },
    });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    expect((await hold(4, 1)).body.drivers).toEqual({ allowed: 0, seats: [] });
  });

  test('go with their right when places are cancelled, and are shown before', async () => {
    const { id, details } = await group(2 * EVERY, 2);
    const people = details.items.filter(({ isDriver }) => !isDriver);
    const body = { edition: 1, items: [people.at(-1)!.id] };
    const quote = await staff<Answer>('POST', `${path(id)}/cancel-places/quote`, body);
    expect(quote.body).toMatchObject({ totalMinor: 7 * SEAT, backMinor: SEAT });
    const lost = driversOf(details).at(-1)!;
    expect(quote.body.drivers).toEqual([lost.id]);
    expect((await change(id, 'cancel-places', body)).body).toMatchObject({ drivers: [lost.id], edition: 2 });
    const after = await detailsOf(id);
    expect(after).toMatchObject({ numberOfPlaces: 8, totalTTC: '623.00' });
    expect(driversOf(after)).toHaveLength(1);
    expect(await stateOf(lost.seatId)).toEqual(['FREE']);
    const [ticket] = await office.database.asSuperuser<{ state: string }>(
      'SELECT state FROM ticket WHERE item_id = $1',
      [lost.id],
    );
    expect(ticket?.state).toBe('CANCELED');
    // Nobody who stays has a right that goes: the driver stays.
    const next = { edition: 2, items: [after.items.find(({ isDriver }) => !isDriver)!.id] };
    expect((await change(id, 'cancel-places', next)).body).toMatchObject({ drivers: [] });
    // Drivers alone are no group.
    const left = (await detailsOf(id)).items.filter(({ isDriver }) => !isDriver).map((item) => item.id);
    expect((await change(id, 'cancel-places', { edition: 3, items: left })).body.code).toBe(
      'reservation.cancel-all',
    );
  });

  test('keep their places under a rule that was changed after the sale', async () => {
    const { id, details } = await group(2 * EVERY, 2);
    const formula = `/b/api/configuration/formules/${theatre.formulaId}`;
    const { body: record } = await staff<{ version: number }>('GET', formula);
    const changed = await office.staff(
      ...([theatre.tenantId, 'PATCH', formula, { placesPerDriver: 6 }] as const),
      { headers: { 'if-match': `"${record.version}"` } },
    );
    expect(changed.status).toBe(200);
    const items = [details.items[0]!.id];
    // Seven places give one right under the new rule, as eight do: this cancellation takes none away.
    expect((await change(id, 'cancel-places', { edition: 1, items })).body).toMatchObject({ drivers: [] });
    expect(driversOf(await detailsOf(id))).toHaveLength(2);
  });

  test('come along to another date, and give their seats back when the reservation is cancelled', async () => {
    const { id, details } = await group(EVERY, 1);
    const [driver] = driversOf(details);
    const performanceId = await office.perform(theatre, { date: '2031-05-21' });
    const former = seats;
    seats = (await office.seats(performanceId)).map((seat) => seat.id);
    const { body: held } = await hold(EVERY, 1, undefined, performanceId);
    const items = details.items.map((item) => item.id);
    const { body } = await change(id, 'exchange', { edition: 1, items }, held.cart.token);
    expect(body).toMatchObject({ edition: 2, totalMinor: EVERY * SEAT, dueMinor: 0, backMinor: 0 });
    const after = await detailsOf(id);
    expect(driversOf(after)).toMatchObject([
      { seatId: held.drivers.seats[0]!.id, formula: 'Chauffeur', priceMinor: 0 },
    ]);
    expect(await stateOf(driver!.seatId, ...former.slice(0, EVERY))).toEqual(
      Array<string>(EVERY + 1).fill('FREE'),
    );
    const { status } = await staff('POST', `${path(id)}/transitions/cancel`, {});
    expect(status).toBeLessThan(300);
    const states = (await office.seats(performanceId)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['FREE']));
  });

  test('get the last of the new seats where none were chosen for them, and follow the formula of their group', async () => {
    const { id, details } = await group(EVERY, 1);
    const other = await staff<{ id: string }>('POST', '/b/api/configuration/formules', {
      ...{ name: 'Autre', category: theatre.categoryId, ticketPriceTTC: '89.00' },
      vatBreakdown: [{ label: 'Spectacle', rate: '5.5', amountTTC: '89.00' }],
    });
    const formulas = [other.body.id];
    const performanceId = await office.perform(theatre, { formulas, date: '2031-05-22' });
    seats = (await office.seats(performanceId)).map((seat) => seat.id);
    const { body: held } = await hold(EVERY + 1, 0, undefined, performanceId);
    const items = details.items.map((item) => item.id);
    const { status } = await change(id, 'exchange', { edition: 1, items }, held.cart.token);
    expect(status).toBe(200);
    const rows = await office.database.asSuperuser<{
      formula_id: string;
      seat_id: string;
      is_driver: boolean;
    }>(
      `SELECT formula_id, seat_id, is_driver FROM reservation_item
       WHERE reservation_id = $1 AND canceled_at IS NULL ORDER BY is_driver DESC`,
      [id],
    );
    expect(rows[0]).toEqual({ formula_id: other.body.id, seat_id: seats[EVERY], is_driver: true });
    expect(rows.every(({ formula_id: formula }) => formula === other.body.id)).toBe(true);
  });

  test('get those of the new seats that staff give them, in their order', async () => {
    const { id, details } = await group(2 * EVERY, 2);
    const performanceId = await office.perform(theatre, { date: '2031-05-24' });
    seats = (await office.seats(performanceId)).map((seat) => seat.id);
    const { body: held } = await hold(2 * EVERY + 2, 0, undefined, performanceId);
    const items = details.items.map((item) => item.id);
    const [first, second] = driversOf(details);
    const driverSeats = [seats[1]!, seats[0]!];
    const wrong = { edition: 1, items, driverSeats: [seats.at(-1)] };
    expect((await change(id, 'exchange', wrong, held.cart.token)).body).toMatchObject({
      code: 'validation.choice',
      errors: [{ pointer: '/driverSeats/0' }],
    });
    const body = { edition: 1, items, driverSeats };
    const answer = await change(id, 'exchange', body, held.cart.token);
    expect(answer.body).toMatchObject({ edition: 2, totalMinor: 2 * EVERY * SEAT, dueMinor: 0 });
    const replaces = new Map(answer.body.seats.map((seat) => [seat.id, seat.replaces]));
    expect(driverSeats.map((seat) => replaces.get(seat))).toEqual([first!.id, second!.id]);
    const after = driversOf(await detailsOf(id)).map(({ seatId }) => seatId);
    expect(after.sort()).toEqual([...driverSeats].sort());
  });

  test('of a group that is not paid yet come and go with its number of people', async () => {
    const { body: held } = await hold(2 * EVERY, 2);
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const { body: sold } = await sell(held.cart.token, { payment: { kind: 'later', deadline } });
    const { id } = sold.reservation;
    const before = await detailsOf(id);
    expect(driversOf(before)).toHaveLength(2);
    const lost = driversOf(before).at(-1)!;
    const keep = before.items.slice(1).map((item) => item.id);
    const { body: quote } = await staff<{ totalMinor: number; seats: object[] }>(
      'POST',
      `${path(id)}/revise/quote`,
      { keep },
    );
    expect(quote).toMatchObject({ totalMinor: 7 * SEAT });
    expect(quote.seats).toHaveLength(8);
    const { body: record } = await staff<{ version: number }>('GET', `/b/api/prestiscene/reservations/${id}`);
    const revised = await staff('POST', `${path(id)}/revise`, {
      ...{ keep, version: record.version, shownMinor: 7 * SEAT },
    });
    expect(revised.status).toBe(200);
    expect(driversOf(await detailsOf(id))).toHaveLength(1);
    expect(await stateOf(lost.seatId)).toEqual(['FREE']);
  });

  test('of a group that grows before it is paid are as many as all of its places give a right to', async () => {
    const { body: held } = await hold(EVERY + 2, 1);
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const { body: sold } = await sell(held.cart.token, { payment: { kind: 'later', deadline } });
    const { id } = sold.reservation;
    const keep = (await detailsOf(id)).items.map((item) => item.id);
    const added = { seats: seats.slice(EVERY + 2, 2 * EVERY), drivers: 2 };
    const holds = `${desk}/representations/${theatre.performanceId}/holds`;
    // Two places alone give no right, nor do those of nobody.
    const { body: alone } = await staff<Held>('POST', holds, added);
    const { token } = alone.cart;
    expect(alone.drivers.allowed).toBe(0);
    const unknown = await staff<Held>('POST', holds, { ...added, besides: [randomUUID()] }, token);
    expect(unknown.body.drivers).toEqual({ allowed: 0, seats: [] });
    const { body: together } = await staff<Held>('POST', holds, { ...added, besides: keep }, token);
    expect(together.drivers).toMatchObject({ allowed: 1, seats: [{}] });
    // That right is one beside the others: alone, the cart is not sold with it.
    expect((await sell(token, { payment: cash(2 * SEAT) })).body.code).toBe('reservation.too-many-drivers');
    const { body: record } = await staff<{ version: number }>('GET', path(id));
    const revised = await staff(
      'POST',
      `${path(id)}/revise`,
      { keep, version: record.version, shownMinor: 2 * EVERY * SEAT },
      token,
    );
    expect(revised.status).toBe(200);
    const after = await detailsOf(id);
    expect(after).toMatchObject({ numberOfPlaces: 2 * EVERY + 2, totalTTC: '712.00' });
    expect(driversOf(after)).toHaveLength(2);
  });

  test('are free tickets in the slip, and nothing in what is declared and taxed', async () => {
    await group(2 * EVERY, 2);
    const rowsOf = async (kind: string): Promise<Record<string, string | number | null>[]> => {
      const { body } = await report(kind);
      const names = body.columns.map(({ name }) => name);
      return body.rows.map((row) =>
        Object.fromEntries(row.map((value, index) => [names[index] ?? '', value] as const)),
      );
    };
    const slip = await rowsOf('TICKETING_SLIP');
    expect(slip).toMatchObject([
      { paidTickets: 8, freeTickets: 0, receiptsTTC: '712.00' },
      { paidTickets: 0, freeTickets: 2, receiptsTTC: '0.00' },
    ]);
    expect(await rowsOf('CNM')).toMatchObject([{ paidTickets: 8, freeTickets: 2, receiptsTTC: '712.00' }]);
    expect(await rowsOf('SIBIL')).toMatchObject([
      { price: '89.00', tickets: 8, receiptsTTC: '712.00' },
      { price: '0.00', tickets: 2, receiptsTTC: '0.00', receiptsHT: '0.00' },
    ]);
    const sacem = await rowsOf('SACEM');
    expect(sacem.map(({ receiptsTTC, vat }) => [receiptsTTC, vat])).toEqual([
      ['712.00', '37.12'],
      ['0.00', '0.00'],
    ]);
  });
});
