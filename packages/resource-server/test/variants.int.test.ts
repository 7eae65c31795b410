import type { ResourceDefinition } from '@coulisse/resource';
import { check, gadget } from '@coulisse/sample/resources';
import { errors, sampleKernel, type CreatedRecord, type SampleKernel } from '@coulisse/sample/sample-kernel';
import { defineCommand } from '../src/commands';

jest.setTimeout(60_000);

/** Checks whose uniqueness code is a conflict (409). */
const visit: ResourceDefinition = {
  ...check,
  name: 'sample.visit',
  path: 'sample/visits',
  uniqueTogether: [{ fields: ['gadget', 'day'], code: 'contact.already-attached' }],
};
let kernel: SampleKernel;
let tool: CreatedRecord;
beforeAll(async () => {
  kernel = await sampleKernel([visit], {
    commands: [defineCommand(gadget, 'update', ({ proceed }) => proceed({ reference: 'CMD' }))],
  });
  tool = await kernel.create('gadgets', { name: 'Tenaille', price: '9', kind: 'TOOL' });
});
afterAll(() => kernel.close());

test('a record created as a variant is one of the base, with its numbers, rules and history', async () => {
  const toy = await kernel.create('toys', {
    name: 'Yoyo',
    price: '2',
    parts: [{ label: 'fil', price: '1' }],
  });
  expect(Object.keys(toy).sort()).toEqual(
    [
      '_actions',
      '_masked',
      'color',
      'createdAt',
      'id',
      'margin',
      'name',
      'parts',
      'price',
      'shelf',
      'updatedAt',
      'version',
    ].sort(),
  );
  const baseRecord = await kernel.read(`gadgets/${toy.id}`);
  expect(baseRecord).toMatchObject({
    name: 'Yoyo',
    kind: 'TOY',
    partsCount: 1,
    code: expect.stringMatching(/^G-/) as string,
  });
  expect((await kernel.history(`toys/${toy.id}`)).map(({ action }) => action)).toEqual(['create']);
  expect(await kernel.history(`gadgets/${toy.id}`)).toEqual(await kernel.history(`toys/${toy.id}`));
});

test('fields that are not shown are neither accepted nor lost', async () => {
  expect(
    errors(await kernel.send('POST', 'toys', { name: 'x', price: '1', kind: 'TOOL', quantity: 1 })).sort(),
  ).toEqual(['/kind validation.extra-fields', '/quantity validation.extra-fields']);
  const { id } = await kernel.create('gadgets', {
    name: 'Toupie',
    price: '1',
    kind: 'TOY',
    quantity: 8,
    lockCode: 'C',
  });
  const changed = await kernel.send('PATCH', `toys/${id}`, { color: '#112233' }, { 'if-match': '"1"' });
  expect(changed.body).toMatchObject({ color: '#112233', version: 2 });
  // The variant uses the command of its base.
  expect(await kernel.read(`gadgets/${id}`)).toMatchObject({
    quantity: 8,
    kind: 'TOY',
    lockCode: 'C',
    reference: 'CMD',
  });
});

test('returns 404 for records of the base that do not belong to the variant', async () => {
  const headers = { 'if-match': '"1"' };
  for (const [method, end, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'Volée' }],
    ['DELETE', '', undefined],
    ['POST', '/duplicate', {}],
  ] as const)
    expect((await kernel.send(method, `toys/${tool.id}${end}`, body, headers)).status).toBe(404);
  const list = (await kernel.send('GET', 'toys')).body as { items: { id: string }[] };
  expect(list.items.map(({ id }) => id)).not.toContain(tool.id);
  expect(await kernel.read(`gadgets/${tool.id}`)).toMatchObject({ name: 'Tenaille', version: 1 });
});

test('a reference to a variant accepts no other record of its base', async () => {
  const day = '2026-01-05';
  expect(errors(await kernel.send('POST', 'checks', { gadget: tool.id, day }))).toEqual([
    '/gadget validation.choice',
  ]);
  const toy = await kernel.create('toys', { name: 'Bilboquet', price: '3' });
  const check = await kernel.create('checks', { gadget: toy.id, day });
  expect(check.gadget).toEqual({ id: toy.id, label: 'Bilboquet' });
  const moved = await kernel.send('PATCH', `checks/${check.id}`, { gadget: tool.id }, { 'if-match': '"1"' });
  expect(errors(moved)).toEqual(['/gadget validation.choice']);
});

test('a variant uses the rights of its base', async () => {
  const toy = await kernel.create('toys', { name: 'Domino', price: '3' });
  const { tenantId } = kernel.caller;
  const status = async (rights: string[]) =>
    (await kernel.send('DELETE', `toys/${toy.id}`, undefined, {}, { tenantId, rights })).status;
  expect(await status(['sample.gadget.read', 'sample.check.delete'])).toBe(403);
  expect(await status(['sample.gadget.read', 'sample.gadget.delete'])).toBe(204);
});

test('a violation of fields unique together has the error code of the resource (R-060)', async () => {
  const toy = await kernel.create('toys', { name: 'Mikado', price: '3' });
  const body = { gadget: toy.id, day: '2026-02-01' };
  await kernel.create('checks', body);
  const again = await kernel.send('POST', 'checks', body);
  expect(again).toMatchObject({ status: 422, body: { code: 'validation.already-used' } });
  expect(errors(again)).toEqual(['/gadget validation.already-used', '/day validation.already-used']);
  const conflict = await kernel.send('POST', 'visits', body);
  expect(conflict).toMatchObject({ status: 409, body: { code: 'contact.already-attached' } });
});
