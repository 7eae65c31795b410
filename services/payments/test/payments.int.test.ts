import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { describeResource, serviceHarness } from '@coulisse/test-kit/describe-resource';
import { hmacKey, hmacMatches } from '../src/features/paybox/paybox-signature.domain';
import { payment as paymentResource } from '../src/resources';
import { forgettingKeys, forgettingReports } from './support/defects';
import { fieldOf, HMAC_KEY, NOTIFICATION, outcome, startHarness, type Harness } from './support/harness';

interface Row {
  state: string;
  outcome: string | null;
  refund_state: string;
  refund_reason: string | null;
  version: number;
  provider_code: string | null;
}

describe('payments by card', () => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startHarness();
  }, 60_000);
  afterAll(() => harness.stop(), 30_000);

  const payment = async (id: string): Promise<Row> => {
    const rows = await harness.database.asSuperuser<Row>(
      'SELECT state, outcome, refund_state, refund_reason, version, provider_code FROM payment WHERE id = $1',
      [id],
    );
    return rows[0]!;
  };
  const count = async (sql: string, id: string): Promise<number> => {
    const [row] = await harness.database.asSuperuser<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, [
      id,
    ]);
    return row!.n;
  };
  const cases = (id: string): string[] => harness.events(id).map((event) => event.$case);
  const untilEvents = (id: string, expected: string[]): Promise<void> =>
    eventually(() => expect(cases(id)).toEqual(expected));

  describe('starting one', () => {
    it('returns a signed form with an order reference that cannot be guessed', async () => {
      const started = await harness.start();
      expect(hmacMatches(started.formFields, hmacKey(HMAC_KEY))).toBe(true);
      expect(started.provider).toBe('PAYBOX');
      expect(started.formAction).toMatch(/^http.*\/cgi\/MYchoix_pagepaiement\.cgi$/);
      expect(fieldOf(started, 'PBX_TOTAL')).toBe('17800');
      expect(fieldOf(started, 'PBX_CMD')).toMatch(/^R-7K3M-9QX4-EUR-[0-9a-f]{32}$/);
      expect(await payment(started.paymentId)).toMatchObject({
        state: 'WAITING_LINK_PAYMENT',
        outcome: null,
      });
    });

    it('returns the same payment for the same key, also for twenty concurrent requests', async () => {
      const request = { tenantId: randomUUID(), idempotencyKey: 'k', reservationId: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 20 }, () => harness.start(request)));
      expect(new Set(answers.map((answer) => answer.paymentId)).size).toBe(1);
      expect(new Set(answers.map((answer) => fieldOf(answer, 'PBX_CMD'))).size).toBe(1);
      expect(await count('payment WHERE tenant_id = $1', request.tenantId)).toBe(1);
    });

    it('(sabotaged) without memory of keys, starts a payment for each request', async () => {
      const request = { tenantId: randomUUID(), idempotencyKey: 'k', reservationId: randomUUID() };
      const answers = await sabotaged(
        { defects: [forgettingKeys], meet: 3, after: /INSERT INTO payment_reference/ },
        () => Promise.all([1, 2, 3].map(() => harness.start(request))),
      );
      expect(new Set(answers.map((answer) => answer.paymentId)).size).toBe(3);
      expect(await count('payment WHERE tenant_id = $1', request.tenantId)).toBe(3);
    });

    it('separates the keys of two tenants', async () => {
      const [first, second] = await Promise.all([
        harness.start({ idempotencyKey: 'k' }),
        harness.start({ idempotencyKey: 'k' }),
      ]);
      expect(first.paymentId).not.toBe(second.paymentId);
    });

    it('refuses a key that was used with another amount', async () => {
      const request = { tenantId: randomUUID(), idempotencyKey: 'k', reservationId: randomUUID() };
      await harness.start(request);
      await expect(harness.start({ ...request, amountMinor: 1 })).rejects.toMatchObject({
        code: 'idempotency.mismatch',
      });
    });

    it.each([
      [{ amountMinor: 0 }, 'validation.failed'],
      [{ quantity: 100 }, 'validation.failed'],
      [{ returnUrl: 'javascript:alert(1)' }, 'validation.failed'],
      [{ currency: 'USD' }, 'payment.currency-mismatch'],
    ])('refuses %j', async (changes, code) => {
      await expect(harness.start(changes)).rejects.toMatchObject({ code });
    });
  });

  describe('a notification', () => {
    it('validates the payment and gets an empty response', async () => {
      const started = await harness.start();
      const query = harness.signed(outcome(fieldOf(started, 'PBX_CMD')));
      expect(await harness.notify(query)).toMatchObject({ status: 200, text: '' });
      expect(await payment(started.paymentId)).toMatchObject({ state: 'VALIDATED', outcome: 'ACCEPTED' });
      await untilEvents(started.paymentId, ['accepted']);
      expect(harness.events(started.paymentId)[0]!.value).toMatchObject({
        amountMinor: 17800,
        currency: 'EUR',
      });
    });

    it('may come by POST', async () => {
      const started = await harness.start();
      const answer = await fetch(harness.service.url + NOTIFICATION, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: harness.signed(outcome(fieldOf(started, 'PBX_CMD'))),
      });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
      expect(await payment(started.paymentId)).toMatchObject({ state: 'VALIDATED' });
    });

    it('has one effect when it comes a hundred times at once', async () => {
      const started = await harness.start();
      const query = harness.signed(outcome(fieldOf(started, 'PBX_CMD')));
      const answers = await Promise.all(Array.from({ length: 100 }, () => harness.notify(query)));
      expect(answers.every(({ status, text }) => status === 200 && text === '')).toBe(true);
      expect(await payment(started.paymentId)).toMatchObject({
        state: 'VALIDATED',
        version: 2,
        refund_state: 'NONE',
      });
      expect(await count('payment_attempt WHERE payment_id = $1', started.paymentId)).toBe(1);
      expect(await count('kit.outbox WHERE aggregate_id = $1', started.paymentId)).toBe(1);
      await untilEvents(started.paymentId, ['accepted']);
    }, 30_000);

    it('(sabotaged) without locks and memory of reports, is accepted twice', async () => {
      const started = await harness.start();
      const query = harness.signed(outcome(fieldOf(started, 'PBX_CMD')));
      await sabotaged(
        {
          defects: [withoutRowLocks, withoutVersions, forgettingReports],
          ...{ meet: 2, after: /FROM payment_attempt WHERE id = \$1/ },
        },
        () => Promise.all([harness.notify(query), harness.notify(query)]),
      );
      expect(await count('kit.outbox WHERE aggregate_id = $1', started.paymentId)).toBe(2);
      await untilEvents(started.paymentId, ['accepted', 'accepted']);
    }, 30_000);

    it.each([
      ['00105', '', 'REFUSED', 'refused'],
      ['00021', '', 'REFUSED', 'refused'],
      ['00001', '', 'CANCELLED', 'cancelled'],
    ])(
      'with code %s is told, leaves it payable, and a later acceptance wins (R-148, R-159, R-160)',
      async (code, authorisation, expectedOutcome, event) => {
        const started = await harness.start();
        const reference = fieldOf(started, 'PBX_CMD');
        expect(
          (
            await harness.notify(
              harness.signed(outcome(reference, { code, authorisation, transaction: '1' })),
            )
          ).status,
        ).toBe(200);
        expect(await payment(started.paymentId)).toMatchObject({
          state: 'WAITING_LINK_PAYMENT',
          outcome: expectedOutcome,
          provider_code: code,
        });
        expect((await harness.notify(harness.signed(outcome(reference, { transaction: '2' })))).status).toBe(
          200,
        );
        expect(await payment(started.paymentId)).toMatchObject({ state: 'VALIDATED', outcome: 'ACCEPTED' });
        await untilEvents(started.paymentId, [event, 'accepted']);
      },
    );

    it('of a late refusal does not undo an acceptance', async () => {
      const started = await harness.start();
      const reference = fieldOf(started, 'PBX_CMD');
      await harness.notify(harness.signed(outcome(reference)));
      expect(
        (await harness.notify(harness.signed(outcome(reference, { code: '00105', transaction: '9' }))))
          .status,
      ).toBe(200);
      expect(await payment(started.paymentId)).toMatchObject({
        state: 'VALIDATED',
        outcome: 'ACCEPTED',
        refund_state: 'NONE',
      });
    });

    it('of a second acceptance marks the payment for refund', async () => {
      const started = await harness.start();
      const reference = fieldOf(started, 'PBX_CMD');
      await harness.notify(harness.signed(outcome(reference, { transaction: '1' })));
      await harness.notify(harness.signed(outcome(reference, { transaction: '2' })));
      expect(await payment(started.paymentId)).toMatchObject({
        state: 'VALIDATED',
        refund_state: 'TO_REFUND',
        refund_reason: 'CHARGED_TWICE',
      });
      await untilEvents(started.paymentId, ['accepted', 'markedForRefund']);
    });
  });

  describe('a notification that is not what was ordered changes nothing:', () => {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const byStranger = (data: string): string =>
      `${data}&K=${encodeURIComponent(sign('RSA-SHA1', Buffer.from(data), stranger.privateKey).toString('base64'))}`;

    it.each<[string, (reference: string) => string, number, string]>([
      ['no signature', (reference) => outcome(reference), 403, 'payment.signature-invalid'],
      [
        "a stranger's signature",
        (reference) => byStranger(outcome(reference)),
        403,
        'payment.signature-invalid',
      ],
      [
        'an amount that was changed after signing',
        (reference) => harness.signed(outcome(reference, { amount: '100' })).replace('M=100&', 'M=17800&'),
        403,
        'payment.signature-invalid',
      ],
      [
        'another amount',
        (reference) => harness.signed(outcome(reference, { amount: '100' })),
        422,
        'payment.amount-mismatch',
      ],
      [
        'no amount',
        (reference) => harness.signed(outcome(reference, { amount: '' })),
        422,
        'payment.amount-mismatch',
      ],
      [
        'another currency',
        (reference) => harness.signed(outcome(reference.replace('-EUR-', '-USD-'))),
        422,
        'payment.currency-mismatch',
      ],
      [
        'another order',
        (reference) => harness.signed(outcome(reference.replace(/.{4}$/, 'dead'))),
        404,
        'payment.unknown-order',
      ],
      [
        'another code before the same token',
        (reference) => harness.signed(outcome(`X-${reference}`)),
        404,
        'payment.unknown-order',
      ],
      [
        'an invalid order reference',
        () => harness.signed(outcome('R-7K3M-9QX4')),
        404,
        'payment.unknown-order',
      ],
    ])('%s', async (_name, query, status, code) => {
      const started = await harness.start();
      expect(await harness.notify(query(fieldOf(started, 'PBX_CMD')))).toMatchObject({ status, code });
      expect(await payment(started.paymentId)).toMatchObject({
        state: 'WAITING_LINK_PAYMENT',
        outcome: null,
        version: 1,
      });
      expect(await count('payment_attempt WHERE payment_id = $1', started.paymentId)).toBe(0);
      expect(await count('kit.outbox WHERE aggregate_id = $1', started.paymentId)).toBe(0);
    });
  });

  describe('a reservation that cannot be fulfilled', () => {
    const unfulfillable = (tenantId: string, reservationId: string, paymentId: string): Promise<void> =>
      harness.publishEvent(tenantId, {
        $case: 'unfulfillable',
        value: { reservationId, paymentId, reason: '' },
      });

    it('marks its payment for refund, once, and publishes it', async () => {
      const ids = { tenantId: randomUUID(), reservationId: randomUUID() };
      const started = await harness.start(ids);
      await harness.notify(harness.signed(outcome(fieldOf(started, 'PBX_CMD'))));
      await unfulfillable(ids.tenantId, ids.reservationId, started.paymentId);
      await unfulfillable(ids.tenantId, ids.reservationId, started.paymentId);
      await untilEvents(started.paymentId, ['accepted', 'markedForRefund']);
      expect(await payment(started.paymentId)).toMatchObject({
        refund_state: 'TO_REFUND',
        refund_reason: 'UNFULFILLABLE',
        version: 3,
      });
    });
  });

  describe('the list of the staff', () => {
    it('shows the payments of the own tenant, with the right to read them', async () => {
      const tenantId = randomUUID();
      const started = await harness.start({ tenantId });
      const read = (rights: string[], tenant = tenantId) =>
        harness.service.request<{ items: { id: string; totals: string }[] }>('GET', '/b/api/sale/payments', {
          token: harness.service.issuer.staffToken({ tenantId: tenant, rights }),
        });
      const mine = await read(['payments.payment.read']);
      expect(mine.body.items).toMatchObject([
        { id: started.paymentId, totals: '178.00', reservation: { label: 'R-7K3M-9QX4' } },
      ]);
      expect((await read(['payments.payment.read'], randomUUID())).body.items).toEqual([]);
      expect((await read([])).status).toBe(403);
      expect((await harness.service.request('GET', '/b/api/sale/payments')).status).toBe(401);
    });

    it('has no route to create a payment', async () => {
      const token = harness.service.issuer.staffToken({ tenantId: randomUUID(), rights: ['*'] });
      const { status } = await harness.service.request('POST', '/b/api/sale/payments', { token, body: {} });
      expect(status).toBe(405);
    });
  });

  describe('as a resource', () => {
    // The resource offers no transition: only the bank and reservations change the state of a payment.
    describeResource(
      { ...paymentResource, lifecycle: undefined },
      serviceHarness(() => harness.service, {
        make: async ({ tenantId }) => (await harness.start({ tenantId })).paymentId,
      }),
    );
  });
});
