import { randomUUID } from 'node:crypto';
import { isNeverNull } from '@coulisse/resource';
import fc from 'fast-check';
import { systemActor } from '@coulisse/service-kit/actor';
import { MOST_COUNTED, NEAR } from '../src/list-statements';
import { MOST_FOUND } from '../src/lists/conditions';
import { gadget, holiday, shelf, toy } from '@coulisse/sample/resources';
import { serveResources, type ResourceServer, type Person } from '@coulisse/sample/resource-server';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';

jest.setTimeout(120_000);

type Body = Record<string, unknown>;
interface List {
  items: (Body & { id: string })[];
  page: { size: number; next: string | null; previous: string | null; total: number | null; exact: boolean };
  sums: Record<string, string>;
}
interface Groups {
  groups: { value: unknown; label?: string | null; total: number; sums: Record<string, string> }[];
}
interface Neighbours {
  previous: string | null;
  next: string | null;
  place: number | null;
  total: number | null;
}

/** Columns of a gadget, with many ties and empty values, which make paging hard. */
interface Gadget {
  id: string;
  name: string;
  notes: string | null;
  quantity: number | null;
  price: string;
  fragile: boolean;
  boughtOn: string | null;
  kind: 'TOY' | 'TOOL';
}

describe('lists', () => {
  let database: SampleDatabase;
  let server: ResourceServer;
  let caller: Person;
  const at = (path: string) => `/b/api/sample/${path}`;
  const get = async <T>(path: string): Promise<T> => {
    const answer = await server.request(caller, 'GET', at(path));
    expect([path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([path, 200, '']);
    return answer.body as T;
  };
  const list = (path: string) => get<List>(path);
  const idsOf = (page: List) => page.items.map(({ id }) => id);

  const insert = (rows: readonly Gadget[]) =>
    database.asSuperuser(
      `INSERT INTO gadget (id, tenant_id, name, notes, quantity, price, fragile, bought_on, kind)
       SELECT r.id, '${caller.tenantId}', r.name, r.notes, r.quantity, r.price, r.fragile, r."boughtOn", r.kind
       FROM json_to_recordset($1) AS r(id uuid, name text, notes text, quantity integer, price numeric, fragile boolean, "boughtOn" date, kind gadget_kind)`,
      [JSON.stringify(rows)],
    );
  /** The expected ids for a condition and an order, by a plain query. */
  const oracle = async (condition: string, order: string): Promise<string[]> => {
    const rows = await database.asSuperuser<{ id: string }>(
      `SELECT t.id FROM gadget t WHERE t.tenant_id = '${caller.tenantId}' AND ${condition} ORDER BY ${order}`,
    );
    return rows.map(({ id }) => id);
  };

  beforeAll(async () => {
    database = await sampleDatabase();
    server = await serveResources(database.db, { resources: [gadget, holiday, shelf, toy] });
  });
  beforeEach(() => {
    caller = { tenantId: randomUUID(), rights: ['*'] };
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  const someGadget = fc.record<Gadget>({
    id: fc.uuid(),
    name: fc.constantFrom('Élan', 'elan', 'Œuf', 'zèbre', 'Âne', ''),
    notes: fc.constantFrom(null, 'un', 'deux'),
    quantity: fc.constantFrom(null, 0, 1, 2),
    price: fc.constantFrom('0.00', '9.99', '10.00'),
    fragile: fc.boolean(),
    boughtOn: fc.constantFrom(null, '2026-01-01', '2025-12-31'),
    kind: fc.constantFrom('TOY', 'TOOL'),
  });
  const someGadgets = (most: number) =>
    fc.uniqueArray(someGadget, { minLength: 0, maxLength: most, selector: ({ id }) => id });

  describe('page by page', () => {
    const SORTS = {
      name: 'name',
      quantity: 'quantity',
      price: 'price',
      boughtOn: 'bought_on',
      kind: 'kind',
      fragile: 'fragile',
    };
    const question = fc.record({
      rows: someGadgets(18),
      sort: fc.constantFrom(...(Object.keys(SORTS) as (keyof typeof SORTS)[])),
      descending: fc.boolean(),
      size: fc.integer({ min: 1, max: 5 }),
      narrowed: fc.constantFrom(
        { query: '', condition: 'true' },
        { query: '&f.kind.eq=TOY', condition: `t.kind = 'TOY'` },
        { query: '&q=elan', condition: `t.name IN ('Élan', 'elan')` },
      ),
    });

    /** Follows the cursors until there is none. */
    async function walk(first: List, towards: 'next' | 'previous', query: string): Promise<List[]> {
      const pages = [first];
      for (let cursor = first.page[towards]; cursor;) {
        const page = await list(`${query}&after=${cursor}`);
        expect(page.items.length).toBeGreaterThan(0);
        pages.push(page);
        cursor = page.page[towards];
      }
      return pages;
    }

    test('a list is the sorted set forwards, backwards and by page number', async () => {
      await fc.assert(
        fc.asyncProperty(question, async ({ rows, sort, descending, size, narrowed }) => {
          caller = { tenantId: randomUUID(), rights: ['*'] };
          await insert(rows);
          const way = descending ? 'DESC' : 'ASC';
          const expected = await oracle(
            narrowed.condition,
            `t.${SORTS[sort]} ${way} NULLS LAST, t.id ${way}`,
          );
          const query = `gadgets?sort=${descending ? '-' : ''}${sort}&size=${size}${narrowed.query}`;
          const first = await list(query);
          expect(first.page).toMatchObject({ previous: null, total: expected.length, exact: true });
          const forwards = await walk(first, 'next', query);
          expect(forwards.flatMap(idsOf)).toEqual(expected);
          const backwards = await walk(forwards.at(-1)!, 'previous', query);
          expect(backwards.reverse().flatMap(idsOf)).toEqual(expected);
          const number = Math.max(1, Math.ceil(expected.length / size));
          const numbered = await Promise.all(
            Array.from({ length: number }, (_, index) => list(`${query}&page=${index + 1}`)),
          );
          expect(numbered.flatMap(idsOf)).toEqual(expected);
          expect(numbered.at(-1)?.page.next).toBeNull();
        }),
        { numRuns: 40 },
      );
    });

    test('neighbours are the adjacent records of the list', async () => {
      await fc.assert(
        fc.asyncProperty(question, async ({ rows, sort, descending, narrowed }) => {
          caller = { tenantId: randomUUID(), rights: ['*'] };
          await insert(rows);
          const query = `sort=${descending ? '-' : ''}${sort}${narrowed.query}`;
          const ids = idsOf(await list(`gadgets?${query}&size=200`));
          const neighbours = await Promise.all(
            ids.map((id) => get<Neighbours>(`gadgets/${id}/neighbours?${query}`)),
          );
          expect(neighbours).toEqual(
            ids.map((_id, index) => ({
              previous: ids[index - 1] ?? null,
              next: ids[index + 1] ?? null,
              place: index + 1,
              total: ids.length,
            })),
          );
        }),
        { numRuns: 15 },
      );
    });

    test('a record that is not in the list has neighbours, but no place', async () => {
      const make = (name: string, kind: Gadget['kind']): Gadget => ({
        ...{ id: randomUUID(), notes: null, quantity: null, price: '1', fragile: false, boughtOn: null },
        ...{ name, kind },
      });
      const [a, b, c] = [make('a', 'TOY'), make('b', 'TOOL'), make('c', 'TOY')];
      await insert([a, b, c]);
      expect(await get(`gadgets/${b.id}/neighbours?f.kind.eq=TOY`)).toEqual({
        previous: a.id,
        next: c.id,
        place: null,
        total: 2,
      });
      for (const missing of [randomUUID(), 'x'])
        expect((await server.request(caller, 'GET', at(`gadgets/${missing}/neighbours`))).status).toBe(404);
    });
  });

  describe('filtered by groups of conditions', () => {
    type Rule = { field: keyof Gadget; op: string; value: string };
    type Group = { match: 'all' | 'any'; rules: (Rule | Group)[] };
    const rule = fc.constantFrom<Rule>(
      { field: 'kind', op: 'eq', value: 'TOY' },
      { field: 'kind', op: 'in', value: 'TOY,TOOL' },
      { field: 'quantity', op: 'gte', value: '1' },
      { field: 'quantity', op: 'ne', value: '1' },
      { field: 'quantity', op: 'empty', value: 'true' },
      { field: 'price', op: 'lte', value: '9.99' },
      { field: 'boughtOn', op: 'gte', value: '2026-01-01' },
      { field: 'boughtOn', op: 'empty', value: 'false' },
      { field: 'notes', op: 'empty', value: 'true' },
      { field: 'name', op: 'contains', value: 'ÉLAN' },
      { field: 'name', op: 'contains', value: 'e' },
      { field: 'name', op: 'empty', value: 'true' },
      { field: 'fragile', op: 'eq', value: 'true' },
    );
    const group = (depth: number): fc.Arbitrary<Group> =>
      fc.record({
        match: fc.constantFrom('all' as const, 'any' as const),
        rules: fc.array(depth < 3 ? fc.oneof({ weight: 2, arbitrary: rule }, group(depth + 1)) : rule, {
          maxLength: 3,
        }),
      });
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replace('œ', 'oe')
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '');

    /** Evaluates a rule; an empty value meets no comparison but "is not". */
    function meets(row: Gadget, { field, op, value }: Rule): boolean {
      const own = row[field];
      const text = own === null ? null : String(own);
      if (op === 'empty') return (text === null || text === '') === (value === 'true');
      if (op === 'ne') return text !== value;
      if (text === null) return false;
      if (op === 'contains') return plain(text).includes(plain(value));
      if (op === 'in') return value.split(',').includes(text);
      if (op === 'eq') return text === value;
      const [left, right] = field === 'boughtOn' ? [text, value] : [Number(text), Number(value)];
      return op === 'gte' ? left >= right : left <= right;
    }
    /** Undefined for a group without rules, which matches everything. */
    function holds(row: Gadget, { match, rules }: Group): boolean | undefined {
      const answers = rules
        .map((item) => ('rules' in item ? holds(row, item) : meets(row, item)))
        .filter((answer) => answer !== undefined);
      if (answers.length === 0) return undefined;
      return match === 'all' ? answers.every(Boolean) : answers.some(Boolean);
    }

    test('a list contains the matching records', async () => {
      await fc.assert(
        fc.asyncProperty(someGadgets(12), group(1), async (rows, filterGroup) => {
          caller = { tenantId: randomUUID(), rights: ['*'] };
          await insert(rows);
          const { items, page } = await list(
            `gadgets?size=200&filter=${encodeURIComponent(JSON.stringify(filterGroup))}`,
          );
          const expected = rows.filter((row) => holds(row, filterGroup) ?? true).map(({ id }) => id);
          expect(items.map(({ id }) => id).sort()).toEqual(expected.sort());
          expect(page.total).toBe(expected.length);
        }),
        { numRuns: 60 },
      );
    });

    test('a period filters dates and instants, by a valid name', async () => {
      const body = { name: 'Robot', price: '1.00', kind: 'TOOL' };
      expect((await server.request(caller, 'POST', at('gadgets'), { body })).status).toBe(201);
      const all = idsOf(await list('gadgets?size=200'));
      expect(all).toHaveLength(1);
      expect(idsOf(await list('gadgets?f.createdAt.within=today&size=200'))).toEqual(all);
      expect(idsOf(await list('gadgets?f.createdAt.within=yesterday'))).toEqual([]);
      const code = async (path: string) =>
        (await server.request(caller, 'GET', at(`gadgets?${path}`))).status;
      expect(await code('f.createdAt.within=someday')).toBe(422);
      expect(await code('f.name.within=today')).toBe(422);
    });
    test('a reference is found by a part of its label', async () => {
      const made = await server.request(caller, 'POST', at('shelves'), { body: { name: 'Étagère du haut' } });
      const { id } = made.body as { id: string };
      const body = { name: 'Robot', price: '1', kind: 'TOY', shelf: id };
      await server.request(caller, 'POST', at('gadgets'), { body });
      expect((await list('gadgets?f.shelf.contains=etagere')).page.total).toBe(1);
      expect((await list('gadgets?f.shelf.contains=bas')).page.total).toBe(0);
    });
  });

  test('contains the requested columns, and the label', async () => {
    await server.request(caller, 'POST', at('gadgets'), {
      body: { name: 'Robot', price: '1', kind: 'TOY', margin: '3', notes: 'x' },
    });
    const { items } = await list('gadgets?columns=notes,weight');
    expect(Object.keys(items[0]!).sort()).toEqual(['id', 'name', 'notes', 'version', 'weight']);
    const answer = await server.request(caller, 'GET', at('gadgets?columns=notes,margin'));
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/columns/1', code: 'validation.choice' }] },
    });
  });

  test('leaves out archived records, unless they are requested', async () => {
    for (const [name, isArchived] of [
      ['here', false],
      ['away', true],
    ] as const)
      await server.request(caller, 'POST', at('shelves'), { body: { name, isArchived } });
    const names = async (query: string) => (await list(`shelves?${query}`)).items.map(({ name }) => name);
    expect(await names('')).toEqual(['here']);
    expect(await names('archived=yes')).toEqual(['away']);
    expect(await names('archived=all')).toEqual(['away', 'here']);
    expect(await names('f.isArchived.eq=true')).toEqual(['away']);
    expect(await get('shelves/_totals?archived=all')).toEqual({ total: 2, sums: { rank: '0' } });
  });

  test('counts by the values of an enumeration, of a state and of a reference', async () => {
    const { body } = await server.request(caller, 'POST', at('shelves'), { body: { name: 'Top' } });
    const top = (body as { id: string }).id;
    const make = (overrides: Body) =>
      server.request(caller, 'POST', at('gadgets'), {
        body: { name: 'x', price: '1.50', kind: 'TOY', ...overrides },
      });
    await make({ shelf: top, quantity: 2 });
    await make({ quantity: 3 });
    await make({ shelf: top, name: 'y' });
    const none = { price: '0.00', quantity: '0' };
    expect((await get<Groups>('gadgets/_groups?by=kind')).groups).toEqual([
      { value: 'TOY', total: 3, sums: { price: '4.50', quantity: '5' } },
      { value: 'TOOL', total: 0, sums: none },
    ]);
    expect((await get<Groups>('gadgets/_groups?by=shelf&q=x')).groups).toEqual(
      expect.arrayContaining([
        { value: top, label: 'Top', total: 1, sums: { price: '1.50', quantity: '2' } },
        { value: null, label: null, total: 1, sums: { price: '1.50', quantity: '3' } },
      ]),
    );
    await server.request(caller, 'POST', at('holidays'), { body: { title: 'Summer', lines: [] } });
    expect(
      (await get<Groups>('holidays/_groups?by=state')).groups.map(({ value, total }) => [value, total]),
    ).toEqual([
      ['DRAFT', 1],
      ['VALIDATED', 0],
      ['REFUSED', 0],
    ]);
    for (const by of ['name', 'margin', 'nothing', ''])
      expect(await server.request(caller, 'GET', at(`gadgets/_groups?by=${by}`))).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/by', code: 'validation.choice' }] },
      });
  });

  describe('that are long', () => {
    /** Gadgets numbered in the order of their names, a word in the notes of some. */
    const fill = (count: number, word: string, where: string) =>
      database.asSuperuser(
        `INSERT INTO gadget (id, tenant_id, name, notes, quantity, price, fragile, kind)
         SELECT uuidv7(), '${caller.tenantId}', 'n' || to_char(n, 'FM000000'), CASE WHEN ${where} THEN '${word} ' || n END, 1, 1, n % 2 = 0, 'TOY'
         FROM generate_series(1, ${count}) n`,
      );

    test('are counted up to a maximum, and exactly on request', async () => {
      await fill(MOST_COUNTED + 5, 'x', 'false');
      expect(await list('gadgets?size=1')).toMatchObject({
        page: { total: MOST_COUNTED, exact: false },
        sums: {},
      });
      expect(await list('gadgets?size=1&total=none')).toMatchObject({
        page: { total: null, exact: false },
        sums: {},
      });
      expect(await get('gadgets/_totals')).toEqual({
        total: MOST_COUNTED + 5,
        sums: { price: `${MOST_COUNTED + 5}.00`, quantity: String(MOST_COUNTED + 5) },
      });
      expect(
        (await list(`gadgets?size=1&f.name.lte=n${String(MOST_COUNTED).padStart(6, '0')}`)).page,
      ).toMatchObject({
        total: MOST_COUNTED,
        exact: true,
      });
      const last = (await list('gadgets?size=1&sort=-name')).items[0]!.id;
      expect(await get(`gadgets/${last}/neighbours`)).toMatchObject({ next: null, place: null, total: null });
    });

    test('are searched at their end as at their beginning', async () => {
      const count = NEAR + 1_000;
      await fill(count, 'tail', `n > ${count - 3}`);
      const names = (page: List) => page.items.map(({ name }) => name);
      const expected = [2, 1, 0].map((back) => `n${String(count - back).padStart(6, '0')}`);
      expect(names(await list('gadgets?f.notes.contains=TAIL'))).toEqual(expected);
      expect(names(await list('gadgets?q=tail'))).toEqual(expected);
      const ids = idsOf(await list('gadgets?f.notes.contains=tail'));
      const [first] = idsOf(await list('gadgets?size=1'));
      const tailOf = (id: string | undefined) =>
        get<Neighbours>(`gadgets/${id}/neighbours?f.quantity.eq=1&q=tail`);
      expect(await tailOf(ids[0])).toEqual({ previous: null, next: ids[1], place: 1, total: 3 });
      expect(await tailOf(first)).toEqual({ previous: null, next: ids[0], place: null, total: 3 });
      const odd = `f.quantity.eq=1&f.notes.gte=${encodeURIComponent('tail')}`;
      expect(await get<Neighbours>(`gadgets/${first}/neighbours?${odd}`)).toEqual({
        previous: null,
        next: ids[0],
        place: null,
        total: 3,
      });
      const second = await list('gadgets?f.notes.contains=tail&size=2');
      expect(names(await list(`gadgets?f.notes.contains=tail&size=2&after=${second.page.next}`))).toEqual(
        expected.slice(2),
      );
      expect(names(await list('gadgets?f.notes.contains=tail&size=2&page=2'))).toEqual(expected.slice(2));
      expect(names(await list(`gadgets?f.fragile.eq=true&size=1&page=${NEAR / 2 + 2}`))).toEqual([
        `n${String(NEAR + 4).padStart(6, '0')}`,
      ]);
    });

    test('are searched for frequent words', async () => {
      const count = MOST_FOUND + 1_000;
      await fill(count, 'common', `n > 10`);
      const page = await list('gadgets?q=commo&size=2');
      expect(page.items.map(({ name }) => name)).toEqual(['n000011', 'n000012']);
      expect(page.page).toMatchObject({ total: count - 10, exact: true });
      expect((await list('gadgets?q=commo%20n00001&sort=-name&size=1')).items[0]?.name).toBe('n000019');
    });

    test('are read along an index, from either end and from the middle', async () => {
      await fill(20_000, 'x', 'false');
      await database.asSuperuser('ANALYZE gadget');
      expect(isNeverNull(gadget.fields.name.spec)).toBe(true);
      const spy = jest.spyOn(database.db, 'batch');
      const first = await list('gadgets');
      const later = await list(`gadgets?after=${first.page.next}`);
      await list(`gadgets?after=${later.page.previous}`);
      await list('gadgets?sort=-name');
      const statements = spy.mock.calls.map(([, [rows]]) => rows!);
      spy.mockRestore();
      expect(statements).toHaveLength(4);
      for (const { text, values } of statements) {
        const plan = await database.db.inTenant(systemActor(caller.tenantId, 'a test'), ({ sql }) =>
          sql.query(`EXPLAIN (FORMAT JSON) ${text}`, values),
        );
        expect(JSON.stringify(plan.rows)).toContain('Index Scan');
        expect(JSON.stringify(plan.rows)).not.toMatch(/"Sort"|Seq Scan/);
      }
    });
  });

  describe('of another tenant', () => {
    test('show nothing, count nothing and find nothing', async () => {
      const own: Gadget = {
        ...{ id: randomUUID(), name: 'secret', notes: 'hidden', quantity: 1, price: '1', fragile: false },
        ...{ boughtOn: null, kind: 'TOY' as const },
      };
      await insert([own]);
      const owner = caller;
      caller = { tenantId: randomUUID(), rights: ['*'] };
      expect(await list('gadgets?q=secret')).toMatchObject({ items: [], page: { total: 0 } });
      expect(await get('gadgets/_totals?q=hidden')).toMatchObject({ total: 0 });
      expect((await get<Groups>('gadgets/_groups?by=kind')).groups.map(({ total }) => total)).toEqual([0, 0]);
      expect((await server.request(caller, 'GET', at(`gadgets/${own.id}/neighbours`))).status).toBe(404);
      const found = (tenantId: string) =>
        database.db.inTenant(systemActor(tenantId, 'a test'), async ({ sql }) => {
          const { rows } = await sql.query(
            `SELECT * FROM search_records('gadget', ARRAY['%secret%'], 10) AS id`,
          );
          return rows;
        });
      expect(await found(caller.tenantId)).toEqual([]);
      expect(await found(owner.tenantId)).toEqual([{ id: own.id }]);
      // The platform, which has no tenant, may not call the function.
      await expect(
        database.db.inPlatform('a test', ({ sql }) =>
          sql.query(`SELECT search_records('gadget', ARRAY['%'], 10)`),
        ),
      ).rejects.toMatchObject({ code: '42501' });
    });

    test('need the right to be read', async () => {
      caller = { ...caller, rights: ['sample.shelf.read'] };
      for (const path of ['', '/_totals', '/_groups?by=kind', `/${randomUUID()}/neighbours`, '/_views'])
        expect([path, (await server.request(caller, 'GET', at(`gadgets${path}`))).status]).toEqual([
          path,
          403,
        ]);
    });
  });

  test('a variant lists its own rows, by its shown fields', async () => {
    for (const [name, kind] of [
      ['doll', 'TOY'],
      ['saw', 'TOOL'],
    ] as const)
      await server.request(caller, 'POST', at('gadgets'), { body: { name, price: '1', kind } });
    const toys = await list('toys?q=l');
    expect(toys.items.map(({ name }) => name)).toEqual(['doll']);
    expect((await list('toys')).page.total).toBe(1);
    expect((await server.request(caller, 'GET', at('toys?f.quantity.eq=1'))).status).toBe(422);
    const saw = (await list('gadgets?q=saw')).items[0]!.id;
    expect((await server.request(caller, 'GET', at(`toys/${saw}/neighbours`))).status).toBe(404);
    expect((await get<Groups>('toys/_groups?by=shelf')).groups.map(({ total }) => total)).toEqual([1]);
  });
});
