import type { Language } from '@coulisse/contracts';

export interface StaffProfile {
  email: string;
  firstName: string;
  lastName: string;
  language: Language;
  enabled: boolean;
}

export interface NewStaff extends StaffProfile {
  /** Null for the platform's own staff. */
  tenantId: string | null;
  password: string;
  /** A temporary password must be changed at the first login. */
  temporary: boolean;
}

export interface KnownStaff {
  subject: string;
  tenantId: string | null;
}

export interface NewPublicAccount {
  tenantId: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

export interface PublicAccount {
  subject: string;
  firstName: string;
  lastName: string;
}

export interface Organized {
  tenantId: string;
  slug: string;
  name: string;
}

/**
 * Where people log in. Identity alone writes there; rights never live there.
 * Refusals are problems: `email.already-used`, `account.already-exists`, or `validation.failed` with the fields; that it
 * is away is `service.unavailable`.
 */
export interface IdentityProvider {
  /** Answers the subject of the new login; refuses an e-mail address that somebody has already. */
  createStaff(staff: NewStaff): Promise<string>;
  findStaff(email: string): Promise<KnownStaff | null>;
  updateStaff(subject: string, profile: StaffProfile): Promise<void>;
  setStaffPassword(subject: string, password: string, temporary: boolean): Promise<void>;
  /** No refresh token of before is taken any more. Answers the moment by the clock that dates the tokens. */
  endStaffSessions(subject: string): Promise<Date>;
  /** Nothing happens when it is gone already. */
  removeStaff(subject: string): Promise<void>;

  /** One organization per SaaS customer; creates or renames it. */
  keepOrganization(organization: Organized): Promise<void>;
  removeOrganization(tenantId: string): Promise<void>;
  /** Nothing happens when it is a member already. */
  joinOrganization(tenantId: string, subject: string): Promise<void>;

  findPublicAccount(tenantId: string, email: string): Promise<PublicAccount | null>;
  /** Answers the subject of the new account. Its address is known to be its owner's. */
  createPublicAccount(account: NewPublicAccount): Promise<string>;
  setPublicPassword(subject: string, password: string): Promise<void>;
  endPublicSessions(subject: string): Promise<Date>;
}

export const IDENTITY_PROVIDER = Symbol.for('identity.IdentityProvider');
