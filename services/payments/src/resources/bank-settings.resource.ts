import { blocked, defineResource, enumeration, text } from '@coulisse/resource';
import en from './bank-settings.en.json';
import fr from './bank-settings.fr.json';

/** Eight digits, as the bank's back office shows it. */
const SITE_ID = /^\d{8}$/;
/** The fields are text to people and the bank: a key with a blank was copied with its surroundings. */
const KEY = /^[\x21-\x7e]{8,64}$/;

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
});
