import type { ConfigShape } from '@coulisse/service-kit';
import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

/** The card provider's account; the defaults are those of Paybox's public test account and of the sandbox bank. */
export const paymentsShape = {
  /** Site, rank and identifier of the shop. */
  PAYBOX_SITE: z
    .string()
    .regex(/^\d{7}$/)
    .default('1999888'),
  PAYBOX_RANG: z
    .string()
    .regex(/^\d{2,3}$/)
    .default('32'),
  PAYBOX_IDENTIFIANT: z
    .string()
    .regex(/^\d{1,9}$/)
    .default('110647233'),
  /** Key that forms are signed with: hexadecimal digits. */
  SANDBOX_BANK_HMAC_KEY: z.string(),
  /** Public key of notifications, PEM or bare base64; usually read from the file SANDBOX_BANK_PUBLIC_KEY_FILE. */
  SANDBOX_BANK_PUBLIC_KEY: z.string(),
  /** Host of the payment page, and a second host for when the first does not answer. */
  SANDBOX_BANK_URL: url.default('http://localhost:8090'),
  PAYBOX_BACKUP_URL: url.optional(),
  /** URL of inquiries about payments, server to server; by default PPPS.php of the hosts above. */
  PAYBOX_INQUIRY_URL: url.optional(),
  /** Host of Systempay's payment page, for tenants that chose it; `https://secure.payzen.eu` for PayZen. */
  SYSTEMPAY_URL: url.default('https://paiement.systempay.fr'),
  /** How often the job looks for due inquiries, in ms. */
  INQUIRY_EVERY_MS: z.coerce.number().int().min(100).max(3_600_000).default(2_000),
} satisfies ConfigShape;
