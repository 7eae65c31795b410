import type { Language } from '@coulisse/contracts';
import type { ServiceIdentifier } from 'inversify';

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

export interface StaffLogin {
  subject: string;
  tenantId: string | null;
}

export interface NewPublicAccount {
  tenantId: string;
  email: string;
  /** None where its owner logs in by mailed links. */
  password?: string;
  firstName: string;
  lastName: string;
}

/** Client of the identity provider that exchanges a code for tokens: by its secret and the verifier of its challenge. */
export interface CodeClient {
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
}

export interface PublicAccount {
  subject: string;
  firstName: string;
  lastName: string;
}

export interface OrganizationProfile {
  tenantId: string;
  slug: string;
  name: string;
}

/**
 * The identity provider, where users log in. Only the identity service writes to it; rights are never stored in it.
 * Refusals are problems: `email.already-used`, `account.already-exists`, or `validation.failed` with the fields; an
 * outage is `service.unavailable`.
 */
export interface IdentityProvider {
  /** Returns the subject of the new login; refuses an e-mail address that is already used. */
  createStaff(staff: NewStaff): Promise<string>;
  findStaff(email: string): Promise<StaffLogin | null>;
  updateStaff(subject: string, profile: StaffProfile): Promise<void>;
  setStaffPassword(subject: string, password: string, temporary: boolean): Promise<void>;
  /** Invalidates all earlier refresh tokens. Returns the time by the clock that dates the tokens. */
  endStaffSessions(subject: string): Promise<Date>;
  /** Does nothing when it does not exist. */
  removeStaff(subject: string): Promise<void>;

  /** Creates or renames the organization of a tenant; each has one. */
  upsertOrganization(organization: OrganizationProfile): Promise<void>;
  removeOrganization(tenantId: string): Promise<void>;
  /** Does nothing when the subject is already a member. */
  joinOrganization(tenantId: string, subject: string): Promise<void>;

  findPublicAccount(tenantId: string, email: string): Promise<PublicAccount | null>;
  /** Returns the subject of the new account. The caller has verified the e-mail address. */
  createPublicAccount(account: NewPublicAccount): Promise<string>;
  setPublicPassword(subject: string, password: string): Promise<void>;
  endPublicSessions(subject: string): Promise<Date>;
  /**
   * Opens a session of a public account without its password; returns the code that gives the client its tokens. The caller
   * has verified the e-mail address. Refuses an account with a second factor, for which a mailbox is not enough.
   */
  openPublicSession(subject: string, client: CodeClient): Promise<string>;
  /** Ends its sessions with it; does nothing when it does not exist. */
  removePublicAccount(subject: string): Promise<void>;
}

export const IDENTITY_PROVIDER: ServiceIdentifier<IdentityProvider> = Symbol.for('identity.IdentityProvider');
