import { randomUUID } from 'node:crypto';
import { ERASED_NAME, systemActor } from '@coulisse/service-kit';
import { publicToken } from '@coulisse/test-kit';
import { eraseBuyer } from '../src/features/erasure/erase-buyer.command';
import { office, type Stored } from './support/office';

jest.setTimeout(60_000);

describe('the erasure of a buyer', () => {
  const crm = office();
  const erase = (email: string, tenantId: string = crm.tenants[0]) =>
    crm.crm.ctx.db.inTenant(systemActor(tenantId, 'test'), (tx) => eraseBuyer(tx, email));
  const make = (email: string) =>
    crm.make('tiers', {
      kind: 'particular',
      firstName: 'Léa',
      lastName: 'Roux',
      email,
      telephone: '0612440819',
      newsletterSubscribed: true,
      addresses: [{ addressLine1: '3 rue Haute', zipCode: '77000', city: 'Melun', country: 'FR' }],
    });
  const reached = {
    email: null,
    telephone: null,
    newsletterSubscribed: false,
    addresses: [],
    isArchived: true,
  };

  it('leaves nothing by which the person is known, and no trace of it in the history of the erasure', async () => {
    const email = `erase-${randomUUID()}@crm.test`;
    const { id } = await make(email);
    const note = await crm.make('notes', { title: 'Allergie aux noix', tiers: id });
    await erase(email);
    expect(await crm.read(`tiers/${id}`)).toMatchObject({
      ...reached,
      firstName: null,
      lastName: ERASED_NAME,
    });
    expect((await crm.call('GET', `notes/${note.id}`)).status).toBe(404);
    const history = await crm.read<{ items: { action: string; changes: object }[] }>(`tiers/${id}/history`);
    expect(history.items[0]).toMatchObject({ action: 'erase' });
    expect(JSON.stringify(history.items[0])).not.toContain('Roux');
  });

  it('reaches the records that were merged into that of the person', async () => {
    const [email, former] = [`erase-${randomUUID()}@crm.test`, `former-${randomUUID()}@crm.test`];
    const [stays, goes] = [await make(email), await make(former)];
    const merged = await crm.call('POST', `tiers/${stays.id}/merge`, {
      body: { other: goes.id },
      rights: ['crm.*', 'crm.tiers.merge'],
    });
    expect(merged.status).toBe(200);
    await erase(email);
    for (const id of [stays.id, goes.id])
      expect(await crm.read(`tiers/${id}`)).toMatchObject({ ...reached, lastName: ERASED_NAME });
  });

  it('keeps the name of whoever bought something, for the bills', async () => {
    const email = `erase-${randomUUID()}@crm.test`;
    const sold = await crm.sell(crm.tenants[0], {
      email,
      firstName: 'Sofia',
      lastName: 'Almeida',
      city: 'Lyon',
    });
    const id = await crm.buyerOf(sold);
    await erase(email);
    expect(await crm.read<Stored>(`tiers/${id}`)).toMatchObject({ ...reached, name: 'Sofia Almeida' });
    // Who comes back under the same address is somebody new.
    const again = await crm.buyerOf(await crm.sell(crm.tenants[0], { email, lastName: 'Almeida' }));
    expect(again).not.toBe(id);
  });

  it('concerns one tenant, and may be repeated', async () => {
    const email = `erase-${randomUUID()}@crm.test`;
    const { id } = await make(email);
    await erase(email, crm.tenants[1]);
    expect(await crm.read(`tiers/${id}`)).toMatchObject({ email });
    await erase(email);
    await erase(email);
    expect(await crm.read(`tiers/${id}`)).toMatchObject({ ...reached, version: 2 });
  });

  it('and before it, the person reads everything that is stored', async () => {
    const email = `erase-${randomUUID()}@crm.test`;
    const { id } = await make(email);
    await crm.make('notes', { title: 'Préfère le balcon', tiers: id });
    const token = await publicToken({ tenantId: crm.tenants[0], email, subject: email });
    const response = await fetch(`${crm.crm.url}/app-api/crm/personal-data`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject({
      person: {
        firstName: 'Léa',
        telephone: '0612440819',
        addresses: [{ city: 'Melun' }],
        notes: [{ title: 'Préfère le balcon' }],
      },
    });
    expect((await fetch(`${crm.crm.url}/app-api/crm/personal-data`)).status).toBe(401);
  });
});
