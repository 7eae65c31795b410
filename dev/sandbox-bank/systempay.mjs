import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { valueOf } from './protocol.mjs';

/** @typedef {import('./protocol.mjs').Field} Field */
/** @typedef {import('./protocol.mjs').Decision} Decision */

/** Fields without which the bank does not open its page. */
const MANDATORY = [
  'vads_action_mode',
  'vads_amount',
  'vads_ctx_mode',
  'vads_currency',
  'vads_order_id',
  'vads_page_action',
  'vads_payment_config',
  'vads_site_id',
  'vads_trans_date',
  'vads_trans_id',
  'vads_version',
  'signature',
];

const STATUS = { pay: 'AUTHORISED', refuse: 'REFUSED', cancel: 'ABANDONED' };
const RESULT = { pay: '00', refuse: '05', cancel: '17' };
const RETURN_PAGE = { pay: 'vads_url_success', refuse: 'vads_url_refused', cancel: 'vads_url_cancel' };

/** Forms are accepted as long after their date. */
const MAX_AGE_MS = 15 * 60_000;

/** HMAC-SHA-256 over the values by name and the key, joined by `+`. @param {Field[]} fields @param {string} key */
export function signatureOf(fields, key) {
  const values = fields
    .filter(({ name }) => name.startsWith('vads_'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ value }) => value);
  return createHmac('sha256', key)
    .update([...values, key].join('+'), 'utf8')
    .digest('base64');
}

/** @param {string} text `YYYYMMDDHHmmss` in UTC */
const instantOf = (text) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * The problem of a form, or null. A number that the shop used before on the same day is refused, as the platform does.
 * @param {Field[]} fields @param {string} key @param {Set<string>} usedNumbers
 */
export function systempayFormProblem(fields, key, usedNumbers) {
  const value = (name) => valueOf(fields, name);
  const missing = MANDATORY.filter((name) => value(name) === '');
  if (missing.length > 0) return { code: 'missing', detail: missing.join(', ') };
  if (!/^[1-9]\d{0,11}$/.test(value('vads_amount'))) return { code: 'amount', detail: 'vads_amount' };
  if (value('vads_currency') !== '978') return { code: 'currency', detail: 'vads_currency' };
  const expected = Buffer.from(signatureOf(fields, key));
  const received = Buffer.from(value('signature'));
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    return { code: 'signature', detail: 'signature' };
  if (!/^[0-8]\d{5}$/.test(value('vads_trans_id')) || usedNumbers.has(numberOf(fields)))
    return { code: 'number', detail: 'vads_trans_id' };
  const age = Date.now() - instantOf(value('vads_trans_date'));
  return Math.abs(age) <= MAX_AGE_MS ? null : { code: 'date', detail: 'vads_trans_date' };
}

/** What a shop may use once: its site, the day, the number. @param {Field[]} fields */
export const numberOf = (fields) =>
  [
    valueOf(fields, 'vads_site_id'),
    valueOf(fields, 'vads_trans_date').slice(0, 8),
    valueOf(fields, 'vads_trans_id'),
  ].join(' ');

/** Fields of the form that the bank sends back. */
const RETURNED =
  /^vads_(amount|ctx_mode|currency|order_id|site_id|trans_id|trans_date|version|page_action|payment_config|cust_email|cust_last_name|language)$/;

/**
 * The signed report, as a form's body.
 * @param {Field[]} fields @param {Decision} decision @param {string} key
 */
export function systempayReport(fields, decision, key) {
  const own = Object.entries({
    vads_auth_number: decision === 'pay' ? String(randomInt(1e5, 1e6)) : '',
    vads_effective_amount: valueOf(fields, 'vads_amount'),
    vads_extra_result: '',
    vads_operation_type: 'DEBIT',
    vads_result: RESULT[decision],
    vads_sequence_number: '1',
    vads_trans_status: STATUS[decision],
    vads_trans_uuid: randomBytes(16).toString('hex'),
    vads_url_check_src: 'PAY',
  }).map(([name, value]) => ({ name, value }));
  const sent = [...fields.filter(({ name }) => RETURNED.test(name)), ...own];
  const values = [...sent, { name: 'signature', value: signatureOf(sent, key) }];
  return new URLSearchParams(values.map(({ name, value }) => [name, value])).toString();
}

/** Where the browser goes after a decision, with the signed answer. @param {Field[]} fields @param {Decision} decision @param {string} report */
export function systempayReturnUrl(fields, decision, report) {
  const url = valueOf(fields, RETURN_PAGE[decision]) || valueOf(fields, 'vads_url_return');
  if (valueOf(fields, 'vads_return_mode') !== 'GET') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${report}`;
}
