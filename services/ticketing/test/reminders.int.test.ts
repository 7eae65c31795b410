import { localDate } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { eventually, sabotaged, withoutRowLocks } from '@coulisse/test-kit';
import { remindBuyers } from '../src/features/reminders/remind-buyers.schedule';
import { BoxOffice, type Theatre } from './support/box-office';

const DAY_MS = 86_400_000;

describe('reminders before a performance (R-171)', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  const inDays = (days: number) => localDate(new Date(Date.now() + days * DAY_MS), 'Europe/Paris');

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ performance: { date: inDays(2), showTimes: ['20:30'] } });
    await office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, days_before_to_remind_reservation) VALUES (gen_random_uuid(), $1, 3)
       ON CONFLICT (tenant_id) DO UPDATE SET days_before_to_remind_reservation = 3`,
      [theatre.tenantId],
    );
  });
  afterAll(() => office.close());

  const sold = async () => {
    const [seat] = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const buyer = await office.paidBuyer(theatre, [seat!.id]);
    await eventually(async () =>
      expect((await office.outcome(buyer.reservation.id, buyer.token)).outcome).toBe('VALIDATED'),
    );
    return buyer.reservation.id;
  };
  /** As if it had been bought before yesterday. */
  const soldEarlier = async () => {
    const id = await sold();
    await office.database.asSuperuser(
      `UPDATE reservation SET created_at = now() - interval '3 days' WHERE id = $1`,
      [id],
    );
    return id;
  };
  const remind = () =>
    office.service.ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) => remindBuyers(tx));
  const reminded = async () =>
    (await office.events('ticketing.reservation.v1')).flatMap((event) =>
      event.$case === 'reminderDue' ? [event.value.reservationId] : [],
    );

  test('each buyer is reminded once, and once more after a postponement', async () => {
    const ids = [await soldEarlier(), await soldEarlier()].sort();
    expect(await remind()).toBe(2);
    expect((await reminded()).filter((id) => ids.includes(id)).sort()).toEqual(ids);
    expect(await remind()).toBe(0);
    await eventually(() =>
      expect(
        [...office.peers.mails.keys()].filter((key) => key.startsWith(`reminder:${ids[0]}:`)),
      ).toHaveLength(1),
    );
    const path = `/b/api/configuration/representations/${theatre.performanceId}`;
    const { version } = (await office.staff<{ version: number }>(theatre.tenantId, 'GET', path)).body;
    const later = { version, date: inDays(3), showTimes: ['20:30'], mealTimes: [] };
    expect((await office.staff(theatre.tenantId, 'POST', `${path}/postpone`, later)).status).toBe(200);
    expect(await remind()).toBe(2);
  });

  /** How many reminders three replicas write together. */
  const remindThrice = async () =>
    (await Promise.all([remind(), remind(), remind()])).reduce((sum, count) => sum + count, 0);

  test('(sabotaged) without locks, replicas remind the same buyer', async () => {
    await soldEarlier();
    expect(
      await sabotaged(
        { defects: [withoutRowLocks], meet: 3, of: theatre.tenantId, after: /reminded_of IS DISTINCT FROM/ },
        remindThrice,
      ),
    ).toBe(3);
  });

  test('at the same moment twice, each buyer is reminded once', async () => {
    await soldEarlier();
    await soldEarlier();
    expect(await remindThrice()).toBe(2);
  });

  test('nobody is reminded of what was bought today, is cancelled, is far away, or without the setting', async () => {
    await sold();
    const canceled = await soldEarlier();
    const path = `/b/api/prestiscene/reservations/${canceled}/transitions/cancel`;
    expect((await office.staff(theatre.tenantId, 'POST', path, {})).status).toBe(200);
    expect(await remind()).toBe(0);
    await soldEarlier();
    const set = (days: number | null) =>
      office.database.asSuperuser(
        'UPDATE settings SET days_before_to_remind_reservation = $2 WHERE tenant_id = $1',
        [theatre.tenantId, days],
      );
    await set(null);
    expect(await remind()).toBe(0);
    await set(1);
    expect(await remind()).toBe(0);
    await set(2);
    expect(await remind()).toBe(1);
  });
});
