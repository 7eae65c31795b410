import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { defineService, MemoryBus, route } from '@coulisse/service-kit';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { z } from 'zod';
import type { IdentityProvider } from '../src/features/provisioning/identity-provider';
import { KeycloakIdentityProvider } from '../src/features/provisioning/keycloak-identity-provider';
import { identityWith } from '../src/service';
import { ownRealms, type OwnRealms } from './support/own-realms';

jest.setTimeout(120_000);

const SUPER = 'super@identity.test';
const PASSWORD = 'une-phrase-assez-longue';
/** What the product promises. */
const WITHIN = { timeoutMs: 5_000 };

/** Another service: it asks identity who a token is of, and hears of changes by events. */
const neighbour = defineService({
  name: 'crm',
  routes: [
    route.get(
      '/b/api/crm/whoami',
      { summary: 'Who asks', access: 'authenticated', response: z.object({ id: z.string() }), tag: 'test' },
      ({ actor }) => Promise.resolve({ id: String(actor.userId) }),
    ),
  ],
});

describe('sessions of the staff, at Keycloak and at every service', () => {
  let realms: OwnRealms;
  let database: TestDatabase;
  let identity: TestService;
  let crm: TestService;
  let provider: KeycloakIdentityProvider;
  let operator: string;

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
    operator = await eventually(async () => (await logIn(SUPER)).access, { timeoutMs: 20_000 });
    await eventually(async () => expect((await call(operator, 'GET', 'me')).status).toBe(200));
  });
  afterAll(async () => {
    await crm?.stop();
    await identity?.stop();
    await database?.drop();
    await realms?.drop();
  });

  /** What each login has come to, where it is not the first password: Keycloak takes none a second time. */
  const passwords = new Map<string, string>();
  const logIn = async (username: string) => {
    const password = passwords.get(username) ?? PASSWORD;
    const form = { grant_type: 'password', client_id: 'coulisse-cli', scope: 'openid', username, password };
    const { access_token: access, refresh_token: refresh } = await realms.grant(realms.staffRealm, form);
    if (!access || !refresh) throw new Error(`${username} cannot log in`);
    return { access, refresh };
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

  /** A theatre with an administrator and a user, both logged in. */
  const theatre = async () => {
    const slug = `t-${randomUUID().slice(0, 8)}`;
    const customer = await call<{ id: string }>(operator, 'POST', 'saas-customers', { name: slug, slug });
    const person = async (role: string) => {
      const email = `${role.toLowerCase()}-${randomUUID()}@identity.test`;
      return { firstName: 'Ana', lastName: 'Lys', email };
    };
    const boss = await person('admin');
    const appointed = await call<{ user: { id: string } }>(
      operator,
      'POST',
      `saas-customers/${customer.body.id}/administrators`,
      boss,
    );
    expect(appointed.status).toBe(201);
    const settle = async (email: string) => {
      const login = await provider.findStaff(email);
      await provider.setStaffPassword(login?.subject ?? '', PASSWORD, false);
      return logIn(email);
    };
    const admin = await settle(boss.email);
    const member = await person('user');
    const made = await call<{ id: string; version: number }>(admin.access, 'POST', 'users', {
      ...member,
      role: 'USER',
    });
    expect(made.status).toBe(201);
    const user = await settle(member.email);
    await eventually(async () => expect(await atCrm(user.access)).toBe(200), WITHIN);
    return { id: customer.body.id, admin, user, userId: made.body.id, email: member.email };
  };
  type Theatre = Awaited<ReturnType<typeof theatre>>;

  const patchUser = async ({ admin, userId }: Theatre, changes: object) => {
    const { headers } = await call(admin.access, 'GET', `users/${userId}`);
    const done = await call(admin.access, 'PATCH', `users/${userId}`, changes, headers.get('etag') ?? '');
    expect(done.status).toBe(200);
  };
  const archive = async ({ id }: Theatre, isArchived: boolean) => {
    const { headers } = await call(operator, 'GET', `saas-customers/${id}`);
    const path = `saas-customers/${id}`;
    expect((await call(operator, 'PATCH', path, { isArchived }, headers.get('etag') ?? '')).status).toBe(200);
  };
  const resetPassword = async ({ admin, userId, email }: Theatre) => {
    expect((await call(admin.access, 'POST', `users/${userId}/reset-password`)).status).toBe(200);
    // The user then chooses a password, and may log in again.
    const login = await provider.findStaff(email);
    passwords.set(email, `${PASSWORD}-${randomUUID()}`);
    await provider.setStaffPassword(login?.subject ?? '', passwords.get(email) ?? '', false);
  };
  const nothing = async () => {};

  it.each<[string, (house: Theatre) => Promise<void>, (house: Theatre) => Promise<void>]>([
    ['a password reset', resetPassword, nothing],
    ['a change of role', (house) => patchUser(house, { role: 'ADMINISTRATOR' }), nothing],
    [
      'a lock',
      (house) => patchUser(house, { enabled: false }),
      (house) => patchUser(house, { enabled: true }),
    ],
    ['an archive', (house) => archive(house, true), (house) => archive(house, false)],
  ])('%s ends them within five seconds', async (_what, act, undo) => {
    const house = await theatre();
    await act(house);
    await eventually(async () => expect([401, 403]).toContain(await atCrm(house.user.access)), WITHIN);
    await eventually(
      async () => expect((await refresh(house.user.refresh)).access_token).toBeUndefined(),
      WITHIN,
    );
    // The access token stays dead when the user, or the theatre, is let in again, and a new login works.
    await undo(house);
    const open = async () => {
      const { access } = await logIn(house.email);
      expect(await atCrm(access)).toBe(200);
    };
    await eventually(open, { timeoutMs: 10_000 });
    expect(await atCrm(house.user.access)).toBe(401);
    expect((await refresh(house.user.refresh)).access_token).toBeUndefined();
  });

  it('would go on without the end at the identity provider', async () => {
    const house = await theatre();
    const neverEnded = jest
      .spyOn(provider as IdentityProvider, 'endStaffSessions')
      .mockResolvedValue(new Date(0));
    try {
      await resetPassword(house);
      expect((await refresh(house.user.refresh)).access_token).toBeDefined();
      expect(await atCrm(house.user.access)).toBe(200);
    } finally {
      neverEnded.mockRestore();
    }
  });

  it('leaves the sessions of everybody else alone', async () => {
    const house = await theatre();
    await resetPassword(house);
    await eventually(async () => expect(await atCrm(house.user.access)).toBe(401), WITHIN);
    expect(await atCrm(house.admin.access)).toBe(200);
    expect((await refresh(house.admin.refresh)).access_token).toBeDefined();
  });

  it('are not ended by a change of a name', async () => {
    const house = await theatre();
    await patchUser(house, { lastName: 'Mars' });
    await eventually(async () => {
      const { body } = await realms.admin(
        'GET',
        `/${realms.staffRealm}/users?email=${house.email}&exact=true`,
      );
      expect(body).toMatchObject([{ lastName: 'Mars' }]);
    }, WITHIN);
    expect(await atCrm(house.user.access)).toBe(200);
    expect((await refresh(house.user.refresh)).access_token).toBeDefined();
  });
});
