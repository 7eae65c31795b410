import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { paymentsV1, topics } from '@coulisse/contracts';
import { MemoryBus } from '@coulisse/service-kit';
import { openClient } from '@coulisse/service-kit/grpc';
import {
  sabotaged,
  startTestService,
  testCredentials,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { service } from '../src/service';
import { forgettingKeys } from './support/defects';

/** Money that staff have in their hands becomes accepted payments, all parts or none. */
describe('payments taken at the desk', () => {
  let database: TestDatabase;
  let running: TestService;
  let peer: ReturnType<typeof openClient<paymentsV1.PaymentServiceDefinition>>;

  beforeAll(async () => {
    database = await testDatabase(join(__dirname, '..'));
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    running = await startTestService(service, {
      database,
      bus: new MemoryBus(),
      env: {
        INQUIRY_EVERY_MS: '3600000',
        SANDBOX_BANK_HMAC_KEY: '00'.repeat(64),
        SANDBOX_BANK_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      },
    });
    peer = openClient(paymentsV1.PaymentServiceDefinition, running.grpcAddress, {
      credentials: testCredentials('ticketing'),
    });
  }, 60_000);
  afterAll(async () => {
    peer.close();
    await running.stop();
    await database.drop();
  });

  const taken = (changes: Partial<paymentsV1.RecordPaymentsRequest> = {}) => ({
    tenantId: randomUUID(),
    idempotencyKey: randomUUID(),
    reservationId: randomUUID(),
    reservationCode: 'R-7K3M-9QX4',
    currency: 'EUR',
    parts: [
      { method: 'CASH', amountMinor: 5_000, reference: '' },
      { method: 'CHEQUE', amountMinor: 12_800, reference: '0042' },
    ],
    recordedBy: 'Hélène Blanc',
    ...changes,
  });
  const accepted = async (reservationId: string) => {
    const rows = await database.asSuperuser<{ payload: Buffer }>(
      `SELECT payload FROM kit.outbox WHERE topic = 'payments.payment.v1' ORDER BY seq`,
    );
    return rows
      .map(({ payload }) => topics['payments.payment.v1'].decode(payload).event)
      .filter((event) => event?.value.reservationId === reservationId);
  };

  test('are accepted with their means, and a repeated request records nothing more', async () => {
    const request = taken();
    const [first, second] = await Promise.all([
      peer.client.recordPayments(request),
      peer.client.recordPayments(request),
    ]);
    expect(second.payments).toEqual(first.payments);
    expect(first.payments.map(({ method, amountMinor }) => [method, amountMinor])).toEqual([
      ['CASH', 5_000],
      ['CHEQUE', 12_800],
    ]);
    const rows = await database.asSuperuser(
      'SELECT method, provider, state, transaction_number FROM payment WHERE tenant_id = $1 ORDER BY totals',
      [request.tenantId],
    );
    expect(rows).toEqual([
      { method: 'CASH', provider: 'DESK', state: 'VALIDATED', transaction_number: null },
      { method: 'CHEQUE', provider: 'DESK', state: 'VALIDATED', transaction_number: '0042' },
    ]);
    const events = await accepted(request.reservationId);
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      $case: 'accepted',
      value: { amountMinor: 5_000, togetherMinor: 17_800, method: 'CASH' },
    });
  });

  test('(sabotaged) without memory of keys, a repeated request takes the money twice', async () => {
    const request = taken();
    await sabotaged({ defects: [forgettingKeys], meet: 2, after: /INSERT INTO payment_reference/ }, () =>
      Promise.all([peer.client.recordPayments(request), peer.client.recordPayments(request)]),
    );
    expect(await accepted(request.reservationId)).toHaveLength(4);
  });

  test('pay for a gift voucher too, and for one of the two only', async () => {
    const giftVoucherId = randomUUID();
    const request = taken({ reservationId: '', giftVoucherId, reservationCode: 'B-7K3M-9QX4' });
    const { payments } = await peer.client.recordPayments(request);
    expect((await peer.client.recordPayments(request)).payments).toEqual(payments);
    const rows = await database.asSuperuser(
      'SELECT DISTINCT reservation_id, gift_voucher_id FROM payment WHERE tenant_id = $1',
      [request.tenantId],
    );
    expect(rows).toEqual([{ reservation_id: null, gift_voucher_id: giftVoucherId }]);
    for (const wrong of [
      { ...request, idempotencyKey: randomUUID(), reservationId: randomUUID() },
      { ...request, idempotencyKey: randomUUID(), giftVoucherId: undefined },
    ])
      await expect(peer.client.recordPayments(wrong)).rejects.toMatchObject({ code: 'validation.failed' });
    const other = { ...request, giftVoucherId: randomUUID() };
    await expect(peer.client.recordPayments(other)).rejects.toMatchObject({ code: 'idempotency.mismatch' });
  });

  test('of another amount with the same key are refused', async () => {
    const request = taken();
    await peer.client.recordPayments(request);
    const other = { ...request, parts: [{ method: 'CASH', amountMinor: 17_800, reference: '' }] };
    await expect(peer.client.recordPayments(other)).rejects.toMatchObject({ code: 'idempotency.mismatch' });
  });

  test('are refunded as the others: a cancellation marks them', async () => {
    const request = taken({ parts: [{ method: 'CASH', amountMinor: 8_900, reference: '' }] });
    const { payments } = await peer.client.recordPayments(request);
    const { paymentId } = payments[0]!;
    const event = {
      $case: 'canceled' as const,
      value: {
        reservationId: request.reservationId,
        performanceId: randomUUID(),
        paymentIds: [paymentId],
        refundMinor: 8_900,
        wasValidated: true,
        wasPromised: false,
      },
    };
    await running.ctx.bus.publish([
      {
        topic: 'ticketing.reservation.v1',
        key: request.reservationId,
        value: Buffer.from(topics['ticketing.reservation.v1'].encode({ event }).finish()),
        headers: {
          ce_id: randomUUID(),
          ce_type: 'canceled',
          ce_time: new Date().toISOString(),
          ce_tenantid: request.tenantId,
        },
      },
    ]);
    const path = `/b/api/sale/payments/${paymentId}/refund`;
    const token = running.issuer.staffToken({ tenantId: request.tenantId, rights: ['*'] });
    const date = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' });
    const refund = () =>
      running.request<{ refundState: string; state: string }>('POST', path, {
        token,
        body: { method: 'CASH', reference: 'caisse', date },
      });
    let answer = await refund();
    for (let attempt = 0; answer.status === 409 && attempt < 20; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answer = await refund();
    }
    expect(answer.body).toMatchObject({ refundState: 'REFUNDED', state: 'REFUNDED' });
  });
});
