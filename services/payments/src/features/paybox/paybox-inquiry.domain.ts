import type { Inquiry, InquiryAnswer } from '../card-payment/card-provider.port';
import { currencyNumber } from '../card-payment/form-values.domain';
import type { PayboxAccount } from './paybox-form.domain';
import { hmacOf, type PayboxField } from './paybox-signature.domain';

/** Types of question of PPPS: the state of a transaction by its numbers, and whether an order has one at all. */
const BY_NUMBERS = '00017';
const BY_REFERENCE = '00011';

const digits = (value: number | string, length: number): string => String(value).padStart(length, '0');

const PARIS = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** DATEQ: ddMMyyyyHHmmss, at Paris. */
function questionTime(at: Date): string {
  const parts = PARIS.formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? '';
  return ['day', 'month', 'year', 'hour', 'minute', 'second']
    .map((type) => part(type as Intl.DateTimeFormatPartTypes))
    .join('');
}

/**
 * Every field of the question, in the order in which it is signed and posted. It names our own site, so that only
 * payments to us are confirmed.
 */
export function inquiryFields(account: PayboxAccount, inquiry: Inquiry, at: Date): PayboxField[] {
  const { transaction } = inquiry;
  const values: [string, string][] = [
    ['VERSION', '00104'],
    ['TYPE', transaction ? BY_NUMBERS : BY_REFERENCE],
    ['SITE', account.site],
    ['RANG', digits(account.rang, 3)],
    ['IDENTIFIANT', account.identifiant],
    ['NUMQUESTION', digits(inquiry.question, 10)],
    ['MONTANT', digits(inquiry.amountMinor, 10)],
    ['DEVISE', currencyNumber(inquiry.currency) ?? ''],
    ['REFERENCE', inquiry.reference],
    ...(transaction
      ? ([
          ['NUMTRANS', digits(transaction.transactionNumber, 10)],
          ['NUMAPPEL', digits(transaction.callNumber, 10)],
        ] satisfies [string, string][])
      : []),
    ['ACTIVITE', '024'],
    ['DATEQ', questionTime(at)],
    ['HASH', 'SHA512'],
  ];
  const fields = values.map(([name, value]) => ({ name, value }));
  return [...fields, { name: 'HMAC', value: hmacOf(fields, account.key) }];
}

/** The text of an answer as fields. PPPS writes latin-1, unescaped. */
const read = (text: string): Map<string, string> =>
  new Map(
    text
      .trim()
      .split('&')
      .map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      }),
  );

/** 00018: no such transaction. 00012 and 00014: the order or the numbers belong to no request of ours. */
const UNKNOWN = new Set(['00018', '00012', '00014']);
/** 00099 and 00011: the transaction exists, with another amount. */
const MISMATCH = new Set(['00011', '00099']);
/** The money was captured, or is reserved for us. */
const PAID = /^(captur|autoris)/i;

const numberOf = (text: string): string => text.replace(/^0+(?=\d)/, '');

/**
 * Meaning of an answer; null when it belongs to another question or cannot be parsed. A code that is neither a yes nor
 * a known no (97, 98: timeouts; 3: trouble at Paybox; 6: access) is null too.
 */
export function inquiryAnswer(text: string, inquiry: Inquiry, account: PayboxAccount): InquiryAnswer | null {
  const values = read(text);
  const value = (name: string): string => values.get(name) ?? '';
  if (value('SITE') !== account.site || Number(value('RANG')) !== Number(account.rang)) return null;
  if (Number(value('NUMQUESTION')) !== inquiry.question) return null;
  const code = value('CODEREPONSE');
  if (UNKNOWN.has(code)) return { kind: 'unknown' };
  if (MISMATCH.has(code) || /^001\d\d$/.test(code)) return { kind: 'not-paid', code };
  if (code !== '00000') return null;
  const [callNumber, transactionNumber] = [numberOf(value('NUMAPPEL')), numberOf(value('NUMTRANS'))];
  if (!/^\d{1,10}$/.test(callNumber) || !/^\d{1,10}$/.test(transactionNumber)) return null;
  const { transaction } = inquiry;
  if (
    transaction &&
    (callNumber !== numberOf(transaction.callNumber) ||
      transactionNumber !== numberOf(transaction.transactionNumber))
  )
    return null;
  // Compared where present: older versions of the frame omit them.
  const [amount, reference] = [value('MONTANT'), value('REFERENCE')];
  if (amount && Number(amount) !== inquiry.amountMinor) return { kind: 'not-paid', code: '00011' };
  if (reference && reference !== inquiry.reference) return { kind: 'unknown' };
  const status = value('STATUS');
  // For an inquiry by order, Paybox may omit the state of the transaction: the next inquiry, by its numbers, gets it.
  const named = transaction === null && status === '';
  if (!named && !PAID.test(status)) return { kind: 'not-paid', code };
  return { kind: 'paid', callNumber, transactionNumber, authorisation: value('AUTORISATION') };
}
