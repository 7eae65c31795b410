import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, type BankForm } from '../support/bank';
import { mailsTo } from '../support/mailbox';
import { payAtBank, progressOf, saleUpToBank, type Sale } from '../support/sale';
import { inDatabaseOf } from '../support/service-database';
import { eventually, fromStack } from '../support/stack';
import { budget, expectFound, expectNothingFound, LIMIT_MS } from './lib/run';
import { problem, bodyOf, withTwin } from './lib/twin';
import { attackNotifications, signedQuery, type NotificationsTarget } from './notifications';

const orderOf = (form: BankForm) => ({
  reference: fieldOf(form, 'PBX_CMD'),
  amount: fieldOf(form, 'PBX_TOTAL'),
});

/** The state of a sale in the databases: its payments, its tickets, its documents and its mails. */
async function factsOf({ reservation, paymentId, email }: Sale): Promise<string> {
  const payments = await inDatabaseOf('payments', 'SELECT state FROM payment WHERE id = $1', [paymentId]);
  const documents = await inDatabaseOf('documents', 'SELECT 1 FROM document WHERE subject_id = $1', [
    reservation.id,
  ]);
  return JSON.stringify({ payments, documents: documents.length, mails: (await mailsTo(email)).length });
}

const stateOf = async ({ paymentId }: Sale): Promise<string> => {
  const [row] = await inDatabaseOf<{ state: string }>('payments', 'SELECT state FROM payment WHERE id = $1', [
    paymentId,
  ]);
  return row?.state ?? 'gone';
};

async function product(): Promise<NotificationsTarget> {
  const bankKey = createPrivateKey(
    readFileSync(join(fromStack('TEST_DATA_DIR'), 'sandbox-bank', 'private.pem')),
  );
  const [waiting, done] = [await saleUpToBank(), await saleUpToBank()];
  const paid = (await payAtBank(done)).notification;
  await eventually(async () => expect(await progressOf(done)).toMatchObject({ mailSent: true }), 60_000);
  return {
    notificationUrl: fieldOf(waiting.form, 'PBX_REPONDRE_A'),
    order: orderOf(waiting.form),
    paid: { query: paid.slice(paid.indexOf('?') + 1) },
    bankKey,
    state: () => stateOf(waiting),
    paidState: () => factsOf(done),
  };
}

test(
  'only genuine notifications of the bank move a payment, and only once',
  async () => {
    const target = await product();
    await expectNothingFound((seed) => attackNotifications(target, seed, budget(30, 100)));
  },
  LIMIT_MS,
);

describe('the attack finds a broken product', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const order = { reference: `R1-EUR-${'ab'.repeat(16)}`, amount: '4200' };
  const small = { requests: 10, isFull: false };
  /** A server that accepts what `believes` accepts. Only an inquiry at its bank would show whether a payment exists. */
  const against = (believes: (raw: string, values: URLSearchParams) => boolean) => {
    let state = 'FORECAST';
    let repeats = 0;
    return withTwin(
      (request, response) =>
        void bodyOf(request).then((body) => {
          const raw = body || (request.url ?? '').split('?')[1] || '';
          const values = new URLSearchParams(raw);
          if (raw === 'repeat') response.end(String(++repeats));
          else if (!believes(raw, values)) problem(response, 400);
          else {
            if (values.get('E') === '00000' && values.get('A')) state = 'VALIDATED';
            response.end();
          }
        }),
      (origin) =>
        attackNotifications(
          {
            notificationUrl: `${origin}/notification`,
            order,
            bankKey: pair.privateKey,
            paid: { query: 'repeat' },
            state: () => Promise.resolve(state),
            paidState: () => Promise.resolve(String(repeats)),
          },
          1,
          small,
        ),
    );
  };
  const genuine = (raw: string): boolean => {
    const cut = raw.lastIndexOf('&K=');
    if (cut < 0) return false;
    const signature = Buffer.from(decodeURIComponent(raw.slice(cut + 3)), 'base64');
    return verify('RSA-SHA1', Buffer.from(raw.slice(0, cut)), createPublicKey(pair.privateKey), signature);
  };
  const asOrdered = (values: URLSearchParams) =>
    values.get('M') === order.amount && values.get('R') === order.reference;

  test('that checks no signature', async () => {
    expectFound(await against(() => true), /no signature: the payment went from FORECAST to VALIDATED/);
  });
  test('that reads what was not signed', async () => {
    const outcome = await against((raw, values) => raw.includes('&K=') && asOrdered(values));
    expectFound(outcome, /the payment went from FORECAST to VALIDATED/);
  });
  test('that compares no amount', async () => {
    const outcome = await against((raw) => raw !== '%' && raw.includes('&K=') && safely(() => genuine(raw)));
    expectFound(outcome, /an amount of one cent: the payment went/);
  });
  test('that never queries its bank', async () => {
    const outcome = await against((raw, values) => safely(() => genuine(raw)) && asOrdered(values));
    expectFound(outcome, /an acceptance of what nobody paid: the payment went/);
  });
  test('that counts repeated notifications', async () => {
    expectFound(await against(() => false), /repeats: the paid sale went from 0/);
  });
  test('and accepts a notification that the bank signed', () => {
    expect(genuine(signedQuery({ M: '1' }, pair.privateKey))).toBe(true);
  });
});

const safely = (work: () => boolean): boolean => {
  try {
    return work();
  } catch {
    return false;
  }
};
