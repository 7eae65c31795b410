import { may } from '@coulisse/service-kit/actor';

/** Roles of the staff, from the widest to the narrowest. */
export const ROLES = ['SUPER_ADMINISTRATOR', 'ADMINISTRATOR', 'USER'] as const;
export type Role = (typeof ROLES)[number];

/** Roles inside a SaaS customer; the super administrator belongs to the platform and to no customer. */
export const TENANT_ROLES = ['ADMINISTRATOR', 'USER'] as const satisfies readonly Role[];
export type TenantRole = (typeof TENANT_ROLES)[number];

/** Lists that an administrator may take out of the product as one file. */
const EXPORTED = [
  'crm.tiers',
  'crm.contact',
  'crm.note',
  'crm.tiers-group',
  'crm.tiers-status',
  'crm.loyalty-label',
  'crm.prospect-status',
  'crm.contact-type',
  'crm.civility',
  'crm.legal-status',
  'crm.note-type',
  'crm.channel',
  'ticketing.show',
  'ticketing.performance',
  'ticketing.room',
  'ticketing.formula',
  'ticketing.seat-category',
  'ticketing.reservation',
  'ticketing.settings',
  'payments.payment',
  'documents.document',
  'notifications.notification',
  'identity.user',
];
/** Lists that an administrator may fill from a file: all but what sales make, and what there is one of. */
const NOT_IMPORTED = ['ticketing.reservation', 'ticketing.settings'];
const IMPORTED = EXPORTED.filter((list) => /^(?:crm|ticketing)\./.test(list) && !NOT_IMPORTED.includes(list));

/**
 * What each role may do: the whole matrix, nothing is granted anywhere else. Only an administrator holds branches (`x.*`),
 * and a branch covers neither import nor export: those are listed. A new service adds its branch here; a right that no
 * role holds is denied to all.
 */
export const roleRights: Readonly<Record<Role, readonly string[]>> = {
  /** The platform's own staff: opens and closes customers, sees none of their business. */
  SUPER_ADMINISTRATOR: [
    'identity.saas-customer.read',
    'identity.saas-customer.create',
    'identity.saas-customer.update',
    'identity.saas-customer.export',
    // Of every tenant, and of those messages whose tenant cannot be read.
    'core.failed-delivery.read',
    'core.failed-delivery.update',
  ],
  /** The whole business of one customer. */
  ADMINISTRATOR: [
    'crm.*',
    'ticketing.*',
    'payments.*',
    'documents.*',
    'notifications.*',
    'identity.user.*',
    'core.failed-delivery.read',
    'core.failed-delivery.update',
    ...EXPORTED.map((list) => `${list}.export`),
    ...IMPORTED.map((list) => `${list}.import`),
  ],
  /** The desk: customers, the season as it is, reservations, the reception on the evening. */
  USER: [
    'crm.tiers.read',
    'crm.tiers.create',
    'crm.tiers.update',
    'crm.contact.read',
    'crm.contact.create',
    'crm.contact.update',
    'crm.contact.delete',
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
    'ticketing.reception.read',
    'ticketing.reception.update',
    'payments.payment.read',
    'documents.document.read',
  ],
};

/** True when the rights of `role` cover `right`, as every service decides it. */
export const roleCovers = (role: Role, right: string): boolean => may({ rights: roleRights[role] }, right);
