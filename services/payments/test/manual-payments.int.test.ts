import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { topics, type TopicEvent } from '@coulisse/contracts';
import { MemoryBus } from '@coulisse/service-kit';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { describeResource, serviceHarness } from '@coulisse/test-kit/describe-resource';
import { manualPayment, payment } from '../src/resources';
import { locking } from '../src/features/manual-payments/payable-bill.store';
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
describeResource(
  manualPayment,
  serviceHarness(() => running, {
    resources: [payment, manualPayment],
    input: () => ({ tiers: randomUUID(), ...money, amount: '120.00', reference: `V-${randomUUID()}` }),
    transitionInput: {
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
  items: { settled: string }[];
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

test('bills that are not issued, of others, or with less left are refused, each by its line', async () => {
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

/** How many of ten payments at once of the whole bill are valid. */
async function race(): Promise<number> {
  const { bill, pay, move } = desk();
  const owed = await bill(10000);
  const drafts = await Promise.all(Array.from({ length: 10 }, () => pay('100.00', [[owed, '100.00']])));
  const answers = await Promise.all(drafts.map((draft) => move(draft, 'valid')));
  return answers.filter(({ status }) => status === 200).length;
}

test('ten payments at once of one bill: one is valid', async () => {
  expect(await race()).toBe(1);
});

test('without the lock of the bill more than one is: the race is real', async () => {
  await database.asSuperuser(
    // A pause between the check and the write.
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN new; END $$`,
  );
  await database.asSuperuser(
    'CREATE TRIGGER slow BEFORE UPDATE ON manual_payment FOR EACH ROW EXECUTE FUNCTION slow()',
  );
  const lock = jest.spyOn(locking, 'lockRows').mockResolvedValue();
  try {
    expect(await race()).toBeGreaterThan(1);
  } finally {
    lock.mockRestore();
    await database.asSuperuser('DROP TRIGGER slow ON manual_payment');
  }
});
