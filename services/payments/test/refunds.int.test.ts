import { randomUUID } from 'node:crypto';
import { eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { LOCKED_PAYMENT } from './support/defects';
import { fieldOf, outcome, startHarness, type Harness } from './support/harness';

interface Payment {
  code?: string;
  state: string;
  refundState: string;
  refundReason: string | null;
  amountToRefund: string | null;
  amountRefunded: string | null;
  refundMethod: string | null;
  refundReference: string | null;
  refundedBy: string | null;
  refundedAt: string | null;
  errors?: { pointer: string }[];
}

/** Life cycle of a refund: to refund → refunded, can be undone, never more than was taken. */
describe('refunds', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  }, 60_000);
  afterAll(() => harness.stop(), 30_000);

  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());
  const refund = { method: 'TRANSFER', reference: 'VIR-2026-118', date: today };
  const cases = (id: string) => harness.events(id).map((event) => event.$case);

  /** A payment that was accepted `times` times, in a tenant of its own. */
  const paidPayment = async (times = 1) => {
    const ids = { tenantId: randomUUID(), reservationId: randomUUID() };
    const started = await harness.start(ids);
    for (let time = 1; time <= times; time += 1)
      await harness.notify(
        harness.signed(outcome(fieldOf(started, 'PBX_CMD'), { transaction: String(time) })),
      );
    const call = (method: string, path = '', body?: unknown, rights = ['payments.payment.*']) =>
      harness.service.request<Payment>(method, `/b/api/sale/payments/${started.paymentId}${path}`, {
        token: harness.service.issuer.staffToken({ tenantId: ids.tenantId, rights }),
        ...(body === undefined ? {} : { body }),
      });
    const read = async () => (await call('GET')).body;
    const canceled = () =>
      harness.publishEvent(ids.tenantId, {
        $case: 'canceled',
        value: {
          reservationId: ids.reservationId,
          performanceId: randomUUID(),
          paymentIds: [started.paymentId],
          refundMinor: 17800,
          wasValidated: true,
          wasPromised: false,
        },
      });
    const until = (expected: Partial<Payment>) =>
      eventually(async () => expect(await read()).toMatchObject(expected), { timeoutMs: 15_000 });
    return { ...ids, id: started.paymentId, call, read, canceled, until };
  };

  /** Two people record the refund of a payment at once. */
  const refundTwice = ({ call }: Awaited<ReturnType<typeof paidPayment>>) =>
    Promise.all([call('POST', '/refund', refund), call('POST', '/refund', refund)]);
  const recordedMinor = async (id: string) => {
    const [row] = await harness.database.asSuperuser<{ minor: number }>(
      'SELECT sum(amount_minor)::int AS minor FROM payment_refund WHERE payment_id = $1',
      [id],
    );
    return row?.minor;
  };

  test('(sabotaged) without locks and versions, are recorded twice', async () => {
    const payment = await paidPayment();
    await payment.canceled();
    await payment.until({ refundState: 'TO_REFUND' });
    const answers = await sabotaged(
      { defects: [withoutRowLocks, withoutVersions], meet: 2, of: payment.id, after: LOCKED_PAYMENT },
      () => refundTwice(payment),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await recordedMinor(payment.id)).toBe(2 * 17_800);
  }, 60_000);

  test('of a cancelled reservation are marked once, recorded once and published', async () => {
    const payment = await paidPayment();
    await payment.canceled();
    await payment.canceled();
    await payment.until({ refundState: 'TO_REFUND', refundReason: 'CANCELLED', amountToRefund: '178.00' });
    const answers = await refundTwice(payment);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('refund.nothing-to-refund');
    expect(await recordedMinor(payment.id)).toBe(17_800);
    expect(await payment.read()).toMatchObject({
      state: 'REFUNDED',
      refundState: 'REFUNDED',
      amountToRefund: '0.00',
      amountRefunded: '178.00',
      refundMethod: 'TRANSFER',
      refundReference: 'VIR-2026-118',
      refundedBy: expect.any(String) as string,
      refundedAt: expect.any(String) as string,
    });
    await eventually(() => expect(cases(payment.id)).toEqual(['accepted', 'markedForRefund', 'refunded']));
    expect(harness.events(payment.id)[1]!.value).toMatchObject({ reason: 'CANCELLED', amountMinor: 17800 });
    expect(harness.events(payment.id)[2]!.value).toMatchObject({
      amountMinor: 17800,
      method: 'TRANSFER',
      toRefundMinor: 0,
      refundedMinor: 17800,
    });
    const history = await payment.call('GET', '/history');
    expect(
      (history.body as unknown as { items: { action: string }[] }).items.map(({ action }) => action),
    ).toEqual(['refund', 'mark-for-refund', 'valid', 'wait_link_payment']);
    // A cancellation event repeated after the refund does not mark the payment again.
    await payment.canceled();
    await payment.canceled();
    const last = await paidPayment();
    await last.canceled();
    await last.until({ refundState: 'TO_REFUND' });
    expect(await payment.read()).toMatchObject({ refundState: 'REFUNDED', amountToRefund: '0.00' });
  }, 60_000);

  test('of a card charged twice cover one amount, and the other when the reservation is cancelled', async () => {
    const payment = await paidPayment(2);
    expect(await payment.read()).toMatchObject({ amountToRefund: '178.00', refundReason: 'CHARGED_TWICE' });
    expect((await payment.call('POST', '/refund', refund)).body).toMatchObject({
      state: 'VALIDATED',
      refundState: 'REFUNDED',
    });
    await payment.canceled();
    await payment.until({ refundState: 'TO_REFUND', amountToRefund: '178.00', amountRefunded: '178.00' });
    expect((await payment.call('POST', '/refund', { ...refund, amount: '178.01' })).status).toBe(422);
    const part = await payment.call('POST', '/refund', { ...refund, amount: '100' });
    expect(part.body).toMatchObject({
      state: 'PARTIALLY_REFUNDED',
      refundState: 'TO_REFUND',
      amountToRefund: '78.00',
    });
    const rest = await payment.call('POST', '/refund', { ...refund, method: 'CASH', reference: 'caisse 4' });
    expect(rest.body).toMatchObject({ state: 'REFUNDED', refundState: 'REFUNDED', amountRefunded: '356.00' });
    expect((await payment.call('POST', '/refund', refund)).status).toBe(409);
    const { body } = await payment.call('GET', '/refunds');
    expect(
      (body as unknown as { items: { amountMinor: number }[] }).items.map((item) => item.amountMinor),
    ).toEqual([7800, 10000, 17800]);
  }, 60_000);

  test('recorded by mistake are undone with a reason, and only on the same day', async () => {
    const payment = await paidPayment(2);
    await payment.call('POST', '/refund', refund);
    expect((await payment.call('POST', '/refund/undo', { reason: '' })).status).toBe(422);
    const undone = await payment.call('POST', '/refund/undo', { reason: 'Mauvais dossier' });
    expect(undone.body).toMatchObject({
      refundState: 'TO_REFUND',
      amountToRefund: '178.00',
      amountRefunded: '0.00',
      refundMethod: null,
      refundedAt: null,
    });
    expect((await payment.call('POST', '/refund/undo', { reason: 'encore' })).status).toBe(409);
    await payment.call('POST', '/refund', refund);
    await harness.database.asSuperuser(
      `UPDATE payment_refund SET recorded_at = recorded_at - interval '25 hours' WHERE payment_id = $1`,
      [payment.id],
    );
    expect((await payment.call('POST', '/refund/undo', { reason: 'trop tard' })).body.code).toBe(
      'refund.undo-impossible',
    );
    await eventually(() =>
      expect(cases(payment.id)).toEqual([
        'accepted',
        'markedForRefund',
        'refunded',
        'refundChanged',
        'refunded',
      ]),
    );
    const undoing = harness.events(payment.id).find(({ $case }) => $case === 'refundChanged');
    expect(undoing?.value).toMatchObject({
      toRefundMinor: 17_800,
      refundedMinor: 0,
      undoneMethod: 'TRANSFER',
    });
  });

  test('marked by mistake are cleared with a reason', async () => {
    const payment = await paidPayment(2);
    const cleared = await payment.call('POST', '/refund/clear', { reason: 'Le client garde ses places' });
    expect(cleared.body).toMatchObject({ refundState: 'NONE', amountToRefund: '0.00', state: 'VALIDATED' });
    expect((await payment.call('POST', '/refund/clear', { reason: 'x' })).status).toBe(409);
    expect((await payment.call('POST', '/refund', refund)).body.code).toBe('refund.nothing-to-refund');
  });

  test('in cash need no reference; every other method does', async () => {
    const payment = await paidPayment(2);
    const cash = { method: 'CASH', date: today };
    const part = await payment.call('POST', '/refund', { ...cash, amount: '100', reference: ' ' });
    expect([part.status, part.body]).toMatchObject([200, { refundMethod: 'CASH', refundReference: null }]);
    const transfer = await payment.call('POST', '/refund', { ...cash, method: 'TRANSFER' });
    expect([transfer.status, transfer.body.errors?.map(({ pointer }) => pointer)]).toEqual([
      422,
      ['/reference'],
    ]);
    expect((await payment.call('POST', '/refund', cash)).body).toMatchObject({ refundState: 'REFUNDED' });
    const { body } = await payment.call('GET', '/refunds');
    expect(body).toMatchObject({ items: [{ amountMinor: 7800, reference: '' }, { reference: '' }] });
  });

  test.each([
    [{ method: 'BITCOIN' }, '/method'],
    [{ reference: '  ' }, '/reference'],
    [{ reference: 'x'.repeat(121) }, '/reference'],
    [{ date: '2031-01-01' }, '/date'],
    [{ date: '2001-01-01' }, '/date'],
    [{ date: 'yesterday' }, '/date'],
    [{ amount: '-1' }, '/amount'],
    [{ amount: '0' }, '/amount'],
    [{ amount: '1e3' }, '/amount'],
    [{ amount: '178.001' }, '/amount'],
    [{ note: 'x'.repeat(2_001) }, '/note'],
  ])('refuse %j, at its field', async (wrong, pointer) => {
    const payment = await paidPayment(2);
    const answer = await payment.call('POST', '/refund', { ...refund, ...wrong });
    expect(answer.status).toBe(422);
    expect(answer.body.errors!.map((error) => error.pointer)).toEqual([pointer]);
    expect(await payment.read()).toMatchObject({ refundState: 'TO_REFUND' });
  });

  test('need their own right, and the own tenant', async () => {
    const payment = await paidPayment(2);
    for (const [path, body] of [
      ['/refund', refund],
      ['/refund/undo', { reason: 'x' }],
      ['/refund/clear', { reason: 'x' }],
    ] as const) {
      expect((await payment.call('POST', path, body, ['payments.payment.read'])).status).toBe(403);
      const { status } = await harness.service.request('POST', `/b/api/sale/payments/${payment.id}${path}`, {
        token: harness.service.issuer.staffToken({ tenantId: randomUUID(), rights: ['*'] }),
        body,
      });
      expect(status).toBe(404);
    }
    expect(await payment.read()).toMatchObject({ refundState: 'TO_REFUND' });
  });

  test('are listed by their state, with their sum', async () => {
    const payment = await paidPayment(2);
    const list = await harness.service.request<{ items: { id: string }[]; sums: Record<string, string> }>(
      'GET',
      '/b/api/sale/payments?f.refundState.eq=TO_REFUND',
      {
        token: harness.service.issuer.staffToken({
          tenantId: payment.tenantId,
          rights: ['payments.payment.read'],
        }),
      },
    );
    expect(list.body.items.map(({ id }) => id)).toEqual([payment.id]);
    expect(list.body.sums).toMatchObject({ amountToRefund: '178.00' });
  });
});
