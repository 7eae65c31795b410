import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  acceptanceOf,
  notify,
  signedByBank,
  takenInSilence,
  type BankForm,
  type NotificationFields,
} from '../support/bank';
import { mailsTo } from '../support/mailbox';
import { progressOf, saleUpToBank, type Sale } from '../support/sale';
import { inDatabaseOf } from '../support/service-database';
import { ADMINISTRATOR, documentsOf, paymentOf, reservationOf } from '../support/staff';
import { eventually, tokenOf } from '../support/stack';

const changed =
  (change: (fields: NotificationFields) => Partial<NotificationFields>) =>
  (form: BankForm): string => {
    const fields = acceptanceOf(form);
    return signedByBank({ ...fields, ...change(fields) });
  };

/** Correctly signed, but by another key. */
function signedByStranger(form: BankForm): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [data] = signedByBank(acceptanceOf(form)).split('&K=');
  const signature = sign('RSA-SHA1', Buffer.from(data ?? ''), privateKey).toString('base64');
  return `${data}&K=${encodeURIComponent(signature)}`;
}

const bad: {
  defect: string;
  query: (form: BankForm) => string;
  status: number;
  code: string;
  fr: string;
  en: string;
}[] = [
  {
    defect: 'changed after it was signed',
    query: (form) => signedByBank(acceptanceOf(form)).replace('E=00000', 'E=00000&X=1'),
    status: 403,
    code: 'payment.signature-invalid',
    fr: 'Signature invalide.',
    en: 'Invalid signature.',
  },
  {
    defect: 'signed by a stranger',
    query: signedByStranger,
    status: 403,
    code: 'payment.signature-invalid',
    fr: 'Signature invalide.',
    en: 'Invalid signature.',
  },
  {
    defect: 'not signed',
    query: (form) => signedByBank(acceptanceOf(form)).replace(/&K=.*$/, ''),
    status: 403,
    code: 'payment.signature-invalid',
    fr: 'Signature invalide.',
    en: 'Invalid signature.',
  },
  {
    defect: 'of another amount',
    query: changed(({ M }) => ({ M: String(Number(M) - 1) })),
    status: 422,
    code: 'payment.amount-mismatch',
    fr: 'Le montant ne correspond pas à la commande.',
    en: 'The amount does not match the order.',
  },
  {
    defect: 'in another currency',
    query: changed(({ R }) => ({ R: R.replace('-EUR-', '-USD-') })),
    status: 422,
    code: 'payment.currency-mismatch',
    fr: 'La devise ne correspond pas à la commande.',
    en: 'The currency does not match the order.',
  },
  {
    defect: 'of an order that nobody made',
    query: changed(({ R }) => ({ R: R.replace(/[0-9a-f]{32}$/, randomBytes(16).toString('hex')) })),
    status: 404,
    code: 'payment.unknown-order',
    fr: 'Commande inconnue.',
    en: 'Unknown order.',
  },
  {
    defect: 'of the order under another code',
    query: changed(({ R }) => ({ R: R.replace(/^R-\w{4}/, 'R-0000') })),
    status: 404,
    code: 'payment.unknown-order',
    fr: 'Commande inconnue.',
    en: 'Unknown order.',
  },
];

/** The attempts of a payment that payments recorded. */
const attemptsOf = ({ paymentId }: Sale) =>
  inDatabaseOf<{ outcome: string }>('payments', 'SELECT outcome FROM payment_attempt WHERE payment_id = $1', [
    paymentId,
  ]);

/** The events that payments published about a payment. */
const eventsOf = ({ paymentId }: Sale) =>
  inDatabaseOf<{ type: string }>('payments', 'SELECT type FROM kit.outbox WHERE aggregate_id = $1', [
    paymentId,
  ]);

/** The signature is genuine, but the bank took the payment for another merchant. */
test('a good signature about a payment that is not ours is refused and changes nothing', async () => {
  const sale = await saleUpToBank({ seats: 1 });
  const token = await tokenOf(ADMINISTRATOR);
  expect(await notify(sale.form, signedByBank(acceptanceOf(sale.form)))).toMatchObject({
    status: 403,
    body: { code: 'payment.not-confirmed', detail: 'La banque ne confirme pas ce paiement.' },
  });
  expect(await paymentOf(sale, token)).toMatchObject({ state: 'WAITING_LINK_PAYMENT', outcome: null });
  expect(await eventsOf(sale)).toEqual([]);
  expect(await progressOf(sale)).toMatchObject({ state: 'DRAFT', outcome: 'PENDING', tickets: [] });
});

describe('a notification that does not match the order', () => {
  let sale: Sale;
  beforeAll(async () => {
    sale = await saleUpToBank({ seats: 1 });
  });

  test.each(bad)(
    'a notification $defect is refused and changes nothing',
    async ({ query, status, code, fr, en }) => {
      const token = await tokenOf(ADMINISTRATOR);
      const before = await paymentOf(sale, token);
      for (const [language, detail] of [
        ['fr', fr],
        ['en', en],
      ] as const) {
        const answer = await notify(sale.form, query(sale.form), language);
        expect(answer).toMatchObject({ status, body: { code, status, detail } });
        expect(answer.mediaType).toContain('application/problem+json');
      }
      expect(await paymentOf(sale, token)).toEqual(before);
      expect(before).toMatchObject({ state: 'WAITING_LINK_PAYMENT', outcome: null });
      expect(await attemptsOf(sale)).toEqual([]);
      expect(await eventsOf(sale)).toEqual([]);
      expect(await progressOf(sale)).toMatchObject({ state: 'DRAFT', outcome: 'PENDING', tickets: [] });
    },
  );

  test('the order can still be paid', async () => {
    expect(await notify(sale.form, await takenInSilence(sale.form))).toMatchObject({ status: 200 });
    await eventually(async () => expect((await progressOf(sale)).outcome).toBe('VALIDATED'));
  });
});

test('a good notification has one effect, however often it comes', async () => {
  const sale = await saleUpToBank({ seats: 3 });
  const query = await takenInSilence(sale.form);
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(sale.form, query)));
    answers.forEach(({ status, body }) => expect([status, body]).toEqual([200, '']));
  }
  const token = await tokenOf(ADMINISTRATOR);
  await eventually(async () => {
    const { process, tiers } = await reservationOf(sale, token);
    expect(process).toHaveLength(6);
    expect(tiers).not.toBeNull();
  }, 60_000);
  // The bank may repeat it after everything is done, too.
  expect(await notify(sale.form, query)).toMatchObject({ status: 200, body: '' });

  expect(await attemptsOf(sale)).toEqual([{ outcome: 'ACCEPTED' }]);
  expect(await eventsOf(sale)).toHaveLength(1);
  const { tickets } = await progressOf(sale);
  expect(new Set(tickets.map(({ number }) => number)).size).toBe(3);
  expect(tickets).toHaveLength(3);
  expect(await documentsOf(sale, token)).toHaveLength(1);
  expect(await mailsTo(sale.email)).toHaveLength(1);
  expect(await paymentOf(sale, token)).toMatchObject({ state: 'VALIDATED', refundState: 'NONE' });
}, 90_000);
