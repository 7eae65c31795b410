import { Problem } from '@coulisse/service-kit/problem/problem';
import KeycloakAdminClient, { NetworkError } from '@keycloak/keycloak-admin-client';
import type {
  IdentityProvider,
  KnownStaff,
  NewPublicAccount,
  NewStaff,
  StaffProfile,
} from './identity-provider';
import { serviceToken } from './service-token';

export interface KeycloakOptions {
  url: string;
  staffRealm: string;
  frontRealm: string;
  clientId: string;
  clientSecret: string;
  timeoutMs?: number;
}

type User = NonNullable<Parameters<KeycloakAdminClient['users']['create']>[0]>;
type Organization = Awaited<ReturnType<KeycloakAdminClient['organizations']['findOne']>>;

const statusOf = (error: unknown): number | undefined =>
  error instanceof NetworkError ? error.response.status : undefined;

/** Answers `otherwise` when Keycloak says that there is none. */
const unlessMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (statusOf(error) === 404) return otherwise;
    throw error;
  };

const tenantOf = (user: User): string | null =>
  (user.attributes?.['tenant_id'] as string[] | undefined)?.[0] ?? null;
const publicName = (tenantId: string, email: string): string => `${tenantId}:${email.toLowerCase()}`;

/** What Keycloak refuses, in the words of the catalogue. */
function refusal(error: unknown, taken: 'email.already-used' | 'account.already-exists'): unknown {
  if (!(error instanceof NetworkError)) return error;
  if (error.response.status === 409) return new Problem(taken, { status: 409, cause: error });
  if (error.response.status === 400 && /password/i.test(JSON.stringify(error.responseData))) {
    const errors = [{ pointer: '/password', code: 'validation.password-weak' as const }];
    return new Problem('validation.failed', { errors, cause: error });
  }
  return error;
}

/** Keycloak through its admin API, as the service account of one client that exists in both realms. */
export class KeycloakIdentityProvider implements IdentityProvider {
  private readonly staff: KeycloakAdminClient;
  private readonly front: KeycloakAdminClient;

  constructor(options: KeycloakOptions) {
    const { timeoutMs = 5_000 } = options;
    const open = (realmName: string) => {
      const client = new KeycloakAdminClient({ baseUrl: options.url, realmName, timeout: timeoutMs });
      client.registerTokenProvider(serviceToken({ ...options, realm: realmName, timeoutMs }));
      return client;
    };
    this.staff = open(options.staffRealm);
    this.front = open(options.frontRealm);
  }

  async createStaff(staff: NewStaff): Promise<string> {
    try {
      const { id } = await this.staff.users.create({
        // A user name never changes in this realm, even when the address does.
        username: staff.email,
        ...profileOf(staff),
        emailVerified: true,
        attributes: staff.tenantId ? { tenant_id: [staff.tenantId] } : {},
        credentials: [{ type: 'password', value: staff.password, temporary: staff.temporary }],
      });
      return id;
    } catch (error) {
      throw refusal(error, 'email.already-used');
    }
  }

  async findStaff(email: string): Promise<KnownStaff | null> {
    const [user] = await this.staff.users.find({
      email: email.toLowerCase(),
      exact: true,
      briefRepresentation: false,
    });
    return user?.id ? { subject: user.id, tenantId: tenantOf(user) } : null;
  }

  async updateStaff(subject: string, profile: StaffProfile): Promise<void> {
    // What a PUT leaves out is erased: the whole user goes back.
    const user = await this.staff.users.findOne({ id: subject });
    if (!user) throw new Error(`Keycloak does not know ${subject}`);
    try {
      await this.staff.users.update({ id: subject }, { ...user, ...profileOf(profile) });
    } catch (error) {
      throw refusal(error, 'email.already-used');
    }
  }

  async setStaffPassword(subject: string, password: string, temporary: boolean): Promise<void> {
    try {
      const credential = { type: 'password', value: password, temporary };
      await this.staff.users.resetPassword({ id: subject, credential });
    } catch (error) {
      throw refusal(error, 'email.already-used');
    }
  }

  async removeStaff(subject: string): Promise<void> {
    await this.staff.users.del({ id: subject }).catch(unlessMissing(undefined));
  }

  async keepOrganization({
    tenantId,
    slug,
    name,
  }: {
    tenantId: string;
    slug: string;
    name: string;
  }): Promise<void> {
    const known = await this.organization(tenantId);
    if (!known) {
      const created = {
        name: slug,
        alias: slug,
        description: name,
        enabled: true,
        attributes: { tenant_id: [tenantId] },
      };
      await this.staff.organizations.create(created).catch((error: unknown) => {
        // Another process was faster; its organization is the same.
        if (statusOf(error) !== 409) throw error;
      });
      return;
    }
    if (known.description === name && known.name === slug) return;
    // Domains and the rest go back as they are: what a PUT leaves out is erased, and an alias never changes.
    await this.staff.organizations.updateById(
      { id: String(known.id) },
      { ...known, name: slug, description: name },
    );
  }

  async removeOrganization(tenantId: string): Promise<void> {
    const known = await this.organization(tenantId);
    if (known?.id) await this.staff.organizations.delById({ id: known.id }).catch(unlessMissing(undefined));
  }

  async joinOrganization(tenantId: string, subject: string): Promise<void> {
    const known = await this.organization(tenantId);
    if (!known?.id) throw new Error(`tenant ${tenantId} has no organization yet`);
    await this.staff.organizations.addMember({ orgId: known.id, userId: subject }).catch((error: unknown) => {
      if (statusOf(error) !== 409) throw error;
    });
  }

  async hasPublicAccount(tenantId: string, email: string): Promise<boolean> {
    const found = await this.front.users.find({ username: publicName(tenantId, email), exact: true });
    return found.length > 0;
  }

  async createPublicAccount(account: NewPublicAccount): Promise<string> {
    try {
      const { id } = await this.front.users.create({
        username: publicName(account.tenantId, account.email),
        email: account.email.toLowerCase(),
        firstName: account.firstName,
        lastName: account.lastName,
        enabled: true,
        attributes: { tenant_id: [account.tenantId] },
        credentials: [{ type: 'password', value: account.password, temporary: false }],
      });
      return id;
    } catch (error) {
      throw refusal(error, 'account.already-exists');
    }
  }

  private async organization(tenantId: string): Promise<Organization | null> {
    const [found] = await this.staff.organizations.find({ q: `tenant_id:${tenantId}` });
    return found?.id ? this.staff.organizations.findOne({ id: found.id }) : null;
  }
}

const profileOf = ({ email, firstName, lastName, enabled }: StaffProfile) => ({
  email: email.toLowerCase(),
  firstName,
  lastName,
  enabled,
});
