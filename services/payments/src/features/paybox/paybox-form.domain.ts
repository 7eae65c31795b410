import { checkAmount, currencyNumber, withOutcome } from '../card-payment/form-values.domain';
import { countryNumber } from './country-numbers.domain';
import { signed, type PayboxField } from './paybox-signature.domain';

/** The shop's identity at Paybox. */
export interface PayboxAccount {
  site: string;
  rang: string;
  identifiant: string;
  key: Buffer;
}

export interface PayboxBuyer {
  email: string;
  firstName: string;
  lastName: string;
  addressLine1: string;
  zipCode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** Data of the form of one payment. */
export interface PayboxOrder {
  reference: string;
  amountMinor: number;
  currency: string;
  quantity: number;
  buyer: PayboxBuyer;
  language: 'fr' | 'en';
  /** Page of ours that the browser returns to, whatever the outcome. */
  returnUrl: string;
  /** Where the bank reports the outcome, server to server. */
  notificationUrl: string;
  at: Date;
}

/** Fields requested in the bank's notification: `name:letter`. K, the signature, has to be the last. */
export const RETURN_FIELDS = 'M:M;R:R;T:T;A:A;S:S;E:E;K:K';

const LANGUAGES = { fr: 'FRA', en: 'GBR' } as const;

const LIGATURES: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  '’': "'",
};

/**
 * A text as the card schemes take it: no accents, nothing that XML would escape, no longer than its field.
 * A text of which nothing is left (another alphabet) becomes a dash, because an empty element is refused.
 */
export function plain(text: string, max: number): string {
  const ascii = text
    .replace(/[œŒæÆßøØłŁ’]/g, (letter) => LIGATURES[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 .,'-]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return ascii.slice(0, max).trim() || '-';
}

const HEADER = '<?xml version="1.0" encoding="utf-8"?>';

/** PBX_SHOPPINGCART: the number of articles, which the schemes limit to 1 to 99. */
export function shoppingCart(quantity: number): string {
  const count = Math.min(99, Math.max(1, Math.trunc(quantity)));
  return `${HEADER}<shoppingcart><total><totalQuantity>${count}</totalQuantity></total></shoppingcart>`;
}

/** PBX_BILLING: who pays, in the order and within the lengths of the schema. */
export function billing(buyer: PayboxBuyer): string {
  const elements: [string, string][] = [
    ['FirstName', plain(buyer.firstName, 22)],
    ['LastName', plain(buyer.lastName, 22)],
    ['Address1', plain(buyer.addressLine1, 50)],
    ['ZipCode', plain(buyer.zipCode, 10)],
    ['City', plain(buyer.city, 50)],
    ['CountryCode', countryNumber(buyer.country) ?? '250'],
  ];
  const address = elements.map(([name, value]) => `<${name}>${value}</${name}>`).join('');
  return `${HEADER}<Billing><Address>${address}</Address></Billing>`;
}

/** An instant as PBX_TIME wants it: ISO 8601 with an offset, without fractions. */
const isoTime = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, '+00:00');

/** Every field of the form, in the order in which it is signed and has to be posted. */
export function paymentForm(account: PayboxAccount, order: PayboxOrder): PayboxField[] {
  const currency = currencyNumber(order.currency);
  if (!currency) throw new Error(`Paybox is not asked for payments in ${order.currency}.`);
  checkAmount(order.amountMinor);
  const values: [string, string][] = [
    ['PBX_SITE', account.site],
    ['PBX_RANG', account.rang],
    ['PBX_IDENTIFIANT', account.identifiant],
    ['PBX_TOTAL', String(order.amountMinor).padStart(3, '0')],
    ['PBX_DEVISE', currency],
    ['PBX_CMD', order.reference],
    ['PBX_PORTEUR', order.buyer.email],
    ['PBX_RETOUR', RETURN_FIELDS],
    ['PBX_HASH', 'SHA512'],
    ['PBX_TIME', isoTime(order.at)],
    ['PBX_EFFECTUE', withOutcome(order.returnUrl, 'accepted')],
    ['PBX_REFUSE', withOutcome(order.returnUrl, 'refused')],
    ['PBX_ANNULE', withOutcome(order.returnUrl, 'cancelled')],
    ['PBX_ATTENTE', withOutcome(order.returnUrl, 'pending')],
    ['PBX_REPONDRE_A', order.notificationUrl],
    ['PBX_LANGUE', LANGUAGES[order.language]],
    ['PBX_SOURCE', 'RWD'],
    ['PBX_SHOPPINGCART', shoppingCart(order.quantity)],
    ['PBX_BILLING', billing(order.buyer)],
  ];
  return signed(
    values.map(([name, value]) => ({ name, value })),
    account.key,
  );
}
