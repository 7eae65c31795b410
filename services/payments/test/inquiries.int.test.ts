import { randomUUID } from 'node:crypto';
import { eventually, sabotaged, type TestService } from '@coulisse/test-kit';
import { PaymentInquiries } from '../src/features/card-payment/ask-provider.job';
import { hmacKey, hmacOf } from '../src/features/paybox/paybox-signature.domain';
import { claimingNoInquiry, forgettingReports } from './support/defects';
import {
  fieldOf,
  HMAC_KEY,
  outcome,
  paid,
  refusedWith,
  silent,
  startHarness,
  type Harness,
} from './support/harness';

const runInquiries = ({ container, ctx }: TestService) => container.get(PaymentInquiries).run(ctx);

/** Inquiries to the bank: before a signed acceptance counts, and when no notification came. */
describe('an inquiry to the provider', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  }, 60_000);
  afterAll(() => harness.stop(), 30_000);
  afterEach(() => {
    harness.ppps.down = false;
  });

  const stateOf = async (id: string) => {
    const [row] = await harness.database.asSuperuser<{
      state: string;
      outcome: string | null;
      version: number;
    }>('SELECT state, outcome, version FROM payment WHERE id = $1', [id]);
    return row;
  };
  const attempts = async (id: string) =>
    (
      await harness.database.asSuperuser<{ state: string }>(
        'SELECT state FROM payment_attempt WHERE payment_id = $1 ORDER BY received_at',
        [id],
      )
    ).map(({ state }) => state);
  const inquiry = async (id: string) =>
    (
      await harness.database.asSuperuser<{ inquiryCount: number; wait: number; doubt: boolean }>(
        `SELECT inquiry_count AS "inquiryCount", extract(epoch FROM next_at - now())::int AS wait, doubt_since IS NOT NULL AS doubt FROM payment_inquiry WHERE payment_id = $1`,
        [id],
      )
    )[0];
  /** Makes the next inquiry due, and the payment this much older. */
  const due = (id: string, minutes = 0) =>
    harness.database.asSuperuser(
      `WITH old AS (UPDATE payment SET created_at = created_at - make_interval(mins => ${minutes}) WHERE id = $1)
       UPDATE payment_inquiry SET next_at = now() - interval '1 second' WHERE payment_id = $1`,
      [id],
    );
  const cases = (id: string): string[] => harness.events(id).map((event) => event.$case);
  const untilEvents = (id: string, expected: string[]) =>
    eventually(() => expect(cases(id)).toEqual(expected), { timeoutMs: 15_000 });

  test('names our own site, the order, the amount and the numbers, and is signed', async () => {
    const started = await harness.start();
    const reference = fieldOf(started, 'PBX_CMD');
    await harness.notify(harness.signed(outcome(reference)));
    const [question] = harness.ppps.questionsAbout(reference);
    expect(Object.fromEntries(question!)).toMatchObject({
      TYPE: '00017',
      SITE: '1999888',
      RANG: '032',
      IDENTIFIANT: '110647233',
      MONTANT: '0000017800',
      DEVISE: '978',
      NUMTRANS: '0000000456',
      NUMAPPEL: '0000000123',
    });
    const fields = [...question!]
      .filter(([name]) => name !== 'HMAC')
      .map(([name, value]) => ({ name, value }));
    expect(question!.get('HMAC')).toBe(hmacOf(fields, hmacKey(HMAC_KEY)));
    expect(await inquiry(started.paymentId)).toBeUndefined();
  });

  describe('a genuine signature that the bank does not confirm for our site is refused, and changes nothing:', () => {
    test.each<[string, (question: URLSearchParams) => string]>([
      ['it knows no such transaction of ours', refusedWith('00018')],
      ['it is of another amount', refusedWith('00011')],
      ['it names another amount', paid(undefined, '&MONTANT=0000000100')],
      ['it names another order', paid(undefined, '&REFERENCE=R-1-EUR-00')],
      ['it was refused', (question) => paid()(question).replace('Captur\u00e9', 'Refus\u00e9')],
    ])('%s', async (_why, answer) => {
      const started = await harness.start();
      const reference = fieldOf(started, 'PBX_CMD');
      harness.ppps.setAnswer(reference, answer);
      expect(await harness.notify(harness.signed(outcome(reference)))).toMatchObject({
        status: 403,
        code: 'payment.not-confirmed',
      });
      expect(await stateOf(started.paymentId)).toMatchObject({
        state: 'WAITING_LINK_PAYMENT',
        outcome: null,
        version: 1,
      });
      expect(await attempts(started.paymentId)).toEqual(['REJECTED']);
      expect(cases(started.paymentId)).toEqual([]);
      // The buyer's own payment still succeeds.
      harness.ppps.setAnswer(reference, paid());
      expect(await harness.notify(harness.signed(outcome(reference, { transaction: '777' })))).toMatchObject({
        status: 200,
      });
      await untilEvents(started.paymentId, ['accepted']);
    });
  });

  test('ignores an answer to another question or about another site', async () => {
    for (const change of [
      (text: string) => text.replace(/NUMQUESTION=\d+/, 'NUMQUESTION=0000000000'),
      (text: string) => text.replace('SITE=1999888', 'SITE=1999999'),
      (text: string) => text.replace(/NUMTRANS=\d+/, 'NUMTRANS=0000000999'),
      () => '<html>maintenance</html>',
      () => 'CODEREPONSE=00000&STATUS=Captur\u00e9',
      () => 'x'.repeat(100_000),
    ]) {
      const started = await harness.start();
      const reference = fieldOf(started, 'PBX_CMD');
      harness.ppps.setAnswer(reference, (question) => change(paid()(question)));
      expect(await harness.notify(harness.signed(outcome(reference)))).toMatchObject({
        status: 200,
        text: '',
      });
      expect(await stateOf(started.paymentId)).toMatchObject({
        state: 'WAITING_LINK_PAYMENT',
        outcome: 'PENDING',
      });
    }
  }, 30_000);

  test('without an answer puts the payment in doubt and is repeated with growing delays until it is validated', async () => {
    const started = await harness.start();
    const reference = fieldOf(started, 'PBX_CMD');
    harness.ppps.setAnswer(reference, silent);
    expect(await harness.notify(harness.signed(outcome(reference)))).toMatchObject({ status: 200, text: '' });
    await untilEvents(started.paymentId, ['inDoubt']);
    const [doubt] = harness.events(started.paymentId);
    const until = (doubt as { value: { holdUntil: Date } }).value.holdUntil.getTime();
    expect(until - Date.now()).toBeGreaterThan(60 * 60_000);
    expect(until - Date.now()).toBeLessThan(121 * 60_000);
    const waits: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      waits.push((await inquiry(started.paymentId))!.wait);
      await due(started.paymentId);
      await runInquiries(harness.service);
    }
    expect(waits[0]).toBeLessThan(waits[1]!);
    expect(waits[1]).toBeLessThan(waits[2]!);
    // The doubt is published once, however often the bank does not answer.
    expect(cases(started.paymentId)).toEqual(['inDoubt']);

    harness.ppps.setAnswer(reference, paid());
    await due(started.paymentId);
    await runInquiries(harness.service);
    await untilEvents(started.paymentId, ['inDoubt', 'accepted']);
    expect(await stateOf(started.paymentId)).toMatchObject({ state: 'VALIDATED', outcome: 'ACCEPTED' });
    expect(await inquiry(started.paymentId)).toBeUndefined();
    // A repeated notification has no effect.
    expect(await harness.notify(harness.signed(outcome(reference)))).toMatchObject({ status: 200 });
    expect(cases(started.paymentId)).toEqual(['inDoubt', 'accepted']);
  }, 30_000);

  test('publishes a refusal when a doubt ends in a denial', async () => {
    const started = await harness.start();
    const reference = fieldOf(started, 'PBX_CMD');
    harness.ppps.setAnswer(reference, silent);
    await harness.notify(harness.signed(outcome(reference)));
    harness.ppps.setAnswer(reference, refusedWith('00018'));
    await due(started.paymentId);
    await runInquiries(harness.service);
    await untilEvents(started.paymentId, ['inDoubt', 'refused']);
    expect(await stateOf(started.paymentId)).toMatchObject({
      state: 'WAITING_LINK_PAYMENT',
      outcome: 'REFUSED',
    });
  }, 30_000);

  test('is sent once for a hundred concurrent notifications', async () => {
    const started = await harness.start();
    const reference = fieldOf(started, 'PBX_CMD');
    const query = harness.signed(outcome(reference));
    const answers = await Promise.all(Array.from({ length: 100 }, () => harness.notify(query)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(harness.ppps.questionsAbout(reference)).toHaveLength(1);
    await untilEvents(started.paymentId, ['accepted']);
  }, 30_000);

  test('(sabotaged) without memory of reports, is sent again for a repeated notification', async () => {
    const started = await harness.start();
    const reference = fieldOf(started, 'PBX_CMD');
    const query = harness.signed(outcome(reference));
    await sabotaged({ defects: [forgettingReports] }, () =>
      Promise.all([harness.notify(query), harness.notify(query)]),
    );
    expect(harness.ppps.questionsAbout(reference)).toHaveLength(2);
  }, 30_000);

  test('treats the browser’s return as a notification, with our own parameter or without, once', async () => {
    for (const own of ['', 'outcome=accepted&']) {
      const started = await harness.start();
      const query = harness.signed(outcome(fieldOf(started, 'PBX_CMD')));
      const bring = () =>
        harness.service.request('POST', '/app-api/payments/paybox/return', { body: { query: own + query } });
      const answers = await Promise.all([bring(), bring(), harness.notify(query), bring()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 204, 204, 204]);
      await untilEvents(started.paymentId, ['accepted']);
      expect(await attempts(started.paymentId)).toEqual(['APPLIED']);
    }
  }, 30_000);

  test.each([
    ['no signature', (query: string) => query.replace(/&K=.*/, ''), 403],
    ['another amount', (query: string) => query.replace('M=17800', 'M=100'), 403],
    ['something in front that is not ours', (query: string) => `M=100&${query}`, 403],
    ['nothing', () => '', 403],
    ['control characters', (query: string) => `${query}\u0000`, 422],
  ])('refuses the browser’s return with %s', async (_what, change, status) => {
    const started = await harness.start();
    const query = change(harness.signed(outcome(fieldOf(started, 'PBX_CMD'))));
    const answer = await harness.service.request('POST', '/app-api/payments/paybox/return', {
      body: { query },
    });
    expect(answer.status).toBe(status);
    expect(await stateOf(started.paymentId)).toMatchObject({ outcome: null, version: 1 });
  });

  describe('about a payment without a notification', () => {
    const reply = (reference: string, answer: (question: URLSearchParams) => string | null) =>
      harness.ppps.setAnswer(reference, answer);

    test('finds a payment that was taken', async () => {
      const started = await harness.start();
      const reference = fieldOf(started, 'PBX_CMD');
      reply(reference, paid({ call: '0000000321', transaction: '0000000654' }));
      expect((await inquiry(started.paymentId))!.wait).toBeGreaterThan(280);
      await due(started.paymentId, 6);
      await runInquiries(harness.service);
      await untilEvents(started.paymentId, ['accepted']);
      expect(harness.ppps.questionsAbout(reference).map((question) => question.get('TYPE'))).toEqual([
        '00011',
        '00017',
      ]);
      // The lost notification arrives late.
      await harness.notify(
        harness.signed(outcome(reference, { transaction: '654' }).replace('T=123', 'T=321')),
      );
      expect(await attempts(started.paymentId)).toEqual(['APPLIED']);
      expect(cases(started.paymentId)).toEqual(['accepted']);
    }, 30_000);

    test('is repeated while the page is open, and cancels the payment when it is not', async () => {
      const started = await harness.start();
      const reference = fieldOf(started, 'PBX_CMD');
      reply(reference, refusedWith('00018'));
      await due(started.paymentId, 6);
      await runInquiries(harness.service);
      expect(await stateOf(started.paymentId)).toMatchObject({ state: 'WAITING_LINK_PAYMENT', version: 1 });
      await due(started.paymentId, 30);
      await runInquiries(harness.service);
      await untilEvents(started.paymentId, ['cancelled']);
      expect(harness.events(started.paymentId)[0]!.value).toMatchObject({ expired: true });
      expect(await stateOf(started.paymentId)).toMatchObject({ state: 'CANCELLED', outcome: 'CANCELLED' });
      expect(await inquiry(started.paymentId)).toBeUndefined();
      // A late payment is still accepted.
      reply(reference, paid());
      await harness.notify(harness.signed(outcome(reference)));
      await untilEvents(started.paymentId, ['cancelled', 'accepted']);
      expect(await stateOf(started.paymentId)).toMatchObject({ state: 'VALIDATED' });
    }, 30_000);

    test('never cancels a payment while the bank does not answer', async () => {
      const started = await harness.start();
      harness.ppps.down = true;
      await due(started.paymentId, 600);
      await runInquiries(harness.service);
      expect(await stateOf(started.paymentId)).toMatchObject({ state: 'WAITING_LINK_PAYMENT' });
      expect((await inquiry(started.paymentId))!.wait).toBeGreaterThan(20);
    }, 30_000);

    /** Two replicas look for payments to ask about, eight of which are due: how often they have asked about each. */
    const askFromTwo = async (look: (rounds: () => Promise<unknown>) => Promise<unknown>) => {
      const replica = await harness.replica();
      try {
        const tenantId = randomUUID();
        const started = await Promise.all(Array.from({ length: 8 }, () => harness.start({ tenantId })));
        const references = started.map((payment) => fieldOf(payment, 'PBX_CMD'));
        for (const reference of references) reply(reference, refusedWith('00018'));
        for (const { paymentId } of started) await due(paymentId, 6);
        await look(() => Promise.all([runInquiries(harness.service), runInquiries(replica)]));
        const counts = [];
        for (const { paymentId } of started) counts.push((await inquiry(paymentId))!.inquiryCount);
        return { counts, questions: references.map((of) => harness.ppps.questionsAbout(of).length) };
      } finally {
        await replica.stop();
      }
    };
    const each = (count: number) => Array<number>(8).fill(count);

    test('is sent by one of two replicas', async () => {
      const result = await askFromTwo((rounds) => rounds());
      expect(result).toEqual({ counts: each(1), questions: each(1) });
    }, 60_000);

    test('(sabotaged) without a claim, is sent by both', async () => {
      const place = { meet: 2, after: /^\s*UPDATE payment_inquiry SET next_at/ };
      const result = await askFromTwo((rounds) =>
        sabotaged({ defects: [claimingNoInquiry], ...place }, rounds),
      );
      expect(result.questions).toEqual(each(2));
    }, 60_000);
  });
});
