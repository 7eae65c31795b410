import { randomUUID } from 'node:crypto';
import { defineResource, text } from '@coulisse/resource';
import { gadget, shelf } from '@coulisse/sample/resources';
import { serveResources, type ResourceServer, type Person } from '@coulisse/sample/resource-server';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';

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
  let server: ResourceServer;
  let [ann, bob, clerk]: Person[] = [];

  const send = (person: Person | undefined, method: string, path = '', body?: unknown) =>
    server.request(person!, method, `/b/api/sample/gadgets/_views${path}`, { body });
  const viewsOf = async (person: Person | undefined) =>
    ((await send(person, 'GET')).body as { items: View[] }).items;
  const createView = async (person: Person | undefined, body: object = {}) => {
    const answer = await send(person, 'POST', '', { name: 'Mine', query: { sort: '-price' }, ...body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body as View;
  };

  beforeAll(async () => {
    database = await sampleDatabase();
    server = await serveResources(database.db, { resources: [gadget, shelf] });
  });
  beforeEach(() => {
    const tenantId = randomUUID();
    const person = (...rights: string[]): Person => ({ tenantId, rights, userId: randomUUID() });
    [ann, bob, clerk] = [person(READ, UPDATE), person(READ, UPDATE), person(READ)];
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  test('are stored unchanged, and visible only to their owner', async () => {
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
    const made = await createView(ann, { name: '  Dear toys ', icon: 'star', query });
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

  test('are updated and deleted by their owner', async () => {
    const { id } = await createView(ann, { icon: 'star' });
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

  test('are shared and unshared only by users who may update the records', async () => {
    expect((await send(clerk, 'POST', '', { name: 'All', query: {}, shared: true })).status).toBe(403);
    const own = await createView(clerk);
    expect((await send(clerk, 'PATCH', `/${own.id}`, { shared: true })).status).toBe(403);
    const made = await createView(ann, { shared: true });
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

  test('have one default per user', async () => {
    const [sharedView, ownView] = [await createView(ann, { shared: true }), await createView(ann)];
    const choose = (person: Person | undefined, viewId: string | null) =>
      send(person, 'PUT', '/default', { viewId });
    const defaults = async (person: Person | undefined) =>
      (await viewsOf(person)).filter(({ isDefault }) => isDefault).map(({ id }) => id);
    for (const view of [sharedView, ownView]) expect((await choose(ann, view.id)).status).toBe(204);
    expect((await choose(bob, sharedView.id)).status).toBe(204);
    expect([await defaults(ann), await defaults(bob)]).toEqual([[ownView.id], [sharedView.id]]);
    for (const hidden of [ownView.id, randomUUID(), 'x'])
      expect(await choose(bob, hidden)).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/viewId', code: 'validation.choice' }] },
      });
    expect((await choose(ann, null)).status).toBe(204);
    expect((await send(ann, 'DELETE', `/${sharedView.id}`)).status).toBe(204);
    expect([await defaults(ann), await defaults(bob)]).toEqual([[], []]);
  });

  test('are refused for unknown fields and values, with a pointer to each', async () => {
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

  test('are served without fields that the resource no longer has', async () => {
    const before = defineResource('sample.gadget', {
      path: 'sample/gadgets',
      rights: 'sample.gadget',
      fields: { ...gadget.fields, colour: text(), kind: gadget.fields.kind },
    });
    const past = await serveResources(database.db, { resources: [before] });
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

  test('belong to one resource and one tenant', async () => {
    const { id } = await createView(ann, { shared: true });
    const stranger: Person = { tenantId: randomUUID(), rights: ['*'], userId: ann!.userId };
    expect(await viewsOf(stranger)).toEqual([]);
    for (const [method, path, body, status] of [
      ['PATCH', `/${id}`, { name: 'x' }, 404],
      ['DELETE', `/${id}`, undefined, 404],
      ['PUT', '/default', { viewId: id }, 422],
    ] as const)
      expect((await send(stranger, method, path, body)).status).toBe(status);
    const shelves: Person = { ...ann!, rights: ['*'] };
    const others = await server.request(shelves, 'GET', '/b/api/sample/shelves/_views');
    expect(others.body).toEqual({ items: [] });
    expect(await viewsOf(ann)).toHaveLength(1);
  });

  test('are limited to 100 per list and user', async () => {
    await database.asSuperuser(
      `INSERT INTO kit.saved_view (id, tenant_id, resource, name, query, owner_id, owner_name)
       SELECT uuidv7(), '${ann!.tenantId}', 'sample.gadget', 'v' || n, '{}', '${ann!.userId}', 'Ann' FROM generate_series(1, 100) n`,
    );
    expect(await send(ann, 'POST', '', { name: 'One more', query: {} })).toMatchObject({
      status: 422,
      body: { code: 'view.too-many', params: { max: 100 } },
    });
  });
});
