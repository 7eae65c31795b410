import { randomUUID } from 'node:crypto';
import { topics } from '@coulisse/contracts';
import { Problem, systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { undoInterrupted } from '../src/features/provisioning/reconcile';
import { resolveActor } from '../src/features/access/resolve-actor';
import { startIdentity, SUPER, type IdentityHarness, type TestTenant } from './support/identity-harness';

jest.setTimeout(60_000);

interface User {
  id: string;
  version: number;
  email: string;
  displayName: string;
  enabled: boolean;
  role: string;
  access: string;
  password?: string;
}

describe('identity', () => {
  let identity: IdentityHarness;

  beforeAll(async () => {
    identity = await startIdentity();
  }, 60_000);
  afterAll(() => identity.stop());
  beforeEach(() => identity.provider.failures.clear());

  /** The id of a role that every tenant has. */
  const roleOf = async (email: string, code: string) => {
    const path = `/b/api/core/roles?f.code.eq=${code}&columns=code`;
    const { body } = await identity.as<{ items: { id: string }[] }>(email, 'GET', path);
    return body.items[0]?.id ?? '';
  };

  const users = '/b/api/core/users';
  const person = (changes: object = {}) => ({
    firstName: 'Noé',
    lastName: 'Roux',
    email: `user-${randomUUID()}@identity.test`,
    role: 'USER',
    ...changes,
  });
  const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
  const events = (topic: 'identity.tenant.v1' | 'identity.user.v1', key: string) =>
    identity.bus
      .published(topic)
      .filter((message) => message.key === key)
      .map((message) => topics[topic].decode(message.value).event);

  describe('the super administrator', () => {
    it('is created once at boot and keeps the configured password', async () => {
      const [login] = [...identity.provider.logins.values()].filter((candidate) => candidate.email === SUPER);
      expect(login).toMatchObject({ tenantId: null, temporary: false });
      const rows = await identity.database.asSuperuser<{ subject: string }>(
        'SELECT subject FROM super_administrator',
      );
      expect(rows).toEqual([{ subject: login?.subject }]);
    });

    it('creates and lists tenants, and sees no business data of theirs', async () => {
      const { id, slug } = await identity.createTenant();
      const list = await identity.asSuper<{ items: { id: string }[] }>(
        'GET',
        `/b/api/core/saas-customers?f.slug.eq=${slug}`,
      );
      expect(list.body.items.map((item) => item.id)).toEqual([id]);
      expect(await identity.asSuper('GET', '/b/api/core/me')).toMatchObject({
        status: 200,
        body: {
          role: 'SUPER_ADMINISTRATOR',
          rights: [
            'core.failed-delivery.read',
            'core.failed-delivery.update',
            'identity.saas-customer.create',
            'identity.saas-customer.export',
            'identity.saas-customer.read',
            'identity.saas-customer.update',
          ],
          tenant: null,
          impersonator: null,
        },
      });
      expect((await identity.asSuper('GET', users)).status).toBe(403);
    });

    it('refuses a slug that another tenant has', async () => {
      const { slug } = await identity.createTenant();
      const duplicate = await identity.asSuper('POST', '/b/api/core/saas-customers', { name: 'Other', slug });
      expect(duplicate.status).toBe(422);
      expect(duplicate.body).toMatchObject({ errors: [{ pointer: '/slug' }] });
    });

    it('publishes the change of a tenant and updates its organization', async () => {
      const { id, slug } = await identity.createTenant();
      await eventually(() => {
        expect(identity.provider.organizations.get(id)).toMatchObject({ slug });
      });
      const changed = await identity.asSuper<{ version: number }>(
        'PATCH',
        `/b/api/core/saas-customers/${id}`,
        { name: 'Le Grand Théâtre', addressLines: ['1 quai'] },
        { 'if-match': '"1"' },
      );
      expect(changed.status).toBe(200);
      await eventually(() => {
        expect(identity.provider.organizations.get(id)?.name).toBe('Le Grand Théâtre');
        expect(events('identity.tenant.v1', id).at(-1)).toMatchObject({
          value: {
            tenantId: id,
            version: 2,
            name: 'Le Grand Théâtre',
            address: '1 quai, Nantes',
            archived: false,
          },
        });
      });
    });

    it('appoints administrators; the password is returned once and not stored (R-124)', async () => {
      const { id } = await identity.createTenant();
      const path = `/b/api/core/saas-customers/${id}/administrators`;
      const made = await identity.asSuper<{ user: User; password: string }>('POST', path, {
        firstName: 'Ana',
        lastName: 'Lys',
        email: `Ana-${randomUUID()}@Identity.test`,
      });
      expect(made.status).toBe(201);
      const { user, password } = made.body;
      expect(password).toMatch(/^.{16,}$/);
      expect(user).toMatchObject({
        role: { label: 'Administrateur' },
        access: 'ACTIVE',
        displayName: 'Ana Lys',
        enabled: true,
      });
      expect(user.email).toBe(user.email.toLowerCase());
      const login = [...identity.provider.logins.values()].find(
        (candidate) => candidate.email === user.email,
      );
      expect(login).toMatchObject({ tenantId: id, password, temporary: true });
      expect(identity.provider.organizations.get(id)?.members.has(login?.subject ?? '')).toBe(true);

      const list = await identity.asSuper<{ items: User[] }>('GET', path);
      expect(list.body.items).toMatchObject([{ id: user.id, displayName: 'Ana Lys', enabled: true }]);
      const dump = await identity.database.asSuperuser(
        `SELECT (SELECT json_agg(u) FROM staff_user u)::text || (SELECT json_agg(h) FROM kit.history h)::text
           || coalesce((SELECT json_agg(k) FROM kit.idempotency_key k)::text, '') AS text`,
      );
      expect(JSON.stringify(dump)).not.toContain(password);
    });

    it('returns 404 for administrators of an unknown tenant', async () => {
      const body = { firstName: 'A', lastName: 'B', email: 'a@identity.test' };
      for (const id of [randomUUID(), 'nonsense']) {
        expect(
          (await identity.asSuper('POST', `/b/api/core/saas-customers/${id}/administrators`, body)).status,
        ).toBe(404);
        expect(
          (await identity.asSuper('GET', `/b/api/core/saas-customers/${id}/administrators`)).status,
        ).toBe(404);
      }
    });
  });

  describe('an administrator', () => {
    let theatre: TestTenant;
    const admin = <B>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      identity.as<B>(theatre.admin.email, method, path, body, headers);

    beforeAll(async () => {
      theatre = await identity.createTenantWithAdmin();
    });

    it('reads their own identity, rights and tenant', async () => {
      const me = await admin<{ tenant: object; rights: string[] }>('GET', '/b/api/core/me');
      expect(me.body).toMatchObject({
        id: theatre.admin.id,
        displayName: 'Ana Lys',
        role: 'ADMINISTRATOR',
        language: 'fr',
        tenant: { id: theatre.id, slug: expect.stringMatching(/^t-/) },
      });
      expect(me.body.rights).toContain('identity.user.create');
      expect(me.body.rights.filter((right) => right.includes('saas-customer'))).toEqual([]);
    });

    it('may neither create nor read tenants', async () => {
      expect((await admin('GET', '/b/api/core/saas-customers')).status).toBe(403);
      expect((await admin('POST', '/b/api/core/saas-customers', { name: 'x', slug: 'xx' })).status).toBe(403);
      expect((await admin('GET', `/b/api/core/saas-customers/${theatre.id}/administrators`)).status).toBe(
        403,
      );
    });

    it('creates users of their own tenant with the rights of the role (R-085)', async () => {
      await identity.defaults.declare(identity.service.ctx, 'ticketing', {
        grants: [{ role: 'USER', right: 'ticketing.reception.update', scope: 'all' }],
        rights: [],
      });
      const input = person({ softwareLanguage: 'en' });
      const created = await admin<User>('POST', users, input);
      expect(created.status).toBe(201);
      expect(created.headers.get('etag')).toBe('"2"');
      expect(created.body).toMatchObject({
        email: input.email,
        role: { label: 'Utilisateur' },
        access: 'ACTIVE',
        displayName: 'Noé Roux',
      });
      expect(created.body.password).toMatch(/^.{16,}$/);
      const me = await identity.as<{ rights: string[]; language: string; tenant: { id: string } }>(
        input.email,
        'GET',
        '/b/api/core/me',
      );
      expect(me.body).toMatchObject({ language: 'en', tenant: { id: theatre.id } });
      expect(me.body.rights).toContain('ticketing.reception.update');
      expect((await identity.as(input.email, 'GET', users)).status).toBe(403);
      const read = await admin<User>('GET', `${users}/${created.body.id}`);
      expect(read.body).not.toHaveProperty('password');
      const history = await admin<{ items: { action: string; actor: string }[] }>(
        'GET',
        `${users}/${created.body.id}/history`,
      );
      expect(history.body.items).toMatchObject([{ action: 'activate' }, { action: 'create' }]);
    });

    it('gets 422 with pointers for invalid input and for a repeated address', async () => {
      const wrong = await admin('POST', users, {
        ...person(),
        email: 'nobody',
        role: 'SUPER_ADMINISTRATOR',
        access: 'ACTIVE',
      });
      expect(wrong.status).toBe(422);
      const { errors } = wrong.body as { errors: { pointer: string }[] };
      expect(errors.map((error) => error.pointer).sort()).toEqual(
        expect.arrayContaining(['/access', '/role']),
      );
      expect((await admin('POST', users, { ...person(), email: 'nobody' })).status).toBe(422);
      const input = person();
      expect((await admin('POST', users, input)).status).toBe(201);
      expect((await admin('POST', users, input)).status).toBe(422);
    });

    it('accepts real names with signs, and gets the pointer of an invalid name', async () => {
      const made = await admin<User>(
        'POST',
        users,
        person({ firstName: 'Anne & Paul', lastName: "D'Arc (née Roux)" }),
      );
      expect(made.status).toBe(201);
      expect(made.body.displayName).toBe("Anne & Paul D'Arc (née Roux)");
      for (const [field, value, code] of [
        ['firstName', 'a<b', 'validation.person-name'],
        ['lastName', 'Ana\nLys', 'validation.format'],
      ] as const) {
        const named = { errors: [{ pointer: `/${field}`, code }] };
        const refused = await admin('POST', users, person({ [field]: value }));
        expect([refused.status, refused.body]).toMatchObject([422, named]);
        const changed = await admin(
          'PATCH',
          `${users}/${made.body.id}`,
          { [field]: value },
          { 'if-match': `"${made.body.version}"` },
        );
        expect([changed.status, changed.body]).toMatchObject([422, named]);
      }
    });

    it('gets the pointer of the field that the identity provider refuses', async () => {
      const refusal = new Problem('validation.failed', {
        errors: [{ pointer: '/lastName', code: 'validation.person-name' }],
      });
      const refuse = jest.spyOn(identity.provider, 'createStaff').mockRejectedValueOnce(refusal);
      const input = person();
      const refused = await admin('POST', users, input);
      expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ pointer: '/lastName' }] }]);
      refuse.mockRestore();
      expect((await admin('POST', users, input)).status).toBe(201);
    });

    it('cannot use an e-mail address of another tenant’s user', async () => {
      const other = await identity.createTenantWithAdmin();
      const taken = await admin('POST', users, person({ email: other.admin.email }));
      expect([taken.status, codeOf(taken)]).toEqual([409, 'email.already-used']);
      const rows = await identity.database.asSuperuser(
        `SELECT 1 FROM staff_user WHERE tenant_id = '${theatre.id}' AND email = '${other.admin.email}'`,
      );
      expect(rows).toEqual([]);
    });

    it.each(['upsertOrganization', 'createStaff', 'joinOrganization'] as const)(
      'leaves no row and no login when %s fails, and can retry',
      async (step) => {
        identity.provider.failures.set(step, { tenantId: theatre.id, calls: 1 });
        const input = person();
        expect((await admin('POST', users, input)).status).toBe(503);
        expect([...identity.provider.logins.values()].some((login) => login.email === input.email)).toBe(
          false,
        );
        const list = await admin<{ items: User[] }>('GET', `${users}?f.email.eq=${input.email}`);
        expect(list.body.items).toEqual([]);
        expect((await admin('POST', users, input)).status).toBe(201);
      },
    );

    it('updates a user and its login', async () => {
      const made = await admin<User>('POST', users, person());
      const email = `moved-${randomUUID()}@identity.test`;
      const changed = await admin<User>(
        'PATCH',
        `${users}/${made.body.id}`,
        { lastName: 'Mars', email: email.toUpperCase(), softwareLanguage: 'en' },
        { 'if-match': '"2"' },
      );
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({ version: 3, displayName: 'Noé Mars', email });
      await eventually(() => {
        expect([...identity.provider.logins.values()].find((login) => login.email === email)).toMatchObject({
          lastName: 'Mars',
        });
      });
      const stale = await admin(
        'PATCH',
        `${users}/${made.body.id}`,
        { lastName: 'X' },
        { 'if-match': '"2"' },
      );
      expect([stale.status, codeOf(stale)]).toEqual([412, 'record.changed']);
    });

    it('disables a user, whose token is refused at once, and enables them again (R-042, R-128)', async () => {
      const input = person();
      const made = await admin<User>('POST', users, input);
      const token = identity.tokenOf(input.email);
      const me = () => identity.service.request('GET', '/b/api/core/me', { token });
      expect((await me()).status).toBe(200);
      const off = await admin<User>(
        'PATCH',
        `${users}/${made.body.id}`,
        { enabled: false },
        { 'if-match': '"2"' },
      );
      expect(off.body).toMatchObject({ enabled: false });
      await eventually(async () => expect((await me()).status).toBe(403));
      const hasLogin = (enabled: boolean) =>
        eventually(() => {
          const login = [...identity.provider.logins.values()].find(({ email }) => email === input.email);
          expect(login?.enabled).toBe(enabled);
        });
      await hasLogin(false);
      const on = await admin('PATCH', `${users}/${made.body.id}`, { enabled: true }, { 'if-match': '"3"' });
      expect(on.status).toBe(200);
      await hasLogin(true);
      await eventually(async () =>
        expect((await identity.as(input.email, 'GET', '/b/api/core/me')).status).toBe(200),
      );
    });

    it('has one role at a time: another replaces it, with its rights (R-113)', async () => {
      const input = person({ role: 'ADMINISTRATOR' });
      const made = await admin<User>('POST', users, input);
      const rights = async () =>
        (await identity.as<{ rights: string[] }>(input.email, 'GET', '/b/api/core/me')).body.rights;
      expect(await rights()).toContain('identity.user.update');
      const give = (role: unknown) =>
        admin('PATCH', `${users}/${made.body.id}`, { role }, { 'if-match': '"2"' });
      const [administrator, user] = [
        await roleOf(theatre.admin.email, 'ADMINISTRATOR'),
        await roleOf(theatre.admin.email, 'USER'),
      ];
      expect((await give([administrator, user])).status).toBe(422);
      expect((await give(user)).status).toBe(200);
      await eventually(async () => expect(await rights()).not.toContain('identity.user.update'));
    });

    it('resets a password to a new temporary one', async () => {
      const input = person();
      const made = await admin<User>('POST', users, input);
      const reset = await admin<{ password: string }>('POST', `${users}/${made.body.id}/reset-password`);
      expect(reset.status).toBe(200);
      expect(reset.body.password).not.toBe(made.body.password);
      const login = [...identity.provider.logins.values()].find(
        (candidate) => candidate.email === input.email,
      );
      expect(login).toMatchObject({ password: reset.body.password, temporary: true });
    });

    it.each(['enabled', 'role'])(
      'cannot remove the last administrator of the tenant by %s',
      async (field) => {
        const alone = await identity.createTenantWithAdmin();
        const change =
          field === 'role' ? { role: await roleOf(alone.admin.email, 'USER') } : { enabled: false };
        const refused = await identity.as(alone.admin.email, 'PATCH', `${users}/${alone.admin.id}`, change, {
          'if-match': '"2"',
        });
        expect([refused.status, codeOf(refused)]).toEqual([409, 'archive.impossible']);
      },
    );

    it('can disable only one of two who disable each other concurrently', async () => {
      const pair = await identity.createTenantWithAdmin();
      const second = await identity.as<User>(
        pair.admin.email,
        'POST',
        users,
        person({ role: 'ADMINISTRATOR' }),
      );
      const off = (by: string, id: string) =>
        identity.as(by, 'PATCH', `${users}/${id}`, { enabled: false }, { 'if-match': '"2"' });
      const answers = await Promise.all([
        off(pair.admin.email, second.body.id),
        off(second.body.email, pair.admin.id),
      ]);
      // The second is refused by the guard, or is already disabled.
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409 || answer.status === 403)).toHaveLength(1);
    });

    it('cannot access users of another tenant by any route', async () => {
      const other = await identity.createTenantWithAdmin();
      const path = `${users}/${other.admin.id}`;
      const headers = { 'if-match': '"1"' };
      expect((await admin('GET', path)).status).toBe(404);
      expect((await admin('GET', `${path}/history`)).status).toBe(404);
      expect((await admin('PATCH', path, { lastName: 'X' }, headers)).status).toBe(404);
      expect((await admin('POST', `${path}/reset-password`)).status).toBe(404);
      const list = await admin<{ items: User[] }>('GET', `${users}?size=200`);
      expect(list.body.items.some((item) => item.id === other.admin.id)).toBe(false);
    });

    it('gets the description of the user resource with its texts', async () => {
      const described = await admin<{ resources: { name: string; may: object; label: object }[] }>(
        'GET',
        '/_resources',
      );
      expect(described.body.resources).toMatchObject([
        { name: 'identity.role' },
        {
          name: 'identity.user',
          may: { read: true, create: true, update: true, delete: false },
          label: { fr: 'Utilisateur', en: 'User' },
        },
        {
          name: 'identity.entity',
          may: { read: true, create: true, update: true, delete: false },
          label: { fr: 'Structure', en: 'Entity' },
        },
      ]);
    });
  });

  describe('resolveActor', () => {
    it('resolves a user in their own tenant only', async () => {
      const [theatre, otherTheatre] = [
        await identity.createTenantWithAdmin(),
        await identity.createTenantWithAdmin(),
      ];
      const login = [...identity.provider.logins.values()].find(
        (candidate) => candidate.email === theatre.admin.email,
      );
      const subject = login?.subject ?? '';
      const resolve = (tenantId: string, role = '') =>
        resolveActor(
          { subject, tenantId, role, impersonatorSubject: '' },
          identity.service.ctx,
          identity.defaults,
        );
      expect(await resolve(theatre.id)).toMatchObject({
        resolved: true,
        userId: theatre.admin.id,
        tenantId: theatre.id,
        role: 'ADMINISTRATOR',
      });
      expect(await resolve(theatre.id, 'USER')).toMatchObject({ resolved: false, rights: [] });
      for (const tenantId of [otherTheatre.id, randomUUID(), '', 'nonsense'])
        expect(await resolve(tenantId)).toMatchObject({ resolved: false, rights: [] });
    });

    it('resolves the impersonator of a user, and refuses those who may not impersonate (R-115)', async () => {
      const [theatre, otherTheatre] = [
        await identity.createTenantWithAdmin(),
        await identity.createTenantWithAdmin(),
      ];
      const made = await identity.as<{ email: string }>(theatre.admin.email, 'POST', users, person());
      const subjectOf = (email: string) =>
        [...identity.provider.logins.values()].find((candidate) => candidate.email === email)?.subject ?? '';
      const user = subjectOf(made.body.email);
      const admin = subjectOf(theatre.admin.email);
      const resolve = (subject: string, impersonatorSubject: string, tenantId = theatre.id) =>
        resolveActor(
          { subject, tenantId, role: '', impersonatorSubject },
          identity.service.ctx,
          identity.defaults,
        );
      // The rights stay the user's own.
      expect(await resolve(user, admin)).toMatchObject({
        resolved: true,
        role: 'USER',
        impersonatorId: theatre.admin.id,
        impersonatorName: 'Ana Lys',
      });
      expect(await resolve(admin, subjectOf(SUPER))).toMatchObject({ resolved: true, role: 'ADMINISTRATOR' });
      for (const [subject, by, tenantId] of [
        [user, subjectOf(otherTheatre.admin.email), theatre.id],
        [user, user, theatre.id],
        [admin, user, theatre.id],
        [admin, admin, theatre.id],
        [user, 'nobody', theatre.id],
        [subjectOf(SUPER), admin, ''],
      ] as const)
        expect(await resolve(subject, by, tenantId)).toMatchObject({ resolved: false, rights: [] });

      const token = identity.service.issuer.staffToken({
        tenantId: theatre.id,
        subject: user,
        claims: { act: { sub: admin, preferred_username: theatre.admin.email } },
      });
      const me = await identity.service.request('GET', '/b/api/core/me', { token });
      expect(me.body).toMatchObject({
        role: 'USER',
        impersonator: { id: theatre.admin.id, name: 'Ana Lys' },
      });
      const odd = identity.service.issuer.staffToken({
        tenantId: theatre.id,
        subject: user,
        claims: { act: { sub: 'nobody' } },
      });
      expect((await identity.service.request('GET', '/b/api/core/me', { token: odd })).status).toBe(403);
    });

    it('resolves no user of an archived tenant', async () => {
      const closed = await identity.createTenantWithAdmin();
      const login = [...identity.provider.logins.values()].find(
        (candidate) => candidate.email === closed.admin.email,
      );
      await identity.asSuper(
        'PATCH',
        `/b/api/core/saas-customers/${closed.id}`,
        { isArchived: true },
        { 'if-match': '"1"' },
      );
      expect(
        await resolveActor(
          { subject: login?.subject ?? '', tenantId: closed.id, role: '', impersonatorSubject: '' },
          identity.service.ctx,
          identity.defaults,
        ),
      ).toMatchObject({ resolved: false });
    });
  });

  it('undoes interrupted creations at boot, but none in progress', async () => {
    const theatre = await identity.createTenantWithAdmin();
    const place = (email: string, age: string) =>
      identity.service.ctx.db.inTenant(systemActor(theatre.id, 'test'), async ({ sql }) => {
        const text = `INSERT INTO staff_user (id, tenant_id, display_name, first_name, last_name, email, role_id, created_at)
          SELECT $1, $2, 'A B', 'A', 'B', $3, id, now() - $4::interval FROM role WHERE tenant_id = $2 AND code = 'USER'`;
        await sql.query(text, [randomUUID(), theatre.id, email, age]);
      });
    const [old, fresh] = [`old-${randomUUID()}@identity.test`, `new-${randomUUID()}@identity.test`];
    await place(old, '1 hour');
    await place(fresh, '1 second');
    await identity.provider.createStaff({
      ...person(),
      email: old,
      tenantId: theatre.id,
      language: 'fr',
      enabled: true,
      password: 'une-phrase-assez-longue',
      temporary: true,
    });
    expect(await undoInterrupted(identity.service.ctx, identity.provider)).toBe(1);
    expect(await identity.provider.findStaff(old)).toBeNull();
    const rows = await identity.database.asSuperuser<{ email: string }>(
      `SELECT email FROM staff_user WHERE tenant_id = '${theatre.id}' AND access = 'PENDING'`,
    );
    expect(rows).toEqual([{ email: fresh }]);
  });
});
