import { Problem } from '@coulisse/service-kit/problem';
import KeycloakAdminClient, { NetworkError } from '@keycloak/keycloak-admin-client';
import type {
  CodeClient,
  IdentityProvider,
  StaffLogin,
  NewPublicAccount,
  NewStaff,
  OrganizationProfile,
  PublicAccount,
  StaffProfile,
} from './identity-provider';
import { problemOf } from './keycloak-refusal';
import { openSession } from './public-session';
import { serviceToken } from './service-token';

export interface KeycloakOptions {
  url: string;
  staffRealm: string;
  frontRealm: string;
  clientId: string;
  clientSecret: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;

type User = NonNullable<Parameters<KeycloakAdminClient['users']['create']>[0]>;
type Organization = Awaited<ReturnType<KeycloakAdminClient['organizations']['findOne']>>;

const statusOf = (error: unknown): number | undefined =>
  error instanceof NetworkError ? error.response.status : undefined;

type Taken = Parameters<typeof problemOf>[1];

/** Calls Keycloak. Refusals and outages become problems, and no error contains its `Response`. */
async function callKeycloak<T>(work: () => Promise<T>, taken?: Taken): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NetworkError) {
      throw problemOf({ status: error.response.status, data: error.responseData }, taken);
    }
    if (error instanceof Problem || !isLost(error)) throw error;
    throw new Problem('service.unavailable', { cause: error });
  }
}

/** True for what `fetch` throws without a response, or after the timeout. */
const isLost = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name));

/** Returns `otherwise` when Keycloak responds with this status. */
const unless =
  <T>(status: number, otherwise: T) =>
  (error: unknown): T => {
    if (statusOf(error) === status) return otherwise;
    throw error;
  };

const tenantOf = (user: User): string | null =>
  (user.attributes?.['tenant_id'] as string[] | undefined)?.[0] ?? null;
const publicName = (tenantId: string, email: string): string => `${tenantId}:${email.toLowerCase()}`;

/** Keycloak's admin API, called as the service account of a client that exists in both realms. */
export class KeycloakIdentityProvider implements IdentityProvider {
  private readonly staff: KeycloakAdminClient;
  private readonly front: KeycloakAdminClient;

  constructor(private readonly options: KeycloakOptions) {
    const { timeoutMs = TIMEOUT_MS } = options;
    const open = (realmName: string) => {
      const client = new KeycloakAdminClient({
        baseUrl: options.url,
        realmName,
        timeout: timeoutMs,
        requestOptions: { redirect: 'error' },
      });
      client.registerTokenProvider(serviceToken({ ...options, realm: realmName, timeoutMs }));
      return client;
    };
    this.staff = open(options.staffRealm);
    this.front = open(options.frontRealm);
  }

  createStaff(staff: NewStaff): Promise<string> {
    return callKeycloak(async () => {
      const { id } = await this.staff.users.create({
        // A user name never changes in this realm, even when the address does.
        username: staff.email,
        ...profileOf(staff),
        emailVerified: true,
        attributes: staff.tenantId ? { tenant_id: [staff.tenantId] } : {},
        credentials: [{ type: 'password', value: staff.password, temporary: staff.temporary }],
      });
      return id;
    });
  }

  findStaff(email: string): Promise<StaffLogin | null> {
    return callKeycloak(async () => {
      const query = { email: email.toLowerCase(), exact: true, briefRepresentation: false };
      const [user] = await this.staff.users.find(query);
      return user?.id ? { subject: user.id, tenantId: tenantOf(user) } : null;
    });
  }

  updateStaff(subject: string, profile: StaffProfile): Promise<void> {
    return callKeycloak(async () => {
      // PUT erases omitted fields, so the whole user is sent back, but for its required actions, which stay when omitted:
      // who has chosen a password meanwhile does not have to choose one again.
      const user = await this.staff.users.findOne({ id: subject });
      if (!user) throw new Error(`Keycloak does not know ${subject}`);
      const { requiredActions: _actions, ...stored } = user;
      await this.staff.users.update({ id: subject }, { ...stored, ...profileOf(profile) });
    });
  }

  setStaffPassword(subject: string, password: string, temporary: boolean): Promise<void> {
    const credential = { type: 'password', value: password, temporary };
    return callKeycloak(() => this.staff.users.resetPassword({ id: subject, credential }));
  }

  endStaffSessions(subject: string): Promise<Date> {
    return callKeycloak(() => endSessions(this.staff, subject));
  }

  removeStaff(subject: string): Promise<void> {
    return callKeycloak(() => this.staff.users.del({ id: subject }).catch(unless(404, undefined)));
  }

  upsertOrganization({ tenantId, slug, name }: OrganizationProfile): Promise<void> {
    return callKeycloak(async () => {
      const existing = await this.organization(tenantId);
      if (!existing) {
        const created = {
          name: slug,
          alias: slug,
          description: name,
          enabled: true,
          attributes: { tenant_id: [tenantId] },
        };
        // Another process may have created the same organization in between.
        await this.staff.organizations.create(created).catch(unless(409, undefined));
        return;
      }
      if (existing.description === name && existing.name === slug) return;
      // PUT erases omitted fields, so domains and the rest are sent back unchanged. An alias never changes.
      await this.staff.organizations.updateById(
        { id: String(existing.id) },
        { ...existing, name: slug, description: name },
      );
    });
  }

  removeOrganization(tenantId: string): Promise<void> {
    return callKeycloak(async () => {
      const existing = await this.organization(tenantId);
      if (existing?.id)
        await this.staff.organizations.delById({ id: existing.id }).catch(unless(404, undefined));
    });
  }

  joinOrganization(tenantId: string, subject: string): Promise<void> {
    return callKeycloak(async () => {
      const organization = await this.organization(tenantId);
      if (!organization?.id) throw new Error(`tenant ${tenantId} has no organization yet`);
      const member = { orgId: organization.id, userId: subject };
      await this.staff.organizations.addMember(member).catch(unless(409, undefined));
    });
  }

  findPublicAccount(tenantId: string, email: string): Promise<PublicAccount | null> {
    return callKeycloak(async () => {
      const query = { username: publicName(tenantId, email), exact: true };
      const [user] = await this.front.users.find(query);
      if (!user?.id) return null;
      return { subject: user.id, firstName: user.firstName ?? '', lastName: user.lastName ?? '' };
    });
  }

  createPublicAccount(account: NewPublicAccount): Promise<string> {
    return callKeycloak(async () => {
      const { id } = await this.front.users.create({
        username: publicName(account.tenantId, account.email),
        email: account.email.toLowerCase(),
        emailVerified: true,
        firstName: account.firstName,
        lastName: account.lastName,
        enabled: true,
        attributes: { tenant_id: [account.tenantId] },
        credentials: account.password ? [passwordOf(account.password)] : [],
      });
      return id;
    }, 'account.already-exists');
  }

  setPublicPassword(subject: string, password: string): Promise<void> {
    const credential = passwordOf(password);
    return callKeycloak(() => this.front.users.resetPassword({ id: subject, credential }));
  }

  endPublicSessions(subject: string): Promise<Date> {
    return callKeycloak(() => endSessions(this.front, subject));
  }

  openPublicSession(subject: string, client: CodeClient): Promise<string> {
    return callKeycloak(async () => {
      const credentials = await this.front.users.getCredentials({ id: subject });
      if (credentials.some(({ type }) => type !== 'password'))
        throw new Problem('security.invalid-or-expired-login-link');
      const { url, frontRealm: realm, timeoutMs = TIMEOUT_MS } = this.options;
      const accessToken = String(await this.front.getAccessToken());
      return openSession({ url, realm, timeoutMs, accessToken, subject }, client);
    });
  }

  removePublicAccount(subject: string): Promise<void> {
    return callKeycloak(() => this.front.users.del({ id: subject }).catch(unless(404, undefined)));
  }

  private async organization(tenantId: string): Promise<Organization | null> {
    const [found] = await this.staff.organizations.find({ q: `tenant_id:${tenantId}` });
    return found?.id ? this.staff.organizations.findOne({ id: found.id }) : null;
  }
}

const passwordOf = (value: string) => ({ type: 'password', value, temporary: false });

const profileOf = ({ email, firstName, lastName, enabled }: StaffProfile) => ({
  email: email.toLowerCase(),
  firstName,
  lastName,
  enabled,
});

/** Ends all sessions of a user; returns the time, by Keycloak's clock, before which it refuses tokens. */
async function endSessions({ users }: KeycloakAdminClient, subject: string): Promise<Date> {
  await users.logout({ id: subject });
  const user = await users.findOne({ id: subject });
  if (!user) throw new Error(`Keycloak does not know ${subject}`);
  return new Date((user.notBefore ?? 0) * 1_000);
}
