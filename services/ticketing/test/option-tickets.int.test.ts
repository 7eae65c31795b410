import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import { eventually, sabotaged, withoutRowLocks } from '@coulisse/test-kit';
import { DataKeys, InstallationKeys } from '@coulisse/resource-server/encryption';
import type { Answer } from '../src/features/reception/admit.command';
import type { DoorList } from '../src/features/reception/door.read-model';
import { TicketKeys, type SignTicket } from '../src/features/ticket-codes/ticket-keys';
import { BoxOffice, type Theatre } from './support/box-office';
import { ADMITTED } from './support/defects';

const desk = '/b/api/prestiscene/desk';
const reservations = '/b/api/prestiscene/reservations';
const SEAT = 8_900;
const DRINK = 1_000;

interface TicketRow extends Record<string, unknown> {
  id: string;
  code: string | null;
  state: string;
  performance_id: string;
}

/** an option that gives a ticket. */
describe('tickets of options', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  let drinks: string;
  let programme: string;
  let sign: SignTicket;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  beforeEach(async () => {
    const tenantId = randomUUID();
    const make = async (values: object) => {
      const answer = await office.staff<{ id: string }>(tenantId, 'POST', '/b/api/configuration/options', {
        vat: '20',
        ...values,
      });
      expect(answer.status).toBe(201);
      return answer.body.id;
    };
    drinks = await make({
      ...{ name: 'Coupe & cie', totalTTC: '10.00', isTicket: true },
      ...{ requiresNumberEntry: true, numberEntryLabel: 'Combien ?' },
    });
    programme = await make({ name: 'Programme', totalTTC: '0.00' });
    theatre = await office.theatre({ tenantId, formula: { options: [drinks, programme] } });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    const { ctx } = office.service;
    const keys = new TicketKeys(new DataKeys(new InstallationKeys(ctx.config.ENCRYPTION_KEY!)));
    sign = await ctx.db.inTenant(systemActor(tenantId, 'test'), (tx) => keys.signer(tx));
  });

  const staff = <B>(method: string, path: string, body?: object, token?: string) =>
    office.staff<B>(theatre.tenantId, method, path, body, {
      headers: { 'idempotency-key': randomUUID(), ...(token ? { 'cart-token': token } : {}) },
    });
  const holdAtDesk = async (performanceId: string, of: readonly string[]) =>
    (
      await staff<{ cart: { token: string } }>('POST', `${desk}/representations/${performanceId}/holds`, {
        seats: of,
      })
    ).body.cart.token;
  const sellTo = async (places: number, number: number) => {
    const token = await holdAtDesk(theatre.performanceId, seats.splice(0, places));
    return staff<{ reservation: { id: string }; errors?: { pointer: string; code: string }[] }>(
      'POST',
      `${desk}/sales`,
      {
        customer: { lastName: 'Pons', email: 'pons@example.test' },
        options: [
          { formulaId: theatre.formulaId, optionId: drinks, number },
          { formulaId: theatre.formulaId, optionId: programme },
        ],
        payment: { kind: 'now', parts: [{ method: 'CASH', amountMinor: places * SEAT + number * DRINK }] },
      },
      token,
    );
  };
  const ticketsOf = (id: string) =>
    office.database.asSuperuser<TicketRow>(
      `SELECT id, code, state, performance_id FROM ticket WHERE reservation_id = $1 AND reservation_option_id IS NOT NULL ORDER BY id`,
      [id],
    );
  const numbered = (id: string, count: number) =>
    eventually(async () => {
      const tickets = (await ticketsOf(id)).filter(
        ({ code, state }) => code !== null && state === 'VALIDATED',
      );
      expect(tickets).toHaveLength(count);
      return tickets;
    });
  const scan = (ticketId: string, device = randomUUID(), { performanceId } = theatre) =>
    staff<Answer>('POST', `/b/api/prestiscene/reception/representations/${performanceId}/scans`, {
      ...{ device, deviceName: 'Bar', id: randomUUID() },
      code: sign({ performanceId, ticketId }),
    });

  test('each unit has one, with numbers of a series of its own, and is not a place', async () => {
    const first = (await sellTo(2, 3)).body.reservation.id;
    const second = (await sellTo(1, 1)).body.reservation.id;
    const year = new Date().getFullYear();
    const codes = [...(await numbered(first, 3)), ...(await numbered(second, 1))].map(({ code }) => code);
    expect(codes).toEqual([1, 2, 3, 4].map((number) => `O-${year}-00000${number}`));
    const places = await office.database.asSuperuser<{ code: string }>(
      'SELECT code FROM ticket WHERE tenant_id = $1 AND item_id IS NOT NULL ORDER BY id',
      [theatre.tenantId],
    );
    expect(places.map(({ code }) => code)).toEqual([1, 2, 3].map((number) => `T-${year}-00000${number}`));
    const week = await staff<{ sales: { days: { places: number }[] } }>(
      'GET',
      '/b/api/configuration/representations/statistics-data',
    );
    expect(week.body.sales.days.map(({ places: sold }) => sold)).toEqual([3]);
    const list = await staff<{
      items: { optionName: string | null; seat: string | null; priceTTC: string }[];
    }>('GET', `/b/api/prestiscene/tickets?f.reservation.eq=${second}&sort=code`);
    expect(list.body.items).toMatchObject([
      { optionName: 'Coupe & cie', seat: null, priceTTC: '10.00' },
      { optionName: null, priceTTC: '89.00' },
    ]);
  });

  test('is printed with those of the places', async () => {
    const { id } = (await sellTo(1, 2)).body.reservation;
    const [drink] = await numbered(id, 2);
    await eventually(() => {
      const page = [...office.peers.pages.values()].find(({ subject }) => subject?.id === id);
      expect(page?.html.match(/<article class="ticket">/g)).toHaveLength(3);
      expect(page?.html).toContain('Billet 3 sur 3');
      expect(JSON.stringify(page?.places)).toContain('Coupe & cie');
      expect(JSON.stringify(page?.places)).toContain(drink!.code);
    });
  });

  test('is handed over once at a door, and lets nobody in', async () => {
    const { id } = (await sellTo(1, 2)).body.reservation;
    const [drink] = await numbered(id, 2);
    expect((await scan(drink!.id)).body).toMatchObject({
      ...{ outcome: 'GREEN', people: 0, option: 'Coupe & cie', seat: null },
      party: { id, arrivedCount: 0 },
    });
    expect((await scan(drink!.id)).body).toMatchObject({
      ...{ outcome: 'AMBER', reason: 'ALREADY_IN', option: 'Coupe & cie', since: { device: 'Bar' } },
    });
    const door = await staff<DoorList>(
      'GET',
      `/b/api/prestiscene/reception/representations/${theatre.performanceId}/door`,
    );
    const party = door.body.parties.find((each) => each.id === id);
    expect(party).toMatchObject({
      arrivedCount: 0,
      options: [
        { name: 'Coupe & cie', quantity: 2, handedOver: 1 },
        { name: 'Programme', handedOver: null },
      ],
    });
    expect(door.body.tickets.filter(({ option }) => option !== null)).toMatchObject([
      { id: drink!.id, option: { name: 'Coupe & cie' }, seat: '', isValid: true },
      { admittedAt: null },
    ]);
    // What was handed over is no place that is in use.
    const details = await staff<{ arrivedItems: unknown[] }>('GET', `${reservations}/${id}/informations`);
    expect(details.body.arrivedItems).toEqual([]);
  });

  test('of doors that scan it at once, one hands it over', async () => {
    const { id } = (await sellTo(1, 1)).body.reservation;
    const [drink] = await numbered(id, 1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => scan(drink!.id)));
    expect(answers.map(({ body }) => body.outcome).sort()).toEqual([...Array(7).fill('AMBER'), 'GREEN']);
  });

  test('(sabotaged) without locks, the second of two doors learns of the first by an index only', async () => {
    const { id } = (await sellTo(1, 1)).body.reservation;
    const [drink] = await numbered(id, 1);
    const answers = await sabotaged(
      { defects: [withoutRowLocks], meet: 2, of: theatre.tenantId, after: ADMITTED },
      () => Promise.all([scan(drink!.id), scan(drink!.id)]),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('is void with the last place of its formula, and with the reservation', async () => {
    const { id } = (await sellTo(2, 2)).body.reservation;
    const [drink] = await numbered(id, 2);
    const items = await office.database.asSuperuser<{ id: string }>(
      'SELECT id FROM reservation_item WHERE reservation_id = $1 ORDER BY position',
      [id],
    );
    const change = { edition: 1, items: [items[0]!.id], surplus: 'REFUND' };
    const quote = await staff<{ totalMinor: number; backMinor: number; dueMinor: number }>(
      'POST',
      `${reservations}/${id}/cancel-places/quote`,
      change,
    );
    const { totalMinor, backMinor, dueMinor } = quote.body;
    const shown = { totalMinor, backMinor, dueMinor };
    expect((await staff('POST', `${reservations}/${id}/cancel-places`, { ...change, shown })).status).toBe(
      200,
    );
    // A place of the formula stays, and its options with it.
    expect((await ticketsOf(id)).map(({ state }) => state)).toEqual(['VALIDATED', 'VALIDATED']);
    expect((await staff('POST', `${reservations}/${id}/transitions/cancel`, {})).status).toBe(200);
    expect((await ticketsOf(id)).map(({ state }) => state)).toEqual(['CANCELED', 'CANCELED']);
    expect((await scan(drink!.id)).body).toMatchObject({ outcome: 'RED', reason: 'CANCELED' });
  });

  test('follows its reservation to another performance, but for what was handed over', async () => {
    const { id } = (await sellTo(1, 3)).body.reservation;
    const before = await numbered(id, 3);
    expect((await scan(before[0]!.id)).body.outcome).toBe('GREEN');
    const performanceId = await office.perform(theatre, { date: '2031-05-15' });
    const [seat] = await office.seats(performanceId);
    const token = await holdAtDesk(performanceId, [seat!.id]);
    const items = await office.database.asSuperuser<{ id: string }>(
      'SELECT id FROM reservation_item WHERE reservation_id = $1',
      [id],
    );
    const exchange = {
      edition: 1,
      items: items.map((item) => item.id),
      formulaBySeat: {},
      surplus: 'REFUND',
    };
    const shown = { totalMinor: SEAT + 3 * DRINK, backMinor: 0, dueMinor: 0 };
    const exchanged = await staff('POST', `${reservations}/${id}/exchange`, { ...exchange, shown }, token);
    expect(exchanged.status).toBe(200);
    const tickets = await eventually(async () => {
      const rows = (await ticketsOf(id)).filter((row) => row.performance_id === performanceId && row.code);
      expect(rows).toHaveLength(2);
      return rows;
    });
    expect((await scan(tickets[0]!.id, randomUUID(), { ...theatre, performanceId })).body).toMatchObject({
      outcome: 'GREEN',
      option: 'Coupe & cie',
    });
    expect((await scan(before[1]!.id)).body.outcome).toBe('RED');
  });

  test('an order has at most 300 of them', async () => {
    const refused = await sellTo(1, 301);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ pointer: '/options', code: 'validation.value-max' }]);
  });
});
