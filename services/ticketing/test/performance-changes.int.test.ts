import { eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';
import { LOCKED_PERFORMANCE } from './support/defects';

interface Answer {
  code?: string;
  version?: number;
  date?: string;
  isCancelled?: boolean;
  startsAt?: string;
  onlineReservationDeadline?: string | null;
  reservations?: number;
  errors?: { pointer: string; code: string }[];
  job?: Job;
}
interface Job {
  id: string;
  state: string;
  finishedAt: string | null;
  result: { done: number; failed: number; errors: { problem: { code: string } }[] };
}

/** What happens to a performance whose seats are sold. */
describe('a performance that is postponed or cancelled', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let path: string;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 20 });
    path = `/b/api/configuration/representations/${theatre.performanceId}`;
  });
  afterAll(() => office.close());

  const staff = (method: string, end = '', body?: unknown, rights?: string[]) =>
    office.staff<Answer>(theatre.tenantId, method, path + end, body, rights ? { rights } : {});
  const update = async (body: unknown) =>
    office.staff<Answer>(theatre.tenantId, 'PATCH', path, body, {
      headers: { 'if-match': `"${(await read()).version}"` },
    });
  const read = async () => (await staff('GET')).body;
  const free = async (count: number) =>
    (await office.seats(theatre.performanceId))
      .filter(({ state }) => state === 'FREE')
      .slice(0, count)
      .map(({ id }) => id);
  const sold = async (count = 2) => {
    const { token, reservation, totalMinor } = await office.buyer(theatre.performanceId, await free(count));
    const { paymentId } = (await office.pay(token)).body;
    await office.accept(theatre.tenantId, {
      paymentId,
      reservationId: reservation.id,
      amountMinor: totalMinor,
    });
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).outcome).toBe('VALIDATED'),
    );
    return { id: reservation.id, paymentId, totalMinor };
  };
  const stateOf = async (id: string) =>
    (await office.staff<{ state: string }>(theatre.tenantId, 'GET', `/b/api/prestiscene/reservations/${id}`))
      .body.state;
  const events = async ($case: string) =>
    (await office.events('ticketing.reservation.v1')).filter(
      (event) =>
        event.$case === $case &&
        'performanceId' in event.value &&
        event.value.performanceId === theatre.performanceId,
    );
  const later = { date: '2031-06-18', showTimes: ['21:00'], mealTimes: ['19:30'] };
  const postpone = async (changes: object = {}) =>
    staff('POST', '/postpone', { version: (await read()).version, ...later, ...changes });
  const cancel = async () =>
    staff('POST', '/cancel', { version: (await read()).version, comment: 'Dégât des eaux' });
  const finished = (job: Job) =>
    eventually(
      async () => {
        const { body } = await office.staff<Job>(
          theatre.tenantId,
          'GET',
          `/b/api/prestiscene/reservations/_jobs/${job.id}`,
        );
        expect(body.finishedAt).not.toBeNull();
        return body;
      },
      { timeoutMs: 20_000 },
    );

  test('what buyers were told is changed by the actions alone, once places are promised', async () => {
    const change = async (body: object) => (await update(body)).status;
    expect(await change({ date: '2031-05-15' })).toBe(200);
    await sold();
    const refused = await update({ date: '2031-05-16', showTimes: ['20:00'], isCancelled: true });
    expect([refused.status, refused.body.code, refused.body.errors?.map(({ pointer }) => pointer)]).toEqual([
      409,
      'performance.has-reservations',
      ['/date', '/showTimes', '/isCancelled'],
    ]);
    expect((await read()).date).toBe('2031-05-15');
    expect(await change({ onlineReservationClosed: true })).toBe(200);
  });

  test('a postponement moves date and end of the sale, and writes to every buyer once', async () => {
    await update({ onlineReservationDeadline: '2031-05-14T12:00:00.000Z' });
    const before = await read();
    const sales = [await sold(), await sold(1)];
    const answer = await postpone({
      message: 'La comédienne & son double',
      cancelableUntil: '2031-06-01T10:00:00Z',
    });
    expect([answer.status, answer.body.reservations]).toEqual([200, 2]);
    const after = await read();
    expect(after.date).toBe('2031-06-18');
    expect(Date.parse(after.onlineReservationDeadline!) - Date.parse('2031-05-14T12:00:00.000Z')).toBe(
      Date.parse(after.startsAt!) - Date.parse(before.startsAt!),
    );
    const ids = sales.map(({ id }) => id).sort();
    const postponed = await events('postponed');
    expect(postponed.map(({ value }) => value.reservationId).sort()).toEqual(ids);
    expect(postponed[0]!.value).toMatchObject({
      formerStartsAt: before.startsAt,
      message: 'La comédienne & son double',
      cancelableUntil: '2031-06-01T10:00:00Z',
    });
    // Their tickets are written again, with the same seats and the same price.
    const changed = await events('changed');
    expect(changed.map(({ value }) => value.reservationId).sort()).toEqual(ids);
    expect(changed.map(({ value }) => value)).toContainEqual(
      expect.objectContaining({ edition: 2, totalMinor: sales[0]!.totalMinor }),
    );
    expect(await Promise.all(ids.map(stateOf))).toEqual(['VALIDATED', 'VALIDATED']);
  });

  test('a postponement that makes no sense names its field', async () => {
    const pointerOf = async (changes: object) => {
      const { status, body } = await postpone(changes);
      return [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code];
    };
    const { date } = await read();
    expect(await pointerOf({ date, showTimes: ['20:30'], mealTimes: ['19:00'] })).toEqual([
      422,
      '/date',
      'performance.same-time',
    ]);
    expect(await pointerOf({ date: '2020-01-01' })).toEqual([422, '/date', 'performance.time-past']);
    expect(await pointerOf({ showTimes: [], mealTimes: [] })).toEqual([
      422,
      '/showTimes',
      'validation.not-blank',
    ]);
    expect(await pointerOf({ showTimes: ['25:00'] })).toEqual([422, '/showTimes/0', 'validation.format']);
    expect(await pointerOf({ cancelableUntil: '2031-07-01T00:00:00Z' })).toEqual([
      422,
      '/cancelableUntil',
      'performance.cancelable-until',
    ]);
    expect((await postpone({ version: 99 })).status).toBe(412);
    expect((await staff('POST', '/postpone', { version: 1, ...later }, [])).status).toBe(403);
  });

  /** Two people who have seen the same version choose two dates: what each is answered. */
  const postponeTwice = async () => {
    const { version } = await read();
    const both = await Promise.all(
      ['2031-06-18', '2031-06-19'].map((date) => staff('POST', '/postpone', { version, ...later, date })),
    );
    return both.map(({ status }) => status).sort();
  };

  test('(sabotaged) without locks and versions, two people postpone at once, and buyers are told twice', async () => {
    await sold();
    await sabotaged(
      {
        defects: [withoutRowLocks, withoutVersions],
        meet: 2,
        of: theatre.tenantId,
        after: LOCKED_PERFORMANCE,
      },
      postponeTwice,
    );
    expect(await events('postponed')).toHaveLength(2);
  });

  test('of two people who postpone at once, one does', async () => {
    await sold();
    expect(await postponeTwice()).toEqual([200, 412]);
    expect(await events('postponed')).toHaveLength(1);
  });

  test('a cancellation ends the sale, cancels each reservation and gives its money back; it may be repeated', async () => {
    const sales = [await sold(), await sold(1)];
    const [first] = sales;
    const door = `/b/api/prestiscene/reception/representations/${theatre.performanceId}/reservations/${first!.id}`;
    await office.staff(theatre.tenantId, 'POST', `${door}/arrived-count`, { arrivedCount: 1 });
    const answer = await cancel();
    expect([answer.status, (await read()).isCancelled]).toEqual([202, true]);
    const done = await finished(answer.body.job!);
    // Who is in the room is looked at by a person.
    expect(done.result).toMatchObject({ done: 1, failed: 1 });
    expect(done.result.errors[0]!.problem.code).toBe('reservation.people-arrived');
    expect(await Promise.all(sales.map(({ id }) => stateOf(id)))).toEqual(['VALIDATED', 'CANCELED']);
    expect(await events('canceled')).toMatchObject([
      { value: { reservationId: sales[1]!.id, refundMinor: sales[1]!.totalMinor, wasValidated: true } },
    ]);
    // Nobody buys any more.
    const [seat] = await free(1);
    await expect(office.buyer(theatre.performanceId, [seat!])).rejects.toThrow();
    const desk = await office.staff<{ items: { id: string; onSale?: boolean }[] }>(
      theatre.tenantId,
      'GET',
      '/b/api/prestiscene/desk/representations',
    );
    expect(desk.body.items.filter(({ id }) => id === theatre.performanceId)).not.toContainEqual(
      expect.objectContaining({ onSale: true }),
    );
    await office.staff(theatre.tenantId, 'POST', `${door}/arrived-count`, { arrivedCount: 0 });
    const again = await cancel();
    expect((await finished(again.body.job!)).result).toMatchObject({ done: 1, failed: 0 });
    expect(await stateOf(first!.id)).toBe('CANCELED');
    expect((await postpone()).body.code).toBe('performance.canceled');
  });

  test('who may not cancel reservations cancels no performance', async () => {
    const rights = [
      'ticketing.performance.read',
      'ticketing.performance.update',
      'ticketing.reservation.read',
    ];
    const { version } = await read();
    expect((await staff('POST', '/cancel', { version, comment: '' }, rights)).status).toBe(403);
    expect((await read()).isCancelled).toBe(false);
  });
});
