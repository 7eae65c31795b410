import { sabotaged, withoutRowLocks } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';
import { movingAnySeat, PLACES_OF_PARTIES } from './support/defects';

interface Party {
  reservationId: string;
  version: number;
  customerName: string;
  places: { itemId: string; seatId: string; label: string; isSold: boolean; isLocked: boolean }[];
}
interface PlanView {
  parties: Party[];
  pending: { reservationId: string; seatIds: string[] }[];
}
interface Run {
  code?: string;
  id: string;
  state: string;
  scope: string;
}
type Sold = Awaited<ReturnType<BoxOffice['paidBuyer']>>;

describe('moves on the plan of a performance', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  let pair: Sold;
  let single: Sold;
  const base = () => `/b/api/configuration/representations/${theatre.performanceId}`;
  const staff = <B>(method: string, path: string, body?: unknown, rights?: string[]) =>
    office.staff<B>(theatre.tenantId, method, `${base()}${path}`, body, rights ? { rights } : {});
  const view = async () => (await staff<PlanView>('GET', '/placement')).body;
  const partyOf = (plan: PlanView, { reservation }: Sold): Party =>
    plan.parties.find(({ reservationId }) => reservationId === reservation.id)!;
  /** Moves of a party to the seats with these numbers, from the plan that was read. */
  const to = (party: Party, ...numbers: number[]) => ({
    reservationId: party.reservationId,
    version: party.version,
    places: party.places.map(({ itemId }, index) => ({ itemId, seatId: seats[numbers[index]! - 1] })),
  });
  const move = (...reservations: ReturnType<typeof to>[]) =>
    staff<Run>('POST', '/placement/moves', { reservations });
  const numbersOf = (plan: PlanView, sold: Sold) =>
    partyOf(plan, sold).places.map(({ seatId }) => seats.indexOf(seatId) + 1);

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ seatsPerRow: 8 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    pair = await office.paidBuyer(theatre, [seats[0]!, seats[1]!]);
    single = await office.paidBuyer(theatre, [seats[4]!]);
    await office.settled(theatre.performanceId);
  });
  afterAll(() => office.close());

  test('a reservation moves with its claims and tickets, and back (R-014)', async () => {
    const before = await view();
    expect(numbersOf(before, pair)).toEqual([1, 2]);
    const moved = await move(to(partyOf(before, pair), 6, 7));
    expect([moved.status, moved.body.state, moved.body.scope]).toEqual([201, 'APPLIED', 'MANUAL']);
    expect(numbersOf(await view(), pair)).toEqual([6, 7]);
    const [row] = await office.database.asSuperuser<Record<'claims' | 'tickets', string[]>>(
      `SELECT (SELECT array_agg(seat_id::text ORDER BY seat_id) FROM seat_claim WHERE reservation_id = $1 AND state = 'SOLD') AS claims,
         (SELECT array_agg(seat_id::text ORDER BY seat_id) FROM ticket WHERE reservation_id = $1 AND state = 'VALIDATED') AS tickets`,
      [pair.reservation.id],
    );
    expect(row).toEqual({ claims: [seats[5], seats[6]], tickets: [seats[5], seats[6]] });
    const undone = await staff<Run>('POST', `/automatic-placement/${moved.body.id}/undo`);
    expect([undone.status, undone.body.state]).toEqual([200, 'UNDONE']);
    expect(numbersOf(await view(), pair)).toEqual([1, 2]);
  });

  test('tickets that are sent again after a move are rendered again, and those of nobody who was moved are not', async () => {
    const rendered = async ({ reservation }: Sold) => {
      const [row] = await office.database.asSuperuser<{ document: string }>(
        `UPDATE sale_process SET document_id = gen_random_uuid(), steps = steps || jsonb_build_object('RENDERED', now())
         WHERE reservation_id = $1 RETURNING document_id::text AS document`,
        [reservation.id],
      );
      return row?.document;
    };
    const resend = async ({ reservation: { id } }: Sold) => {
      const path = `/b/api/prestiscene/reservations/${id}/resend-tickets`;
      const { status } = await office.staff(theatre.tenantId, 'POST', path, {});
      const changes = (await office.events('ticketing.reservation.v1')).filter(
        ({ $case, value }) => value.reservationId === id && $case === 'changed',
      );
      const mails = [...office.peers.mails.keys()].filter((key) => key.startsWith(`tickets:${id}:again:`));
      return { status, changes: changes.length, mails: mails.length };
    };
    for (const sold of [pair, single]) expect(await rendered(sold)).toBeTruthy();
    const { status } = await move(to(partyOf(await view(), pair), 6, 7));
    expect(status).toBe(201);
    // The mail with the new document follows when it is there.
    expect(await resend(pair)).toEqual({ status: 204, changes: 1, mails: 0 });
    expect(await resend(single)).toEqual({ status: 204, changes: 0, mails: 1 });
  });

  test('tickets that are sent again after the name of the buyer was changed are rendered again, once (ADR 0151)', async () => {
    const { id } = single.reservation;
    const path = `/b/api/prestiscene/reservations/${id}`;
    const post = (action: string, body: unknown) =>
      office.staff(theatre.tenantId, 'POST', `${path}/${action}`, body);
    const setRendered = () =>
      office.database.asSuperuser(
        `UPDATE sale_process SET document_id = gen_random_uuid(), resent_at = NULL,
           steps = steps || jsonb_build_object('RENDERED', now()) WHERE reservation_id = $1`,
        [id],
      );
    const changes = async () =>
      (await office.events('ticketing.reservation.v1')).filter(
        ({ $case, value }) => value.reservationId === id && $case === 'changed',
      ).length;
    const edited = async (names: { lastName: string; telephone?: string }) => {
      const { version } = partyOf(await view(), single);
      const customer = { firstName: 'Alix', email: 'alix@buyers.example', ...names };
      expect((await post('edit-customer', { version, customer, tiers: null })).status).toBe(204);
    };
    await edited({ lastName: 'Durand' });
    await setRendered();
    await edited({ lastName: 'Durand', telephone: '06 12 34 56 78' });
    expect([(await post('resend-tickets', {})).status, await changes()]).toEqual([204, 0]);
    await setRendered();
    await edited({ lastName: 'Dupont' });
    expect([(await post('resend-tickets', {})).status, await changes()]).toEqual([204, 1]);
    await setRendered();
    expect([(await post('resend-tickets', {})).status, await changes()]).toEqual([204, 1]);
  });

  const moveTwice = (party: Party) => Promise.all([move(to(party, 3, 4)), move(to(party, 6, 7))]);

  test('(sabotaged) without locks and claims, a reservation of two places has the seats of both moves', async () => {
    const party = partyOf(await view(), pair);
    const answers = await sabotaged(
      { defects: [withoutRowLocks, movingAnySeat], meet: 2, of: theatre.tenantId, after: PLACES_OF_PARTIES },
      () => moveTwice(party),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const claims = await office.database.asSuperuser<{ seat_id: string }>(
      `SELECT seat_id FROM seat_claim WHERE reservation_id = $1 AND state = 'SOLD'`,
      [pair.reservation.id],
    );
    expect(claims.map(({ seat_id: id }) => seats.indexOf(id) + 1).sort()).toEqual([3, 4, 6, 7]);
  });

  test('of two people who move the same reservation, the second is refused', async () => {
    const answers = await moveTwice(partyOf(await view(), pair));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('placement.move-outdated');
  });

  test('is refused for a seat that somebody holds or has bought, and moves nobody', async () => {
    const plan = await view();
    expect((await move(to(partyOf(plan, pair), 4, 5))).body.code).toBe('placement.move-outdated');
    expect((await office.hold(theatre.performanceId, [seats[7]!])).status).toBe(201);
    expect((await move(to(partyOf(plan, single), 8))).body.code).toBe('placement.move-outdated');
    expect(await view()).toEqual(plan);
  });

  test('two reservations exchange their seats', async () => {
    const plan = await view();
    const [party, other] = [partyOf(plan, pair), partyOf(plan, single)];
    const moved = await move(to(party, 5, 2), to(other, 1));
    expect(moved.status).toBe(201);
    const after = await view();
    expect([numbersOf(after, pair), numbersOf(after, single)]).toEqual([[5, 2], [1]]);
    expect((await move(to(partyOf(after, pair), 6, 6))).status).toBe(422);
  });

  test('a locked seat is neither left nor taken', async () => {
    const locks = (numbers: number[], locked: boolean) =>
      staff('POST', '/table-number-lock', { seats: numbers.map((number) => seats[number - 1]), locked });
    await locks([1, 8], true);
    const plan = await view();
    expect(partyOf(plan, pair).places.map(({ isLocked }) => isLocked)).toEqual([true, false]);
    expect((await move(to(partyOf(plan, pair), 6, 7))).body.code).toBe('placement.seat-locked');
    expect((await move(to(partyOf(plan, single), 8))).body.code).toBe('placement.seat-locked');
    await locks([1, 8], false);
    expect((await move(to(partyOf(plan, single), 8))).status).toBe(201);
  });

  test('a saved plan moves and locks, all of it or nothing (R-014)', async () => {
    const save = (body: object, rights?: string[]) =>
      staff<{ code?: string; run: Run | null; changedLocks: number }>('POST', '/save-plan', body, rights);
    const plan = await view();
    const moved = to(partyOf(plan, single), 8);
    const refused = await save({ reservations: [to(partyOf(plan, pair), 5, 6)], locked: [seats[2]] });
    expect(refused.body.code).toBe('placement.move-outdated');
    expect(await view()).toEqual(plan);
    const saved = await save({ reservations: [moved], locked: [seats[7], seats[2]] });
    expect([saved.status, saved.body.run?.state, saved.body.changedLocks]).toEqual([200, 'APPLIED', 2]);
    expect(partyOf(await view(), single).places).toMatchObject([{ seatId: seats[7], isLocked: true }]);
    // Locked places are opened and left in one step.
    const back = await save({ reservations: [to(partyOf(await view(), single), 5)], unlocked: [seats[7]] });
    expect([back.status, back.body.changedLocks]).toEqual([200, 1]);
    expect(numbersOf(await view(), single)).toEqual([5]);
    expect((await save({})).body).toEqual({ run: null, changedLocks: 0 });
    expect((await save({ locked: [seats[0]], unlocked: [seats[0]] })).status).toBe(422);
    expect((await save({ locked: [seats[0]] }, ['ticketing.performance.update'])).status).toBe(403);
    const other = await office.theatre();
    const foreign = await office.staff(other.tenantId, 'POST', `${base()}/save-plan`, { locked: [seats[0]] });
    expect(foreign.status).toBe(404);
  });

  test('an undo is refused when the former seat was sold since', async () => {
    const moved = await move(to(partyOf(await view(), single), 8));
    expect((await office.hold(theatre.performanceId, [seats[4]!])).status).toBe(201);
    const undone = await staff<Run>('POST', `/automatic-placement/${moved.body.id}/undo`);
    expect(undone.body.code).toBe('placement.move-outdated');
    expect(numbersOf(await view(), single)).toEqual([8]);
  });

  test('needs its own right, and the tenant of the performance', async () => {
    const body = { reservations: [to(partyOf(await view(), pair), 6, 7)] };
    expect((await staff('GET', '/placement', undefined, ['ticketing.performance.read'])).status).toBe(403);
    expect((await staff('POST', '/placement/moves', body, ['ticketing.performance.update'])).status).toBe(
      403,
    );
    const other = await office.theatre();
    expect((await office.staff(other.tenantId, 'GET', `${base()}/placement`)).status).toBe(404);
    const foreign = await office.staff<Run>(other.tenantId, 'POST', `${base()}/placement/moves`, body);
    expect(foreign.body.code).toBe('placement.move-outdated');
  });
});
