import { createHash, randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { systemActor } from '@coulisse/service-kit';
import { PaymentInquiries } from '../src/features/card-payment/ask-provider.job';
import { fieldOf, outcome, startHarness, type Harness } from './support/harness';

const PAYMENTS = 40;
/** How long the service waits for the bank's answer to a question. */
const QUESTION_TIMEOUT_MS = 3_000;
/** Of all questions, as the bank's fault has it: half are never answered, three of ten with 500. */
const LATE = 0.5;
const ERROR = 0.3;

/** Between 0 and 1, the same in each run for a question. */
const chance = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE() / 0xffff_ffff;

/** E16. */
describe('a bank that answers late, or with errors', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  }, 60_000);
  afterEach(() => {
    harness.ppps.fault = () => null;
    harness.ppps.page = 'up';
  });
  afterAll(() => harness.stop(), 30_000);

  const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = Date.now();
    await work();
    return Date.now() - from;
  };
  const tries = new Map<string, number>();
  const failing = (question: URLSearchParams): 'late' | 'error' | null => {
    const reference = question.get('REFERENCE') ?? question.get('NUMQUESTION') ?? '';
    const count = (tries.get(reference) ?? 0) + 1;
    tries.set(reference, count);
    // References differ from run to run; the place of the order in the run does not.
    const value = chance(`${[...tries.keys()].indexOf(reference)} ${count}`);
    if (value < LATE) return 'late';
    return value < LATE + ERROR ? 'error' : null;
  };
  const read = <R extends Record<string, unknown>>(sql: string, ids: readonly string[]) =>
    harness.database.asSuperuser<R>(sql, [ids]);

  test('holds no connection of the database, leaves payments in progress, and ends each of them once', async () => {
    const tenantId = randomUUID();
    const started = [];
    for (let index = 0; index < PAYMENTS; index++) started.push(await harness.start({ tenantId }));
    const ids = started.map(({ paymentId }) => paymentId);
    harness.ppps.fault = failing;
    const notified = started.map((payment) =>
      harness.notify(harness.signed(outcome(fieldOf(payment, 'PBX_CMD')))),
    );
    await eventually(() => Promise.resolve(expect(tries.size).toBe(PAYMENTS)));
    // Twice as many questions as connections wait for the bank.
    expect(await elapsed(() => harness.start({ tenantId }))).toBeLessThan(QUESTION_TIMEOUT_MS);
    const answers = await Promise.all(notified);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const waiting = await read<{ state: string; outcome: string }>(
      `SELECT state, outcome FROM payment WHERE id = ANY ($1::uuid[]) AND state = 'WAITING_LINK_PAYMENT'`,
      ids,
    );
    expect(waiting.length).toBeGreaterThan(PAYMENTS / 2);
    expect(new Set(waiting.map((row) => row.outcome))).toEqual(new Set(['PENDING']));

    const inquiries = harness.service.container.get(PaymentInquiries);
    await eventually(
      async () => {
        await read(
          `UPDATE payment_inquiry SET next_at = now() - interval '1 second' WHERE payment_id = ANY ($1::uuid[])`,
          ids,
        );
        await inquiries.run(harness.service.ctx);
        const open = await read('SELECT 1 FROM payment_inquiry WHERE payment_id = ANY ($1::uuid[])', ids);
        // The bank recovers in the end.
        if (Math.max(...tries.values()) > 4) harness.ppps.fault = () => null;
        expect(open).toEqual([]);
      },
      { timeoutMs: 90_000 },
    );
    await eventually(() =>
      Promise.resolve(
        expect(
          ids.map((id) => harness.events(id).filter(({ $case }) => $case === 'accepted').length),
        ).toEqual(ids.map(() => 1)),
      ),
    );
    expect(ids.flatMap((id) => harness.events(id)).filter(({ $case }) => $case === 'refused')).toEqual([]);
  }, 120_000);

  test('would stop every other payment if the bank were asked inside a transaction: the test above can fail', async () => {
    const tenantId = randomUUID();
    const held = Array.from({ length: PAYMENTS / 2 }, () =>
      harness.service.ctx.db
        .inTenant(systemActor(tenantId, 'ask inside a transaction'), async (tx) => {
          await tx.sql.query('SELECT 1');
          await new Promise((resolve) => setTimeout(resolve, QUESTION_TIMEOUT_MS));
        })
        .catch(() => undefined),
    );
    const waited = await elapsed(() => harness.start({ tenantId }).catch(() => undefined));
    await Promise.all(held);
    expect(waited).toBeGreaterThan(QUESTION_TIMEOUT_MS);
  }, 30_000);

  test.each(['late', 'error'] as const)(
    'whose payment page is %s leaves the payment of a buyer in progress, and the same key finds it later',
    async (page) => {
      // What was trusted before is forgotten.
      const replica = await startHarness();
      try {
        replica.ppps.page = page;
        const request = { tenantId: randomUUID(), idempotencyKey: randomUUID(), reservationId: randomUUID() };
        const refusal = await replica.start(request).then(
          () => 'started',
          (error: { message: string }) => error.message,
        );
        expect(refusal).toContain('unavailable');
        const stored = await replica.database.asSuperuser<{ id: string; state: string }>(
          'SELECT id, state FROM payment WHERE tenant_id = $1',
          [request.tenantId],
        );
        expect(stored).toEqual([{ id: expect.any(String) as string, state: 'WAITING_LINK_PAYMENT' }]);
        replica.ppps.page = 'up';
        await eventually(async () => expect((await replica.start(request)).paymentId).toBe(stored[0]?.id));
      } finally {
        await replica.stop();
      }
    },
    60_000,
  );
});
