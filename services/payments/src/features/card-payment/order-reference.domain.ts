import { randomBytes } from 'node:crypto';

/**
 * The order reference (PBX_CMD, vads_order_id) is all that identifies the payment in a notification, and the bank signs it back:
 * - the reservation's code, for the people who read the bank's statements;
 * - the currency, because no letter of PBX_RETOUR brings it back;
 * - 128 random bits, which find the payment and its tenant and cannot be guessed.
 */
export interface OrderReference {
  code: string;
  currency: string;
  token: string;
}

/** The whole is 64 characters at most, which is all that Systempay takes. */
const MAX_CODE = 27;

const SHAPE = /^([A-Za-z0-9-]{1,100})-([A-Z]{3})-([0-9a-f]{32})$/;

export const newToken = (): string => randomBytes(16).toString('hex');

export function formatReference({ code, currency, token }: OrderReference): string {
  const readable = code.replace(/[^A-Za-z0-9-]/g, '').slice(0, MAX_CODE) || 'R';
  return `${readable}-${currency}-${token}`;
}

export function parseReference(text: string): OrderReference | null {
  const match = SHAPE.exec(text);
  return match ? { code: match[1]!, currency: match[2]!, token: match[3]! } : null;
}
