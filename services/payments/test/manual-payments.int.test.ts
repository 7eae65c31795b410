import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { topics, type TopicEvent } from '@coulisse/contracts';
import { MemoryBus } from '@coulisse/service-kit';
import {
  eventually,
  sabotaged,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
  withoutRowLocks,
  withoutVersions,
} from '@coulisse/test-kit';
import { describeResource, serviceHarness } from '@coulisse/test-kit/describe-resource';
import { manualPayment, payment } from '../src/resources';
import { service } from '../src/service';
import { HMAC_KEY } from './support/harness';

jest.setTimeout(60_000);

const bus = new MemoryBus();
let database: TestDatabase;
let running: TestService;

beforeAll(async () => {
  database = await testDatabase(join(__dirname, '..'));
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  running = await startTestService(service, {
    database,
    bus,
    env: {
      INQUIRY_EVERY_MS: '3600000',
      SANDBOX_BANK_HMAC_KEY: HMAC_KEY,
      SANDBOX_BANK_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
  });
});
afterAll(async () => {
  await running?.stop();
  await database?.drop();
});

const money = { method: 'TRANSFER', date: '2026-01-02' };
/** A customer of both tenants of the suite, with a bill that is never paid in full. */
const [OWNER, OWED] = [randomUUID(), randomUUID()];
describeResource(
  manualPayment,
  serviceHarness(() => running, {
    resources: [payment, manualPayment],
    input: async ({ tenantId }) => {
      await database.asSuperuser(
        `INSERT INTO payable_bill (bill_id, tenant_id, code, tiers_id, total_minor, currency)
         VALUES ($2, $1, 'FA-2026-00001', $3, 100000000, 'EUR') ON CONFLICT DO NOTHING`,
        [tenantId, OWED, OWNER],
      );
      const items = [{ bill: OWED, amount: '20.00' }];
      return { tiers: OWNER, ...money, amount: '120.00', reference: `V-${randomUUID()}`, items };
    },
    transitionInput: {
      allocate: { bill: OWED, amount: '1.00' },
      release: { bill: OWED, amount: '1.00' },
      bank: { bankedOn: '2026-01-05' },
      partially_refund: { ...money, amount: '1.00' },
      refund: money,
      cancel: { reason: 'Saisi deux fois' },
    },
  }),
);

interface Answered {
  id: string;
  code: string | null;
  state: string;
  amountFree: string;
  items: { amount: string; settled: string }[];
  errors: { pointer: string; code: string; params: Record<string, unknown> }[];
}
type BillEvent = TopicEvent<'sales.bill.v1'>;

/** A customer with issued bills, and what a clerk does with payments. */
function desk() {
  const [tenantId, tiersId] = [randomUUID(), randomUUID()];
  const token = running.issuer.staffToken({
    userId: randomUUID(),
    subject: randomUUID(),
    tenantId,
    rights: ['*'],
  });
  const tell = (event: BillEvent) =>
    bus.publish([
      {
        topic: 'sales.bill.v1',
        key: event.value.billId,
        value: Buffer.from(topics['sales.bill.v1'].encode({ event }).finish()),
        headers: {
          ce_id: randomUUID(),
          ce_type: event.$case,
          ce_time: new Date().toISOString(),
          ce_tenantid: tenantId,
        },
      },
    ]);
  const call = (method: string, path: string, body?: object) =>
    running.request<Answered>(method, `/b/api/sale/manual-payments${path}`, { token, body });
  const knows = (billId: string) =>
    eventually(async () => {
      const found = await database.asSuperuser('SELECT 1 FROM payable_bill WHERE bill_id = $1', [billId]);
      expect(found).toHaveLength(1);
    });
  return {
    tiersId,
    call,
    /** An issued bill; returns its id. */
    bill: async (totalMinor: number, ownerId = tiersId) => {
      const billId = randomUUID();
      const value = {
        billId,
        version: 2,
        code: 'FA-2026-00001',
        tiersId: ownerId,
        totalMinor,
        currency: 'EUR',
      };
      await tell({ $case: 'posted', value });
      await knows(billId);
      return billId;
    },
    atBoxOffice: (billId: string, revision: number, amountMinor: number) =>
      tell({ $case: 'settledAtBoxOffice', value: { billId, revision, amountMinor } }),
    credit: (billId: string, amountMinor: number) =>
      tell({ $case: 'credited', value: { billId, useId: randomUUID(), amountMinor } }),
    /** A draft of a payment of these bills; returns its id. */
    pay: async (amount: string, items: readonly [bill: string, amount: string][]) => {
      const body = {
        ...{ tiers: tiersId, ...money, amount },
        items: items.map(([bill, part]) => ({ bill, amount: part })),
      };
      const created = await call('POST', '', body);
      expect([created.status, created.body.code]).toEqual([201, null]);
      return created.body.id;
    },
    move: (id: string, name: string, input?: object) =>
      call('POST', `/${id}/transitions/${name}`, input ? { input } : {}),
    /** What each event of a payment said of its bills. */
    announced: (paymentId: string) =>
      bus
        .published('payments.allocation.v1')
        .filter(({ key }) => key === paymentId)
        .map(({ value }) => topics['payments.allocation.v1'].decode(value).event!.value)
        .map(({ allocations }) => allocations.map(({ amountMinor }) => amountMinor)),
  };
}

test('a payment in two parts settles its bill; its events say what it settles now', async () => {
  const { bill, pay, move, announced } = desk();
  const owed = await bill(40000);
  const [first, second] = [await pay('150.00', [[owed, '150.00']]), await pay('260.00', [[owed, '250.00']])];
  const valid = await move(first, 'valid');
  expect([valid.status, valid.body.state, valid.body.code]).toEqual([
    200,
    'VALIDATED',
    expect.stringMatching(/^RE-\d{4}-00001$/),
  ]);
  const rest = await move(second, 'valid');
  expect([rest.status, rest.body.amountFree, rest.body.code]).toEqual([
    200,
    '10.00',
    expect.stringMatching(/^RE-\d{4}-00002$/),
  ]);
  await eventually(async () => expect([announced(first), announced(second)]).toEqual([[[15000]], [[25000]]]));

  // The free ten euros are given back first.
  expect((await move(second, 'partially_refund', { ...money, amount: '30.00' })).status).toBe(200);
  expect((await move(first, 'cancel', { reason: 'Chèque impayé' })).status).toBe(200);
  await eventually(async () =>
    expect([announced(first), announced(second)]).toEqual([
      [[15000], [0]],
      [[25000], [23000]],
    ]),
  );
  expect((await move(second, 'refund', money)).body).toMatchObject({
    state: 'REFUNDED',
    items: [{ settled: '0.00' }],
  });
  // What was refunded and cancelled may be paid again.
  const again = await pay('400.00', [[owed, '400.00']]);
  expect((await move(again, 'valid')).status).toBe(200);
});

test('bills that are not issued, of others, or with less left are refused, each by its line (R-027, R-081)', async () => {
  const { bill, pay, move, credit, tiersId } = desk();
  const [owed, foreign, unknown] = [await bill(10000), await bill(10000, randomUUID()), randomUUID()];
  expect(tiersId).not.toBe(foreign);
  await credit(owed, 2500);
  const wrong = await pay('900.00', [
    [owed, '80.00'],
    [foreign, '10.00'],
    [unknown, '10.00'],
  ]);
  await eventually(async () => {
    const { status, body } = await move(wrong, 'valid');
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { pointer: '/items/0/amount', code: 'bill.above-left', params: { left: '75.00' } },
      { pointer: '/items/1/bill', code: 'payment.other-customer' },
      { pointer: '/items/2/bill', code: 'transition.bill-not-issued' },
    ]);
  });
});

test('what the box office has settled is not taken once more; an older event changes nothing', async () => {
  const { bill, pay, move, atBoxOffice } = desk();
  const [owed, paid] = [await bill(17_800), await bill(17_800)];
  await atBoxOffice(owed, 2, 5_000);
  await atBoxOffice(owed, 1, 17_800);
  await atBoxOffice(paid, 1, 17_800);
  const wrong = await pay('400.00', [
    [owed, '128.01'],
    [paid, '0.01'],
  ]);
  await eventually(async () => {
    const { status, body } = await move(wrong, 'valid');
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { pointer: '/items/0/amount', code: 'bill.above-left', params: { left: '128.00' } },
      { pointer: '/items/1/amount', code: 'bill.above-left', params: { left: '0.00' } },
    ]);
  });
  // Money that was given back at the box office may be paid again.
  await atBoxOffice(paid, 2, 0);
  const again = await pay('178.00', [[paid, '178.00']]);
  await eventually(async () => expect((await move(again, 'valid')).status).toBe(200));
});

test('items above the amount, the same bill twice, a day to come: refused with their pointers', async () => {
  const { call, pay, move, tiersId } = desk();
  const billId = randomUUID();
  const items = [
    { bill: billId, amount: '60.00' },
    { bill: billId, amount: '60.00' },
  ];
  const { status, body } = await call('POST', '', { tiers: tiersId, ...money, amount: '100.00', items });
  expect([status, body.errors.map(({ pointer }) => pointer)]).toEqual([422, ['/items', '/items/1/bill']]);
  expect((await call('POST', '', { tiers: tiersId, ...money, amount: '0.00' })).body.errors).toMatchObject([
    { pointer: '/amount', code: 'validation.value-min' },
  ]);
  const paid = await pay('100.00', []);
  expect((await move(paid, 'valid')).status).toBe(200);
  const tooMuch = await move(paid, 'partially_refund', { ...money, amount: '100.00' });
  expect(tooMuch.body.errors).toMatchObject([{ pointer: '/input/amount', code: 'refund.exceeds' }]);
  expect((await move(paid, 'bank', { bankedOn: '2026-01-01' })).body.errors).toMatchObject([
    { pointer: '/input/bankedOn' },
  ]);
  expect((await move(paid, 'cancel', { reason: 'Erreur' })).status).toBe(200);
  expect((await move(paid, 'back_to_draft')).status).toBe(422);
  expect((await call('DELETE', `/${paid}`)).status).toBe(409);
});

test('what is free of a payment settles a later bill, and is released again', async () => {
  const { bill, pay, move, announced } = desk();
  const [first, next] = [await bill(4000), await bill(5000)];
  const paid = await pay('100.00', [[first, '40.00']]);
  expect((await move(paid, 'allocate', { bill: next, amount: '1.00' })).status).toBe(409);
  await move(paid, 'valid');
  await move(paid, 'bank', { bankedOn: '2026-01-05' });
  const tooMuch = await move(paid, 'allocate', { bill: next, amount: '60.01' });
  expect([tooMuch.status, tooMuch.body.errors]).toMatchObject([
    422,
    [{ pointer: '/input/amount', code: 'payment.above-free', params: { left: '60.00' } }],
  ]);
  const part = await move(paid, 'allocate', { bill: next, amount: '20.00' });
  expect(part.body).toMatchObject({
    state: 'BANKED',
    amountFree: '40.00',
    items: [{}, { settled: '20.00' }],
  });
  const rest = await move(paid, 'allocate', { bill: next, amount: '30.00' });
  expect(rest.body).toMatchObject({
    state: 'BANKED',
    amountFree: '10.00',
    items: [{}, { settled: '50.00' }],
  });
  const above = await move(paid, 'allocate', { bill: next, amount: '0.01' });
  expect(above.body.errors).toMatchObject([
    { pointer: '/input/amount', code: 'bill.above-left', params: { left: '0.00' } },
  ]);

  // The ten free euros are given back first, then five of the last bill.
  await move(paid, 'partially_refund', { ...money, amount: '15.00' });
  const nothing = await move(paid, 'allocate', { bill: next, amount: '1.00' });
  expect(nothing.body).toMatchObject({ code: 'payment.nothing-free' });
  const refunded = await move(paid, 'release', { bill: next, amount: '45.01' });
  expect(refunded.body.errors).toMatchObject([
    { pointer: '/input/amount', code: 'payment.above-item', params: { left: '45.00' } },
  ]);
  const other = await move(paid, 'release', { bill: randomUUID(), amount: '1.00' });
  expect(other.body.errors).toMatchObject([{ pointer: '/input/bill', code: 'payment.not-of-bill' }]);
  expect((await move(paid, 'release', { bill: first, amount: '40.00' })).body).toMatchObject({
    ...{ state: 'PARTIALLY_REFUNDED', amountFree: '40.00' },
    items: [{ settled: '0.00' }, { amount: '45.00', settled: '45.00' }],
  });
  await eventually(async () =>
    expect(announced(paid)).toEqual([[4000], [4000], [4000, 2000], [4000, 5000], [4000, 4500], [0, 4500]]),
  );
  // What is released may be paid by others; this payment never settles it again, whatever becomes of its money.
  const others = await pay('40.00', [[first, '40.00']]);
  expect((await move(others, 'valid')).status).toBe(200);
  expect((await move(paid, 'refund', money)).body).toMatchObject({
    items: [{ settled: '0.00' }, { settled: '0.00' }],
  });
});

test('bills that are not issued, or of others, get no money that is free', async () => {
  const { bill, pay, move, call } = desk();
  const [own, foreign] = [await bill(1000), await bill(1000, randomUUID())];
  const paid = await pay('10.00', [[own, '10.00']]);
  await move(paid, 'valid');
  await move(paid, 'release', { bill: own, amount: '10.00' });
  const refused = async (billId: string) =>
    (await move(paid, 'allocate', { bill: billId, amount: '5.00' })).body.errors;
  expect(await refused(foreign)).toMatchObject([
    { pointer: '/input/bill', code: 'payment.other-customer', params: { bill: 'FA-2026-00001' } },
  ]);
  expect(await refused(randomUUID())).toMatchObject([
    { pointer: '/input/bill', code: 'avoir.bill-not-issued' },
  ]);
  // A copy has the bill without money: it is a draft like others, and is not valid as it is.
  const copy = await call('POST', `/${paid}/duplicate`, {});
  expect([copy.status, copy.body.items]).toMatchObject([201, [{ amount: '0.00' }]]);
  expect((await move(copy.body.id, 'valid')).body.errors).toMatchObject([
    { pointer: '/items/0/amount', code: 'validation.value-min' },
  ]);
});

/** The free 100 euros of a payment are allocated at once to bills of 60: what each request is answered. */
async function allocateAll(count: number) {
  const { bill, pay, move } = desk();
  const bills = await Promise.all(Array.from({ length: count }, () => bill(6000)));
  const paid = await pay('100.00', []);
  await move(paid, 'valid');
  return () => Promise.all(bills.map((owed) => move(paid, 'allocate', { bill: owed, amount: '60.00' })));
}

test('the same free money is allocated once, by however many at once', async () => {
  const race = await allocateAll(8);
  const answers = await race();
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(422)]);
  const lost = answers.filter(({ status }) => status === 422);
  for (const { body } of lost)
    expect(body.errors).toMatchObject([
      { pointer: '/input/amount', code: 'payment.above-free', params: { left: '40.00' } },
    ]);
});

const LOCKLESS = [withoutRowLocks, withoutVersions];
/** After it the payment and what is left of its bills are read. */
const READ_BILLS = /FROM payable_bill b WHERE/;

test('(sabotaged) without locks and versions, the same free money is allocated twice', async () => {
  const race = await allocateAll(2);
  const answers = await sabotaged({ defects: LOCKLESS, meet: 2, after: READ_BILLS }, race);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

/** Payments of one whole bill become valid at once: how many do. */
async function validateAll(count: number) {
  const { bill, pay, move } = desk();
  const owed = await bill(10000);
  const drafts = await Promise.all(Array.from({ length: count }, () => pay('100.00', [[owed, '100.00']])));
  return async () => {
    const answers = await Promise.all(drafts.map((draft) => move(draft, 'valid')));
    return answers.filter(({ status }) => status === 200).length;
  };
}

/** Credits are allocated at once to one whole bill: how many are; what the others are told. */
async function creditAll(count: number) {
  const { bill, pay, move } = desk();
  const owed = await bill(10000);
  const credits = await Promise.all(Array.from({ length: count }, () => pay('100.00', [])));
  for (const credit of credits) await move(credit, 'valid');
  return async () => {
    const answers = await Promise.all(
      credits.map((credit) => move(credit, 'allocate', { bill: owed, amount: '100.00' })),
    );
    const refusals = answers.flatMap(({ status, body }) => (status === 422 ? [body.errors] : []));
    return { done: answers.filter(({ status }) => status === 200).length, refusals };
  };
}

test('ten payments at once of one bill: one is valid', async () => {
  const race = await validateAll(10);
  expect(await race()).toBe(1);
});

test('ten credits at once for one bill: one settles it, the others learn that nothing is left', async () => {
  const race = await creditAll(10);
  const { done, refusals } = await race();
  const nothingLeft = [{ pointer: '/input/amount', code: 'bill.above-left', params: { left: '0.00' } }];
  expect([done, refusals]).toMatchObject([1, Array.from({ length: 9 }, () => nothingLeft)]);
});

test('(sabotaged) without the lock of the bill, three payments of it are valid', async () => {
  const race = await validateAll(3);
  expect(await sabotaged({ defects: [withoutRowLocks], meet: 3, after: READ_BILLS }, race)).toBe(3);
});

test('(sabotaged) without the lock of the bill, three credits settle it', async () => {
  const race = await creditAll(3);
  const { done } = await sabotaged({ defects: [withoutRowLocks], meet: 3, after: READ_BILLS }, race);
  expect(done).toBe(3);
});
