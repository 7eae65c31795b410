import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { DefaultGrant, Scope } from '@coulisse/contracts';
import { resolveActor } from '../src/features/access/resolve-actor';
import { startIdentity, type IdentityHarness, type TestTenant } from './support/identity-harness';

jest.setTimeout(60_000);

const ROLES = '/b/api/core/roles';
const USERS = '/b/api/core/users';
const MIGRATION = join(__dirname, '../prisma/migrations/20261201110000_role_rights/migration.sql');

interface Right {
  right: string;
  subject: { fr: string; en: string };
  label: { fr: string; en: string } | null;
  scopes: Scope[];
  default: Scope | null;
  granted: Scope | null;
  own: Scope | null;
}
interface Rights {
  version: number;
  users: number;
  mayChange: boolean;
  isFull: boolean;
  rights: Right[];
  others: { right: string; scope: string }[];
}
interface Refusal {
  code: string;
  errors: { pointer: string; code: string }[];
}
interface Made {
  id: string;
  version: number;
}

const grant = (role: DefaultGrant['role'], right: string, scope: Scope = 'all'): DefaultGrant => ({
  role,
  right,
  scope,
});
const subject = { fr: 'Notes', en: 'Notes' };
const NOTES = ['read', 'update', 'delete'].map((action) => ({
  right: `crm.note.${action}`,
  scopes: ['own', 'team', 'all'] as const,
  subject,
  label: null,
}));
const MERGE = {
  right: 'crm.tiers.merge',
  scopes: ['all'] as const,
  subject: { fr: 'Tiers', en: 'Third parties' },
  label: { fr: 'Fusionner les doublons', en: 'Merge duplicates' },
};

describe('the rights of a role', () => {
  let identity: IdentityHarness;
  let tenant: TestTenant;
  beforeAll(async () => {
    identity = await startIdentity();
    await identity.defaults.declare(identity.service.ctx, 'crm', {
      grants: [
        grant('ADMINISTRATOR', 'crm.note.read'),
        grant('ADMINISTRATOR', 'crm.tiers.merge'),
        grant('USER', 'crm.note.read'),
        grant('USER', 'crm.note.delete', 'own'),
      ],
      rights: [...NOTES, MERGE],
    });
    tenant = await identity.createTenantWithAdmin();
  }, 60_000);
  afterAll(() => identity.stop());

  const as =
    (email: string) =>
    <B = Refusal>(method: string, path: string, body?: unknown, version?: number) =>
      identity.as<B>(email, method, path, body, version ? { 'if-match': `"${version}"` } : {});
  const asAdmin = <B = Refusal>(method: string, path: string, body?: unknown, version?: number) =>
    as(tenant.admin.email)<B>(method, path, body, version);
  const newRole = async (values: object = {}): Promise<Made> => {
    const made = await asAdmin<Made>('POST', ROLES, {
      name: `Rôle ${randomUUID()}`,
      basedOn: 'USER',
      ...values,
    });
    if (made.status !== 201) throw new Error(made.text);
    return made.body;
  };
  const newUser = async (roleId: string): Promise<{ id: string; email: string }> => {
    const email = `user-${randomUUID()}@identity.test`;
    const values = { firstName: 'Noé', lastName: 'Roux', email, role: roleId };
    const made = await asAdmin<{ id: string }>('POST', USERS, values);
    if (made.status !== 201) throw new Error(made.text);
    return { id: made.body.id, email };
  };
  const rightsOf = async (id: string) => (await asAdmin<Rights>('GET', `${ROLES}/${id}/rights`)).body;
  const idOf = async (code: string) => {
    const { body } = await asAdmin<{ items: { id: string }[] }>(
      'GET',
      `${ROLES}?f.code.eq=${code}&columns=code`,
    );
    return body.items[0]?.id ?? '';
  };
  const pointers = ({ errors }: Refusal) => errors.map(({ pointer, code }) => `${pointer} ${code}`);
  const rightsInTokenOf = async (email: string) => {
    const login = await identity.provider.findStaff(email);
    const answer = await resolveActor(
      { subject: login?.subject ?? '', tenantId: tenant.id, role: '', impersonatorSubject: '' },
      identity.service.ctx,
      identity.defaults,
    );
    return answer.rights;
  };

  it('are listed in words, with their defaults, what is granted and what the caller may grant (R-114)', async () => {
    const { id } = await newRole({ grants: [{ right: 'crm.note.delete', scope: 'team' }] });
    await newUser(id);
    const answer = await rightsOf(id);
    expect(answer).toMatchObject({ version: 1, users: 1, mayChange: true, isFull: false, others: [] });
    expect(answer.rights.filter(({ right }) => right.startsWith('crm.'))).toEqual([
      { ...NOTES[0], default: 'all', granted: 'all', own: 'all' },
      { ...NOTES[1], default: null, granted: null, own: 'all' },
      { ...NOTES[2], default: 'own', granted: 'team', own: 'all' },
      { ...MERGE, default: null, granted: null, own: 'all' },
    ]);
    expect(answer.rights.find(({ right }) => right === 'identity.role.update')?.subject).toEqual({
      fr: 'Rôles',
      en: 'Roles',
    });
    expect(answer.rights.filter(({ right }) => right.startsWith('identity.saas-customer.'))).toEqual([]);
    const full = await rightsOf(await idOf('ADMINISTRATOR'));
    expect(full).toMatchObject({ isFull: true, mayChange: false, users: 1 });
  });

  it('are not shown to another tenant', async () => {
    const { id } = await newRole();
    const elsewhere = await identity.createTenantWithAdmin();
    expect((await as(elsewhere.admin.email)('GET', `${ROLES}/${id}/rights`)).status).toBe(404);
    const { email } = await newUser(await idOf('USER'));
    expect((await as(email)('GET', `${ROLES}/${id}/rights`)).status).toBe(403);
  });

  it('refuse what nobody declares, and scopes that a right cannot have', async () => {
    const refused = async (grants: object[]) => {
      const { status, body } = await asAdmin('POST', ROLES, { name: `R ${randomUUID()}`, grants });
      return [status, ...pointers(body)];
    };
    expect(
      await refused([
        { right: 'crm.note.read', scope: 'all' },
        { right: 'crm.note.burn', scope: 'all' },
      ]),
    ).toEqual([422, '/grants/1/right role.right-unknown']);
    expect(await refused([{ right: 'crm.tiers.merge', scope: 'own' }])).toEqual([
      422,
      '/grants/0/scope role.scope-impossible',
    ]);
    // With it, a tenant could appoint administrators of any other one.
    expect(await refused([{ right: 'identity.saas-customer.update', scope: 'all' }])).toEqual([
      422,
      '/grants/0/right role.right-unknown',
    ]);
    expect((await refused([{ right: 'crm.note.read', scope: 'everyone' }]))[0]).toBe(422);
  });

  it('take effect at the next resolution, and the history tells them', async () => {
    const { id, version } = await newRole();
    const { email } = await newUser(id);
    expect(await rightsInTokenOf(email)).toContain('crm.note.read');
    const grants = [{ right: 'crm.note.read', scope: 'none' }];
    expect((await asAdmin('PATCH', `${ROLES}/${id}`, { grants }, version)).status).toBe(200);
    expect(await rightsInTokenOf(email)).toEqual(['crm.note.delete:own', 'identity.entity.read']);
    // Somebody who read the former version does not overwrite it.
    const late = await asAdmin('PATCH', `${ROLES}/${id}`, { grants: [] }, version);
    expect([late.status, late.body.code]).toEqual([412, 'record.changed']);
    const { body } = await asAdmin<{ items: { action: string; changes: Record<string, unknown[]> }[] }>(
      'GET',
      `${ROLES}/${id}/history`,
    );
    expect(body.items[0]).toMatchObject({ action: 'update', changes: { grants: [[], grants] } });
    expect((await asAdmin('PATCH', `${ROLES}/${id}`, { grants: [] }, version + 1)).status).toBe(200);
    expect(await rightsInTokenOf(email)).toContain('crm.note.read');
  });

  it('keep a stored grant of a right that a release has taken away', async () => {
    const { id } = await newRole({ grants: [{ right: 'crm.note.update', scope: 'own' }] });
    await identity.database.asSuperuser(
      `UPDATE role_grants SET "right" = 'crm.memo.update' WHERE parent_id = '${id}'`,
    );
    expect((await rightsOf(id)).others).toEqual([{ right: 'crm.memo.update', scope: 'own' }]);
    const grants = [
      { right: 'crm.memo.update', scope: 'own' },
      { right: 'crm.note.delete', scope: 'none' },
    ];
    expect((await asAdmin('PATCH', `${ROLES}/${id}`, { grants }, 1)).status).toBe(200);
  });

  it('nobody gives more than they have, but for the administrators of the tenant', async () => {
    const manager = await newRole({
      grants: [
        ...['read', 'create', 'update'].map((action) => ({ right: `identity.role.${action}`, scope: 'all' })),
        ...['read', 'create', 'update'].map((action) => ({ right: `identity.user.${action}`, scope: 'all' })),
        { right: 'crm.note.update', scope: 'team' },
      ],
    });
    const { id: managerId, email } = await newUser(manager.id);
    const asManager = as(email);
    const own = await newRole();
    const patch = (grants: object[], version = 1) =>
      asManager<Refusal & Made>('PATCH', `${ROLES}/${own.id}`, { grants }, version);
    for (const [grants, pointer] of [
      [[{ right: 'crm.tiers.merge', scope: 'all' }], '/grants/0/scope'],
      [
        [
          { right: 'crm.note.read', scope: 'all' },
          { right: 'crm.note.update', scope: 'all' },
        ],
        '/grants/1/scope',
      ],
    ] as const) {
      const { status, body } = await patch([...grants]);
      expect([status, ...pointers(body)]).toEqual([403, `${pointer} role.beyond-own-rights`]);
    }
    expect((await patch([{ right: 'crm.note.update', scope: 'own' }])).status).toBe(200);
    // Not by another origin either, nor by a copy, nor to oneself.
    const origin = await asManager('PATCH', `${ROLES}/${own.id}`, { basedOn: 'ADMINISTRATOR' }, 2);
    expect([origin.status, ...pointers(origin.body)]).toEqual([403, '/basedOn role.beyond-own-rights']);
    const full = await idOf('ADMINISTRATOR');
    expect((await asManager('POST', `${ROLES}/${full}/duplicate`, {})).status).toBe(403);
    const myself = await asManager('PATCH', `${USERS}/${managerId}`, { role: full }, 2);
    expect([myself.status, ...pointers(myself.body)]).toEqual([403, '/role role.beyond-own-rights']);
    const person = { firstName: 'Eve', lastName: 'Roux', email: `eve-${randomUUID()}@identity.test` };
    expect((await asManager('POST', USERS, { ...person, role: 'ADMINISTRATOR' })).status).toBe(403);
    expect((await asManager('POST', USERS, { ...person, role: own.id })).status).toBe(201);
    // Nor by taking over the login of somebody who has more.
    expect((await asManager('POST', `${USERS}/${tenant.admin.id}/reset-password`)).status).toBe(403);
    const address = { email: `taken-${randomUUID()}@identity.test` };
    expect((await asManager('PATCH', `${USERS}/${tenant.admin.id}`, address, 2)).status).toBe(403);
  });

  it('are copied with the role, and a copy of the administrator can be changed', async () => {
    const { id } = await newRole({ grants: [{ right: 'crm.note.delete', scope: 'team' }] });
    const copy = await asAdmin<Made>('POST', `${ROLES}/${id}/duplicate`, {});
    expect(copy.status).toBe(201);
    const rightsIn = async (roleId: string) =>
      (await rightsOf(roleId)).rights.map(({ right, granted }) => [right, granted]);
    expect(await rightsIn(copy.body.id)).toEqual(await rightsIn(id));
    const deputy = await asAdmin<Made>('POST', `${ROLES}/${await idOf('ADMINISTRATOR')}/duplicate`, {});
    expect(deputy.status).toBe(201);
    const grants = [{ right: 'identity.role.update', scope: 'none' }];
    expect((await asAdmin('PATCH', `${ROLES}/${deputy.body.id}`, { grants }, 1)).status).toBe(200);
  });

  it('stay with their users: a role in use is neither archived nor deleted (R-111)', async () => {
    const { id } = await newRole();
    await newUser(id);
    for (const [method, path, body] of [
      ['POST', '/archive', {}],
      ['PATCH', '', { isArchived: true }],
    ] as const) {
      const answer = await asAdmin(method, `${ROLES}/${id}${path}`, body, 1);
      expect([answer.status, ...pointers(answer.body)]).toEqual([409, '/isArchived role.in-use']);
    }
    expect((await asAdmin('DELETE', `${ROLES}/${id}`)).status).toBe(409);
    const { id: unused } = await newRole();
    expect((await asAdmin('POST', `${ROLES}/${unused}/archive`, {})).status).toBe(200);
    expect((await asAdmin('POST', `${ROLES}/${unused}/restore`, {})).status).toBe(200);
    expect((await asAdmin('DELETE', `${ROLES}/${unused}`)).status).toBe(204);
  });

  it('do not follow from a name: those of the base roles are reserved', async () => {
    for (const name of ['ADMINISTRATOR', ' super_administrator']) {
      const { status, body } = await asAdmin('POST', ROLES, { name });
      expect([status, ...pointers(body)]).toEqual([422, '/name role.name-reserved']);
    }
  });

  it('lose those of the platform when the service is upgraded', async () => {
    const { id } = await newRole({ grants: [{ right: 'crm.note.update', scope: 'all' }] });
    const stored = `SELECT "right" FROM role_grants WHERE parent_id = '${id}'`;
    await identity.database.asSuperuser(
      `UPDATE role_grants SET "right" = 'identity.saas-customer.update' WHERE parent_id = '${id}'`,
    );
    const [, cleaning = ''] = /(DELETE FROM "role_grants"[^;]+;)/.exec(readFileSync(MIGRATION, 'utf8')) ?? [];
    await identity.database.asSuperuser(cleaning);
    expect(await identity.database.asSuperuser(stored)).toEqual([]);
  });

  it('of a service of an older release keep their words', async () => {
    await identity.defaults.declare(identity.service.ctx, 'sales', {
      grants: [grant('USER', 'sales.vat.read')],
      rights: [{ right: 'sales.vat.read', scopes: ['all'], subject, label: null }],
    });
    await identity.defaults.declare(identity.service.ctx, 'sales', {
      grants: [grant('USER', 'sales.vat.read')],
      rights: [],
    });
    expect((await identity.defaults.catalogue(identity.service.ctx)).has('sales.vat.read')).toBe(true);
  });
});
