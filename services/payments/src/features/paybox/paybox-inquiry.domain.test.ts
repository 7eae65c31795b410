import type { Inquiry } from '../card-payment/card-provider.port';
import { inquiryAnswer, inquiryFields } from './paybox-inquiry.domain';
import { hmacOf } from './paybox-signature.domain';

const account = { site: '1999888', rang: '32', identifiant: '110647233', key: Buffer.alloc(64, 7) };
const inquiry: Inquiry = {
  reference: 'R-7K3M-9QX4-EUR-00112233445566778899aabbccddeeff',
  amountMinor: 17800,
  currency: 'EUR',
  transaction: { callNumber: '123', transactionNumber: '456' },
  question: 42,
};
const head = 'NUMQUESTION=0000000042&SITE=1999888&RANG=032';
const numbers = 'NUMTRANS=0000000456&NUMAPPEL=0000000123';
const yes = `${numbers}&${head}&AUTORISATION=A1&CODEREPONSE=00000&COMMENTAIRE=ok&STATUS=Captur\u00e9`;

describe('a question', () => {
  it('is signed over the posted text, and has our own account and Paris time', () => {
    const fields = inquiryFields(account, inquiry, new Date('2026-07-14T22:30:05Z'));
    const value = (name: string) => fields.find((field) => field.name === name)?.value;
    expect(fields.at(-1)).toEqual({
      name: 'HMAC',
      value: hmacOf(fields.slice(0, -1), account.key),
    });
    expect([value('TYPE'), value('SITE'), value('RANG'), value('DATEQ')]).toEqual([
      '00017',
      '1999888',
      '032',
      '15072026003005',
    ]);
  });

  it('about an order without a transaction has no transaction numbers', () => {
    const fields = inquiryFields(account, { ...inquiry, transaction: null }, new Date());
    expect(fields.map(({ name }) => name)).not.toContain('NUMTRANS');
    expect(fields.find(({ name }) => name === 'TYPE')?.value).toBe('00011');
  });
});

describe('an answer', () => {
  const read = (text: string, about = inquiry) => inquiryAnswer(text, about, account);

  it('is read as paid', () => {
    const paid = { kind: 'paid', callNumber: '123', transactionNumber: '456', authorisation: 'A1' };
    expect(read(yes)).toEqual(paid);
    expect(read(`${yes}\r\n`)).toEqual(paid);
    expect(read(yes.replace('Captur\u00e9', 'Autoris\u00e9'))).toEqual(paid);
  });

  it.each(['Annul\u00e9', 'Rembours\u00e9', 'Refus\u00e9', 'Cr\u00e9dit', 'Rejet support', ''])(
    'with the state "%s" is not paid',
    (status) => {
      expect(read(yes.replace('Captur\u00e9', status))).toMatchObject({ kind: 'not-paid' });
    },
  );

  it.each([
    ['00018', { kind: 'unknown' }],
    ['00011', { kind: 'not-paid', code: '00011' }],
    ['00105', { kind: 'not-paid', code: '00105' }],
    // Errors at the bank leave the outcome unknown.
    ['00001', null],
    ['00003', null],
    ['00006', null],
    ['00097', null],
    ['00098', null],
    ['99999', null],
  ])('with code %s is %j', (code, expected) => {
    expect(read(yes.replace('CODEREPONSE=00000', `CODEREPONSE=${code}`))).toEqual(expected);
  });

  it('about another amount or order is not accepted', () => {
    expect(read(`${yes}&MONTANT=0000000100`)).toMatchObject({ kind: 'not-paid' });
    expect(read(`${yes}&MONTANT=0000017800`)).toMatchObject({ kind: 'paid' });
    expect(read(`${yes}&REFERENCE=other`)).toEqual({ kind: 'unknown' });
  });

  it.each([
    '',
    'nonsense',
    '<html></html>',
    yes.replace('SITE=1999888', 'SITE=1'),
    yes.replace('RANG=032', 'RANG=033'),
    yes.replace('0000000042', '0000000043'),
    yes.replace('NUMTRANS=0000000456', 'NUMTRANS=9'),
    yes.replace('NUMAPPEL=0000000123', ''),
    yes.replace(/NUMTRANS=\d+/, 'NUMTRANS=x'),
  ])('to another question is ignored: %s', (text) => {
    expect(read(text)).toBeNull();
  });
});
