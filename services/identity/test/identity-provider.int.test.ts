import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { randomUUID } from 'node:crypto';
import type { IdentityProvider, NewStaff } from '../src/features/provisioning/identity-provider';
import { KeycloakIdentityProvider } from '../src/features/provisioning/keycloak-identity-provider';
import { temporaryPassword } from '../src/features/provisioning/temporary-password';
import { MemoryIdentityProvider } from './support/memory-identity-provider';
import { ownRealms, type OwnRealms } from './support/own-realms';

/** Keycloak's password hash is slow on purpose, and slower on a busy machine. */
jest.setTimeout(60_000);

let realms: OwnRealms;
beforeAll(async () => {
  realms = await ownRealms();
}, 120_000);
afterAll(() => realms?.drop());

const real = () => new KeycloakIdentityProvider(realms);
const logIn = async (username: string, password: string) => {
  const form = { grant_type: 'password', client_id: 'coulisse-cli', scope: 'openid', username, password };
  const {
    status,
    access_token: token = '',
    error_description: error,
  } = await realms.grant(realms.staffRealm, form);
  return { status, token, error };
};
const adapters: [string, () => IdentityProvider][] = [
  ['memory', () => new MemoryIdentityProvider()],
  ['Keycloak', real],
];

const someone = (changes: Partial<NewStaff> = {}): NewStaff => ({
  tenantId: randomUUID(),
  email: `it-${randomUUID()}@identity.test`,
  firstName: 'Ana',
  lastName: 'Lys',
  language: 'fr',
  enabled: true,
  password: temporaryPassword(),
  temporary: true,
  ...changes,
});

describe.each(adapters)('identity provider: %s', (_name, open) => {
  let provider: IdentityProvider;
  const subjects: string[] = [];
  const tenants: string[] = [];

  beforeAll(() => {
    provider = open();
  });
  afterAll(async () => {
    for (const subject of subjects) await provider.removeStaff(subject);
    for (const tenant of tenants) await provider.removeOrganization(tenant);
  });

  const create = async (staff: NewStaff) => {
    const subject = await provider.createStaff(staff);
    subjects.push(subject);
    return subject;
  };

  it('creates a login with its tenant and finds it case-insensitively', async () => {
    const staff = someone();
    const subject = await create(staff);
    const expected = { subject, tenantId: staff.tenantId };
    expect(await provider.findStaff(staff.email)).toEqual(expected);
    expect(await provider.findStaff(staff.email.toUpperCase())).toEqual(expected);
    expect(await provider.findStaff('nobody@identity.test')).toBeNull();
  });

  it('creates the platform’s own staff without a tenant', async () => {
    const staff = someone({ tenantId: null });
    expect(await provider.findStaff(staff.email)).toBeNull();
    await create(staff);
    expect(await provider.findStaff(staff.email)).toMatchObject({ tenantId: null });
  });

  it('refuses an e-mail address that a login of any tenant has', async () => {
    const staff = someone();
    await create(staff);
    await expect(provider.createStaff(someone({ email: staff.email }))).rejects.toMatchObject({
      code: 'email.already-used',
      status: 409,
    });
    const other = someone();
    const subject = await create(other);
    await expect(provider.updateStaff(subject, { ...other, email: staff.email })).rejects.toMatchObject({
      code: 'email.already-used',
    });
  });

  it('refuses a weak password', async () => {
    const weak = {
      code: 'validation.failed',
      errors: [{ pointer: '/password', code: 'validation.password-weak' }],
    };
    await expect(provider.createStaff(someone({ password: 'short' }))).rejects.toMatchObject(weak);
    const subject = await create(someone());
    await expect(provider.setStaffPassword(subject, 'short', false)).rejects.toMatchObject(weak);
  });

  it('ends sessions and returns the time by the clock that dates the tokens', async () => {
    const subject = await create(someone());
    const ended = await provider.endStaffSessions(subject);
    expect(ended.getMilliseconds()).toBe(0);
    expect(Math.abs(ended.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('updates a profile and leaves other attributes unchanged', async () => {
    const staff = someone();
    const subject = await create(staff);
    const email = `it-${randomUUID()}@identity.test`;
    await provider.updateStaff(subject, { ...staff, email, lastName: 'Mars', enabled: false });
    expect(await provider.findStaff(email)).toEqual({ subject, tenantId: staff.tenantId });
    expect(await provider.findStaff(staff.email)).toBeNull();
  });

  it('removes a login, also twice', async () => {
    const staff = someone();
    const subject = await provider.createStaff(staff);
    await provider.removeStaff(subject);
    await provider.removeStaff(subject);
    expect(await provider.findStaff(staff.email)).toBeNull();
  });

  it('creates one organization per tenant and renames it', async () => {
    const tenantId = randomUUID();
    tenants.push(tenantId);
    const slug = `it-${tenantId.slice(0, 8)}`;
    await expect(provider.joinOrganization(tenantId, randomUUID())).rejects.toThrow(/no organization/);
    await Promise.all([
      provider.upsertOrganization({ tenantId, slug, name: 'Before' }),
      provider.upsertOrganization({ tenantId, slug, name: 'Before' }),
    ]);
    await provider.upsertOrganization({ tenantId, slug, name: 'After' });
    await provider.upsertOrganization({ tenantId, slug, name: 'After' });
    const subject = await create(someone({ tenantId }));
    await provider.joinOrganization(tenantId, subject);
    await provider.joinOrganization(tenantId, subject);
  });

  it('separates public accounts by tenant', async () => {
    const [tenantId, otherTenantId] = [randomUUID(), randomUUID()];
    const account = {
      tenantId,
      email: `Pub-${randomUUID()}@identity.test`,
      password: 'une-phrase-longue',
      firstName: 'P',
      lastName: 'Q',
    };
    expect(await provider.findPublicAccount(tenantId, account.email)).toBeNull();
    const subject = await provider.createPublicAccount(account);
    expect(await provider.findPublicAccount(tenantId, account.email.toLowerCase())).toEqual({
      subject,
      firstName: 'P',
      lastName: 'Q',
    });
    expect(await provider.findPublicAccount(otherTenantId, account.email)).toBeNull();
    await provider.setPublicPassword(subject, 'une-autre-phrase-longue');
    await expect(provider.setPublicPassword(subject, 'short')).rejects.toMatchObject({
      code: 'validation.failed',
    });
    await expect(provider.createPublicAccount(account)).rejects.toMatchObject({
      code: 'account.already-exists',
    });
    await provider.createPublicAccount({ ...account, tenantId: otherTenantId });
    await expect(
      provider.createPublicAccount({ ...account, tenantId: randomUUID(), password: 'short' }),
    ).rejects.toMatchObject({
      code: 'validation.failed',
    });
  });
});

describe('refusals of Keycloak', () => {
  it('name the field and contain no Response', async () => {
    const provider = real();
    const staff = someone();
    const subject = await provider.createStaff(staff);
    try {
      for (const attempt of [
        () => provider.updateStaff(subject, { ...staff, firstName: 'a<b' }),
        () => provider.createStaff(someone({ firstName: 'a<b' })),
        () =>
          provider.createPublicAccount({
            tenantId: randomUUID(),
            email: `p-${randomUUID()}@identity.test`,
            password: 'une-phrase-longue',
            firstName: 'a<b',
            lastName: 'Q',
          }),
      ]) {
        const error: unknown = await attempt().catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({
          code: 'validation.failed',
          errors: [{ pointer: '/firstName', code: 'validation.person-name' }],
        });
        const parts = new Set<unknown>();
        const walk = (value: unknown): void => {
          if (typeof value !== 'object' || value === null || parts.has(value)) return;
          parts.add(value);
          for (const name of Object.getOwnPropertyNames(value))
            walk((value as Record<string, unknown>)[name]);
        };
        walk(error);
        expect([...parts].filter((part) => part instanceof Response)).toEqual([]);
      }
    } finally {
      await provider.removeStaff(subject);
    }
  });

  it('report an unreachable Keycloak as service.unavailable', async () => {
    const away = new KeycloakIdentityProvider({ ...realms, url: 'http://127.0.0.1:9', timeoutMs: 500 });
    await expect(away.findStaff('x@identity.test')).rejects.toMatchObject({ code: 'service.unavailable' });
  });
});

describe('a login at Keycloak', () => {
  it('must change its temporary password, then carries its tenant (R-130)', async () => {
    const provider = real();
    const staff = someone();
    const subject = await provider.createStaff(staff);
    try {
      expect(await logIn(staff.email, staff.password)).toMatchObject({
        status: 400,
        error: 'Account is not fully set up',
      });
      await provider.setStaffPassword(subject, 'une-phrase-assez-longue', false);
      const { token } = await logIn(staff.email, 'une-phrase-assez-longue');
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
        string,
        unknown
      >;
      expect(claims).toMatchObject({ sub: subject, tenant_id: staff.tenantId, aud: 'coulisse-api' });
      await provider.updateStaff(subject, { ...staff, enabled: false });
      expect((await logIn(staff.email, 'une-phrase-assez-longue')).error).toBe('Account disabled');
    } finally {
      await provider.removeStaff(subject);
    }
  });

  it('keeps the password that a person chooses while the profile is written', async () => {
    const provider = real();
    const staff = someone();
    const subject = await provider.createStaff(staff);
    try {
      const { users } = (provider as unknown as { staff: KeycloakAdminClient }).staff;
      const read = users.findOne.bind(users);
      const reading = jest.spyOn(users, 'findOne').mockImplementationOnce(async (query) => {
        const before = await read(query);
        await provider.setStaffPassword(subject, 'une-phrase-assez-longue', false);
        return before;
      });
      await provider.updateStaff(subject, { ...staff, lastName: 'Mars' });
      reading.mockRestore();
      expect(await read({ id: subject })).toMatchObject({ lastName: 'Mars', requiredActions: [] });
      expect((await logIn(staff.email, 'une-phrase-assez-longue')).token).not.toBe('');
    } finally {
      await provider.removeStaff(subject);
    }
  });
});
