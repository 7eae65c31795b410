import { currentHost } from '../features/own-hosts/own-host.store';

/** What the settings show of the bank of the theatre, which payments knows: SQL over the row `t` (ADR 145). */
const ofBank = (value: string) => `(SELECT ${value} FROM tenant_bank b WHERE b.tenant_id = t.tenant_id)`;

export const BANKS = ['PAYBOX', 'SYSTEMPAY'] as const;

/** Of a shop of its own; a theatre with the account of the installation enters none. */
export interface ProviderCredentials {
  siteId: string | null;
  mode: 'TEST' | 'PRODUCTION';
  /** Dots where there is a key. */
  key: string | null;
}

/** What a theatre enters in the back office of its bank. Paths are on `host`, or on the host of the installation. */
export interface ProviderUrls {
  host: string | null;
  notification: string;
  return: string;
}

export const MASKED_KEY = '••••••••';

export const BANK_KIT_MODE = ofBank('b.bank');

export const PROVIDER_CREDENTIALS =
  ofBank(`CASE WHEN b.bank <> 'PAYBOX' THEN jsonb_build_object('siteId', b.site_id,
  'mode', b.mode, 'key', CASE WHEN b.has_key THEN '${MASKED_KEY}' END) END`);

export const PROVIDER_URLS = ofBank(`CASE WHEN b.notification_path IS NOT NULL THEN jsonb_build_object(
  'host', ${currentHost('t')}, 'notification', b.notification_path,
  'return', '/app/theatres/' || (SELECT p.slug FROM tenant_profile p WHERE p.tenant_id = t.tenant_id)) END`);
