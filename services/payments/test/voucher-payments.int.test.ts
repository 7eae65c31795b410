import { randomUUID } from 'node:crypto';
import { topics, type TopicEvent } from '@coulisse/contracts';
import { eventually } from '@coulisse/test-kit';
import { fieldOf, outcome, paymentRequest, startHarness, type Harness } from './support/harness';

type VoucherEvent = TopicEvent<'ticketing.gift-voucher.v1'>;

describe('payments for gift vouchers', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  }, 60_000);
  afterAll(() => harness.stop(), 30_000);

  const publish = (tenantId: string, event: VoucherEvent, messageId: string = randomUUID()) =>
    harness.service.ctx.bus.publish([
      {
        topic: 'ticketing.gift-voucher.v1',
        key: event.value.giftVoucherId,
        value: Buffer.from(topics['ticketing.gift-voucher.v1'].encode({ event }).finish()),
        headers: {
          ce_id: messageId,
          ce_type: event.$case,
          ce_time: new Date().toISOString(),
          ce_tenantid: tenantId,
        },
      },
    ]);
  const read = async (tenantId: string, id: string) =>
    (
      await harness.service.request<Record<string, unknown>>('GET', `/b/api/sale/payments/${id}`, {
        token: harness.service.issuer.staffToken({ tenantId, rights: ['payments.payment.*'] }),
      })
    ).body;
  const paid = async () => {
    const ids = { tenantId: randomUUID(), reservationId: '', giftVoucherId: randomUUID() };
    const started = await harness.start({ ...ids, reservationCode: 'B-7K3M-9QX4' });
    await harness.notify(harness.signed(outcome(fieldOf(started, 'PBX_CMD'))));
    return { ...ids, id: started.paymentId };
  };

  test('name their voucher in their record and in their events, and no reservation', async () => {
    const { id, tenantId, giftVoucherId } = await paid();
    await eventually(() => expect(harness.events(id).map(({ $case }) => $case)).toEqual(['accepted']));
    expect(harness.events(id)[0]!.value).toMatchObject({
      giftVoucherId,
      reservationId: '',
      amountMinor: 17800,
    });
    expect(await read(tenantId, id)).toMatchObject({
      state: 'VALIDATED',
      reservation: null,
      giftVoucher: { id: giftVoucherId, label: 'B-7K3M-9QX4' },
    });
  });

  test('are started for one thing, and the same key for another voucher is refused', async () => {
    const neither = paymentRequest({ reservationId: '' });
    const both = paymentRequest({ giftVoucherId: randomUUID() });
    await expect(harness.start(neither)).rejects.toMatchObject({ code: 'validation.failed' });
    await expect(harness.start(both)).rejects.toMatchObject({ code: 'validation.failed' });
    const request = paymentRequest({ reservationId: '', giftVoucherId: randomUUID() });
    const { paymentId } = await harness.start(request);
    expect((await harness.start(request)).paymentId).toBe(paymentId);
    await expect(harness.start({ ...request, giftVoucherId: randomUUID() })).rejects.toMatchObject({
      code: 'idempotency.mismatch',
    });
  });

  test('of a cancelled voucher are marked for refund once, and only those of that voucher', async () => {
    const { id, tenantId, giftVoucherId } = await paid();
    const canceled = (voucher: string): VoucherEvent => ({
      $case: 'canceled',
      value: { giftVoucherId: voucher, paymentIds: [id], refundMinor: 17800, wasValidated: true },
    });
    await publish(tenantId, canceled(randomUUID()));
    for (let time = 0; time < 3; time += 1) await publish(tenantId, canceled(giftVoucherId));
    await eventually(
      async () =>
        expect(await read(tenantId, id)).toMatchObject({
          refundState: 'TO_REFUND',
          refundReason: 'CANCELLED',
          amountToRefund: '178.00',
        }),
      { timeoutMs: 15_000 },
    );
    await eventually(() =>
      expect(harness.events(id).map(({ $case }) => $case)).toEqual(['accepted', 'markedForRefund']),
    );
    expect(harness.events(id)[1]!.value).toMatchObject({ giftVoucherId, reservationId: '' });
  });

  test('that came too late are marked for refund with their reason', async () => {
    const { id, tenantId, giftVoucherId } = await paid();
    await publish(tenantId, {
      $case: 'unfulfillable',
      value: { giftVoucherId, paymentId: id, reason: 'PAID_AFTER_CANCELLATION' },
    });
    await eventually(
      async () =>
        expect(await read(tenantId, id)).toMatchObject({
          refundState: 'TO_REFUND',
          refundReason: 'PAID_AFTER_CANCELLATION',
        }),
      { timeoutMs: 15_000 },
    );
  });
});
