import { localDate } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { makeDueTickets } from '../src/features/ticket-dates/make-tickets.schedule';
import { BoxOffice, type Theatre } from './support/box-office';

const DAY_MS = 86_400_000;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const inDays = (days: number) => localDate(new Date(Date.now() + days * DAY_MS), 'Europe/Paris');

describe('tickets some days before the show (R-172, R-191)', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({
      show: { generationTicketsUponReservation: false, ticketGenerationXDaysBefore: 3 },
      performance: { date: inDays(10), showTimes: ['20:30'] },
    });
  });
  afterAll(() => office.close());

  const sold = async (count = 1) => {
    const free = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const buyer = await office.paidBuyer(
      theatre,
      free.slice(0, count).map(({ id }) => id),
    );
    await eventually(async () =>
      expect((await office.outcome(buyer.reservation.id, buyer.token)).outcome).toBe('VALIDATED'),
    );
    return { id: buyer.reservation.id, token: buyer.token };
  };
  const seen = (id: string, token: string) =>
    office.visit<{ ticketsOn: string | null; documentReady: boolean; orderKey: string }>(
      'GET',
      `/app-api/prestiscene/reservations/${id}`,
      undefined,
      token,
    );
  const order = async (id: string, token: string) => {
    const { orderKey } = (await seen(id, token)).body;
    const { body } = await office.visit<{ ticketsOn: string | null; seats: { ticket: object | null }[] }>(
      'GET',
      '/app-api/prestiscene/reservations/order',
      undefined,
      null,
      { 'order-key': orderKey },
    );
    return body;
  };
  const moveTo = (date: string) =>
    office.database.asSuperuser(
      `UPDATE performance SET date = $2::date, starts_at = ($2::date + time '20:30') AT TIME ZONE 'Europe/Paris' WHERE id = $1`,
      [theatre.performanceId, date],
    );
  const makeDue = () =>
    office.service.ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) => makeDueTickets(tx, NOBODY));
  const mailed = (id: string, kind: string) =>
    [...office.peers.mails.values()].filter(
      (mail) => mail.kind === `ticketing.${kind}` && mail.subjectRecord?.id === id,
    );
  const numbered = (id: string) =>
    eventually(async () => {
      const rows = await office.database.asSuperuser<{ code: string | null }>(
        'SELECT code FROM ticket WHERE reservation_id = $1',
        [id],
      );
      expect(rows.length > 0 && rows.every(({ code }) => code !== null)).toBe(true);
    });

  test('a sale is confirmed at once, and shows no ticket before its day', async () => {
    const { id, token } = await sold();
    await numbered(id);
    await eventually(() => expect(mailed(id, 'confirmation-mail')).toHaveLength(1));
    expect(office.peers.pages.has(id)).toBe(false);
    expect((await seen(id, token)).body).toMatchObject({ ticketsOn: inDays(7), documentReady: false });
    const { ticketsOn, seats } = await order(id, token);
    expect([ticketsOn, seats[0]!.ticket]).toEqual([inDays(7), null]);
    expect(await makeDue()).toBeUndefined();
  });

  test('on its day the tickets are made, once, and the codes are shown', async () => {
    const { id, token } = await sold();
    await numbered(id);
    await moveTo(inDays(3));
    expect(await makeDue()).toBe(id);
    await eventually(() => expect(office.peers.pages.get(id)?.key).toBe('tickets'));
    expect(await makeDue()).toBe(id);
    const { ticketsOn, seats } = await order(id, token);
    expect(ticketsOn).toBeNull();
    expect(seats[0]!.ticket).not.toBeNull();
    expect(office.peers.editions.has(`${id} tickets:2`)).toBe(false);
  });

  test('one that is cancelled before its day never has any', async () => {
    const { id } = await sold();
    await numbered(id);
    const path = `/b/api/prestiscene/reservations/${id}/transitions/cancel`;
    expect((await office.staff(theatre.tenantId, 'POST', path, {})).status).toBe(200);
    await moveTo(inDays(2));
    expect(await makeDue()).toBeUndefined();
    expect(office.peers.pages.has(id)).toBe(false);
  });

  test('a sale on the day itself or later has its tickets at once', async () => {
    await moveTo(inDays(3));
    const { id } = await sold();
    await eventually(() => expect(office.peers.pages.has(id)).toBe(true));
    expect(mailed(id, 'confirmation-mail')).toEqual([]);
  });

  test('a show that makes no tickets upon reservation needs the number of days', async () => {
    const answer = await office.staff<{ errors: { pointer: string }[] }>(
      theatre.tenantId,
      'POST',
      '/b/api/configuration/spectacles',
      { name: 'Sans billets', generationTicketsUponReservation: false },
    );
    expect(answer.body.errors).toMatchObject([{ pointer: '/ticketGenerationXDaysBefore' }]);
  });
});
