import { randomUUID } from 'node:crypto';
import { Problem } from '@coulisse/service-kit';
import type {
  CodeClient,
  IdentityProvider,
  StaffLogin,
  NewPublicAccount,
  NewStaff,
  PublicAccount,
  StaffProfile,
} from '../../src/features/provisioning/identity-provider';

export interface Login extends StaffProfile {
  subject: string;
  tenantId: string | null;
  password: string;
  temporary: boolean;
}

interface Account extends NewPublicAccount {
  subject: string;
}

const nameOf = (tenantId: string, email: string): string => `${tenantId}:${email.toLowerCase()}`;

type FailingCall = { tenantId: string; calls: number };

/**
 * An identity provider in memory. `failures` holds how many next calls of a method fail for a tenant;
 * calls that follow the events of other tenants go through.
 */
export class MemoryIdentityProvider implements IdentityProvider {
  readonly logins = new Map<string, Login>();
  readonly organizations = new Map<string, { slug: string; name: string; members: Set<string> }>();
  readonly failures = new Map<keyof IdentityProvider, FailingCall>();
  readonly accounts = new Map<string, Account>();
  /** Subjects whose sessions were ended, in order. */
  readonly ended: string[] = [];

  async createStaff(staff: NewStaff): Promise<string> {
    this.fail('createStaff', staff.tenantId);
    if (await this.find(staff.email)) throw new Problem('email.already-used', { status: 409 });
    weak(staff.password);
    const subject = randomUUID();
    this.logins.set(subject, { ...staff, email: staff.email.toLowerCase(), subject });
    return subject;
  }

  async findStaff(email: string): Promise<StaffLogin | null> {
    const login = await this.find(email);
    return login && { subject: login.subject, tenantId: login.tenantId };
  }

  async updateStaff(subject: string, profile: StaffProfile): Promise<void> {
    const holder = await this.find(profile.email);
    if (holder && holder.subject !== subject) throw new Problem('email.already-used', { status: 409 });
    Object.assign(this.loginOf(subject), profile);
  }

  async setStaffPassword(subject: string, password: string, temporary: boolean): Promise<void> {
    weak(password);
    Object.assign(this.loginOf(subject), { password, temporary });
  }

  async endStaffSessions(subject: string): Promise<Date> {
    this.loginOf(subject);
    return this.end(subject);
  }

  async removeStaff(subject: string): Promise<void> {
    this.logins.delete(subject);
  }

  async upsertOrganization({
    tenantId,
    slug,
    name,
  }: {
    tenantId: string;
    slug: string;
    name: string;
  }): Promise<void> {
    this.fail('upsertOrganization', tenantId);
    const members = this.organizations.get(tenantId)?.members ?? new Set<string>();
    this.organizations.set(tenantId, { slug, name, members });
  }

  async removeOrganization(tenantId: string): Promise<void> {
    this.organizations.delete(tenantId);
  }

  async joinOrganization(tenantId: string, subject: string): Promise<void> {
    this.fail('joinOrganization', tenantId);
    const organization = this.organizations.get(tenantId);
    if (!organization) throw new Error(`tenant ${tenantId} has no organization yet`);
    organization.members.add(subject);
  }

  async findPublicAccount(tenantId: string, email: string): Promise<PublicAccount | null> {
    const { subject, firstName, lastName } = this.accounts.get(nameOf(tenantId, email)) ?? {};
    return subject === undefined ? null : { subject, firstName: firstName ?? '', lastName: lastName ?? '' };
  }

  async createPublicAccount(account: NewPublicAccount): Promise<string> {
    this.fail('createPublicAccount', account.tenantId);
    if (account.password !== undefined) weak(account.password);
    const key = nameOf(account.tenantId, account.email);
    if (this.accounts.has(key)) throw new Problem('account.already-exists');
    const subject = randomUUID();
    this.accounts.set(key, { ...account, subject });
    return subject;
  }

  async setPublicPassword(subject: string, password: string): Promise<void> {
    weak(password);
    const account = [...this.accounts.values()].find((candidate) => candidate.subject === subject);
    if (!account) throw new Error(`nobody is ${subject}`);
    account.password = password;
  }

  async endPublicSessions(subject: string): Promise<Date> {
    return this.end(subject);
  }

  async openPublicSession(subject: string, { clientId }: CodeClient): Promise<string> {
    const account = [...this.accounts.values()].find((candidate) => candidate.subject === subject);
    if (!account) throw new Error(`nobody is ${subject}`);
    this.fail('openPublicSession', account.tenantId);
    return `${clientId} ${subject}`;
  }

  async removePublicAccount(subject: string): Promise<void> {
    for (const [key, account] of this.accounts) if (account.subject === subject) this.accounts.delete(key);
  }

  private end(subject: string): Date {
    this.ended.push(subject);
    return new Date(Math.floor(Date.now() / 1_000) * 1_000);
  }

  private async find(email: string): Promise<Login | null> {
    return [...this.logins.values()].find((login) => login.email === email.toLowerCase()) ?? null;
  }

  private loginOf(subject: string): Login {
    const login = this.logins.get(subject);
    if (!login) throw new Error(`nobody is ${subject}`);
    return login;
  }

  private fail(method: keyof IdentityProvider, tenantId: string | null): void {
    const failure = this.failures.get(method);
    if (!failure?.calls || failure.tenantId !== tenantId) return;
    failure.calls -= 1;
    throw new Problem('service.unavailable');
  }
}

function weak(password: string): void {
  if (password.length >= 12) return;
  throw new Problem('validation.failed', {
    errors: [{ pointer: '/password', code: 'validation.password-weak' }],
  });
}
