import { serviceNames } from '@coulisse/contracts/topology';
import { may } from '@coulisse/service-kit/actor';

/** Roles of the staff, from the widest to the narrowest. */
export const ROLES = ['SUPER_ADMINISTRATOR', 'ADMINISTRATOR', 'USER'] as const;
export type Role = (typeof ROLES)[number];

/** Roles inside a tenant; the super administrator belongs to the platform and to no tenant. */
export const TENANT_ROLES = ['ADMINISTRATOR', 'USER'] as const satisfies readonly Role[];
export type TenantRole = (typeof TENANT_ROLES)[number];

/** Resources that an administrator may export. */
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
/** Excluded from import: sales create reservations, and a tenant has one settings record. */
const NOT_IMPORTED = ['ticketing.reservation', 'ticketing.settings'];
const IMPORTED = EXPORTED.filter((list) => /^(?:crm|ticketing)\./.test(list) && !NOT_IMPORTED.includes(list));

/**
 * The rights of each role: the whole matrix, nothing is granted anywhere else. Only an administrator has wildcards
 * (`x.*`), for every service; a wildcard covers neither import nor export, which are listed. A right that no role has is
 * denied to all.
 */
export const roleRights: Readonly<Record<Role, readonly string[]>> = {
  /** The platform's own staff: creates and archives tenants, sees none of their business data. */
  SUPER_ADMINISTRATOR: [
    'identity.saas-customer.read',
    'identity.saas-customer.create',
    'identity.saas-customer.update',
    'identity.saas-customer.export',
    // Of every tenant, and of messages whose tenant cannot be determined.
    'core.failed-delivery.read',
    'core.failed-delivery.update',
  ],
  /** All business data of one tenant. */
  ADMINISTRATOR: [
    ...serviceNames.filter((name) => name !== 'identity').map((name) => `${name}.*`),
    // Not the tenants, which belong to the platform.
    'identity.user.*',
    'core.failed-delivery.read',
    'core.failed-delivery.update',
    ...EXPORTED.map((list) => `${list}.export`),
    ...IMPORTED.map((list) => `${list}.import`),
  ],
  /** Box-office staff: customers, read access to the season, reservations, reception on the evening. */
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
    // Their own notes only: `crm.note.delete-any` covers those of others.
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

/** True when the rights of `role` cover `right`, by the rule that every service uses. */
export const roleCovers = (role: Role, right: string): boolean => may({ rights: roleRights[role] }, right);
