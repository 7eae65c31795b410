import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { defineService, MemoryBus, route, sse } from '@coulisse/service-kit';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { watchStream } from '@coulisse/test-kit/watch-stream';
import { z } from 'zod';
import type { IdentityProvider } from '../src/features/provisioning/identity-provider';
import { KeycloakIdentityProvider } from '../src/features/provisioning/keycloak-identity-provider';
import { identityWith } from '../src/service';
import { ownRealms, type OwnRealms } from './support/own-realms';

jest.setTimeout(120_000);

const SUPER = 'super@identity.test';
const PASSWORD = 'une-phrase-assez-longue';
/** The limit that the product guarantees. */
const WITHIN = { timeoutMs: 5_000 };

/** Another service: it resolves actors at identity and consumes its events. */
const neighbour = defineService({
  name: 'crm',
  routes: [
    route.get(
      '/b/api/crm/whoami',
      { summary: 'Who asks', access: 'authenticated', response: z.object({ id: z.string() }), tag: 'test' },
      ({ actor }) => Promise.resolve({ id: String(actor.userId) }),
    ),
    route.get(
      '/b/api/crm/events',
      { summary: 'What happens', access: 'authenticated', stream: true, tag: 'test' },
      async (_request, _ctx, { res }) => sse(res).send('hello', {}),
    ),
  ],
});

describe('sessions of the staff, at Keycloak and at every service', () => {
  let realms: OwnRealms;
  let database: TestDatabase;
  let identity: TestService;
  let crm: TestService;
  let provider: KeycloakIdentityProvider;
  let operatorToken: string;

  beforeAll(async () => {
    [realms, database] = await Promise.all([ownRealms(), testDatabase(join(__dirname, '..'))]);
    provider = new KeycloakIdentityProvider(realms);
    const bus = new MemoryBus();
    const keycloak = {
      KEYCLOAK_URL: realms.url,
      KEYCLOAK_REALM: realms.staffRealm,
      KEYCLOAK_FRONT_REALM: realms.frontRealm,
    };
    identity = await startTestService(
      identityWith(() => provider),
      {
        database,
        bus,
        env: {
          ...keycloak,
          IDENTITY_CLIENT_SECRET: realms.clientSecret,
          SUPER_ADMIN_EMAIL: SUPER,
          SUPER_ADMIN_PASSWORD: PASSWORD,
        },
      },
    );
    crm = await startTestService(neighbour, {
      database,
      bus,
      env: { ...keycloak, IDENTITY_GRPC: identity.grpcAddress },
    });
    operatorToken = await eventually(async () => (await logIn(SUPER)).access, { timeoutMs: 20_000 });
    await eventually(async () => expect((await call(operatorToken, 'GET', 'me')).status).toBe(200));
  });
  afterAll(async () => {
    await crm?.stop();
    await identity?.stop();
    await database?.drop();
    await realms?.drop();
  });

  /** The current password of a login, where it is not the first one: Keycloak refuses to reuse a password. */
  const passwords = new Map<string, string>();
  const logIn = async (username: string) => {
    const password = passwords.get(username) ?? PASSWORD;
    const form = { grant_type: 'password', client_id: 'coulisse-cli', scope: 'openid', username, password };
    // Identity may write a new login once more meanwhile: Keycloak refuses two changes of one person at once.
    return eventually(async () => {
      const answer = await realms.grant(realms.staffRealm, form);
      const { access_token: access, refresh_token: refresh, error_description: reason } = answer;
      if (!access || !refresh) throw new Error(`${username} cannot log in: ${reason}`);
      return { access, refresh };
    }, WITHIN);
  };
  const refresh = (token: string) =>
    realms.grant(realms.staffRealm, {
      grant_type: 'refresh_token',
      client_id: 'coulisse-cli',
      refresh_token: token,
    });
  const call = <B = Record<string, unknown>>(
    token: string,
    method: string,
    path: string,
    body?: unknown,
    etag?: string,
  ) =>
    identity.request<B>(method, `/b/api/core/${path}`, {
      token,
      body,
      headers: etag ? { 'if-match': etag } : {},
    });
  const atCrm = async (token: string) => (await crm.request('GET', '/b/api/crm/whoami', { token })).status;

  /** Opens an event stream at the other service. */
  const listenAtCrm = async (token: string) => {
    const response = await fetch(`${crm.url}/b/api/crm/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    return watchStream(response);
  };

  /** A tenant with an administrator and a user, both logged in. */
  const createTenant = async () => {
    const slug = `t-${randomUUID().slice(0, 8)}`;
    const customer = await call<{ id: string }>(operatorToken, 'POST', 'saas-customers', {
      name: slug,
      slug,
    });
    const person = async (role: string) => {
      const email = `${role.toLowerCase()}-${randomUUID()}@identity.test`;
      return { firstName: 'Ana', lastName: 'Lys', email };
    };
    const boss = await person('admin');
    const appointed = await call<{ user: { id: string } }>(
      operatorToken,
      'POST',
      `saas-customers/${customer.body.id}/administrators`,
      boss,
    );
    expect(appointed.status).toBe(201);
    const logInFirst = async (email: string) => {
      const login = await provider.findStaff(email);
      await provider.setStaffPassword(login?.subject ?? '', PASSWORD, false);
      return logIn(email);
    };
    const admin = await logInFirst(boss.email);
    const member = await person('user');
    const made = await call<{ id: string; version: number }>(admin.access, 'POST', 'users', {
      ...member,
      role: 'USER',
    });
    expect(made.status).toBe(201);
    const user = await logInFirst(member.email);
    await eventually(async () => expect(await atCrm(user.access)).toBe(200), WITHIN);
    return { id: customer.body.id, admin, user, userId: made.body.id, email: member.email };
  };
  type TestTenant = Awaited<ReturnType<typeof createTenant>>;

  const patchUser = async ({ admin, userId }: TestTenant, changes: object) => {
    const { headers } = await call(admin.access, 'GET', `users/${userId}`);
    const done = await call(admin.access, 'PATCH', `users/${userId}`, changes, headers.get('etag') ?? '');
    expect(done.status).toBe(200);
  };
  const roleOf = async ({ admin }: TestTenant, code: string) => {
    const path = `roles?f.code.eq=${code}&columns=code`;
    const { body } = await call<{ items: { id: string }[] }>(admin.access, 'GET', path);
    return body.items[0]?.id;
  };
  const archive = async ({ id }: TestTenant, isArchived: boolean) => {
    const { headers } = await call(operatorToken, 'GET', `saas-customers/${id}`);
    const path = `saas-customers/${id}`;
    expect((await call(operatorToken, 'PATCH', path, { isArchived }, headers.get('etag') ?? '')).status).toBe(
      200,
    );
  };
  const resetPassword = async ({ admin, userId, email }: TestTenant) => {
    expect((await call(admin.access, 'POST', `users/${userId}/reset-password`)).status).toBe(200);
    // The user then chooses a password and can log in again.
    const login = await provider.findStaff(email);
    passwords.set(email, `${PASSWORD}-${randomUUID()}`);
    await provider.setStaffPassword(login?.subject ?? '', passwords.get(email) ?? '', false);
  };
  const nothing = async () => {};

  it.each<[string, number, (tenant: TestTenant) => Promise<void>, (tenant: TestTenant) => Promise<void>]>([
    ['a password reset', 401, resetPassword, nothing],
    [
      'a change of role',
      401,
      async (tenant) => patchUser(tenant, { role: await roleOf(tenant, 'ADMINISTRATOR') }),
      nothing,
    ],
    [
      'a disabled user',
      403,
      (tenant) => patchUser(tenant, { enabled: false }),
      (tenant) => patchUser(tenant, { enabled: true }),
    ],
    ['an archived tenant', 403, (tenant) => archive(tenant, true), (tenant) => archive(tenant, false)],
  ])('end within five seconds of %s', async (_description, status, act, undo) => {
    const tenant = await createTenant();
    const stream = await listenAtCrm(tenant.user.access);
    await act(tenant);
    await eventually(() => expect(stream.isOpen).toBe(false), WITHIN);
    await eventually(async () => expect(await atCrm(tenant.user.access)).toBe(status), WITHIN);
    await eventually(
      async () => expect((await refresh(tenant.user.refresh)).access_token).toBeUndefined(),
      WITHIN,
    );
    // The access token stays invalid when the user or the tenant is restored; a new login works.
    await undo(tenant);
    const open = async () => {
      const { access } = await logIn(tenant.email);
      expect(await atCrm(access)).toBe(200);
    };
    await eventually(open, { timeoutMs: 10_000 });
    expect(await atCrm(tenant.user.access)).toBe(401);
    expect((await refresh(tenant.user.refresh)).access_token).toBeUndefined();
  });

  it('would stay valid if they were not ended at the identity provider', async () => {
    const tenant = await createTenant();
    const neverEnded = jest
      .spyOn(provider as IdentityProvider, 'endStaffSessions')
      .mockResolvedValue(new Date(0));
    try {
      await resetPassword(tenant);
      expect((await refresh(tenant.user.refresh)).access_token).toBeDefined();
      expect(await atCrm(tenant.user.access)).toBe(200);
    } finally {
      neverEnded.mockRestore();
    }
  });

  it('of other users are not ended', async () => {
    const tenant = await createTenant();
    const [stream, ended] = [await listenAtCrm(tenant.admin.access), await listenAtCrm(tenant.user.access)];
    await resetPassword(tenant);
    await eventually(async () => expect(await atCrm(tenant.user.access)).toBe(401), WITHIN);
    await eventually(() => expect(ended.isOpen).toBe(false), WITHIN);
    expect(stream.isOpen).toBe(true);
    expect(await atCrm(tenant.admin.access)).toBe(200);
    expect((await refresh(tenant.admin.refresh)).access_token).toBeDefined();
  });

  it('are not ended by a change of a name', async () => {
    const tenant = await createTenant();
    await patchUser(tenant, { lastName: 'Mars' });
    await eventually(async () => {
      const { body } = await realms.admin(
        'GET',
        `/${realms.staffRealm}/users?email=${tenant.email}&exact=true`,
      );
      expect(body).toMatchObject([{ lastName: 'Mars' }]);
    }, WITHIN);
    expect(await atCrm(tenant.user.access)).toBe(200);
    expect((await refresh(tenant.user.refresh)).access_token).toBeDefined();
  });
});
