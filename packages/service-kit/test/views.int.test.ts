import { randomUUID } from 'node:crypto';
import { defineResource, text } from '@coulisse/resource';
import { gadget, shelf } from './sample/src/resources';
import { openDoor, type Door, type Person } from './support/door';
import { sampleDatabase, type SampleDatabase } from './support/sample-database';

jest.setTimeout(60_000);

interface View {
  id: string;
  name: string;
  icon: string | null;
  shared: boolean;
  mine: boolean;
  isDefault: boolean;
  query: Record<string, unknown>;
}
const READ = 'sample.gadget.read';
const UPDATE = 'sample.gadget.update';

describe('views of a list', () => {
  let database: SampleDatabase;
  let door: Door;
  let [ann, bob, clerk]: Person[] = [];

  const send = (who: Person | undefined, method: string, path = '', body?: unknown) =>
    door.request(who!, method, `/b/api/sample/gadgets/_views${path}`, { body });
  const viewsOf = async (who: Person | undefined) =>
    ((await send(who, 'GET')).body as { items: View[] }).items;
  const keep = async (who: Person | undefined, body: object = {}) => {
    const answer = await send(who, 'POST', '', { name: 'Mine', query: { sort: '-price' }, ...body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body as View;
  };

  beforeAll(async () => {
    database = await sampleDatabase();
    door = await openDoor(database.db, { resources: [gadget, shelf] });
  });
  beforeEach(() => {
    const tenantId = randomUUID();
    const person = (...rights: string[]): Person => ({ tenantId, rights, userId: randomUUID() });
    [ann, bob, clerk] = [person(READ, UPDATE), person(READ, UPDATE), person(READ)];
  });
  afterAll(async () => {
    await door.close();
    await database.drop();
  });

  test('are kept as they were made, and seen by their maker alone', async () => {
    const query = {
      search: 'red',
      sort: '-price',
      filters: [{ field: 'kind', op: 'in', value: 'TOY,TOOL' }],
      group: {
        match: 'any',
        rules: [
          { field: 'quantity', op: 'gte', value: '3' },
          { match: 'all', rules: [{ field: 'boughtOn', op: 'empty', value: 'true' }] },
        ],
      },
      columns: [{ name: 'name', width: 220 }, { name: 'price' }],
      type: 'kanban',
      by: 'kind',
    };
    const made = await keep(ann, { name: '  Dear toys ', icon: 'star', query });
    expect(made).toEqual({
      ...{ id: made.id, name: 'Dear toys', icon: 'star' },
      ...{ shared: false, mine: true, isDefault: false, query },
    });
    expect(await viewsOf(ann)).toEqual([made]);
    expect(await viewsOf(bob)).toEqual([]);
    for (const [method, body] of [
      ['PATCH', {}],
      ['DELETE', undefined],
    ] as const)
      expect((await send(bob, method, `/${made.id}`, body)).status).toBe(404);
  });

  test('are changed and forgotten by their maker', async () => {
    const { id } = await keep(ann, { icon: 'star' });
    expect(await send(ann, 'PATCH', `/${id}`, { name: 'Other' })).toMatchObject({
      status: 200,
      body: { name: 'Other', icon: 'star', query: { sort: '-price' } },
    });
    expect(await send(ann, 'PATCH', `/${id}`, { icon: null, query: { search: 'x' } })).toMatchObject({
      body: { name: 'Other', icon: null, query: { search: 'x' } },
    });
    expect((await send(ann, 'DELETE', `/${id}`)).status).toBe(204);
    expect(await viewsOf(ann)).toEqual([]);
    for (const path of [`/${id}`, '/nonsense']) expect((await send(ann, 'DELETE', path)).status).toBe(404);
  });

  test('are shared, and their sharing ended, by those who may change the records', async () => {
    expect((await send(clerk, 'POST', '', { name: 'All', query: {}, shared: true })).status).toBe(403);
    const own = await keep(clerk);
    expect((await send(clerk, 'PATCH', `/${own.id}`, { shared: true })).status).toBe(403);
    const made = await keep(ann, { shared: true });
    expect(await viewsOf(clerk)).toEqual([own, { ...made, mine: false }]);
    for (const [method, body] of [
      ['PATCH', { name: 'Theirs' }],
      ['DELETE', undefined],
    ] as const)
      expect((await send(clerk, method, `/${made.id}`, body)).status).toBe(403);
    expect(await send(bob, 'PATCH', `/${made.id}`, { name: 'Ours' })).toMatchObject({
      status: 200,
      body: { name: 'Ours', mine: false },
    });
    expect((await send(ann, 'PATCH', `/${made.id}`, { shared: false })).status).toBe(200);
    expect(await viewsOf(bob)).toEqual([]);
  });

  test('one of them is the default of each person', async () => {
    const [one, two] = [await keep(ann, { shared: true }), await keep(ann)];
    const choose = (who: Person | undefined, viewId: string | null) =>
      send(who, 'PUT', '/default', { viewId });
    const defaults = async (who: Person | undefined) =>
      (await viewsOf(who)).filter(({ isDefault }) => isDefault).map(({ id }) => id);
    for (const view of [one, two]) expect((await choose(ann, view.id)).status).toBe(204);
    expect((await choose(bob, one.id)).status).toBe(204);
    expect([await defaults(ann), await defaults(bob)]).toEqual([[two.id], [one.id]]);
    for (const hidden of [two.id, randomUUID(), 'x'])
      expect(await choose(bob, hidden)).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/viewId', code: 'validation.choice' }] },
      });
    expect((await choose(ann, null)).status).toBe(204);
    expect((await send(ann, 'DELETE', `/${one.id}`)).status).toBe(204);
    expect([await defaults(ann), await defaults(bob)]).toEqual([[], []]);
  });

  test('that ask for what there is not are refused by the place of it', async () => {
    const wrong = {
      sort: 'story',
      filters: [{ field: 'margin', op: 'gte', value: '1' }],
      group: { match: 'any', rules: [{ field: 'kind', op: 'eq', value: 'BIKE' }] },
      columns: [{ name: 'name' }, { name: 'makerNir' }],
      by: 'name',
      archived: 'yes',
    };
    const answer = await send(ann, 'POST', '', { name: 'Wrong', query: wrong });
    expect(answer.status).toBe(422);
    expect(
      (answer.body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).sort(),
    ).toEqual(
      [
        '/query/sort',
        '/query/filters/0/field',
        '/query/group/rules/0/value',
        '/query/columns/1/name',
        '/query/by',
        '/query/archived',
      ].sort(),
    );
    for (const body of [
      { query: {} },
      { name: ' ', query: {} },
      { name: 'x'.repeat(81), query: {} },
      { name: 'x' },
      { name: 'x', query: { colour: 1 } },
      { name: 'x', query: { archived: 'yes' } },
      { name: 'x', query: {}, icon: 'a b' },
    ])
      expect([body, (await send(ann, 'POST', '', body)).status]).toEqual([body, 422]);
  });

  test('are served without what the resource no longer has', async () => {
    const before = defineResource('sample.gadget', {
      path: 'sample/gadgets',
      rights: 'sample.gadget',
      fields: { ...gadget.fields, colour: text(), kind: gadget.fields.kind },
    });
    const past = await openDoor(database.db, { resources: [before] });
    const query = {
      sort: 'colour',
      filters: [
        { field: 'colour', op: 'eq', value: 'red' },
        { field: 'kind', op: 'eq', value: 'TOY' },
      ],
      group: {
        match: 'any',
        rules: [{ match: 'all', rules: [{ field: 'colour', op: 'empty', value: 'true' }] }],
      },
      columns: [{ name: 'colour' }, { name: 'name' }],
      type: 'table',
    };
    const made = await past.request(ann!, 'POST', '/b/api/sample/gadgets/_views', {
      body: { name: 'Old', query },
    });
    await past.close();
    expect(made).toMatchObject({ status: 201, body: { query } });
    expect((await viewsOf(ann))[0]?.query).toEqual({
      type: 'table',
      filters: [{ field: 'kind', op: 'eq', value: 'TOY' }],
      columns: [{ name: 'name' }],
    });
  });

  test('are a resource’s own, and a tenant’s', async () => {
    const { id } = await keep(ann, { shared: true });
    const stranger: Person = { tenantId: randomUUID(), rights: ['*'], userId: ann!.userId };
    expect(await viewsOf(stranger)).toEqual([]);
    for (const [method, path, body] of [
      ['PATCH', `/${id}`, { name: 'x' }],
      ['DELETE', `/${id}`, undefined],
      ['PUT', '/default', { viewId: id }],
    ] as const)
      expect([404, 422]).toContain((await send(stranger, method, path, body)).status);
    const shelves: Person = { ...ann!, rights: ['*'] };
    const others = await door.request(shelves, 'GET', '/b/api/sample/shelves/_views');
    expect(others.body).toEqual({ items: [] });
    expect(await viewsOf(ann)).toHaveLength(1);
  });

  test('are not more than a person could choose from', async () => {
    await database.asSuperuser(
      `INSERT INTO saved_view (id, tenant_id, resource, name, query, owner_id, owner_name)
       SELECT uuidv7(), '${ann!.tenantId}', 'sample.gadget', 'v' || n, '{}', '${ann!.userId}', 'Ann' FROM generate_series(1, 100) n`,
    );
    expect(await send(ann, 'POST', '', { name: 'One more', query: {} })).toMatchObject({
      status: 422,
      body: { code: 'view.too-many', params: { max: 100 } },
    });
  });
});
