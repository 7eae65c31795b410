import { decodeSeats, stateAt, type SeatColumns } from '@coulisse/seat-plan';
import { block, BoxOffice, type Theatre } from './support/box-office';

interface Plan {
  id: string;
  version: number;
  blocks: { numbering: string }[];
  shapes: { id: string; label: string; isPmr: boolean }[];
  categories: { id: string; name: string }[];
}

describe('plans of rooms and of performances', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  const call = <B>(
    method: string,
    path: string,
    body?: unknown,
    options?: { rights?: string[]; headers?: Record<string, string> },
  ) =>
    office.staff<B & { code?: string; errors?: object[] }>(
      theatre.tenantId,
      method,
      `/b/api/configuration/${path}`,
      body,
      options,
    );
  const plans = () => `salles/${theatre.roomId}/plans`;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 3 });
  });
  afterAll(() => office.close());

  test('generates seats from blocks, and refuses a save of an old version', async () => {
    const { body: plan } = await call<Plan>('GET', `${plans()}/${theatre.planId}`);
    expect(plan.shapes.map(({ label }) => label)).toEqual(['A-1', 'A-2', 'A-3', 'B-1', 'B-2', 'B-3']);
    expect(plan).toMatchObject({
      version: 1,
      categories: [{ id: theatre.categoryId }],
      blocks: [{ numbering: 'LEFT_TO_RIGHT' }],
    });
    const blocks = [block(theatre.categoryId, 1, 4, { accessible: ['A-1'] })];
    const saved = await call<Plan>('POST', `${plans()}/${theatre.planId}/save-shapes`, {
      version: 1,
      blocks,
    });
    expect(saved.body.version).toBe(2);
    expect(saved.body.shapes.map(({ label, isPmr }) => `${label}${isPmr ? '*' : ''}`)).toEqual([
      'A-1*',
      'A-2',
      'A-3',
      'A-4',
    ]);
    const late = await call('POST', `${plans()}/${theatre.planId}/save-shapes`, { version: 1, blocks });
    expect([late.status, late.body.code]).toEqual([412, 'record.changed']);
    const { body: list } = await call<{ items: object[] }>('GET', plans());
    expect(list.items).toEqual([
      {
        ...{ id: theatre.planId, name: 'Cabaret', seatCount: 4, version: 2, publishedVersion: 2 },
        ...{ publishedAt: expect.any(String), draftSavedAt: null, draftSavedBy: null },
        categoryIds: [theatre.categoryId],
      },
    ]);
  });

  test('generates the chairs of tables, and copies them with their tables to a performance', async () => {
    const table = (over: object) => ({
      ...{ id: 't1', label: 'T1', form: 'ROUND', categoryId: theatre.categoryId, chairs: 3 },
      ...{ x: 0, y: 400, width: 60, depth: 60, ...over },
    });
    const tables = [
      table({ companions: ['2'], accessible: ['1'] }),
      table({ id: 't2', label: 'T2', x: 300 }),
    ];
    const texts = [{ id: 'bar', text: 'Bar', x: 10, y: 500 }];
    const saved = await call<Plan & { tables: object[] }>(
      'POST',
      `${plans()}/${theatre.planId}/save-shapes`,
      { version: 1, blocks: [block(theatre.categoryId, 1, 1)], tables, texts },
    );
    expect(saved.body.shapes.map(({ label }) => label).join(' ')).toBe('A-1 T1-1 T1-2 T1-3 T2-1 T2-2 T2-3');
    expect(saved.body).toMatchObject({ tables: [{ label: 'T1', numbering: 'LEFT_TO_RIGHT' }, {}], texts });
    // Without them a save leaves them as they are.
    const later = await call<Plan & { tables: object[] }>(
      'POST',
      `${plans()}/${theatre.planId}/save-shapes`,
      { version: 2, name: 'Cabaret', blocks: [] },
    );
    expect([later.body.tables.length, later.body.shapes.length]).toEqual([2, 6]);

    const performanceId = await office.perform(theatre);
    const plan = await call<{ scene: object; seats: object[] }>(
      'GET',
      `representations/${performanceId}/plan`,
    );
    expect(plan.body.scene).toMatchObject({ tables: [{ id: 't1', label: 'T1' }, { id: 't2' }], texts });
    expect(plan.body.seats.slice(0, 3)).toMatchObject([
      { row: 'T1', number: '1', tableId: 't1', isPmr: true },
      { row: 'T1', number: '2', tableId: 't1', isCompanion: true },
      { row: 'T1', number: '3', tableId: 't1' },
    ]);
    const { body: front } = await office.visit<{ seatingId: string }>(
      'GET',
      `/app-api/configuration/representations/${performanceId}/plan/states`,
    );
    const { body: columns } = await office.visit<SeatColumns>(
      'GET',
      `/app-api/configuration/representations/${performanceId}/plan/seats/${front.seatingId}`,
    );
    expect(decodeSeats(columns)[3]).toMatchObject({ row: 'T2', tableId: 't2' });
    expect(columns.scene).toEqual((plan.body as { scene: object }).scene);

    const repeated = await call('POST', plans(), {
      name: 'Twice',
      tables: [table({}), table({ id: 't2', x: 300 })],
    });
    expect(repeated.body).toMatchObject({
      errors: [{ pointer: '/tables/1', params: { at: 'T1-1' } }, {}, {}],
    });
    const foreign = await call('POST', plans(), {
      name: 'Foreign',
      tables: [table({ painted: { 1: '019ac000-0000-7000-8000-000000000001' } })],
    });
    expect(foreign.body.errors).toMatchObject([{ pointer: '/tables/0/categoryId' }]);
  });

  test('refuses a plan with duplicate places or an unknown category (R-152)', async () => {
    const overlappingBlocks = [
      block(theatre.categoryId, 1, 2),
      block(theatre.categoryId, 1, 2, { id: 'other', y: 200 }),
    ];
    const refused = await call('POST', plans(), { name: 'Twice', blocks: overlappingBlocks });
    expect(refused.body).toMatchObject({
      code: 'plan.save-failed',
      errors: [{ pointer: '/blocks/1', params: { at: 'A-1' } }, {}],
    });
    const impossible = await call('POST', plans(), {
      name: 'Overlap',
      blocks: [block(theatre.categoryId, 1, 2, { seatSpacing: 2 })],
    });
    expect([impossible.status, impossible.body.code]).toEqual([422, 'plan.shape-save-failed']);
    const foreign = await office.theatre();
    const unknown = await call('POST', plans(), {
      name: 'Foreign',
      blocks: [block(foreign.categoryId, 1, 2)],
    });
    expect(unknown.body.errors).toMatchObject([
      { pointer: '/blocks/0/categoryId', code: 'validation.choice' },
    ]);
    expect(
      (await call('POST', plans(), { name: 'X', blocks: [] }, { rights: ['ticketing.room.read'] })).status,
    ).toBe(403);
  });

  test('refuses oversized plans, each with at most fifty issues, and keeps serving', async () => {
    const full = (id: number, overrides: object = {}) =>
      block(theatre.categoryId, 60, 80, { id: `b${id}`, ...overrides });
    const hundred = (overrides: object = {}) => Array.from({ length: 100 }, (_, id) => full(id, overrides));
    const attacks: [object, number, string][] = [
      [hundred(), 422, 'plan.too-many-seats'],
      [[full(1), full(2), full(3), full(4)], 422, 'plan.too-many-issues'],
      [hundred({ rows: 1, seatsPerRow: 1 }), 422, 'plan.too-many-issues'],
      [hundred({ x: 1e308, curve: -1e308, rows: 1, seatsPerRow: 1 }), 422, 'plan.too-many-issues'],
      [hundred({ accessible: Array(400).fill('') }), 422, 'validation.failed'],
      [hundred({ rows: 1e308 }), 422, 'validation.failed'],
      [hundred({ rows: -1, seatsPerRow: null, x: 'NaN' }), 422, 'validation.failed'],
      [Array.from({ length: 5000 }, () => ({})), 422, 'validation.failed'],
      [
        [Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]))],
        422,
        'validation.failed',
      ],
    ];
    const bodies = attacks.map(([blocks, ...expected]) => [{ name: 'Attack', blocks }, ...expected] as const);
    // Nested too deeply for anything but text.
    const deep = `{"name":"Attack","blocks":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    for (const [body, status, code] of [...bodies, [deep, 422, 'validation.failed'] as const]) {
      const answer = await call('POST', plans(), body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.errors?.length).toBeLessThanOrEqual(50);
      expect(answer.text.length).toBeLessThan(60_000);
    }
    const again = await call('POST', plans(), { name: 'After', blocks: [block(theatre.categoryId, 1, 2)] });
    expect(again.status).toBe(201);
  });

  test('a performance keeps the seats that it was created with', async () => {
    const before = await office.seats(theatre.performanceId);
    await call('POST', `${plans()}/${theatre.planId}/save-shapes`, {
      version: 1,
      blocks: [block(theatre.categoryId, 1, 1)],
    });
    expect(await office.seats(theatre.performanceId)).toEqual(before);
    expect(await office.seats(await office.perform(theatre))).toHaveLength(1);
  });

  test('a performance needs a plan of its room that has seats', async () => {
    const empty = await call<Plan>('POST', plans(), { name: 'Empty', blocks: [] });
    await expect(office.perform({ ...theatre, planId: empty.body.id })).rejects.toThrow('plan.no-seat');
    const other = await office.theatre();
    await expect(office.perform({ ...theatre, planId: other.planId })).rejects.toThrow('/planId');
  });

  test('a performance can change its plan until the first seat is taken', async () => {
    const { body: small } = await call<Plan>('POST', plans(), {
      name: 'Small',
      blocks: [block(theatre.categoryId, 1, 1)],
    });
    const path = `representations/${theatre.performanceId}`;
    const changed = await call('PATCH', path, { planId: small.id }, { headers: { 'if-match': '"1"' } });
    expect(changed.body).toMatchObject({
      placesAvailable: 1,
      placesRemaining: 1,
      version: 2,
      name: 'Le Grand Soir · 14/05/2031 20:30',
    });
    const [seat] = await office.seats(theatre.performanceId);
    await office.hold(theatre.performanceId, [seat?.id ?? '']);
    const refused = await call('PATCH', path, { planId: theatre.planId }, { headers: { 'if-match': '"2"' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'performance.plan-in-use']);
    expect(await office.seats(theatre.performanceId)).toHaveLength(1);
  });

  describe('synchronised with the room plan (R-014)', () => {
    interface Labels {
      count: number;
      labels: string[];
    }
    interface Difference {
      plan: { version: number };
      copiedVersion: number;
      added: Labels;
      changed: Labels;
      removed: Labels;
      withheld: Labels;
      kept: { seats: object[] };
    }
    const path = () => `representations/${theatre.performanceId}/sync-with-plan-salle`;
    const redraw = (version: number, blocks: object[], tables: object[] = []) =>
      call('POST', `${plans()}/${theatre.planId}/save-shapes`, { version, blocks, tables });
    const labels = async (): Promise<string> =>
      (await office.seats(theatre.performanceId)).map(({ row, number }) => `${row}${number}`).join(' ');

    test('shows the difference first, and leaves sold and held seats where they are', async () => {
      const [first, second, third] = await office.seats(theatre.performanceId);
      await office.paidBuyer(theatre, [first?.id ?? '']);
      await office.settled(theatre.performanceId);
      const held = await office.hold(theatre.performanceId, [second?.id ?? '']);
      const { body: before } = await call<{ seats: object[] }>(
        'GET',
        `representations/${theatre.performanceId}/plan`,
      );
      const seating = (
        await office.visit<{ seatingId: string }>(
          'GET',
          `/app-api/configuration/representations/${theatre.performanceId}/plan/states`,
        )
      ).body.seatingId;
      // The rows are elsewhere, one seat shorter, and there is a table.
      await redraw(
        1,
        [block(theatre.categoryId, 2, 2, { y: 400 })],
        [
          {
            id: 't1',
            label: 'T1',
            form: 'ROUND',
            categoryId: theatre.categoryId,
            chairs: 2,
            x: 900,
            y: 0,
            width: 60,
            depth: 60,
          },
        ],
      );
      const shown = await call<Difference>('GET', path());
      expect(shown.body).toMatchObject({
        plan: { version: 2 },
        copiedVersion: 1,
        added: { count: 2, labels: ['T1-1', 'T1-2'] },
        changed: { labels: ['B-1', 'B-2'] },
        removed: { labels: ['A-3', 'B-3'] },
        withheld: { count: 0 },
        kept: {
          seats: [
            { label: 'A-1', use: 'SOLD', change: 'CHANGED' },
            { label: 'A-2', use: 'HELD', change: 'CHANGED' },
          ],
        },
      });
      expect(await labels()).toBe('A1 A2 A3 B1 B2 B3');

      const late = await call('POST', path(), { planVersion: 1 });
      expect([late.status, late.body.code]).toEqual([412, 'record.changed']);
      const done = await call<Difference>('POST', path(), { planVersion: 2 });
      expect([done.status, done.body.removed.count]).toEqual([200, 2]);
      expect(await labels()).toBe('A1 A2 B1 B2 T11 T12');
      const { body: after } = await call<{ seats: object[]; scene: object }>(
        'GET',
        `representations/${theatre.performanceId}/plan`,
      );
      expect(after.seats.slice(0, 2)).toEqual(before.seats.slice(0, 2));
      expect(after.scene).toMatchObject({ tables: [{ id: 't1' }] });
      // A page with the former seats reads the new ones, and the cart still has its seat.
      const states = await office.visit<{ seatingId: string; states: string }>(
        'GET',
        `/app-api/configuration/representations/${theatre.performanceId}/plan/states`,
        undefined,
        held.body.cart.token,
      );
      expect(states.body.seatingId).not.toBe(seating);
      expect(states.body.states).toBe('SMFFFF');
      const columns = (id: string) =>
        office.visit<SeatColumns>(
          'GET',
          `/app-api/configuration/representations/${theatre.performanceId}/plan/seats/${id}`,
        );
      expect(decodeSeats((await columns(states.body.seatingId)).body).map(({ id }) => id)).toEqual(
        (await office.seats(theatre.performanceId)).map(({ id }) => id),
      );
      const record = await call<{ placesAvailable: number }>(
        'GET',
        `representations/${theatre.performanceId}`,
      );
      expect(record.body.placesAvailable).toBe(6);
      // A removed seat cannot be taken any more, an added one can.
      const refused = await office.hold(theatre.performanceId, [third?.id ?? '']);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      const added = (await office.seats(theatre.performanceId)).at(-1);
      expect((await office.hold(theatre.performanceId, [added?.id ?? ''])).status).toBeLessThan(300);
      const again = await call<Difference>('GET', path());
      expect(again.body).toMatchObject({
        copiedVersion: 2,
        added: { count: 0 },
        removed: { count: 0 },
        changed: { count: 0 },
      });
    });

    test('needs the right to change the performance, and a performance of the tenant', async () => {
      expect(
        (await call('POST', path(), { planVersion: 1 }, { rights: ['ticketing.performance.read'] })).status,
      ).toBe(403);
      const other = await office.theatre();
      const foreign = await call('POST', `representations/${other.performanceId}/sync-with-plan-salle`, {
        planVersion: 1,
      });
      expect(foreign.status).toBe(404);
    });

    test('waits for buyers who take a seat at the same moment: each seat is sold or removed, never both', async () => {
      const seats = await office.seats(theatre.performanceId);
      await redraw(1, [block(theatre.categoryId, 1, 1, { y: 800, firstRow: 'Z' })]);
      const [, ...holds] = await Promise.all([
        call('POST', path(), { planVersion: 2 }),
        ...seats.map(({ id }) => office.hold(theatre.performanceId, [id])),
      ]);
      const after = await office.seats(theatre.performanceId);
      const taken = seats.filter((_, at) => (holds[at]?.status ?? 500) < 300).map(({ id }) => id);
      expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(taken));
      expect(holds.every(({ status }) => status < 500)).toBe(true);
    });
  });

  test('returns the reservation of a seat to staff only', async () => {
    const [seat] = await office.seats(theatre.performanceId);
    await office.buyer(theatre.performanceId, [seat?.id ?? '']);
    const staff = await call<{ seats: { state: string }[] }>(
      'GET',
      `representations/${theatre.performanceId}/plan`,
    );
    expect(staff.body.seats.map(({ state }) => state)).toEqual([
      'HELD',
      'FREE',
      'FREE',
      'FREE',
      'FREE',
      'FREE',
    ]);
    const front = await office.visit<{ stage: object; width: number; categories: object[] }>(
      'GET',
      `/app-api/configuration/representations/${theatre.performanceId}/plan`,
    );
    expect(front.body).toMatchObject({
      categories: [{ name: 'Or', fromPriceMinor: 8900 }],
      stage: { width: expect.any(Number) as number },
    });
    expect(front.text).not.toContain('reservationId');
  });

  test('a browser receives a plan again only when a seat has changed, and never that of another cart', async () => {
    const path = `/app-api/configuration/representations/${theatre.performanceId}/plan`;
    const plan = (etag?: string, token?: string) =>
      office.visit('GET', path, undefined, token, etag ? { 'if-none-match': etag } : {});
    const first = await plan();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('vary')).toContain('Cart-Token');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await plan(etag);
    expect([again.status, again.text]).toEqual([304, '']);

    const [seat] = await office.seats(theatre.performanceId);
    const { body } = await office.hold(theatre.performanceId, [seat?.id ?? '']);
    const changed = await plan(etag);
    expect(changed.status).toBe(200);
    // The holder's own plan shows the seat as theirs.
    expect((await plan(changed.headers.get('etag') ?? '', body.cart.token)).status).toBe(200);
  });

  describe('in two parts', () => {
    interface States {
      version: number;
      seatingId: string;
      categories: object[];
      states: string;
    }
    const base = () => `/app-api/configuration/representations/${theatre.performanceId}/plan`;
    const states = async (token?: string) =>
      (await office.visit<States>('GET', `${base()}/states`, undefined, token)).body;
    const columns = (seatingId: string) => office.visit<SeatColumns>('GET', `${base()}/seats/${seatingId}`);
    const letters = async (token?: string) => (await states(token)).states;

    test('is the whole plan again', async () => {
      const [first] = await office.seats(theatre.performanceId);
      const { token } = await office.buyer(theatre.performanceId, [first?.id ?? '']);
      const plan = await office.visit<{ seats: object[]; categories: object[]; version: number }>(
        'GET',
        base(),
        undefined,
        token,
      );
      const read = await states(token);
      const { body, headers } = await columns(read.seatingId);
      expect(
        decodeSeats(body).map((seat, order) => ({ ...seat, state: stateAt(read.states, order) })),
      ).toEqual(plan.body.seats);
      expect(read).toMatchObject({ version: plan.body.version, categories: plan.body.categories });
      expect(body.ids).toBeNull();
      expect(headers.get('cache-control')).toContain('immutable');
    });

    test('has a letter for each seat: of the own cart, held, sold, blocked', async () => {
      const [, second, third, , , last] = await office.seats(theatre.performanceId);
      await office.database.asSuperuser('UPDATE performance_seat SET is_blocked = true WHERE id = $1', [
        last?.id,
      ]);
      expect(await letters()).toBe('FFFFFB');
      const held = await office.hold(theatre.performanceId, [second?.id ?? '']);
      await office.hold(theatre.performanceId, [third?.id ?? '']);
      expect(await letters()).toBe('FHHFFB');
      expect(await letters(held.body.cart.token)).toBe('FMHFFB');
      expect(await letters('a token of nobody')).toBe('FHHFFB');
      await office.database.asSuperuser(
        `UPDATE seat_claim SET state = 'SOLD', reservation_id = uuidv7(), expires_at = 'infinity' WHERE seat_id = $1`,
        [second?.id],
      );
      expect(await letters(held.body.cart.token)).toBe('FSHFFB');
      await office.expire(held.body.cart.id);
    });

    test('shows a seat as free when its hold has expired', async () => {
      const [first] = await office.seats(theatre.performanceId);
      const held = await office.hold(theatre.performanceId, [first?.id ?? '']);
      await office.expire(held.body.cart.id);
      expect(await letters(held.body.cart.token)).toBe('FFFFFF');
    });

    test('has other seats after a change of plan; those of before are no longer there', async () => {
      const before = await states();
      expect((await columns(before.seatingId)).status).toBe(200);
      const { body: small } = await call<Plan>('POST', plans(), {
        name: 'Small',
        blocks: [block(theatre.categoryId, 1, 2)],
      });
      await call(
        'PATCH',
        `representations/${theatre.performanceId}`,
        { planId: small.id },
        {
          headers: { 'if-match': '"1"' },
        },
      );
      const after = await states();
      expect([after.states, after.seatingId === before.seatingId]).toEqual(['FF', false]);
      expect(decodeSeats((await columns(after.seatingId)).body)).toHaveLength(2);
      // A page with the old seats cannot take a new one by its number.
      const refused = await office.hold(theatre.performanceId, [before.seatingId]);
      expect(refused.status).toBeGreaterThanOrEqual(400);
    });

    test('is read by many at once, each with its own seats', async () => {
      const all = await office.seats(theatre.performanceId);
      const carts = await Promise.all(
        all.map(async ({ id }) => (await office.hold(theatre.performanceId, [id])).body.cart.token),
      );
      const seen = await Promise.all(carts.map(letters));
      expect(seen).toEqual(['MHHHHH', 'HMHHHH', 'HHMHHH', 'HHHMHH', 'HHHHMH', 'HHHHHM']);
    });
  });
});
