import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MemoryBus } from '@coulisse/service-kit';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestAnswer,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { DefaultGrants } from '../../src/features/access/default-grants';
import { identityWith } from '../../src/service';
import { MemoryIdentityProvider } from './memory-identity-provider';

export const SUPER = 'super@identity.test';

export interface IdentityHarness {
  database: TestDatabase;
  service: TestService;
  bus: MemoryBus;
  provider: MemoryIdentityProvider;
  /** Default grants, as services declare them. */
  defaults: DefaultGrants;
  /** A token of the login that has this address. */
  tokenOf(email: string): string;
  asSuper<B>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<B>>;
  as<B>(
    email: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<B>>;
  createTenant(): Promise<{ id: string; slug: string }>;
  /** A tenant with one administrator. */
  createTenantWithAdmin(): Promise<TestTenant>;
  stop(): Promise<void>;
}

export interface TestTenant {
  id: string;
  admin: { id: string; email: string };
}

interface CreatedAdministrator {
  user: { id: string; email: string };
  password: string;
}

/** The identity service on a real database, with an in-memory identity provider and bus. */
export async function startIdentity(): Promise<IdentityHarness> {
  const database = await testDatabase(join(__dirname, '../..'));
  const bus = new MemoryBus();
  const provider = new MemoryIdentityProvider();
  const defaults = new DefaultGrants();
  const service = await startTestService(
    identityWith(() => provider, defaults),
    {
      database,
      bus,
      backOff: { attempts: 3, baseMs: 5, maxMs: 20 },
      env: {
        IDENTITY_CLIENT_SECRET: 'unused',
        SUPER_ADMIN_EMAIL: SUPER,
        SUPER_ADMIN_PASSWORD: 'une-phrase-assez-longue',
      },
    },
  );
  await eventually(async () => {
    const rows = await database.asSuperuser('SELECT 1 FROM super_administrator');
    if (rows.length === 0) throw new Error('no super administrator yet');
  });
  const tokenOf = (email: string): string => {
    const login = [...provider.logins.values()].find((candidate) => candidate.email === email);
    if (!login) throw new Error(`${email} has no login`);
    return service.issuer.staffToken({ tenantId: login.tenantId, subject: login.subject, email });
  };
  const as: IdentityHarness['as'] = (email, method, path, body, headers) =>
    service.request(method, path, { token: tokenOf(email), body, headers });
  const asSuper: IdentityHarness['asSuper'] = (method, path, body, headers) =>
    as(SUPER, method, path, body, headers);
  const createTenant: IdentityHarness['createTenant'] = async () => {
    const slug = `t-${randomUUID().slice(0, 8)}`;
    const made = await asSuper<{ id: string }>('POST', '/b/api/core/saas-customers', {
      name: `Théâtre ${slug}`,
      slug,
      city: 'Nantes',
    });
    if (made.status !== 201) throw new Error(made.text);
    return { id: made.body.id, slug };
  };
  return {
    database,
    service,
    bus,
    provider,
    defaults,
    tokenOf,
    as,
    asSuper,
    createTenant,
    createTenantWithAdmin: async () => {
      const { id } = await createTenant();
      const email = `admin-${randomUUID()}@identity.test`;
      const path = `/b/api/core/saas-customers/${id}/administrators`;
      const made = await asSuper<CreatedAdministrator>('POST', path, {
        firstName: 'Ana',
        lastName: 'Lys',
        email,
      });
      if (made.status !== 201) throw new Error(made.text);
      return { id, admin: made.body.user };
    },
    stop: async () => {
      await service.stop();
      await database.drop();
    },
  };
}
