import { createHmac, randomInt, sign, timingSafeEqual } from 'node:crypto';

/** @typedef {{ name: string, value: string }} Field */
/** @typedef {'pay' | 'refuse' | 'cancel' | 'never'} Decision */

/** Fields without which the bank does not open its page. */
const MANDATORY = [
  'PBX_SITE',
  'PBX_RANG',
  'PBX_IDENTIFIANT',
  'PBX_TOTAL',
  'PBX_DEVISE',
  'PBX_CMD',
  'PBX_PORTEUR',
  'PBX_RETOUR',
  'PBX_HASH',
  'PBX_TIME',
  'PBX_SHOPPINGCART',
  'PBX_BILLING',
  'PBX_HMAC',
];

/** 00105: declined by the buyer's bank; 00001: cancelled before any bank was asked. */
const CODES = { pay: '00000', refuse: '00105', cancel: '00001' };
const RETURN_PAGE = { pay: 'PBX_EFFECTUE', refuse: 'PBX_REFUSE', cancel: 'PBX_ANNULE' };

/** @param {Field[]} fields @param {string} name */
export const valueOf = (fields, name) => fields.find((field) => field.name === name)?.value ?? '';

/** The posted form as fields, in the order in which the browser sent them. @param {string} body @returns {Field[]} */
export const parseForm = (body) => [...new URLSearchParams(body)].map(([name, value]) => ({ name, value }));

/**
 * The problem of a form, or null: a missing field, or an HMAC that does not match the fields in the order sent.
 * @param {Field[]} fields @param {Buffer} key
 */
export function formProblem(fields, key) {
  const missing = MANDATORY.filter((name) => valueOf(fields, name) === '');
  if (missing.length > 0) return { code: 'missing', detail: missing.join(', ') };
  if (!/^\d{3,12}$/.test(valueOf(fields, 'PBX_TOTAL'))) return { code: 'amount', detail: 'PBX_TOTAL' };
  if (valueOf(fields, 'PBX_DEVISE') !== '978') return { code: 'currency', detail: 'PBX_DEVISE' };
  const message = fields
    .filter(({ name }) => name !== 'PBX_HMAC')
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
  const expected = createHmac('sha512', key).update(message, 'utf8').digest();
  const received = Buffer.from(valueOf(fields, 'PBX_HMAC'), 'hex');
  const good = received.length === expected.length && timingSafeEqual(received, expected);
  return good ? null : { code: 'hmac', detail: 'PBX_HMAC' };
}

const digits = (length) => String(randomInt(10 ** (length - 1), 10 ** length));

/**
 * The transaction that the bank stores for a decision; null when the buyer gave up before any bank was asked.
 * @param {Field[]} fields @param {Decision} decision @param {{ callNumber: string, transactionNumber: string }} numbers
 * @returns {import('./ledger.mjs').Transaction | null}
 */
export function transactionOf(fields, decision, numbers) {
  if (decision !== 'pay' && decision !== 'refuse') return null;
  return {
    site: valueOf(fields, 'PBX_SITE'),
    rang: valueOf(fields, 'PBX_RANG'),
    reference: valueOf(fields, 'PBX_CMD'),
    amount: valueOf(fields, 'PBX_TOTAL'),
    ...numbers,
    authorisation: decision === 'pay' ? 'XXXXXX' : '',
    status: decision === 'pay' ? 'Capturé' : 'Refusé',
  };
}

/** Numbers of a new transaction. */
export const newNumbers = () => ({ callNumber: digits(9), transactionNumber: digits(9) });

/**
 * The signed response: the fields that PBX_RETOUR lists, URL-encoded, and the RSA-SHA1 signature of that text as K.
 * @param {Field[]} fields @param {Decision} decision @param {import('node:crypto').KeyObject} privateKey
 * @param {{ callNumber: string, transactionNumber: string }} numbers
 */
export function notification(fields, decision, privateKey, numbers) {
  const values = {
    M: valueOf(fields, 'PBX_TOTAL'),
    R: valueOf(fields, 'PBX_CMD'),
    T: numbers.callNumber,
    S: numbers.transactionNumber,
    A: decision === 'pay' ? 'XXXXXX' : '',
    C: 'CB',
    P: 'CARTE',
    I: 'FRA',
    E: CODES[decision],
  };
  const requested = valueOf(fields, 'PBX_RETOUR')
    .split(';')
    .map((pair) => pair.split(':'))
    .filter(([name, letter]) => name && letter);
  // A field without a value is left out, as Paybox does with the authorisation of a refused payment.
  const data = requested
    .filter(([, letter]) => values[letter] !== undefined && values[letter] !== '')
    .map(([name, letter]) => `${name}=${encodeURIComponent(values[letter])}`)
    .join('&');
  const signature = requested.find(([, letter]) => letter === 'K');
  if (!signature) return data;
  const bytes = sign('RSA-SHA1', Buffer.from(data), privateKey).toString('base64');
  return `${data}&${signature[0]}=${encodeURIComponent(bytes)}`;
}

/** @param {string} url @param {string} query */
const append = (url, query) => `${url}${url.includes('?') ? '&' : '?'}${query}`;

/** Where the browser goes after a decision, with the signed answer. @param {Field[]} fields @param {Decision} decision @param {string} query */
export const returnUrl = (fields, decision, query) => append(valueOf(fields, RETURN_PAGE[decision]), query);

/** @param {Field[]} fields @param {string} query */
export const notificationUrl = (fields, query) => append(valueOf(fields, 'PBX_REPONDRE_A'), query);
