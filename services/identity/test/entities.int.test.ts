import { startIdentity, type IdentityHarness } from './support/identity-harness';

jest.setTimeout(60_000);

interface Entity {
  id: string;
  version: number;
  isArchived: boolean;
  code?: string;
}
const entities = '/b/api/core/entities';

describe('the entities of a tenant', () => {
  let identity: IdentityHarness;
  beforeAll(async () => {
    identity = await startIdentity();
  }, 60_000);
  afterAll(() => identity.stop());

  it('have a name of their own, a yearly limit and a sender, and are archived instead of deleted', async () => {
    const { admin } = await identity.createTenantWithAdmin();
    const call = <B = Entity>(
      method: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ) => identity.as<B>(admin.email, method, path, body, headers);
    const values = { name: 'La Lanterne', limitOnTheNumberOfTickets: 40_000, sender: 'La Lanterne SARL' };
    const made = await call('POST', entities, values);
    expect(made).toMatchObject({ status: 201, body: { ...values, isArchived: false } });
    expect(await call('POST', entities, { name: 'La Lanterne' })).toMatchObject({
      status: 422,
      body: { code: 'validation.failed' },
    });
    expect(
      (await call('POST', entities, { name: 'Petite salle', limitOnTheNumberOfTickets: 0 })).status,
    ).toBe(422);
    const own = `${entities}/${made.body.id}`;
    expect((await call('DELETE', own, undefined, { 'if-match': '"1"' })).status).toBe(405);
    expect((await call('POST', `${own}/archive`, {}, { 'if-match': '"1"' })).status).toBe(200);
    const { body } = await call<{ items: Entity[] }>('GET', entities);
    expect(body.items).toEqual([]);
    expect((await call('GET', own)).body.isArchived).toBe(true);
  });

  it('are not those of another tenant', async () => {
    const [ours, theirs] = [await identity.createTenantWithAdmin(), await identity.createTenantWithAdmin()];
    const { body } = await identity.as<Entity>(ours.admin.email, 'POST', entities, { name: 'La Lanterne' });
    expect((await identity.as(theirs.admin.email, 'GET', `${entities}/${body.id}`)).status).toBe(404);
    // Names are unique within a tenant.
    const same = await identity.as<Entity>(theirs.admin.email, 'POST', entities, { name: 'La Lanterne' });
    expect(same.status).toBe(201);
  });
});
