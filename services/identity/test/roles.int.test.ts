import { randomUUID } from 'node:crypto';
import { resolveActor } from '../src/features/access/resolve-actor';
import { startIdentity, type IdentityHarness } from './support/identity-harness';

jest.setTimeout(60_000);

interface User {
  id: string;
  email: string;
}
const users = '/b/api/core/users';
const person = (changes: object = {}) => ({
  firstName: 'Noé',
  lastName: 'Roux',
  email: `user-${randomUUID()}@identity.test`,
  role: 'USER',
  ...changes,
});

describe('a role of the tenant', () => {
  let identity: IdentityHarness;
  beforeAll(async () => {
    identity = await startIdentity();
  }, 60_000);
  afterAll(() => identity.stop());
  const roleOf = async (email: string, code: string) => {
    const path = `/b/api/core/roles?f.code.eq=${code}&columns=code`;
    const { body } = await identity.as<{ items: { id: string }[] }>(email, 'GET', path);
    return body.items[0]?.id ?? '';
  };
  const roles = '/b/api/core/roles';
  interface Resolved {
    role: string;
    rights: string[];
    teamIds: string[];
  }
  const declared = (right: string, scope: 'own' | 'all' = 'all') => ({ role: 'USER', right, scope }) as const;

  it('gives the default grants of its base role, changed right by right, and follows each change (R-110)', async () => {
    const names = ['read', 'update', 'delete'].map((action) => `crm.note.${action}`);
    await identity.defaults.declare(identity.service.ctx, 'crm', {
      grants: [declared('crm.note.read'), declared('crm.note.update'), declared('crm.note.delete', 'own')],
      rights: names.map((right) => ({
        right,
        scopes: ['own', 'team', 'all'],
        subject: { fr: 'Notes', en: 'Notes' },
        label: null,
      })),
    });
    const { id: tenantId, admin } = await identity.createTenantWithAdmin();
    const asAdmin = <B>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      identity.as<B>(admin.email, method, path, body, headers);
    const made = await asAdmin<{ id: string }>('POST', roles, {
      name: 'Bar & vestiaire',
      basedOn: 'USER',
      grants: [
        { right: 'crm.note.update', scope: 'team' },
        { right: 'crm.note.read', scope: 'none' },
        { right: 'identity.user.read', scope: 'all' },
      ],
    });
    expect(made.status).toBe(201);
    const member = await asAdmin<User>('POST', users, person({ role: made.body.id }));
    expect(member.status).toBe(201);
    const colleague = await asAdmin<User>('POST', users, person());
    const login = await identity.provider.findStaff(member.body.email);
    const resolve = async () =>
      (await resolveActor(
        { subject: login?.subject ?? '', tenantId, role: '', impersonatorSubject: '' },
        identity.service.ctx,
        identity.defaults,
      )) as Resolved;
    expect(await resolve()).toMatchObject({ role: 'Bar & vestiaire', teamIds: [] });
    expect(new Set((await resolve()).rights)).toEqual(
      new Set(['crm.note.update:team', 'crm.note.delete:own', 'identity.entity.read', 'identity.user.read']),
    );

    const path = `${roles}/${made.body.id}`;
    const change = { grants: [{ right: 'crm.note.read', scope: 'all' }] };
    expect((await asAdmin('PATCH', path, change, { 'if-match': '"1"' })).status).toBe(200);
    expect(new Set((await resolve()).rights)).toEqual(
      new Set(['crm.note.read', 'crm.note.update', 'crm.note.delete:own', 'identity.entity.read']),
    );
    const managed = { manager: member.body.id };
    expect(
      (await asAdmin('PATCH', `${users}/${colleague.body.id}`, managed, { 'if-match': '*' })).status,
    ).toBe(200);
    expect((await resolve()).teamIds).toEqual([colleague.body.id]);
  });

  it('refuses a declaration without grants, which would take all rights away', async () => {
    const { ctx } = identity.service;
    await expect(identity.defaults.declare(ctx, 'crm', { grants: [], rights: [] })).rejects.toMatchObject({
      code: 'request.malformed',
    });
  });

  it('refuses rights that are malformed or repeated, and changes to the base roles', async () => {
    const { admin } = await identity.createTenantWithAdmin();
    const asAdmin = <B>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      identity.as<B>(admin.email, method, path, body, headers);
    const grants = (...rights: string[]) => rights.map((right) => ({ right, scope: 'all' }));
    const pointersOf = async (body: object) => {
      const answer = await asAdmin<{ errors: { pointer: string }[] }>('POST', roles, body);
      return [answer.status, ...(answer.body.errors ?? []).map(({ pointer }) => pointer)];
    };
    expect(await pointersOf({ name: 'A', grants: grants('*') })).toEqual([422, '/grants/0/right']);
    expect(await pointersOf({ name: 'A', grants: grants('crm.note.read', 'crm.note.read') })).toEqual([
      422,
      '/grants/1/right',
    ]);
    const full = await roleOf(admin.email, 'ADMINISTRATOR');
    for (const body of [
      { grants: [{ right: 'identity.user.update', scope: 'none' }] },
      { basedOn: 'USER' },
      { isArchived: true },
    ])
      expect([
        body,
        (await asAdmin('PATCH', `${roles}/${full}`, body, { 'if-match': '"1"' })).status,
      ]).toEqual([body, 422]);
    // A role in use is not deleted, and one of another tenant is not given.
    expect((await asAdmin('DELETE', `${roles}/${full}`)).status).toBe(409);
    const elsewhere = await identity.createTenantWithAdmin();
    const foreign = await roleOf(elsewhere.admin.email, 'USER');
    expect((await asAdmin('POST', users, person({ role: foreign }))).status).toBe(422);
  });
});
