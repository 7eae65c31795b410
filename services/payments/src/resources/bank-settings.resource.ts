import { blocked, defineResource, enumeration, text } from '@coulisse/resource';
import { emission } from '@coulisse/resource-server/emission';
import en from './bank-settings.en.json';
import fr from './bank-settings.fr.json';

/** Eight digits, as the bank's back office shows it. */
const SITE_ID = /^\d{8}$/;
/** The fields are text to people and the bank: a key with a blank was copied with its surroundings. */
const KEY = /^[\x21-\x7e]{8,64}$/;

/** Where Systempay reports payments. */
export const SYSTEMPAY_NOTIFICATION_PATH = '/app-api/payments/systempay/notification';

/** What others may know of the bank of a tenant: that there is a key, and nothing of the key. */
export const bankChanged = (record: {
  version: number;
  bankKitMode: 'PAYBOX' | 'SYSTEMPAY';
  systempaySiteId: string | null;
  systempayMode: 'TEST' | 'PRODUCTION';
  systempayKey: string | null;
}) => ({
  $case: 'changed' as const,
  value: {
    version: record.version,
    bank: record.bankKitMode,
    shop:
      record.bankKitMode === 'SYSTEMPAY'
        ? {
            siteId: record.systempaySiteId ?? '',
            mode: record.systempayMode,
            hasKey: record.systempayKey !== null,
            notificationPath: SYSTEMPAY_NOTIFICATION_PATH,
          }
        : undefined,
  },
});

/** The bank that takes a tenant's card payments: one record, created with the tenant. */
export const bankSettings = defineResource('payments.bank-settings', {
  path: 'sale/bank-settings',
  texts: { fr, en },
  rights: 'payments.bank-settings',
  fields: {
    /** PAYBOX: the account of the installation. SYSTEMPAY: the tenant's own, below. */
    bankKitMode: enumeration(['PAYBOX', 'SYSTEMPAY']).default('PAYBOX').help(),
    systempaySiteId: text({ max: 8 }).help(),
    systempayMode: enumeration(['TEST', 'PRODUCTION']).default('TEST').help(),
    systempayKey: text({ max: 64 }).secret().encrypted().help(),
  },
  rules: [
    ({ bankKitMode, systempaySiteId }) =>
      bankKitMode === 'SYSTEMPAY' &&
      systempaySiteId === null &&
      blocked('validation.not-blank', {}, '/systempaySiteId'),
    ({ bankKitMode, systempayKey }) =>
      bankKitMode === 'SYSTEMPAY' &&
      systempayKey === null &&
      blocked('validation.not-blank', {}, '/systempayKey'),
    ({ systempaySiteId }) =>
      systempaySiteId !== null &&
      !SITE_ID.test(systempaySiteId) &&
      blocked('validation.format', {}, '/systempaySiteId'),
    ({ systempayKey }) =>
      systempayKey !== null && !KEY.test(systempayKey) && blocked('validation.format', {}, '/systempayKey'),
  ],
  operations: ['read', 'update'],
  list: ['bankKitMode', 'systempaySiteId', 'systempayMode'],
  sums: [],
  emits: (record) => emission('payments.bank.v1', bankChanged(record)),
});
