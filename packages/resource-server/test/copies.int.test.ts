import { randomUUID } from 'node:crypto';
import { blocked, type ResourceDefinition } from '@coulisse/resource';
import { shelf } from '@coulisse/sample/resources';
import { errors, sampleKernel, type SampleKernel } from '@coulisse/sample/sample-kernel';

jest.setTimeout(60_000);

/** Shelves whose archiving a rule may forbid. */
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
  test('has the values of its source, children with new ids, and a new number', async () => {
    const { id: shelfId } = await kernel.create('shelves', { name: 'Étagère' });
    const source = await kernel.create('gadgets', {
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

  test('has the given values instead, which are validated', async () => {
    const source = await kernel.create('gadgets', { name: 'Grue', price: '1.00', kind: 'TOOL' });
    const copy = await kernel.send('POST', `gadgets/${source.id}/duplicate`, { name: 'Grue 2', quantity: 4 });
    expect(copy.body).toMatchObject({ name: 'Grue 2', quantity: 4, price: '1.00' });
    const wrong = await kernel.send('POST', `gadgets/${source.id}/duplicate`, { quantity: 1001, other: 1 });
    expect(errors(wrong).sort()).toEqual([
      '/other validation.extra-fields',
      '/quantity validation.value-max',
    ]);
  });

  test('gets a free name where names are unique, and is not archived', async () => {
    const source = await kernel.create('shelves', { name: 'Réserve' });
    await kernel.send('POST', `shelves/${source.id}/archive`, {});
    const french = { 'accept-language': 'fr' };
    const copies = [];
    for (const headers of [french, french, undefined])
      copies.push((await kernel.send('POST', `shelves/${source.id}/duplicate`, {}, headers)).body);
    expect(copies).toMatchObject(
      ['Réserve (copie)', 'Réserve (copie 2)', 'Réserve (copy)'].map((name) => ({ name, isArchived: false })),
    );
    const long = await kernel.create('shelves', { name: 'x'.repeat(40) });
    expect((await kernel.send('POST', `shelves/${long.id}/duplicate`, {})).body).toMatchObject({
      name: `${'x'.repeat(33)} (copy)`,
    });
  });

  test('needs the right to create, and a source of the same tenant', async () => {
    const { id } = await kernel.create('shelves', { name: 'À moi' });
    const { tenantId } = kernel.caller;
    const reader = { tenantId, rights: ['sample.shelf.read', 'sample.shelf.update'] };
    const stranger = { tenantId: randomUUID(), rights: ['*'] };
    expect((await kernel.send('POST', `shelves/${id}/duplicate`, {}, {}, reader)).status).toBe(403);
    expect((await kernel.send('POST', `shelves/${id}/duplicate`, {}, {}, stranger)).status).toBe(404);
  });
});

describe('an archived record', () => {
  test('can be restored, and its history contains both actions', async () => {
    const { id } = await kernel.create('shelves', { name: 'Cave' });
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

  test('cannot be archived if a rule forbids it, and the response names the record and the reason (R-140)', async () => {
    const { id } = await kernel.create('shelves', { name: 'Pleine', rank: 99 });
    expect(await kernel.send('POST', `shelves/${id}/archive`)).toMatchObject({
      status: 422,
      body: {
        code: 'archive.impossible',
        params: { name: 'Pleine' },
        errors: [{ pointer: '/rank', code: 'plan.no-seat', detail: 'The plan has no seat.' }],
      },
    });
  });

  test('needs the right to update, and an archivable resource', async () => {
    const { id } = await kernel.create('shelves', { name: 'Fermée' });
    const reader = { ...kernel.caller, rights: ['sample.shelf.read'] };
    expect((await kernel.send('POST', `shelves/${id}/archive`, {}, {}, reader)).status).toBe(403);
    expect((await kernel.send('POST', `gadgets/${id}/archive`)).status).toBe(404);
    const stranger = { tenantId: randomUUID(), rights: ['*'] };
    for (const end of ['archive', 'restore'])
      expect((await kernel.send('POST', `shelves/${id}/${end}`, {}, {}, stranger)).status).toBe(404);
  });
});
