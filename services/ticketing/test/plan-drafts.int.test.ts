import { randomUUID } from 'node:crypto';
import { sabotaged, withoutRowLocks } from '@coulisse/test-kit';
import { runFileRounds } from '@coulisse/resource-server';
import { planFileSources } from '../src/features/room-plans/plan-file-sources';
import { block, BoxOffice, type Theatre } from './support/box-office';

interface Plan {
  id: string;
  version: number;
  publishedVersion: number;
  draftSavedBy: string | null;
  shapes: { label: string }[];
  views: object[];
  background: object | null;
  draft: { blocks: { categoryId: string }[]; views: object[] } | null;
}

/** A drawing with all that the editor sends. */
const drawing = (blocks: object[], over: object = {}) => ({
  ...{ name: 'Cabaret', blocks, tables: [], outlines: [], texts: [], background: null, views: [] },
  ...over,
});
/** As the editor has it: with every number. */
const drawn = (categoryId: string, seats: number, over: object = {}) =>
  block(categoryId, 1, seats, {
    ...{ firstSeat: 1, rowSpacing: 28, seatSpacing: 26, curve: 0, rotation: 0 },
    ...{ numbering: 'LEFT_TO_RIGHT', aisleAfter: [], accessible: [], ...over },
  });

describe('drafts of plans and their pictures', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  const call = <B>(method: string, path: string, body?: unknown, rights?: string[]) =>
    office.staff<B & { code?: string; errors?: { pointer: string; code: string }[] }>(
      theatre.tenantId,
      method,
      `/b/api/configuration/${path}`,
      body,
      rights && { rights },
    );
  const plan = (action = '') => `salles/${theatre.roomId}/plans/${theatre.planId}${action}`;
  const read = async () => (await call<Plan>('GET', plan())).body;
  const picture = (over: object = {}): string => {
    const id = randomUUID();
    const file = { tenantId: theatre.tenantId, rights: 'ticketing.room', mediaType: 'image/png', ...over };
    office.peers.files.set(id, file);
    return id;
  };
  const background = (fileId: string) => ({
    ...{ fileId, x: -20, y: 0, width: 1200, height: 800, scale: 0.5, opacity: 0.4, isHidden: false },
  });
  const publicViews = async (performanceId: string) =>
    office.visit<{ items: { fileId: string; alt: string; seats: object }[] }>(
      'GET',
      `/app-api/configuration/representations/${performanceId}/plan/views`,
    );

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 1, seatsPerRow: 3 });
  });
  afterAll(() => office.close());

  test('new performances copy the published plan until its draft is published', async () => {
    const five = drawing([drawn(theatre.categoryId, 5)]);
    const saved = await call<Plan>('POST', plan('/save-draft'), { version: 1, ...five });
    expect([saved.status, saved.body.version, saved.body.publishedVersion]).toEqual([200, 2, 1]);
    expect(saved.body.draftSavedBy).toEqual(expect.any(String));
    expect(saved.body.shapes).toHaveLength(3);
    expect(await office.seats(await office.perform(theatre))).toHaveLength(3);

    const late = await call('POST', plan('/publish'), { version: 1 });
    expect([late.status, late.body.code]).toEqual([412, 'record.changed']);
    const published = await call<Plan>('POST', plan('/publish'), { version: 2 });
    expect(published.body).toMatchObject({
      version: 3,
      publishedVersion: 3,
      draft: null,
      draftSavedBy: null,
    });
    expect(await office.seats(await office.perform(theatre))).toHaveLength(5);
    const again = await call('POST', plan('/publish'), { version: 3 });
    expect([again.status, again.body.code]).toEqual([409, 'plan.no-draft']);
  });

  test('a performance is synchronised with the published plan, not with the draft', async () => {
    const path = `representations/${theatre.performanceId}/sync-with-plan-salle`;
    const difference = async () =>
      (await call<{ plan: { version: number }; added: { count: number } }>('GET', path)).body;
    await call('POST', plan('/save-draft'), { version: 1, ...drawing([drawn(theatre.categoryId, 5)]) });
    expect(await difference()).toMatchObject({ plan: { version: 1 }, added: { count: 0 } });
    await call('POST', plan('/publish'), { version: 2 });
    expect(await difference()).toMatchObject({ plan: { version: 3 }, added: { count: 2 } });
  });

  test('a draft may be unfinished; publishing names what is wrong, and changes nothing', async () => {
    const unfinished = [drawn('', 2, { firstRow: '', rows: 0 }), drawn(theatre.categoryId, 2, { id: 'b' })];
    const body = drawing(unfinished, { views: [{ itemId: 'b', fileId: picture(), alt: '' }] });
    const saved = await call<Plan>('POST', plan('/save-draft'), { version: 1, ...body });
    expect(saved.body.draft?.blocks[0]?.categoryId).toBe('');
    const refused = await call('POST', plan('/publish'), { version: 2 });
    expect([refused.status, refused.body.code]).toEqual([422, 'plan.save-failed']);
    expect(refused.body.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(
      expect.arrayContaining([
        '/blocks/0/categoryId validation.not-blank',
        '/blocks/0/rows validation.format',
        '/views/0/alt validation.not-blank',
      ]),
    );
    const same = drawing([drawn(theatre.categoryId, 2), drawn(theatre.categoryId, 2, { id: 'b' })]);
    await call('POST', plan('/save-draft'), { version: 2, ...same });
    const repeated = await call('POST', plan('/publish'), { version: 3 });
    expect(repeated.body.errors?.[0]).toMatchObject({ pointer: '/blocks/1', code: 'validation.unique' });
    expect(await read()).toMatchObject({ publishedVersion: 1, shapes: [{}, {}, {}] });
  });

  test('a draft is discarded; a plan that was never published goes with it', async () => {
    await call('POST', plan('/save-draft'), { version: 1, ...drawing([]) });
    const discarded = await call<{ plan: Plan }>('POST', plan('/discard-draft'), { version: 2 });
    expect(discarded.body.plan).toMatchObject({ version: 3, publishedVersion: 1, draft: null });
    expect(discarded.body.plan.shapes).toHaveLength(3);

    const created = await call<Plan>('POST', `salles/${theatre.roomId}/draft-plans`, {
      ...drawing([drawn(theatre.categoryId, 2)]),
      name: 'Gala',
    });
    expect([created.status, created.body.publishedVersion]).toEqual([201, 0]);
    await expect(office.perform({ ...theatre, planId: created.body.id })).rejects.toThrow(
      'plan.not-published',
    );
    const path = `salles/${theatre.roomId}/plans/${created.body.id}`;
    const deleted = await call<{ plan: null }>('POST', `${path}/discard-draft`, { version: 1 });
    expect([deleted.status, deleted.body.plan]).toEqual([200, null]);
    expect((await call('GET', path)).status).toBe(404);
  });

  /** Two people save the draft that both have read: what each is answered. */
  const saveTwice = async () => {
    const save = (seats: number) =>
      call<Plan>('POST', plan('/save-draft'), {
        version: 1,
        ...drawing([drawn(theatre.categoryId, seats)]),
      });
    return (await Promise.all([save(4), save(5)])).map(({ status }) => status).sort();
  };

  test('(sabotaged) without the lock of the plan, the second overwrites what the first has saved', async () => {
    expect(
      await sabotaged(
        { defects: [withoutRowLocks], meet: 2, of: theatre.tenantId, after: /FROM room_plan .* FOR UPDATE/s },
        saveTwice,
      ),
    ).toEqual([200, 200]);
  });

  test('two people who save one draft: the second is told, and nothing of the first is lost', async () => {
    expect(await saveTwice()).toEqual([200, 412]);
    expect((await read()).version).toBe(2);
  });

  test('pictures: only those of rooms of this theatre; views are public once published', async () => {
    const [ground, seen] = [picture(), picture()];
    const wrong = [
      picture({ tenantId: randomUUID() }),
      picture({ rights: 'ticketing.show' }),
      picture({ mediaType: 'application/pdf' }),
      randomUUID(),
    ];
    for (const fileId of wrong) {
      const body = { version: 1, ...drawing([], { background: background(fileId) }) };
      const refused = await call('POST', plan('/save-draft'), body);
      expect(refused.body.errors).toMatchObject([
        { pointer: '/background/fileId', code: 'validation.choice' },
      ]);
    }
    const alt = 'La scène & le rideau, de face';
    const left = drawn(theatre.categoryId, 2, { id: 'left' });
    const right = drawn(theatre.categoryId, 2, { id: 'right', firstSeat: 3, x: 200 });
    const body = drawing([left, right], {
      background: background(ground),
      views: [
        { itemId: 'right', fileId: seen, alt },
        { itemId: 'removed', fileId: seen, alt },
      ],
    });
    expect((await call('POST', plan('/save-draft'), { version: 1, ...body })).status).toBe(200);
    expect(office.peers.publicFiles.has(seen)).toBe(false);
    const published = await call<Plan>('POST', plan('/publish'), { version: 2 });
    expect(published.body).toMatchObject({
      background: { fileId: ground, scale: 0.5 },
      views: [{ itemId: 'right', fileId: seen, alt }],
    });
    expect([office.peers.publicFiles.has(seen), office.peers.publicFiles.has(ground)]).toEqual([true, false]);

    expect((await publicViews(theatre.performanceId)).body.items).toEqual([]);
    const later = await office.perform(theatre);
    const shown = await publicViews(later);
    expect(shown.body.items).toEqual([{ fileId: seen, alt, seats: { A: ['3', '4'] } }]);
    expect(shown.text).not.toContain(ground);

    // The performance that was there before takes the pictures over with the seats.
    const sync = `representations/${theatre.performanceId}/sync-with-plan-salle`;
    expect((await call('GET', sync)).body).toMatchObject({ hasOtherViews: true });
    await call('POST', sync, { planVersion: 3 });
    expect((await publicViews(theatre.performanceId)).body.items).toHaveLength(1);
    expect((await call('GET', sync)).body).toMatchObject({ hasOtherViews: false });
    expect((await publicViews(randomUUID())).status).toBe(404);
  });

  test('the pictures of plans, drafts and performances are reported as used, only those of views as public', async () => {
    const [ground, seen, drafted] = [picture(), picture(), picture()];
    const views = (fileId: string) => [{ itemId: 'stalls', fileId, alt: 'La scène' }];
    const blocks = [drawn(theatre.categoryId, 2)];
    const body = drawing(blocks, { background: background(ground), views: views(seen) });
    await call('POST', plan('/save-draft'), { version: 1, ...body });
    await call('POST', plan('/publish'), { version: 2 });
    await office.perform(theatre);
    // The plan has another picture by now; the performance still shows the former one.
    await call('POST', plan('/save-draft'), { version: 3, ...drawing(blocks, { views: views(drafted) }) });
    office.peers.dueRounds.push(theatre.tenantId);
    await runFileRounds(office.service.ctx, [], planFileSources);
    const reported = [ground, seen, drafted].map((id) => office.peers.keptFiles.get(id));
    expect(reported).toEqual([false, true, false]);
  });

  test('needs the right on rooms, and refuses huge and foreign parts', async () => {
    for (const action of ['/save-draft', '/publish', '/discard-draft']) {
      const body = action === '/save-draft' ? { version: 1, ...drawing([]) } : { version: 1 };
      expect((await call('POST', plan(action), body, ['ticketing.room.read'])).status).toBe(403);
    }
    const many = Array.from({ length: 101 }, (_, at) => drawn(theatre.categoryId, 1, { id: `b${at}` }));
    const twoOfOne = [picture(), picture()].map((fileId) => ({ itemId: 'b', fileId, alt: '' }));
    for (const body of [
      drawing(many),
      drawing([], { views: twoOfOne }),
      drawing([drawn(theatre.categoryId, 1, { x: 1e9 })]),
      drawing([], { background: { ...background(picture()), opacity: 0 } }),
      { ...drawing([]), shapes: [] },
    ])
      expect((await call('POST', plan('/save-draft'), { version: 1, ...body })).status).toBe(422);
  });
});
