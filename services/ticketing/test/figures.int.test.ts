import { randomUUID } from 'node:crypto';
import { localDate } from '@coulisse/contracts';
import { eventually } from '@coulisse/test-kit';
import type {
  PerformanceFigures,
  PerformanceSale,
  SalesOfDay,
  ShowSale,
  Sold,
} from '../src/features/figures/figures.read-model';
import { BoxOffice, type Theatre } from './support/box-office';

const base = '/b/api/configuration/representations';

interface Overview {
  today: string;
  performances: PerformanceSale[];
  sales: { days: SalesOfDay[]; lastWeekSoFar: Sold };
  setUp: Record<string, boolean | string | null>;
}

describe('figures of sales', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  const today = localDate(new Date(), 'Europe/Paris');
  const figures = async (id = theatre.performanceId) =>
    (await office.staff<PerformanceFigures>(theatre.tenantId, 'GET', `${base}/${id}/statistics-data`)).body;
  const overview = async (tenantId = theatre.tenantId) =>
    (await office.staff<Overview>(tenantId, 'GET', `${base}/statistics-data`)).body;
  const sell = async (count: number) => {
    const free = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const seats = free.slice(0, count).map(({ id }) => id);
    const buyer = await office.paidBuyer(theatre, seats);
    await eventually(async () =>
      expect((await office.outcome(buyer.reservation.id, buyer.token)).outcome).toBe('VALIDATED'),
    );
    return buyer;
  };

  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre({ price: '89.00', performance: { date: today, showTimes: ['23:59'] } });
  });
  afterAll(() => office.close());

  it('are nothing before the first sale, and its places', async () => {
    expect(await figures()).toMatchObject({
      places: 10,
      sold: 0,
      reserved: 0,
      receiptsMinor: 0,
      dueMinor: 0,
    });
    expect(await overview()).toMatchObject({
      today,
      performances: [{ id: theatre.performanceId, show: 'Le Grand Soir', places: 10, sold: 0 }],
      sales: { days: [], lastWeekSoFar: { amountMinor: 0, places: 0, reservations: 0 } },
      setUp: {
        ...{ category: true, room: true, plan: true, formula: true, show: true, performance: true },
        roomId: theatre.roomId,
      },
    });
  });

  it('count places, receipts and the CNM tax of what was paid, by category and by formula', async () => {
    await sell(2);
    // 178.00 with VAT at 5.5 % are 168.72 without.
    expect(await figures()).toEqual({
      ...{ places: 10, sold: 2, reserved: 0, arrived: 0, receiptsMinor: 17_800, dueMinor: 0 },
      ...{ reservations: 1, unpaidReservations: 0, paymentsToRefund: 0, toRefundMinor: 0 },
      categories: [
        { id: theatre.categoryId, name: 'Or', color: '#c9a227', places: 10, sold: 2, reserved: 0 },
      ],
      formulas: [{ id: theatre.formulaId, name: 'Dîner spectacle', sold: 2 }],
      cnm: { basisPoints: 350, baseMinor: 16_872, taxMinor: 591 },
    });
    expect(await overview()).toMatchObject({
      performances: [{ sold: 2, receiptsMinor: 17_800 }],
      sales: { days: [{ day: today, amountMinor: 17_800, places: 2, reservations: 1 }] },
    });
  });

  it('are told by show for a period, and for the other dates of a show', async () => {
    const shows = (query = '') =>
      office.staff<{ items: ShowSale[] }>(
        theatre.tenantId,
        'GET',
        `/b/api/configuration/spectacles/statistics-data${query}`,
      );
    expect((await shows()).body.items).toMatchObject([
      {
        name: 'Le Grand Soir',
        performances: 1,
        places: 10,
        sold: 2,
        receiptsMinor: 17_800,
        firstDate: today,
      },
    ]);
    expect((await shows('?from=2020-01-01&until=2020-02-01')).body.items).toEqual([]);
    expect((await shows('?from=2020-02-01&until=2020-01-01')).status).toBe(422);
    expect((await shows('?from=2020-02-01&until=2029-01-01')).status).toBe(422);
    const read = async (path: string) =>
      (await office.staff<{ items: PerformanceSale[] }>(theatre.tenantId, 'GET', `${base}/${path}`)).body
        .items;
    expect(await read(`by-saas-customer?from=${today}&until=${today}`)).toMatchObject([
      { id: theatre.performanceId, sold: 2 },
    ]);
    expect(await read(`${theatre.performanceId}/other-dates`)).toEqual([]);
    const ofAnother = `${base}/${randomUUID()}/other-dates`;
    expect((await office.staff(theatre.tenantId, 'GET', ofAnother)).status).toBe(404);
  });

  it('show tonight and the seven days after it, and no performance that is cancelled', async () => {
    const inDays = (days: number) => localDate(new Date(Date.now() + days * 86_400_000), 'Europe/Paris');
    const own = await office.theatre({ performance: { date: today, showTimes: ['23:59'] } });
    const later: string[] = [];
    for (const days of [1, 7, 8]) later.push(await office.perform(own, { date: inDays(days) }));
    const shown = async () => (await overview(own.tenantId)).performances.map(({ id }) => id);
    expect(await shown()).toEqual([own.performanceId, later[0], later[1]]);
    const performance = await office.staff<{ version: number }>(
      own.tenantId,
      'GET',
      `${base}/${own.performanceId}`,
    );
    const canceled = await office.staff(own.tenantId, 'POST', `${base}/${own.performanceId}/cancel`, {
      version: performance.body.version,
      comment: 'Dégât des eaux',
    });
    expect(canceled.status).toBe(202);
    expect(await shown()).toEqual([later[0], later[1]]);
  });

  it('do not count what was cancelled', async () => {
    const { reservation } = await sell(1);
    expect(await figures()).toMatchObject({ sold: 3, receiptsMinor: 26_700 });
    const path = `/b/api/prestiscene/reservations/${reservation.id}/transitions/cancel`;
    const canceled = await office.staff(theatre.tenantId, 'POST', path, {});
    expect([canceled.status, canceled.text]).toEqual([200, expect.any(String)]);
    expect(await figures()).toMatchObject({
      ...{ sold: 2, receiptsMinor: 17_800, reservations: 1 },
      ...{ paymentsToRefund: 1, toRefundMinor: 8_900 },
    });
    expect((await overview()).sales.days).toEqual([
      { day: today, amountMinor: 17_800, places: 2, reservations: 1 },
    ]);
  });

  it('of the last week are compared until the same time', async () => {
    const { reservation } = await sell(1);
    const week = `now() - interval '7 days 1 minute'`;
    // Identifiers of tickets are ordered by time: an older ticket has an older one.
    await office.database.asSuperuser(
      `UPDATE ticket SET created_at = ${week},
         id = (lpad(to_hex((extract(epoch FROM ${week}) * 1000)::bigint), 12, '0') || substr(replace(id::text, '-', ''), 13))::uuid
       WHERE reservation_id = $1`,
      [reservation.id],
    );
    const { days, lastWeekSoFar } = (await overview()).sales;
    expect(lastWeekSoFar).toEqual({ amountMinor: 8_900, places: 1, reservations: 1 });
    expect(days).toHaveLength(2);
  });

  it('are those of one tenant, need a right, and of an unknown performance there are none', async () => {
    const stranger = randomUUID();
    expect(await overview(stranger)).toMatchObject({
      performances: [],
      sales: { days: [] },
      setUp: {
        ...{ category: false, room: false, plan: false, formula: false, show: false, performance: false },
        roomId: null,
      },
    });
    const of = (tenantId: string, rights?: string[]) =>
      office.staff(tenantId, 'GET', `${base}/${theatre.performanceId}/statistics-data`, undefined, {
        rights,
      });
    expect((await of(stranger)).status).toBe(404);
    expect((await of(theatre.tenantId, ['ticketing.performance.read'])).status).toBe(403);
  });
});
