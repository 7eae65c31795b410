import { money, type ResourceDefinition } from '@coulisse/resource';
import { gadget } from '@coulisse/sample/resources';
import { errors, sampleKernel, type SampleKernel } from '@coulisse/sample/sample-kernel';

jest.setTimeout(60_000);

/** Gadgets whose price of purchase is sensitive and whose margin is a secret. */
const guarded: ResourceDefinition = {
  ...gadget,
  fields: { ...gadget.fields, discount: gadget.fields.discount.sensitive(), margin: money().secret() },
};
let kernel: SampleKernel;
beforeAll(async () => {
  kernel = await sampleKernel([guarded]);
});
afterAll(() => kernel.close());

const OPERATIONS = ['read', 'create', 'update'].map((operation) => `sample.gadget.${operation}`);
const caller = (...further: string[]) => ({
  tenantId: kernel.caller.tenantId,
  rights: [...OPERATIONS, 'sample.shelf.read', ...further],
});
const robot = { name: 'Robot', price: '12.50', kind: 'TOY', discount: '5', margin: '3' };
const read = async (id: string, ...rights: string[]) =>
  (await kernel.send('GET', `gadgets/${id}`, undefined, {}, caller(...rights))).body as Record<
    string,
    unknown
  >;

test('a sensitive value is served to holders of its right only; a secret to nobody before it is revealed', async () => {
  const { id } = await kernel.create('gadgets', robot);
  expect(await read(id)).toMatchObject({ discount: null, margin: null, _masked: ['discount', 'margin'] });
  expect(await read(id, 'sample.gadget.sensitive')).toMatchObject({
    discount: '5',
    margin: null,
    _masked: ['margin'],
  });
  const reveal = (field: string, ...rights: string[]) =>
    kernel.send('POST', `gadgets/${id}/reveal`, { field }, {}, caller(...rights));
  expect((await reveal('margin', 'sample.gadget.sensitive')).status).toBe(403);
  expect((await reveal('margin', 'sample.gadget.secret')).body).toEqual({ value: '3.00' });
  expect(errors(await reveal('discount', 'sample.gadget.secret'))).toEqual(['/field validation.choice']);
});

test('a sensitive value is written and copied by holders of its right only', async () => {
  const { id } = await kernel.create('gadgets', robot);
  const change = (...rights: string[]) =>
    kernel.send('PATCH', `gadgets/${id}`, { discount: '7' }, { 'if-match': '*' }, caller(...rights));
  const refused = await change();
  expect([refused.status, errors(refused)]).toEqual([403, ['/discount security.insufficient-privilege']]);
  expect((await change('sample.gadget.sensitive')).status).toBe(200);
  const made = await kernel.send('POST', 'gadgets', robot, {}, caller());
  expect([made.status, errors(made)]).toEqual([403, ['/discount security.insufficient-privilege']]);
  const copy = async (...rights: string[]) => {
    const { body } = await kernel.send('POST', `gadgets/${id}/duplicate`, {}, {}, caller(...rights));
    return (await read((body as { id: string }).id, 'sample.gadget.sensitive')).discount;
  };
  expect([await copy(), await copy('sample.gadget.sensitive')]).toEqual([null, '7']);
});

test('the history records that a sensitive value changed, without it', async () => {
  const { id } = await kernel.create('gadgets', robot);
  await kernel.send('PATCH', `gadgets/${id}`, { discount: '7' }, { 'if-match': '*' });
  const history = (await kernel.send('GET', `gadgets/${id}/history`)).body;
  expect(JSON.stringify(history)).toContain('discount');
  expect(JSON.stringify(history)).not.toContain('"7"');
});

test('it is in no list, filter, sort or search', async () => {
  expect((await kernel.send('GET', 'gadgets?f.discount.gte=1')).status).toBe(422);
  expect((await kernel.send('GET', 'gadgets?sort=discount')).status).toBe(422);
  expect((await kernel.send('GET', 'gadgets?columns=discount')).status).toBe(422);
});
