/** Roles of the staff, from the widest to the narrowest. */
export const ROLES = ['SUPER_ADMINISTRATOR', 'ADMINISTRATOR', 'USER'] as const;
export type Role = (typeof ROLES)[number];

/** Roles inside a SaaS customer; the super administrator belongs to the platform and to no customer. */
export const TENANT_ROLES = ['ADMINISTRATOR', 'USER'] as const satisfies readonly Role[];
export type TenantRole = (typeof TENANT_ROLES)[number];

/**
 * What each role may do: the whole matrix, nothing is granted anywhere else. `x.*` stands for a branch.
 * A new service adds its branch here; a right that no role holds is denied to all.
 */
export const roleRights: Readonly<Record<Role, readonly string[]>> = {
  /** The platform's own staff: opens and closes customers, sees none of their business. */
  SUPER_ADMINISTRATOR: ['identity.saas-customer.*'],
  /** The whole business of one customer. */
  ADMINISTRATOR: ['crm.*', 'ticketing.*', 'payments.*', 'documents.*', 'notifications.*', 'identity.user.*'],
  /** The desk: customers, the season as it is, reservations, the reception on the evening. */
  USER: [
    'crm.tiers.read',
    'crm.tiers.create',
    'crm.tiers.update',
    'crm.contact.*',
    'crm.note.read',
    'crm.note.create',
    'crm.note.update',
    // Only their own: `crm.note.delete-any` is for those who look after everybody's.
    'crm.note.delete',
    'crm.tiers-group.read',
    'crm.tiers-status.read',
    'crm.loyalty-label.read',
    'crm.prospect-status.read',
    'crm.contact-type.read',
    'crm.civility.read',
    'crm.legal-status.read',
    'crm.note-type.read',
    'crm.channel.read',
    'ticketing.show.read',
    'ticketing.performance.read',
    'ticketing.room.read',
    'ticketing.formula.read',
    'ticketing.seat-category.read',
    'ticketing.reservation.read',
    'ticketing.reception.*',
    'payments.payment.read',
    'documents.document.read',
  ],
};

/** True when the rights of `role` cover `right`. */
export const roleCovers = (role: Role, right: string): boolean =>
  roleRights[role].some(
    (held) => held === right || (held.endsWith('.*') && right.startsWith(held.slice(0, -1))),
  );
