import { createHmac, timingSafeEqual } from 'node:crypto';
import { valueOf } from './protocol.mjs';

/** @typedef {import('./protocol.mjs').Field} Field */

/** PPPS responses are latin-1 and not escaped. @param {[string, string][]} values */
const frame = (values) => Buffer.from(values.map(([name, value]) => `${name}=${value}`).join('&'), 'latin1');

/** @param {Field[]} fields @param {Buffer} key */
function isSigned(fields, key) {
  const message = fields
    .filter(({ name }) => name !== 'HMAC')
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
  const expected = createHmac('sha512', key).update(message, 'utf8').digest();
  const received = Buffer.from(valueOf(fields, 'HMAC'), 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/**
 * Response to an inquiry about a transaction of the calling shop: 00017 by its numbers, 00011 by the order's reference.
 * A transaction of another shop is not found.
 * @param {Field[]} fields @param {Buffer} key @param {import('./ledger.mjs').Ledger} ledger
 * @param {'ok' | 'none' | 'refused' | 'other-amount'} mode
 */
export function inquiryAnswer(fields, key, ledger, mode) {
  const value = (name) => valueOf(fields, name);
  const head = [
    ['NUMTRANS', value('NUMTRANS') || '0000000000'],
    ['NUMAPPEL', value('NUMAPPEL') || '0000000000'],
    ['NUMQUESTION', value('NUMQUESTION')],
    ['SITE', value('SITE')],
    ['RANG', value('RANG')],
  ];
  const no = (code, comment) => frame([...head, ['CODEREPONSE', code], ['COMMENTAIRE', comment]]);
  if (!isSigned(fields, key)) return no('00006', 'Acces refuse');
  if (!/^\d{10}$/.test(value('NUMQUESTION'))) return no('00005', 'Numero de question');
  if (!['00011', '00017'].includes(value('TYPE'))) return no('00014', 'Trame incoherente');
  const found =
    mode === 'none'
      ? undefined
      : value('TYPE') === '00017'
        ? ledger.byNumbers(value('SITE'), value('NUMAPPEL'), value('NUMTRANS'))
        : ledger.byReference(value('SITE'), value('REFERENCE'));
  if (!found || found.reference !== value('REFERENCE')) return no('00018', 'Transaction non trouvee');
  const amount = mode === 'other-amount' ? String(Number(found.amount) + 100) : found.amount;
  if (Number(amount) !== Number(value('MONTANT'))) return no('00011', 'Montant incorrect');
  return frame([
    ['NUMTRANS', found.transactionNumber.padStart(10, '0')],
    ['NUMAPPEL', found.callNumber.padStart(10, '0')],
    ...head.slice(2),
    ['AUTORISATION', found.authorisation],
    ['CODEREPONSE', '00000'],
    ['COMMENTAIRE', 'Demande traitee avec succes'],
    ['REFERENCE', found.reference],
    ['MONTANT', found.amount.padStart(10, '0')],
    ['STATUS', mode === 'refused' ? 'Refusé' : found.status],
  ]);
}
