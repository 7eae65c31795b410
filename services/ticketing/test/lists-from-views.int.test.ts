import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

interface TicketRow {
  id: string;
  code: string | null;
  state: string;
  seat: string;
  customerName: string;
  priceTTC: string;
  start: string;
  end: string;
  reservation: { id: string };
}
interface LineRow {
  id: string;
  numberOfPlaces: number;
  seats: string[];
  driverSeats: string[];
  totalTTC: string;
  reservation: { id: string };
}
interface Page<Item> {
  items: Item[];
  total?: number;
}

/** What staff see of tickets and of the lines of a reservation is a view over the rows of the sale. */
describe('tickets and lines of reservations in lists', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre({ rows: 2, seatsPerRow: 10 });
  }, 60_000);
  afterAll(() => office.close());

  const read = async <Item>(path: string, tenantId = theatre.tenantId) =>
    (await office.staff<Page<Item>>(tenantId, 'GET', `/b/api/prestiscene/${path}`)).body;
  const sold = async (count: number) => {
    const seats = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const { token, reservation, totalMinor } = await office.buyer(
      theatre.performanceId,
      seats.slice(0, count).map(({ id }) => id),
    );
    const { paymentId } = (await office.pay(token)).body;
    await office.accept(theatre.tenantId, {
      paymentId,
      reservationId: reservation.id,
      amountMinor: totalMinor,
    });
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).outcome).toBe('VALIDATED'),
    );
    return { ...reservation, totalMinor };
  };
  const ticketsOf = (id: string) => read<TicketRow>(`tickets?f.reservation.eq=${id}`);

  test('each place has a ticket, with its number, seat, price and the evening it is good for', async () => {
    const reservation = await sold(3);
    await eventually(async () =>
      expect((await ticketsOf(reservation.id)).items.map(({ state }) => state)).toEqual(
        Array(3).fill('VALIDATED'),
      ),
    );
    const { items } = await ticketsOf(reservation.id);
    expect(new Set(items.map(({ code }) => code)).size).toBe(3);
    const [first] = items as [TicketRow];
    expect(first.code).toMatch(/^T-\d{4}-\d{6}$/);
    expect(first.seat).not.toBe('');
    expect(items.reduce((sum, { priceTTC }) => sum + Math.round(Number(priceTTC) * 100), 0)).toBe(
      reservation.totalMinor,
    );
    const record = await office.staff<TicketRow>(
      theatre.tenantId,
      'GET',
      `/b/api/prestiscene/tickets/${first.id}`,
    );
    expect(record.body).toMatchObject({ id: first.id, code: first.code, seat: first.seat });
    const [start, end] = [Date.parse(record.body.start), Date.parse(record.body.end)];
    expect(end).toBeGreaterThan(start);
    expect(end - start).toBeLessThan(24 * 3_600_000);
    const found = await read<TicketRow>(`tickets?q=${first.code}`);
    expect(found.items.map(({ id }) => id)).toEqual([first.id]);
    const grouped = await office.staff<{ groups: { value: string; total: number }[] }>(
      theatre.tenantId,
      'GET',
      `/b/api/prestiscene/tickets/_groups?by=state&f.reservation.eq=${reservation.id}`,
    );
    expect(grouped.body.groups).toContainEqual(expect.objectContaining({ value: 'VALIDATED', total: 3 }));
  });

  test('a line for each formula has its places and their sum; tickets of a cancelled reservation are void', async () => {
    const reservation = await sold(2);
    const lines = async () =>
      (await read<LineRow>(`reservation-items?f.reservation.eq=${reservation.id}`)).items;
    const [line, ...others] = (await lines()) as [LineRow];
    expect(others).toEqual([]);
    expect(line).toMatchObject({ numberOfPlaces: 2, reservation: { id: reservation.id } });
    expect(line.seats).toHaveLength(2);
    expect(Math.round(Number(line.totalTTC) * 100)).toBe(reservation.totalMinor);

    const [arrived] = (
      await read<{ id: string; arrivalState: string }>(
        'reservations?f.arrivalState.eq=NOT_ARRIVED&columns=code,arrivalState',
      )
    ).items.filter(({ id }) => id === reservation.id);
    expect(arrived).toMatchObject({ arrivalState: 'NOT_ARRIVED' });

    await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${reservation.id}/transitions/cancel`,
      {},
    );
    expect((await ticketsOf(reservation.id)).items.map(({ state }) => state)).toEqual([
      'CANCELED',
      'CANCELED',
    ]);
  });

  test('prices after a discount are those of the tickets and of the line (R-181)', async () => {
    const seats = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const desk = '/b/api/prestiscene/desk';
    const { body: held } = await office.staff<{ cart: { token: string } }>(
      theatre.tenantId,
      'POST',
      `${desk}/representations/${theatre.performanceId}/holds`,
      { seats: seats.slice(0, 2).map(({ id }) => id) },
    );
    const sale = {
      customer: { firstName: 'Marguerite', lastName: 'Pons', email: '' },
      discount: { kind: 'percentage', percentage: '25' },
      payment: { kind: 'now', parts: [{ method: 'CASH', amountMinor: 13_350 }] },
    };
    const { status, body } = await office.staff<{ reservation: { id: string } }>(
      theatre.tenantId,
      'POST',
      `${desk}/sales`,
      sale,
      { headers: { 'cart-token': held.cart.token, 'idempotency-key': randomUUID() } },
    );
    expect(status).toBe(201);
    const { id } = body.reservation;
    const [line] = (await read<LineRow>(`reservation-items?f.reservation.eq=${id}`)).items;
    expect(line).toMatchObject({ numberOfPlaces: 2, totalTTC: '133.50' });
    expect((await ticketsOf(id)).items.map(({ priceTTC }) => priceTTC)).toEqual(['66.75', '66.75']);
  });

  test('free places of drivers count among the places, apart from the paid seats (R-194)', async () => {
    const reservation = await sold(3);
    await office.database.asSuperuser(
      `UPDATE reservation_item SET is_driver = true, price_minor = 0
       WHERE id = (SELECT id FROM reservation_item WHERE reservation_id = $1 ORDER BY position DESC LIMIT 1)`,
      [reservation.id],
    );
    const [line] = (await read<LineRow>(`reservation-items?f.reservation.eq=${reservation.id}`)).items;
    expect(line).toMatchObject({ numberOfPlaces: 3 });
    expect(line?.seats).toHaveLength(2);
    expect(line?.driverSeats).toHaveLength(1);
    expect(line?.seats).not.toContain(line?.driverSeats[0]);

    await expect(
      office.database.asSuperuser(
        'UPDATE reservation_item SET is_driver = true WHERE reservation_id = $1 AND price_minor > 0',
        [reservation.id],
      ),
    ).rejects.toThrow('reservation_item_driver_check');
  });

  test('another theatre sees none of them, and nobody writes them', async () => {
    const reservation = await sold(1);
    const other = await office.theatre({ rows: 1, seatsPerRow: 4 });
    const { items } = await read<TicketRow>('tickets', other.tenantId);
    expect(items).toEqual([]);
    const [ticket] = (await ticketsOf(reservation.id)).items as [TicketRow];
    const path = `/b/api/prestiscene/tickets/${ticket.id}`;
    expect((await office.staff(other.tenantId, 'GET', path)).status).toBe(404);
    expect((await office.staff(theatre.tenantId, 'PATCH', path, { code: 'T-1' })).status).toBe(405);
    expect((await office.staff(theatre.tenantId, 'DELETE', path)).status).toBe(405);
  });
});

/** Plans of halls, their places, and what performances copied from them, for lists and exports. */
describe('plans in lists', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre({ rows: 2, seatsPerRow: 10 });
  }, 60_000);
  afterAll(() => office.close());

  const read = async (path: string, tenantId = theatre.tenantId) =>
    (await office.staff<Page<Record<string, unknown>>>(tenantId, 'GET', `/b/api/configuration/${path}`)).body;

  test('a plan has its hall, its categories and its places; a performance its copy', async () => {
    const { items: plans } = await read(`room-plans?f.room.eq=${theatre.roomId}`);
    expect(plans).toMatchObject([{ seatCount: 20, room: { id: theatre.roomId } }]);
    const planId = String(plans[0]?.id);
    const plan = await read(`room-plans/${planId}`);
    expect(plan).toMatchObject({ categories: [{ id: theatre.categoryId }] });

    const places = await read(`room-plan-shapes?f.plan.eq=${planId}&size=50`);
    expect(places.items).toHaveLength(20);
    expect(places.items[0]).toMatchObject({
      type: 'SEAT',
      category: { id: theatre.categoryId },
      isPmr: false,
      isBlocked: false,
    });
    const place = await read(`room-plan-shapes/${String(places.items[0]?.id)}`);
    expect(place).toMatchObject({
      plan: { id: planId },
      points: [{ x: expect.any(Number) as number, y: expect.any(Number) as number }],
    });

    const { items: copies } = await read(`performance-plans?f.performance.eq=${theatre.performanceId}`);
    expect(copies).toMatchObject([{ plan: { id: planId }, tableNumberLocked: false }]);
    const copy = await read(`performance-plans/${theatre.performanceId}`);
    expect(copy).toMatchObject({ shapes: expect.arrayContaining(['A-1']) as string[] });
  });

  test('another theatre sees none of them', async () => {
    const other = await office.theatre({ rows: 1, seatsPerRow: 4 });
    for (const path of ['room-plans', 'room-plan-shapes', 'performance-plans']) {
      const { items } = await read(path, theatre.tenantId);
      const record = `/b/api/configuration/${path}/${String(items[0]?.id)}`;
      expect((await office.staff(other.tenantId, 'GET', record)).status).toBe(404);
    }
  });
});
