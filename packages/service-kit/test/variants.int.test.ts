import type { ResourceDefinition } from '@coulisse/resource';
import { check } from './sample/src/resources';
import { errors, sampleKernel, type Made, type SampleKernel } from './support/sample-kernel';

jest.setTimeout(60_000);

/** Checks whose code says that it is a conflict. */
const visit: ResourceDefinition = {
  ...check,
  name: 'sample.visit',
  path: 'sample/visits',
  uniqueTogether: [{ fields: ['gadget', 'day'], code: 'contact.already-attached' }],
};
let kernel: SampleKernel;
let tool: Made;
beforeAll(async () => {
  kernel = await sampleKernel([visit], {
    commands: {
      'sample.gadget': { update: (_input, _tx, _ctx, proceed) => proceed({ reference: 'CMD' }) },
    },
  });
  tool = await kernel.make('gadgets', { name: 'Tenaille', price: '9', kind: 'TOOL' });
});
afterAll(() => kernel.close());

test('a record made as a variant is one of the base, with its numbers, rules and history', async () => {
  const toy = await kernel.make('toys', { name: 'Yoyo', price: '2', parts: [{ label: 'fil', price: '1' }] });
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
  const whole = await kernel.read(`gadgets/${toy.id}`);
  expect(whole).toMatchObject({
    name: 'Yoyo',
    kind: 'TOY',
    partsCount: 1,
    code: expect.stringMatching(/^G-/) as string,
  });
  expect((await kernel.history(`toys/${toy.id}`)).map(({ action }) => action)).toEqual(['create']);
  expect(await kernel.history(`gadgets/${toy.id}`)).toEqual(await kernel.history(`toys/${toy.id}`));
});

test('what is not shown is neither taken nor lost', async () => {
  expect(
    errors(await kernel.send('POST', 'toys', { name: 'x', price: '1', kind: 'TOOL', quantity: 1 })).sort(),
  ).toEqual(['/kind validation.extra-fields', '/quantity validation.extra-fields']);
  const { id } = await kernel.make('gadgets', {
    name: 'Toupie',
    price: '1',
    kind: 'TOY',
    quantity: 8,
    lockCode: 'C',
  });
  const changed = await kernel.send('PATCH', `toys/${id}`, { color: '#112233' }, { 'if-match': '"1"' });
  expect(changed.body).toMatchObject({ color: '#112233', version: 2 });
  // The command is the base's own.
  expect(await kernel.read(`gadgets/${id}`)).toMatchObject({
    quantity: 8,
    kind: 'TOY',
    lockCode: 'C',
    reference: 'CMD',
  });
});

test('records of the base that are no such thing are not there', async () => {
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

test('a reference to a variant leads to nothing else', async () => {
  const day = '2026-01-05';
  expect(errors(await kernel.send('POST', 'checks', { gadget: tool.id, day }))).toEqual([
    '/gadget validation.choice',
  ]);
  const toy = await kernel.make('toys', { name: 'Bilboquet', price: '3' });
  const check = await kernel.make('checks', { gadget: toy.id, day });
  expect(check.gadget).toEqual({ id: toy.id, label: 'Bilboquet' });
  const moved = await kernel.send('PATCH', `checks/${check.id}`, { gadget: tool.id }, { 'if-match': '"1"' });
  expect(errors(moved)).toEqual(['/gadget validation.choice']);
});

test('its rights are its own', async () => {
  const toy = await kernel.make('toys', { name: 'Domino', price: '3' });
  const { tenantId } = kernel.caller;
  const status = async (rights: string[]) =>
    (await kernel.send('DELETE', `toys/${toy.id}`, undefined, {}, { tenantId, rights })).status;
  expect(await status(['sample.check.delete'])).toBe(403);
  expect(await status(['sample.gadget.delete'])).toBe(204);
});

test('fields that are unique together say so in the words of their resource', async () => {
  const toy = await kernel.make('toys', { name: 'Mikado', price: '3' });
  const body = { gadget: toy.id, day: '2026-02-01' };
  await kernel.make('checks', body);
  const again = await kernel.send('POST', 'checks', body);
  expect(again).toMatchObject({ status: 422, body: { code: 'validation.already-used' } });
  expect(errors(again)).toEqual(['/gadget validation.already-used', '/day validation.already-used']);
  const conflict = await kernel.send('POST', 'visits', body);
  expect(conflict).toMatchObject({ status: 409, body: { code: 'contact.already-attached' } });
});
