import { randomUUID } from 'node:crypto';
import type { Answer, Caller } from '@coulisse/test-kit/describe-resource';
import type { Tx } from '@coulisse/service-kit/database';
import { type Command, type CommandResult, defineCommand } from '../src/commands';
import { computed, text } from '@coulisse/resource';
import { gadget, holiday, organisation, shelf } from '@coulisse/sample/resources';
import { serveResources, type ResourceServer } from '@coulisse/sample/resource-server';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { countStatements } from '@coulisse/sample/statement-counter';

jest.setTimeout(60_000);

const resources = [gadget, holiday, shelf, organisation];
/** The reference of a gadget is computed by the database. */
const computedReference = {
  ...gadget,
  fields: { ...gadget.fields, reference: computed(text({ max: 20 }), 'upper(t.name)') },
};
type Body = Record<string, unknown>;
interface List {
  items: Body[];
  page: { size: number; number?: number; next: string | null; previous: string | null; total: number };
  sums: Record<string, string>;
}

describe('the resource kernel', () => {
  let database: SampleDatabase;
  let server: ResourceServer;
  let caller: Caller;
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    server.request(caller, method, `/b/api/sample/${path}`, { body, headers });
  const create = async (path: string, body: Body) => {
    const answer = await send('POST', path, body);
    expect(answer.body).toMatchObject({ version: 1 });
    return answer.body as Body & { id: string; version: number };
  };
  const list = async (path: string) => (await send('GET', path)).body as List;
  const errors = (answer: Answer) =>
    (answer.body as { errors: { pointer: string; code: string }[] }).errors.map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
  const toy = (overrides: Body = {}) => ({ name: 'Robot', price: '12.50', kind: 'TOY', ...overrides });

  beforeAll(async () => {
    database = await sampleDatabase();
    server = await serveResources(database.db, {
      resources: [computedReference, holiday, shelf, organisation],
    });
  });
  beforeEach(() => {
    caller = { tenantId: randomUUID(), rights: ['*'] };
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  test('stores every kind of field, and serves it in canonical form', async () => {
    const { id: shelfId } = await create('shelves', { name: 'Top' });
    const owner = randomUUID();
    const made = await create('gadgets', {
      ...toy(),
      notes: '  kept as it is ',
      quantity: 3,
      weight: 1.5,
      price: '7.5',
      discount: '12.5000',
      boughtOn: '2026-03-29',
      opensAt: '09:05',
      checkedAt: '2026-03-29T02:30:00+02:00',
      shelf: shelfId,
      otherShelves: [shelfId],
      owner,
      parts: [
        { label: 'arm', price: '1' },
        { label: 'leg', price: '2.00', size: 'L' },
      ],
      email: 'a@b.fr',
      website: 'https://b.fr',
      color: '#AABBCC',
      madeIn: 'FR',
      times: ['10:00', '20:30'],
      extra: { a: 1 },
    });
    const { body: read } = await send('GET', `gadgets/${made.id}`);
    expect(read).toEqual(made);
    expect(read).toMatchObject({
      notes: '  kept as it is ',
      weight: '1.5',
      price: '7.50',
      discount: '12.5',
      fragile: false,
      boughtOn: '2026-03-29',
      opensAt: '09:05',
      checkedAt: '2026-03-29T00:30:00.000Z',
      shelf: { id: shelfId, label: 'Top' },
      otherShelves: [{ id: shelfId, label: 'Top' }],
      owner: { id: owner, label: null },
      parts: [
        { label: 'arm', price: '1.00', size: null },
        { label: 'leg', price: '2.00', size: 'L' },
      ],
      color: '#aabbcc',
      times: ['10:00', '20:30'],
      extra: { a: 1 },
      telephone: null,
      partsCount: 2,
      reference: 'ROBOT',
    });
  });

  test('reports every error of a body with its pointer', async () => {
    const answer = await send('POST', 'gadgets', {
      name: '  ',
      quantity: 1001,
      weight: '1.23456',
      price: 12.5,
      kind: 'BIKE',
      shelf: 'no id',
      parts: [{ label: 'x', price: '-', colour: 1 }],
      email: 'nobody',
      website: 'javascript:alert(1)',
      boughtOn: '2026-02-30',
      opensAt: '25:00',
      fragile: 'yes',
      times: ['1'],
      reference: 'mine',
      other: 1,
      ['a/b']: 1,
    });
    expect(answer.status).toBe(422);
    expect(errors(answer).sort()).toEqual(
      [
        '/name validation.not-blank',
        '/quantity validation.value-max',
        '/weight validation.number',
        '/price validation.number',
        '/kind validation.choice',
        '/shelf validation.choice',
        '/parts/0/price validation.number',
        '/parts/0/colour validation.extra-fields',
        '/email validation.email',
        '/website validation.url',
        '/boughtOn validation.date',
        '/opensAt validation.time',
        '/fragile validation.type',
        '/times/0 validation.time',
        '/reference validation.extra-fields',
        '/other validation.extra-fields',
        '/a~1b validation.extra-fields',
      ].sort(),
    );
    expect((await send('POST', 'gadgets', { ...toy(), notes: 'a\0b' })).status).toBe(422);
    expect((await send('POST', 'gadgets', toy({ weight: '13' }))).body).toMatchObject({
      code: 'validation.choice',
      status: 422,
    });
  });

  test('updates given fields, clears null ones, leaves the others unchanged', async () => {
    const made = await create(
      'gadgets',
      toy({
        notes: 'old',
        quantity: 2,
        parts: [
          { label: 'a', price: '1' },
          { label: 'b', price: '2' },
        ],
      }),
    );
    const [a, b] = made.parts as { id: string }[];
    const change = (body: Body, version: number) =>
      send('PATCH', `gadgets/${made.id}`, body, { 'if-match': `"${version}"` });
    const changed = await change(
      {
        notes: null,
        parts: [
          { id: b!.id, label: 'b2', price: '2' },
          { label: 'c', price: '3' },
        ],
      },
      1,
    );
    expect(changed.headers.etag).toBe('"2"');
    expect(changed.body).toMatchObject({
      notes: null,
      quantity: 2,
      partsCount: 2,
      parts: [{ id: b!.id, label: 'b2' }, { label: 'c' }],
    });
    expect(errors(await change({ parts: [{ id: a!.id, label: 'a', price: '1' }] }, 2))).toEqual([
      '/parts/0/id validation.choice',
    ]);
    expect((await change({ quantity: 2 }, 2)).headers.etag).toBe('"2"');
    expect((await change({ name: null }, 2)).body).toMatchObject({
      errors: [{ pointer: '/name', code: 'validation.not-blank' }],
    });
    expect((await change({ fragile: null }, 2)).body).toMatchObject({
      errors: [{ pointer: '/fragile', code: 'validation.not-null' }],
    });
    const { items } = (await send('GET', `gadgets/${made.id}/history`)).body as { items: Body[] };
    expect(items.map(({ action, actor }) => [action, actor])).toEqual([
      ['update', 'Tess Tester'],
      ['create', 'Tess Tester'],
    ]);
    expect(items[0]!.changes).toMatchObject({ notes: ['old', null] });
    // What the database computes is not a change of the record.
    for (const { changes } of items) expect(changes).not.toHaveProperty('reference');
  });

  test('children: a new one gets the defaults, an existing one keeps fields that are not given', async () => {
    const line = { start: '2026-07-01', end: '2026-07-01', days: '0.5', halfDay: true };
    const made = await create('holidays', { title: 'Ponts', lines: [line] });
    const [{ id }] = made.lines as [{ id: string }];
    const { halfDay: _halfDay, ...changedLine } = { ...line, id, days: '0.25' };
    const lines = [changedLine, { start: '2026-07-02', end: '2026-07-03', days: '2' }];
    const changed = await send('PATCH', `holidays/${made.id}`, { lines }, { 'if-match': '"1"' });
    expect(changed.body).toMatchObject({
      totalDays: '2.25',
      lines: [
        { ...line, id, days: '0.25' },
        { start: '2026-07-02', halfDay: false },
      ],
    });
    const _states = [{ state: 'DRAFT', at: made.createdAt }];
    expect((await send('GET', `holidays/${made.id}`)).body).toEqual({ ...(changed.body as Body), _states });
  });

  test('reports the field of a violated constraint (R-059)', async () => {
    await create('shelves', { name: 'One' });
    expect(errors(await send('POST', 'shelves', { name: 'One' }))).toEqual(['/name validation.unique']);
    expect(errors(await send('POST', 'gadgets', toy({ shelf: randomUUID() })))).toEqual([
      '/shelf validation.choice',
    ]);
    const used = await create('shelves', { name: 'Used' });
    await create('gadgets', toy({ shelf: used.id }));
    expect(await send('DELETE', `shelves/${used.id}`)).toMatchObject({
      status: 409,
      body: { code: 'foreign-key.linked-data' },
    });
  });

  test('refuses concurrent updates of the same version except one', async () => {
    const { id } = await create('shelves', { name: 'Raced' });
    const answers = await Promise.all(
      [1, 2, 3].map((rank) => send('PATCH', `shelves/${id}`, { rank }, { 'if-match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  test('runs transitions, and reports why one is blocked', async () => {
    const made = await create('holidays', { title: 'Empty', lines: [] });
    expect(made._actions).toEqual([
      {
        name: 'valid',
        allowed: false,
        blockers: [{ code: 'holiday.no-line', params: {}, detail: 'The holiday has no line.' }],
      },
      { name: 'refuse', allowed: true, blockers: [] },
      {
        name: 'back_to_draft',
        allowed: false,
        blockers: [expect.objectContaining({ code: 'transition.impossible' })],
      },
    ]);
    const move = (id: string, name: string) => send('POST', `holidays/${id}/transitions/${name}`);
    expect(await move(made.id, 'valid')).toMatchObject({ status: 422, body: { code: 'holiday.no-line' } });
    for (const unknown of ['nonsense', 'constructor', '__proto__'])
      expect(await move(made.id, unknown)).toMatchObject({
        status: 409,
        body: { code: 'transition.impossible' },
      });
    const half = { start: '2026-01-01', end: '2026-01-02', halfDay: true, days: '0.5' };
    expect(await send('POST', 'holidays', { title: 'Half', lines: [half] })).toMatchObject({
      status: 422,
      body: { code: 'holiday-line.half-day-single-date', errors: [{ pointer: '/lines/0/end' }] },
    });
    const full = await create('holidays', {
      title: 'Summer',
      lines: [{ start: '2026-07-01', end: '2026-07-14', days: '10' }],
    });
    expect(full.totalDays).toBe('10');
    const valid = await move(full.id, 'valid');
    expect(valid).toMatchObject({ status: 200, body: { state: 'VALIDATED', version: 2 } });
    const events = await database.asSuperuser(
      `SELECT type, topic, aggregate_id FROM kit.outbox WHERE aggregate_id = '${full.id}'`,
    );
    expect(events).toEqual([{ type: 'changed', topic: 'crm.tiers.v1', aggregate_id: full.id }]);
    caller = { ...caller, rights: ['sample.holiday.read', 'sample.holiday.update'] };
    expect((await move(full.id, 'refuse')).status).toBe(403);
    expect((await move(full.id, 'back_to_draft')).status).toBe(200);
  });

  describe('a list', () => {
    const names = (page: List) => page.items.map((item) => item.name);
    beforeEach(async () => {
      const { id: low } = await create('shelves', { name: 'Bas' });
      const { id: high } = await create('shelves', { name: 'Haut' });
      const rows: Body[] = [
        toy({ name: 'Élan', price: '10.10', quantity: 1, shelf: high, boughtOn: '2026-01-03' }),
        toy({ name: 'Œuf', price: '20.20', quantity: 2, shelf: low }),
        toy({ name: 'zèbre', price: '0.05', kind: 'TOOL', boughtOn: '2026-01-01' }),
        toy({ name: 'ane', price: '1.00', boughtOn: '2026-01-02', notes: 'tête en 50%' }),
        toy({ name: 'Bœuf', price: '2.00', times: ['20:30'] }),
      ];
      for (const row of rows) await create('gadgets', row);
    });

    test('finds words regardless of accents and position', async () => {
      expect(names(await list('gadgets?q=ELAN'))).toEqual(['Élan']);
      expect(names(await list('gadgets?q=oeuf&sort=price'))).toEqual(['Bœuf', 'Œuf']);
      expect(names(await list(`gadgets?q=${encodeURIComponent('ane TETE 50%')}`))).toEqual(['ane']);
      expect(names(await list('gadgets?q=%25'))).toEqual(['ane']);
      expect(names(await list('gadgets?q=%25_'))).toEqual([]);
    });

    test('filters by every operator', async () => {
      const count = async (filter: string) => (await list(`gadgets?${filter}`)).page.total;
      expect(await count('f.kind.eq=TOOL')).toBe(1);
      expect(await count('f.kind.ne=TOOL')).toBe(4);
      expect(await count('f.kind.in=TOOL,TOY')).toBe(5);
      expect(await count('f.price.gte=2&f.price.lte=10.10')).toBe(2);
      expect(await count('f.boughtOn.gte=2026-01-02')).toBe(2);
      expect(await count('f.boughtOn.empty=true')).toBe(2);
      expect(await count('f.shelf.empty=false')).toBe(2);
      expect(await count('f.name.contains=e')).toBe(5);
      expect(await count('f.times.contains=20:30')).toBe(1);
      expect(await count('f.times.empty=true')).toBe(4);
      expect(await count('f.fragile.eq=false')).toBe(5);
      expect(await count('f.createdAt.gte=2000-01-01')).toBe(5);
      expect(await count('f.reference.eq=ANE')).toBe(1);
      const { items } = await list('gadgets?f.kind.eq=TOY&sort=name&size=1');
      const shelves = await list('gadgets?f.shelf.empty=false');
      const shelf = shelves.items[0]!.shelf as { id: string };
      expect(items).toHaveLength(1);
      expect(await count(`f.shelf.eq=${shelf.id}`)).toBe(1);
      expect(await count(`f.shelf.in=${shelf.id}`)).toBe(1);
      for (const wrong of [
        'f.nothing.eq=1',
        'f.kind.eq=BIKE',
        'f.price.gte=x',
        'f.shelf.eq=x',
        'f.kind.like=x',
        'size=0',
        'size=a',
        'sort=parts',
        'nonsense=1',
        'after=x',
        'f.boughtOn.eq=2026-99-99',
        'f.boughtOn.eq=2026-02-30',
      ])
        expect([wrong, (await send('GET', `gadgets?${wrong}`)).status]).toEqual([wrong, 422]);
    });

    test('sums the amounts of all matches, not of the page', async () => {
      const page = await list('gadgets?size=1');
      expect(page.sums).toEqual({ price: '33.35', quantity: '3' });
      expect(page.page.total).toBe(5);
    });

    test.each([
      'name',
      '-name',
      'price',
      '-price',
      'boughtOn',
      '-boughtOn',
      'shelf',
      '-shelf',
      'kind',
      'createdAt',
      '-createdAt',
      'owner',
      'fragile',
      'quantity',
    ])('sorted by %s has the same order forwards, backwards and by page number', async (sort) => {
      const expected = names(await list(`gadgets?sort=${sort}`));
      expect(expected).toHaveLength(5);
      const forwards: unknown[] = [];
      let page = await list(`gadgets?sort=${sort}&size=2`);
      forwards.push(...names(page));
      while (page.page.next) {
        page = await list(`gadgets?sort=${sort}&size=2&after=${page.page.next}`);
        forwards.push(...names(page));
      }
      expect(forwards).toEqual(expected);
      const backwards = [...names(page)];
      while (page.page.previous) {
        page = await list(`gadgets?sort=${sort}&size=2&after=${page.page.previous}`);
        backwards.unshift(...names(page));
      }
      expect(backwards).toEqual(expected);
      const numbered = await Promise.all(
        [1, 2, 3].map((number) => list(`gadgets?sort=${sort}&size=2&page=${number}`)),
      );
      expect(numbered.flatMap(names)).toEqual(expected);
      expect(numbered[2]!.page).toMatchObject({ number: 3, next: null, total: 5 });
    });

    test('sorts empty values last, and references by their label', async () => {
      expect(names(await list('gadgets?sort=boughtOn')).slice(0, 3)).toEqual(['zèbre', 'ane', 'Élan']);
      expect(names(await list('gadgets?sort=-boughtOn')).slice(0, 3)).toEqual(['Élan', 'ane', 'zèbre']);
      expect(names(await list('gadgets?sort=shelf')).slice(0, 2)).toEqual(['Œuf', 'Élan']);
    });

    test('uses the same number of statements for many rows as for few', async () => {
      const few = await countStatements(() => list('gadgets?size=2&sort=shelf'));
      const many = await countStatements(() => list('gadgets?size=200&sort=shelf'));
      expect(many).toEqual({ ...few, statements: few.statements.map(() => expect.any(String) as string) });
      expect(few.statements.length).toBeLessThanOrEqual(3);
    });
  });

  test('records that are tenants are listed for the platform, and readable by their own users', async () => {
    const platform: Caller = { tenantId: null as unknown as string, rights: ['sample.organisation.*'] };
    caller = platform;
    const suffix = randomUUID().slice(0, 8);
    const made = await create('organisations', { name: 'Opéra', slug: `opera-${suffix}` });
    const other = await create('organisations', { name: 'Théâtre', slug: `theatre-${suffix}` });
    expect(errors(await send('POST', 'organisations', { name: 'Again', slug: `opera-${suffix}` }))).toEqual([
      '/slug validation.unique',
    ]);
    expect((await list(`organisations?q=opera`)).items.map((item) => item.id)).toContain(made.id);
    expect(
      (await send('PATCH', `organisations/${made.id}`, { name: 'Opéra-Comique' }, { 'if-match': '"1"' }))
        .status,
    ).toBe(200);
    caller = { tenantId: made.id, rights: ['sample.organisation.*'] };
    expect((await list('organisations')).items.map((item) => item.id)).toEqual([made.id]);
    expect((await send('GET', `organisations/${made.id}`)).status).toBe(200);
    expect((await send('GET', `organisations/${other.id}`)).status).toBe(404);
  });

  test('a command replaces an operation, and adds to its response', async () => {
    const inputs: Body[] = [];
    const commands = [
      defineCommand(shelf, 'create', async ({ id, values, tx }) => {
        inputs.push({ id, ...values });
        await tx.sql.query('INSERT INTO shelf (id, tenant_id, name) VALUES ($1, $2, $3)', [
          id,
          tx.tenantId,
          `${values.name}!`,
        ]);
        return { id, password: 'once' };
      }),
      defineCommand(shelf, 'update', async ({ id, changes }) => (inputs.push(changes), { id })),
      defineCommand(gadget, 'create', ({ proceed }) => proceed({ reference: 'R-1' })),
      defineCommand(gadget, 'update', ({ proceed }) => proceed({ reference: 'R-2' })),
    ];
    const other = await serveResources(database.db, { resources, commands });
    try {
      const path = '/b/api/sample/shelves';
      const made = await other.request(caller, 'POST', path, { body: { name: 'By hand' } });
      expect(made).toMatchObject({ status: 201, body: { name: 'By hand!', rank: 0, password: 'once' } });
      const { id } = made.body as { id: string };
      const headers = { 'if-match': '"1"' };
      expect(
        await other.request(caller, 'PATCH', `${path}/${id}`, { body: { rank: 4 }, headers }),
      ).toMatchObject({ status: 200, body: { rank: 0, version: 1 } });
      expect(inputs).toEqual([
        { id, name: 'By hand', color: null, rank: 0, isArchived: false, position: 0 },
        { rank: 4 },
      ]);
      expect((await other.request(caller, 'POST', path, { body: { nme: 'x' } })).status).toBe(422);

      const gadgets = '/b/api/sample/gadgets';
      const gadget = await other.request(caller, 'POST', gadgets, { body: toy() });
      expect(gadget.body).toMatchObject({ reference: 'R-1', partsCount: 0, version: 1 });
      const body = { quantity: 9 };
      const changed = await other.request(
        caller,
        'PATCH',
        `${gadgets}/${(gadget.body as { id: string }).id}`,
        { body, headers },
      );
      expect(changed.body).toMatchObject({ reference: 'R-2', quantity: 9, version: 2 });
    } finally {
      await other.close();
    }
  });

  test('the record is read again if a command changes its row after the default write and returns its id', async () => {
    const louder = (tx: Tx, id: string) =>
      tx.sql.query(`UPDATE shelf SET name = upper(name) WHERE tenant_id = $1 AND id = $2`, [tx.tenantId, id]);
    const answering = (answer: (record: CommandResult) => CommandResult): Command =>
      defineCommand(shelf, 'create', async ({ tx, proceed }) => {
        const record = await proceed();
        await louder(tx, record.id);
        return answer(record);
      });
    const made = async (create: Command) => {
      const server = await serveResources(database.db, {
        resources,
        commands: [create],
      });
      try {
        const body = { name: `s ${randomUUID()}` };
        const answer = await server.request(caller, 'POST', '/b/api/sample/shelves', { body });
        return { sent: body.name, answered: (answer.body as { name: string }).name };
      } finally {
        await server.close();
      }
    };
    const again = await made(answering(({ id }) => ({ id })));
    expect(again.answered).toBe(again.sent.toUpperCase());
    const standing = await made(answering((record) => record));
    expect(standing.answered).toBe(standing.sent);
  });

  test('returns 404 for an invalid id, and an empty list to another tenant (R-005)', async () => {
    await create('shelves', { name: 'Mine' });
    expect((await send('GET', 'shelves/1')).status).toBe(404);
    expect((await send('GET', `shelves/${randomUUID()}`)).status).toBe(404);
    expect((await send('GET', `shelves/${randomUUID()}/history`)).status).toBe(404);
    caller = { tenantId: randomUUID(), rights: ['*'] };
    expect((await list('shelves')).page.total).toBe(0);
  });
});
