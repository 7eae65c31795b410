import type { ServiceContext } from '@coulisse/service-kit';
import { hashOf } from '../holds/hold.domain';
import { TenantDirectory } from './tenant-directory';

/** A database with one public id and one cart, of tenant `t1`; counts its statements. */
function database() {
  const rows = new Map([
    ['show', 't1'],
    [hashOf('token').toString('hex'), 't1'],
  ]);
  const askPlatform = jest.fn(async (_reason: string, { values: [value] }: { values: [string | Buffer] }) => {
    const tenant = rows.get(typeof value === 'string' ? value : value.toString('hex'));
    return { rows: tenant ? [{ tenant_id: tenant }] : [] };
  });
  return { askPlatform, rows, ctx: { db: { askPlatform } } as unknown as ServiceContext };
}

it('looks up the tenant of an id, and of a cart, once', async () => {
  const { askPlatform, ctx } = database();
  const tenants = new TenantDirectory();
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await tenants.ofId('show', ctx)).toBe('t1');
    expect(await tenants.ofCart('token', ctx)).toBe('t1');
  }
  expect(askPlatform).toHaveBeenCalledTimes(2);
});

it('refuses what it does not find, and finds it once it is there', async () => {
  const { rows, ctx } = database();
  const tenants = new TenantDirectory();
  await expect(tenants.ofCart('other', ctx)).rejects.toMatchObject({ code: 'cart.not-found' });
  await expect(tenants.ofCart(null, ctx)).rejects.toMatchObject({ code: 'cart.not-found' });
  await expect(tenants.ofId('other', ctx)).rejects.toMatchObject({ code: 'http.404' });
  rows.set(hashOf('other').toString('hex'), 't2');
  rows.set('other', 't2');
  expect(await tenants.ofCart('other', ctx)).toBe('t2');
  expect(await tenants.ofId('other', ctx)).toBe('t2');
});

it('knows the tenant of a cart that it was told, without a look', async () => {
  const { askPlatform, ctx } = database();
  const tenants = new TenantDirectory();
  tenants.rememberCart('new', 't3');
  expect(await tenants.ofCart('new', ctx)).toBe('t3');
  expect(askPlatform).not.toHaveBeenCalled();
});

it('never takes a token for an id', async () => {
  const { ctx } = database();
  const tenants = new TenantDirectory();
  await tenants.ofCart('token', ctx);
  await expect(tenants.ofId(hashOf('token').toString('base64'), ctx)).rejects.toMatchObject({
    code: 'http.404',
  });
});
