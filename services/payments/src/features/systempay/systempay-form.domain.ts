import type { CardBuyer } from '../card-payment/card-provider.port';
import { checkAmount, currencyNumber, withOutcome } from '../card-payment/form-values.domain';
import { signedFields, type SystempayField } from './systempay-signature.domain';

export const SYSTEMPAY_MODES = ['TEST', 'PRODUCTION'] as const;
export type SystempayMode = (typeof SYSTEMPAY_MODES)[number];

/** A shop at Systempay: each mode has a key of its own. */
export interface SystempayAccount {
  siteId: string;
  mode: SystempayMode;
  key: string;
}

/** Data of the form of one payment. */
export interface SystempayOrder {
  reference: string;
  amountMinor: number;
  currency: string;
  quantity: number;
  buyer: CardBuyer;
  language: 'fr' | 'en';
  /** Page of ours that the browser returns to, whatever the outcome. */
  returnUrl: string;
  /** Where the bank reports the outcome, server to server. */
  notificationUrl: string;
  at: Date;
  /** Number of the form, not used twice in a day. */
  number: number;
}

/** The platform takes 000000 to 899999 from shops. */
export const TRANSACTION_NUMBERS = 900_000;

/** `vads_order_id` takes no more. */
const MAX_REFERENCE = 64;

/**
 * A text as the platform takes it: no `<` or `>`, no longer than its field. Control characters are replaced, because a
 * browser posts a line break as other bytes than those that were signed.
 */
export function fieldText(text: string, max: number): string {
  const clean = text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>]+/gu, ' ').replace(/ {2,}/g, ' ');
  return [...clean.trim()].slice(0, max).join('').trim();
}

/** An instant as `YYYYMMDDHHmmss` in UTC. */
const utcTime = (at: Date): string => at.toISOString().slice(0, 19).replace(/\D/g, '');

/** Every field of the form, signed. */
export function systempayForm(account: SystempayAccount, order: SystempayOrder): SystempayField[] {
  const currency = currencyNumber(order.currency);
  if (!currency) throw new Error(`Systempay is not asked for payments in ${order.currency}.`);
  checkAmount(order.amountMinor);
  if (order.reference.length > MAX_REFERENCE) throw new Error('The reference of the order is too long.');
  const { buyer, returnUrl } = order;
  const values: [string, string][] = [
    ['vads_action_mode', 'INTERACTIVE'],
    ['vads_amount', String(order.amountMinor)],
    // Captured by the bank at the end of the day, without a validation by hand.
    ['vads_capture_delay', '0'],
    ['vads_ctx_mode', account.mode],
    ['vads_currency', currency],
    ['vads_cust_address', fieldText(buyer.addressLine1, 255)],
    ['vads_cust_city', fieldText(buyer.city, 128)],
    ['vads_cust_country', buyer.country.toUpperCase()],
    ['vads_cust_email', buyer.email],
    ['vads_cust_first_name', fieldText(buyer.firstName, 63)],
    ['vads_cust_last_name', fieldText(buyer.lastName, 63)],
    ['vads_cust_zip', fieldText(buyer.zipCode, 64)],
    ['vads_language', order.language],
    ['vads_nb_products', String(order.quantity)],
    ['vads_order_id', order.reference],
    ['vads_page_action', 'PAYMENT'],
    ['vads_payment_config', 'SINGLE'],
    ['vads_redirect_success_timeout', '0'],
    ['vads_return_mode', 'GET'],
    ['vads_site_id', account.siteId],
    ['vads_trans_date', utcTime(order.at)],
    ['vads_trans_id', String(order.number % TRANSACTION_NUMBERS).padStart(6, '0')],
    ['vads_url_cancel', withOutcome(returnUrl, 'cancelled')],
    ['vads_url_check', order.notificationUrl],
    ['vads_url_error', withOutcome(returnUrl, 'pending')],
    ['vads_url_refused', withOutcome(returnUrl, 'refused')],
    ['vads_url_return', withOutcome(returnUrl, 'pending')],
    ['vads_url_success', withOutcome(returnUrl, 'accepted')],
    ['vads_validation_mode', '0'],
    ['vads_version', 'V2'],
  ];
  return signedFields(
    values.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value })),
    account.key,
  );
}
