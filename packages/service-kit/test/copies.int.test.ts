import { randomUUID } from 'node:crypto';
import { blocked, type ResourceDefinition } from '@coulisse/resource';
import { shelf } from './sample/src/resources';
import { errors, sampleKernel, type SampleKernel } from './support/sample-kernel';

jest.setTimeout(60_000);

/** A shelf that a rule keeps where it is. */
const held: ResourceDefinition = {
  ...shelf,
  rules: [
    ({ isArchived, rank }) => isArchived === true && rank === 99 && blocked('plan.no-seat', {}, '/rank'),
  ],
};
let kernel: SampleKernel;
beforeAll(async () => {
  kernel = await sampleKernel([held]);
});
afterAll(() => kernel.close());

describe('a copy', () => {
  test('has the values of its source, children with ids of their own, and no number twice', async () => {
    const { id: shelfId } = await kernel.make('shelves', { name: 'Étagère' });
    const source = await kernel.make('gadgets', {
      name: 'Robot',
      price: '12.50',
      kind: 'TOY',
      shelf: shelfId,
      otherShelves: [shelfId],
      parts: [{ label: 'bras', price: '1.00', serial: 'S-1' }],
      makerNir: '255081416802538',
      margin: '3.00',
      extra: { a: 1 },
    });
    const answer = await kernel.send('POST', `gadgets/${source.id}/duplicate`, {});
    const copy = answer.body as typeof source & { parts: { id: string }[] };
    expect(answer).toMatchObject({
      status: 201,
      headers: { etag: '"1"', location: `/b/api/sample/gadgets/${copy.id}` },
    });
    const { id, code, parts, createdAt, updatedAt, ...same } = source;
    expect(copy).toMatchObject(same);
    expect(copy.id).not.toBe(id);
    expect([code, copy.code]).toEqual([
      `G-${new Date().getFullYear()}-000001`,
      `G-${new Date().getFullYear()}-000002`,
    ]);
    expect(copy.parts).toEqual([
      {
        ...(parts as { id: string }[])[0],
        id: expect.not.stringMatching((parts as { id: string }[])[0]!.id),
      },
    ]);
    expect([typeof createdAt, typeof updatedAt]).toEqual(['string', 'string']);
    const revealed = await kernel.send('POST', `gadgets/${copy.id}/reveal`, { field: 'makerNir' });
    expect(revealed.body).toEqual({ value: '255081416802538' });
    const [, made] = await kernel.history(`gadgets/${copy.id}`);
    expect(made).toMatchObject({
      action: 'duplicate',
      changes: { name: [null, 'Robot'], duplicateOf: [null, { id, label: 'Robot' }] },
    });
  });

  test('takes the values that are given instead, each checked', async () => {
    const source = await kernel.make('gadgets', { name: 'Grue', price: '1.00', kind: 'TOOL' });
    const copy = await kernel.send('POST', `gadgets/${source.id}/duplicate`, { name: 'Grue 2', quantity: 4 });
    expect(copy.body).toMatchObject({ name: 'Grue 2', quantity: 4, price: '1.00' });
    const wrong = await kernel.send('POST', `gadgets/${source.id}/duplicate`, { quantity: 1001, other: 1 });
    expect(errors(wrong).sort()).toEqual([
      '/other validation.extra-fields',
      '/quantity validation.value-max',
    ]);
  });

  test('gets a name that is free where names are unique, and is not put away', async () => {
    const source = await kernel.make('shelves', { name: 'Réserve' });
    await kernel.send('POST', `shelves/${source.id}/archive`, {});
    const french = { 'accept-language': 'fr' };
    const copies = [];
    for (const headers of [french, french, undefined])
      copies.push((await kernel.send('POST', `shelves/${source.id}/duplicate`, {}, headers)).body);
    expect(copies).toMatchObject(
      ['Réserve (copie)', 'Réserve (copie 2)', 'Réserve (copy)'].map((name) => ({ name, isArchived: false })),
    );
    const long = await kernel.make('shelves', { name: 'x'.repeat(40) });
    expect((await kernel.send('POST', `shelves/${long.id}/duplicate`, {})).body).toMatchObject({
      name: `${'x'.repeat(33)} (copy)`,
    });
  });

  test('needs the right to create, and a source of one’s own', async () => {
    const { id } = await kernel.make('shelves', { name: 'À moi' });
    const { tenantId } = kernel.caller;
    const reader = { tenantId, rights: ['sample.shelf.read', 'sample.shelf.update'] };
    const stranger = { tenantId: randomUUID(), rights: ['*'] };
    expect((await kernel.send('POST', `shelves/${id}/duplicate`, {}, {}, reader)).status).toBe(403);
    expect((await kernel.send('POST', `shelves/${id}/duplicate`, {}, {}, stranger)).status).toBe(404);
  });
});

describe('a record put away', () => {
  test('comes back, and its history tells both', async () => {
    const { id } = await kernel.make('shelves', { name: 'Cave' });
    const away = await kernel.send('POST', `shelves/${id}/archive`, {}, { 'if-match': '"1"' });
    expect(away).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: { isArchived: true } });
    expect((await kernel.send('POST', `shelves/${id}/archive`)).headers.etag).toBe('"2"');
    expect((await kernel.send('POST', `shelves/${id}/restore`, {}, { 'if-match': '"1"' })).status).toBe(412);
    expect((await kernel.send('POST', `shelves/${id}/restore`)).body).toMatchObject({ isArchived: false });
    expect(
      (await kernel.history(`shelves/${id}`)).map(({ action, changes }) => [action, changes.isArchived]),
    ).toEqual([
      ['restore', [true, false]],
      ['archive', [false, true]],
      ['create', [null, false]],
    ]);
  });

  test('stays where a rule wants it, and it is said why', async () => {
    const { id } = await kernel.make('shelves', { name: 'Pleine', rank: 99 });
    expect(await kernel.send('POST', `shelves/${id}/archive`)).toMatchObject({
      status: 422,
      body: {
        code: 'archive.impossible',
        params: { name: 'Pleine' },
        errors: [{ pointer: '/rank', code: 'plan.no-seat', detail: 'The plan has no seat.' }],
      },
    });
  });

  test('is a matter of who may change it, and of resources that know it', async () => {
    const { id } = await kernel.make('shelves', { name: 'Fermée' });
    const reader = { ...kernel.caller, rights: ['sample.shelf.read'] };
    expect((await kernel.send('POST', `shelves/${id}/archive`, {}, {}, reader)).status).toBe(403);
    expect((await kernel.send('POST', `gadgets/${id}/archive`)).status).toBe(404);
    const stranger = { tenantId: randomUUID(), rights: ['*'] };
    for (const end of ['archive', 'restore'])
      expect((await kernel.send('POST', `shelves/${id}/${end}`, {}, {}, stranger)).status).toBe(404);
  });
});
