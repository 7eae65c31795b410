import { randomUUID } from 'node:crypto';
import { topics } from '@coulisse/contracts';
import { Problem, systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { undoInterrupted } from '../src/features/provisioning/reconcile';
import { resolveActor } from '../src/features/access/resolve-actor';
import { startIdentity, SUPER, type IdentityHarness, type Theatre } from './support/identity-harness';

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
    it('is made at boot, once, and keeps the password', async () => {
      const [login] = [...identity.provider.logins.values()].filter((one) => one.email === SUPER);
      expect(login).toMatchObject({ tenantId: null, temporary: false });
      const rows = await identity.database.asSuperuser<{ subject: string }>(
        'SELECT subject FROM super_administrator',
      );
      expect(rows).toEqual([{ subject: login?.subject }]);
    });

    it('opens customers, sees them all, and nothing of their business', async () => {
      const { id, slug } = await identity.customer();
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
            'identity.saas-customer.read',
            'identity.saas-customer.create',
            'identity.saas-customer.update',
            'identity.saas-customer.export',
            'core.failed-delivery.read',
            'core.failed-delivery.update',
          ],
          tenant: null,
          impersonator: null,
        },
      });
      expect((await identity.asSuper('GET', users)).status).toBe(403);
    });

    it('gives a short name to one customer only', async () => {
      const { slug } = await identity.customer();
      const twice = await identity.asSuper('POST', '/b/api/core/saas-customers', { name: 'Other', slug });
      expect(twice.status).toBe(422);
      expect(twice.body).toMatchObject({ errors: [{ pointer: '/slug' }] });
    });

    it('tells the others, and the identity provider follows', async () => {
      const { id, slug } = await identity.customer();
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

    it('appoints administrators: the password is shown once and stored nowhere', async () => {
      const { id } = await identity.customer();
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
        role: 'ADMINISTRATOR',
        access: 'ACTIVE',
        displayName: 'Ana Lys',
        enabled: true,
      });
      expect(user.email).toBe(user.email.toLowerCase());
      const login = [...identity.provider.logins.values()].find((one) => one.email === user.email);
      expect(login).toMatchObject({ tenantId: id, password, temporary: true });
      expect(identity.provider.organizations.get(id)?.members.has(login?.subject ?? '')).toBe(true);

      const list = await identity.asSuper<{ items: User[] }>('GET', path);
      expect(list.body.items).toMatchObject([{ id: user.id, displayName: 'Ana Lys', enabled: true }]);
      const dump = await identity.database.asSuperuser(
        `SELECT (SELECT json_agg(u) FROM staff_user u)::text || (SELECT json_agg(h) FROM history h)::text
           || coalesce((SELECT json_agg(k) FROM idempotency_key k)::text, '') AS text`,
      );
      expect(JSON.stringify(dump)).not.toContain(password);
    });

    it('appoints nobody where there is no customer', async () => {
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
    let theatre: Theatre;
    const admin = <B>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      identity.as<B>(theatre.admin.email, method, path, body, headers);

    beforeAll(async () => {
      theatre = await identity.theatre();
    });

    it('knows who they are', async () => {
      const me = await admin<{ tenant: object; rights: string[] }>('GET', '/b/api/core/me');
      expect(me.body).toMatchObject({
        id: theatre.admin.id,
        displayName: 'Ana Lys',
        role: 'ADMINISTRATOR',
        language: 'fr',
        tenant: { id: theatre.id, slug: expect.stringMatching(/^t-/) },
      });
      expect(me.body.rights).toContain('crm.*');
    });

    it('may not open customers or look at others', async () => {
      expect((await admin('GET', '/b/api/core/saas-customers')).status).toBe(403);
      expect((await admin('POST', '/b/api/core/saas-customers', { name: 'x', slug: 'xx' })).status).toBe(403);
      expect((await admin('GET', `/b/api/core/saas-customers/${theatre.id}/administrators`)).status).toBe(
        403,
      );
    });

    it('creates users of their own theatre, who may do what their role says', async () => {
      const given = person({ softwareLanguage: 'en' });
      const made = await admin<User>('POST', users, given);
      expect(made.status).toBe(201);
      expect(made.headers.get('etag')).toBe('"1"');
      expect(made.body).toMatchObject({
        email: given.email,
        role: 'USER',
        access: 'ACTIVE',
        displayName: 'Noé Roux',
      });
      expect(made.body.password).toMatch(/^.{16,}$/);
      const me = await identity.as<{ rights: string[]; language: string; tenant: { id: string } }>(
        given.email,
        'GET',
        '/b/api/core/me',
      );
      expect(me.body).toMatchObject({ language: 'en', tenant: { id: theatre.id } });
      expect(me.body.rights).toContain('ticketing.reception.update');
      expect((await identity.as(given.email, 'GET', users)).status).toBe(403);
      const read = await admin<User>('GET', `${users}/${made.body.id}`);
      expect(read.body).not.toHaveProperty('password');
      const history = await admin<{ items: { action: string; actor: string }[] }>(
        'GET',
        `${users}/${made.body.id}/history`,
      );
      expect(history.body.items).toMatchObject([{ action: 'create' }]);
    });

    it('is told what is wrong', async () => {
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
      const given = person();
      expect((await admin('POST', users, given)).status).toBe(201);
      expect((await admin('POST', users, given)).status).toBe(422);
    });

    it('gives people their real names, and is told which one cannot be', async () => {
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

    it('is told the field that the identity provider refuses', async () => {
      const refusal = new Problem('validation.failed', {
        errors: [{ pointer: '/lastName', code: 'validation.person-name' }],
      });
      const refuse = jest.spyOn(identity.provider, 'createStaff').mockRejectedValueOnce(refusal);
      const given = person();
      const refused = await admin('POST', users, given);
      expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ pointer: '/lastName' }] }]);
      refuse.mockRestore();
      expect((await admin('POST', users, given)).status).toBe(201);
    });

    it('cannot take an address that somebody of another theatre has', async () => {
      const other = await identity.theatre();
      const taken = await admin('POST', users, person({ email: other.admin.email }));
      expect([taken.status, codeOf(taken)]).toEqual([409, 'email.already-used']);
      const rows = await identity.database.asSuperuser(
        `SELECT 1 FROM staff_user WHERE tenant_id = '${theatre.id}' AND email = '${other.admin.email}'`,
      );
      expect(rows).toEqual([]);
    });

    it.each(['keepOrganization', 'createStaff', 'joinOrganization'] as const)(
      'sees nothing half-made when %s fails, and can try again',
      async (step) => {
        identity.provider.failures.set(step, 1);
        const given = person();
        expect((await admin('POST', users, given)).status).toBe(503);
        expect([...identity.provider.logins.values()].some((login) => login.email === given.email)).toBe(
          false,
        );
        const list = await admin<{ items: User[] }>('GET', `${users}?f.email.eq=${given.email}`);
        expect(list.body.items).toEqual([]);
        expect((await admin('POST', users, given)).status).toBe(201);
      },
    );

    it('changes a user; the login follows', async () => {
      const made = await admin<User>('POST', users, person());
      const email = `moved-${randomUUID()}@identity.test`;
      const changed = await admin<User>(
        'PATCH',
        `${users}/${made.body.id}`,
        { lastName: 'Mars', email: email.toUpperCase(), softwareLanguage: 'en' },
        { 'if-match': '"1"' },
      );
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({ version: 2, displayName: 'Noé Mars', email });
      await eventually(() => {
        expect([...identity.provider.logins.values()].find((login) => login.email === email)).toMatchObject({
          lastName: 'Mars',
        });
      });
      const stale = await admin(
        'PATCH',
        `${users}/${made.body.id}`,
        { lastName: 'X' },
        { 'if-match': '"1"' },
      );
      expect([stale.status, codeOf(stale)]).toEqual([412, 'record.changed']);
    });

    it('disables a user, who is a stranger at once', async () => {
      const given = person();
      const made = await admin<User>('POST', users, given);
      const token = identity.tokenOf(given.email);
      const me = () => identity.service.request('GET', '/b/api/core/me', { token });
      expect((await me()).status).toBe(200);
      const off = await admin<User>(
        'PATCH',
        `${users}/${made.body.id}`,
        { enabled: false },
        { 'if-match': '"1"' },
      );
      expect(off.body).toMatchObject({ enabled: false });
      await eventually(async () => expect((await me()).status).toBe(403));
      await eventually(() => {
        expect(
          [...identity.provider.logins.values()].find((login) => login.email === given.email)?.enabled,
        ).toBe(false);
      });
    });

    it('gives a new temporary password', async () => {
      const given = person();
      const made = await admin<User>('POST', users, given);
      const reset = await admin<{ password: string }>('POST', `${users}/${made.body.id}/reset-password`);
      expect(reset.status).toBe(200);
      expect(reset.body.password).not.toBe(made.body.password);
      const login = [...identity.provider.logins.values()].find((one) => one.email === given.email);
      expect(login).toMatchObject({ password: reset.body.password, temporary: true });
    });

    it.each([{ enabled: false }, { role: 'USER' }])(
      'cannot leave the theatre without one: %j',
      async (change) => {
        const alone = await identity.theatre();
        const refused = await identity.as(alone.admin.email, 'PATCH', `${users}/${alone.admin.id}`, change, {
          'if-match': '"1"',
        });
        expect([refused.status, codeOf(refused)]).toEqual([409, 'archive.impossible']);
      },
    );

    it('nor can two, who disable each other at the same time', async () => {
      const pair = await identity.theatre();
      const second = await identity.as<User>(
        pair.admin.email,
        'POST',
        users,
        person({ role: 'ADMINISTRATOR' }),
      );
      const off = (by: string, id: string) =>
        identity.as(by, 'PATCH', `${users}/${id}`, { enabled: false }, { 'if-match': '"1"' });
      const answers = await Promise.all([
        off(pair.admin.email, second.body.id),
        off(second.body.email, pair.admin.id),
      ]);
      // The second is refused by the guard, or is a stranger already.
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409 || answer.status === 403)).toHaveLength(1);
    });

    it('does not reach users of another theatre, by any route', async () => {
      const other = await identity.theatre();
      const one = `${users}/${other.admin.id}`;
      const headers = { 'if-match': '"1"' };
      expect((await admin('GET', one)).status).toBe(404);
      expect((await admin('GET', `${one}/history`)).status).toBe(404);
      expect((await admin('PATCH', one, { lastName: 'X' }, headers)).status).toBe(404);
      expect((await admin('POST', `${one}/reset-password`)).status).toBe(404);
      const list = await admin<{ items: User[] }>('GET', `${users}?size=200`);
      expect(list.body.items.some((item) => item.id === other.admin.id)).toBe(false);
    });

    it('sees the screens of users, with their texts', async () => {
      const described = await admin<{ resources: { name: string; may: object; label: object }[] }>(
        'GET',
        '/_resources',
      );
      expect(described.body.resources).toMatchObject([
        {
          name: 'identity.user',
          may: { read: true, create: true, update: true, delete: false },
          label: { fr: 'Utilisateur', en: 'User' },
        },
      ]);
    });
  });

  describe('resolving an actor', () => {
    it('knows a user in their own theatre only', async () => {
      const [here, there] = [await identity.theatre(), await identity.theatre()];
      const login = [...identity.provider.logins.values()].find((one) => one.email === here.admin.email);
      const subject = login?.subject ?? '';
      const ask = (tenantId: string, role = '') =>
        resolveActor({ subject, tenantId, role, impersonatorSubject: '' }, identity.service.ctx);
      expect(await ask(here.id)).toMatchObject({
        known: true,
        userId: here.admin.id,
        tenantId: here.id,
        role: 'ADMINISTRATOR',
      });
      expect(await ask(here.id, 'USER')).toMatchObject({ known: false, rights: [] });
      for (const tenantId of [there.id, randomUUID(), '', 'nonsense'])
        expect(await ask(tenantId)).toMatchObject({ known: false, rights: [] });
    });

    it('knows who acts in the name of a user, and lets only those do it who may', async () => {
      const [here, there] = [await identity.theatre(), await identity.theatre()];
      const made = await identity.as<{ email: string }>(here.admin.email, 'POST', users, person());
      const subjectOf = (email: string) =>
        [...identity.provider.logins.values()].find((one) => one.email === email)?.subject ?? '';
      const user = subjectOf(made.body.email);
      const admin = subjectOf(here.admin.email);
      const ask = (subject: string, impersonatorSubject: string, tenantId = here.id) =>
        resolveActor({ subject, tenantId, role: '', impersonatorSubject }, identity.service.ctx);
      // The rights stay the user's own.
      expect(await ask(user, admin)).toMatchObject({
        known: true,
        role: 'USER',
        impersonatorId: here.admin.id,
        impersonatorName: 'Ana Lys',
      });
      expect(await ask(admin, subjectOf(SUPER))).toMatchObject({ known: true, role: 'ADMINISTRATOR' });
      for (const [subject, by, tenantId] of [
        [user, subjectOf(there.admin.email), here.id],
        [user, user, here.id],
        [admin, user, here.id],
        [admin, admin, here.id],
        [user, 'nobody', here.id],
        [subjectOf(SUPER), admin, ''],
      ] as const)
        expect(await ask(subject, by, tenantId)).toMatchObject({ known: false, rights: [] });

      const token = identity.service.issuer.staffToken({
        tenantId: here.id,
        subject: user,
        claims: { act: { sub: admin, preferred_username: here.admin.email } },
      });
      const me = await identity.service.request('GET', '/b/api/core/me', { token });
      expect(me.body).toMatchObject({ role: 'USER', impersonator: { id: here.admin.id, name: 'Ana Lys' } });
      const odd = identity.service.issuer.staffToken({
        tenantId: here.id,
        subject: user,
        claims: { act: { sub: 'nobody' } },
      });
      expect((await identity.service.request('GET', '/b/api/core/me', { token: odd })).status).toBe(403);
    });

    it('knows nobody of a theatre that is archived', async () => {
      const closed = await identity.theatre();
      const login = [...identity.provider.logins.values()].find((one) => one.email === closed.admin.email);
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
        ),
      ).toMatchObject({ known: false });
    });
  });

  it('undoes at boot what a crash left half-made, and nothing that is under way', async () => {
    const theatre = await identity.theatre();
    const place = (email: string, age: string) =>
      identity.service.ctx.db.inTenant(systemActor(theatre.id, 'test'), async ({ sql }) => {
        const text = `INSERT INTO staff_user (id, tenant_id, display_name, first_name, last_name, email, role, created_at)
          VALUES ($1, $2, 'A B', 'A', 'B', $3, 'USER', now() - $4::interval)`;
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
