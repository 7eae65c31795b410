import { randomUUID } from 'node:crypto';
import type { Person } from '@coulisse/sample/resource-server';
import { errors, sampleKernel, type CreatedRecord, type SampleKernel } from '@coulisse/sample/sample-kernel';

jest.setTimeout(60_000);

const NIR = '255081416802538';
let kernel: SampleKernel;
let gadget: CreatedRecord;
const reveal = (field: string, as?: Person, path = 'gadgets') =>
  kernel.send('POST', `${path}/${gadget.id}/reveal`, { field }, {}, as);
beforeAll(async () => {
  kernel = await sampleKernel();
  gadget = await kernel.create('gadgets', {
    name: 'Coffre',
    price: '5',
    kind: 'TOOL',
    makerNir: NIR,
    lockCode: '4321',
  });
});
afterAll(() => kernel.close());

test('a sensitive value is revealed on request, and the history records the caller', async () => {
  expect(gadget).toMatchObject({ makerNir: null, margin: null, _masked: ['makerNir'], lockCode: '4321' });
  expect((await reveal('makerNir')).body).toEqual({ value: NIR });
  expect((await reveal('margin')).body).toEqual({ value: null });
  const history = await kernel.history(`gadgets/${gadget.id}`);
  expect(history.map(({ action, actor, changes }) => [action, actor, Object.keys(changes)])).toMatchObject([
    ['reveal', 'Tess Tester', ['margin']],
    ['reveal', 'Tess Tester', ['makerNir']],
    ['create', 'Tess Tester', expect.arrayContaining(['makerNir'])],
  ]);
  expect(JSON.stringify(history)).not.toContain(NIR);
  expect(await kernel.read(`gadgets/${gadget.id}`)).toMatchObject({ version: 1, makerNir: null });
});

test('a response stored for an idempotency key is encrypted', async () => {
  const key = randomUUID();
  const sendOnce = () =>
    kernel.send(
      'POST',
      'gadgets',
      { name: 'Coffre bis', price: '5', kind: 'TOOL', lockCode: '987654' },
      { 'idempotency-key': key },
    );
  const [first, again] = [await sendOnce(), await sendOnce()];
  expect(first.status).toBe(201);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  const rows = await kernel.database.asSuperuser('SELECT * FROM kit.idempotency_key');
  expect(rows.length).toBeGreaterThan(0);
  for (const secret of ['987654', 'Coffre bis', key]) expect(JSON.stringify(rows)).not.toContain(secret);
});

test('a reveal needs its right, a sensitive field, and a record of the same tenant', async () => {
  const { tenantId } = kernel.caller;
  const clerk = { tenantId, rights: ['sample.gadget.read', 'sample.gadget.update'] };
  expect((await reveal('makerNir', clerk)).status).toBe(403);
  const blind = { tenantId, rights: ['sample.gadget.secret'] };
  expect((await reveal('makerNir', blind)).status).toBe(403);
  for (const field of ['lockCode', 'name', 'nothing', 'constructor', '__proto__'])
    expect(errors(await reveal(field))).toEqual(['/field validation.choice']);
  expect((await reveal('makerNir', { tenantId: randomUUID(), rights: ['*'] })).status).toBe(404);
  // The variant does not show the field, and the record is not a toy.
  expect(errors(await reveal('makerNir', undefined, 'toys'))).toEqual(['/field validation.choice']);
  expect((await reveal('margin', undefined, 'toys')).status).toBe(404);
  expect((await kernel.history(`gadgets/${gadget.id}`)).length).toBe(3);
});

test('every history entry of an impersonated user names the impersonator', async () => {
  const { tenantId } = kernel.caller;
  const boss = { id: randomUUID(), name: 'Bo Boss' };
  const inTheirName: Person = { tenantId, rights: ['*'], impersonator: boss };
  const made = (await kernel.send('POST', 'shelves', { name: 'Au nom de' }, {}, inTheirName))
    .body as CreatedRecord;
  const act = (method: string, end: string, body?: unknown, headers = {}) =>
    kernel.send(method, `shelves/${made.id}${end}`, body, headers, inTheirName);
  await act('PATCH', '', { rank: 3 }, { 'if-match': '"1"' });
  await act('POST', '/archive');
  await act('POST', '/restore');
  await kernel.send(
    'POST',
    'shelves/_bulk',
    { action: 'update', ids: [made.id], values: { rank: 4 } },
    {},
    inTheirName,
  );
  await act('POST', '/comments', { text: 'vu' });
  await kernel.send('PATCH', `shelves/${made.id}`, { rank: 5 }, { 'if-match': '*' });
  const history = await kernel.history(`shelves/${made.id}`);
  expect(history.map(({ action, actor, impersonator }) => [action, actor, impersonator])).toEqual([
    ['update', 'Tess Tester', null],
    ...['comment', 'update', 'restore', 'archive', 'update', 'create'].map((action) => [
      action,
      'Tess Tester',
      'Bo Boss',
    ]),
  ]);
});
