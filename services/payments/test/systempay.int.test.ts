import { randomUUID } from 'node:crypto';
import type { RecordOf } from '@coulisse/resource';
import { resourcesOf } from '@coulisse/resource-server';
import { systemActor } from '@coulisse/service-kit';
import { eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { topics, type paymentsV1 } from '@coulisse/contracts';
import { PaymentInquiries } from '../src/features/card-payment/ask-provider.job';
import { isGenuine, signedFields } from '../src/features/systempay/systempay-signature.domain';
import { bankSettings } from '../src/resources';
import { forgettingReports, LOCKED_PAYMENT } from './support/defects';
import { fieldOf, outcome, startHarness, type Harness } from './support/harness';

const KEY = 'Ab1/+=cdefghijkl';
const PATH = '/app-api/payments/systempay';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
type Values = Record<string, string>;
type Settings = Partial<
  Pick<RecordOf<typeof bankSettings>, 'bankKitMode' | 'systempaySiteId' | 'systempayKey'>
>;

describe('payments with Systempay', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  }, 60_000);
  afterAll(() => harness.stop());

  const settings = () => resourcesOf(harness.service.ctx).of(bankSettings);
  const account = { bankKitMode: 'SYSTEMPAY', systempaySiteId: '12345678', systempayKey: KEY } as const;
  async function tenantWith(values: Settings = account) {
    const tenantId = randomUUID();
    const actor = systemActor(tenantId, 'test');
    await harness.service.ctx.db.inTenant(actor, (tx) => settings().create(tx, actor, values));
    return tenantId;
  }
  const start = async (changes: Partial<paymentsV1.StartPaymentRequest> = {}) =>
    harness.start({ tenantId: await tenantWith(), ...changes });

  /** The bank's report about a form. */
  function report(started: paymentsV1.StartPaymentResponse, changes: Values = {}, key = KEY): string {
    const signed = signedFields(
      Object.entries({
        vads_order_id: fieldOf(started, 'vads_order_id'),
        vads_amount: '17800',
        vads_currency: '978',
        vads_site_id: '12345678',
        vads_ctx_mode: 'TEST',
        vads_trans_id: fieldOf(started, 'vads_trans_id'),
        vads_trans_date: fieldOf(started, 'vads_trans_date'),
        vads_trans_uuid: '5c'.repeat(16),
        vads_trans_status: 'AUTHORISED',
        vads_operation_type: 'DEBIT',
        vads_auth_number: '3fe1b2',
        vads_result: '00',
        vads_cust_last_name: 'Éloïse & Søn+1',
        vads_extra_result: '',
        ...changes,
      }).map(([name, value]) => ({ name, value })),
      key,
    );
    return new URLSearchParams(signed.map(({ name, value }): [string, string] => [name, value])).toString();
  }
  async function notify(body: string) {
    const answer = await fetch(`${harness.service.url}${PATH}/notification`, {
      method: 'POST',
      headers: FORM,
      body,
    });
    return { status: answer.status, text: await answer.text() };
  }
  const payment = async (id: string) =>
    (
      await harness.database.asSuperuser<Record<string, unknown>>('SELECT * FROM payment WHERE id = $1', [id])
    )[0];
  const eventsOf = (id: string) => harness.events(id).map(({ $case }) => $case);
  const WAITING = { state: 'WAITING_LINK_PAYMENT', outcome: null };

  it('signs the form with the key of the tenant, each time with a new number', async () => {
    const tenantId = await tenantWith();
    const idempotencyKey = randomUUID();
    const reservationId = randomUUID();
    const starts = [];
    for (let index = 0; index < 2; index++)
      starts.push(await harness.start({ tenantId, idempotencyKey, reservationId }));
    const [first, second] = starts as [paymentsV1.StartPaymentResponse, paymentsV1.StartPaymentResponse];
    expect(first).toMatchObject({ provider: 'SYSTEMPAY', paymentId: second.paymentId });
    expect(first.formAction).toBe('https://paiement.systempay.fr/vads-payment/');
    expect(isGenuine(first.formFields, KEY)).toBe(true);
    expect(fieldOf(first, 'vads_order_id')).toBe(fieldOf(second, 'vads_order_id'));
    expect(fieldOf(first, 'vads_trans_id')).not.toBe(fieldOf(second, 'vads_trans_id'));
  });

  it('stores the key encrypted', async () => {
    const tenantId = await tenantWith();
    const [row] = await harness.database.asSuperuser<{ systempay_key: Buffer }>(
      'SELECT systempay_key FROM bank_settings WHERE tenant_id = $1',
      [tenantId],
    );
    expect(row!.systempay_key.includes(KEY)).toBe(false);
  });

  it('leaves the payments of other tenants with Paybox', async () => {
    await start();
    expect((await harness.start()).provider).toBe('PAYBOX');
    const tenantId = await tenantWith({});
    expect((await harness.start({ tenantId })).provider).toBe('PAYBOX');
  });

  it('takes a payment, and asks nobody to confirm what only the bank could sign', async () => {
    const started = await start();
    const questions = harness.ppps.questions.length;
    expect(await notify(report(started))).toEqual({ status: 200, text: 'OK' });
    expect(await payment(started.paymentId)).toMatchObject({
      state: 'VALIDATED',
      outcome: 'ACCEPTED',
      provider: 'SYSTEMPAY',
      authorisation: '3fe1b2',
    });
    await eventually(() => expect(eventsOf(started.paymentId)).toEqual(['accepted']));
    expect(harness.ppps.questions).toHaveLength(questions);
    const due = await harness.database.asSuperuser('SELECT 1 FROM payment_inquiry WHERE payment_id = $1', [
      started.paymentId,
    ]);
    expect(due).toEqual([]);
  });

  it('takes a payment whose report only the browser brought', async () => {
    const started = await start();
    const { status } = await harness.service.request('POST', `${PATH}/return`, {
      body: { query: `outcome=accepted&${report(started)}` },
    });
    expect(status).toBe(204);
    expect(await payment(started.paymentId)).toMatchObject({ state: 'VALIDATED' });
  });

  it('has one effect when reports come a hundred times, authorised and captured', async () => {
    const started = await start();
    const bodies = Array.from({ length: 100 }, (_, index) =>
      report(started, index % 2 ? { vads_trans_status: 'CAPTURED', vads_url_check_src: 'BATCH_AUTO' } : {}),
    );
    const answers = await Promise.all(bodies.map(notify));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await payment(started.paymentId)).toMatchObject({
      state: 'VALIDATED',
      version: 2,
      refund_state: 'NONE',
    });
  }, 30_000);

  it('(sabotaged) without locks and memory of reports, is taken twice', async () => {
    const started = await start();
    const defects = [withoutRowLocks, withoutVersions, forgettingReports];
    await sabotaged({ defects, meet: 2, of: started.paymentId, after: LOCKED_PAYMENT }, () =>
      Promise.all([notify(report(started)), notify(report(started))]),
    );
    await eventually(() => expect(eventsOf(started.paymentId)).toEqual(['accepted', 'accepted']));
  }, 30_000);

  it('marks a second charge of the same order for refund', async () => {
    const started = await start();
    await notify(report(started));
    expect((await notify(report(started, { vads_trans_uuid: '6d'.repeat(16) }))).status).toBe(200);
    expect(await payment(started.paymentId)).toMatchObject({ refund_reason: 'CHARGED_TWICE' });
  });

  it.each([
    ['REFUSED', '05', 'REFUSED', 'refused'],
    ['EXPIRED', '', 'REFUSED', 'refused'],
    ['ABANDONED', '17', 'CANCELLED', 'cancelled'],
    ['CANCELLED', '', 'CANCELLED', 'cancelled'],
  ])('tells the failure %s, and stays payable (R-162)', async (status, result, stored, event) => {
    const started = await start();
    await notify(report(started, { vads_trans_status: status, vads_result: result }));
    expect(await payment(started.paymentId)).toMatchObject({ ...WAITING, outcome: stored });
    await eventually(() => expect(eventsOf(started.paymentId)).toEqual([event]));
    await notify(report(started, { vads_trans_uuid: '7e'.repeat(16) }));
    expect(await payment(started.paymentId)).toMatchObject({ state: 'VALIDATED' });
  });

  it('waits while the bank verifies, then takes the authorisation of the same transaction', async () => {
    const started = await start();
    expect((await notify(report(started, { vads_trans_status: 'UNDER_VERIFICATION' }))).status).toBe(200);
    expect(await payment(started.paymentId)).toMatchObject(WAITING);
    await notify(report(started));
    expect(await payment(started.paymentId)).toMatchObject({ state: 'VALIDATED' });
  });

  it('takes no refund of the back office for a payment', async () => {
    const started = await start();
    await notify(report(started, { vads_operation_type: 'CREDIT', vads_trans_status: 'CAPTURED' }));
    expect(await payment(started.paymentId)).toMatchObject(WAITING);
  });

  it.each<[string, number, (started: paymentsV1.StartPaymentResponse) => string]>([
    ['another key', 403, (started) => report(started, {}, `${KEY}x`)],
    ['an altered amount', 403, (started) => report(started).replace('17800', '1')],
    [
      'an altered state',
      403,
      (s) => report(s, { vads_trans_status: 'REFUSED' }).replace('REFUSED', 'CAPTURED'),
    ],
    ['a field that occurs twice', 403, (started) => `${report(started)}&vads_amount=17800`],
    ['no signature', 403, (started) => report(started).replace(/&signature=.*/, '')],
    ['another shop', 403, (started) => report(started, { vads_site_id: '87654321' })],
    ['the other mode', 403, (started) => report(started, { vads_ctx_mode: 'PRODUCTION' })],
    ['another amount', 422, (started) => report(started, { vads_amount: '17799' })],
    ['no amount', 422, (started) => report(started, { vads_amount: '' })],
    ['another currency', 422, (started) => report(started, { vads_currency: '840' })],
    ['an unknown order', 403, (started) => report(started, { vads_order_id: `R-EUR-${'0'.repeat(32)}` })],
    ['nothing', 403, () => ''],
  ])('refuses a report with %s', async (_, status, body) => {
    const started = await start();
    expect((await notify(body(started))).status).toBe(status);
    expect(await payment(started.paymentId)).toMatchObject(WAITING);
  });

  it('refuses the report of one tenant’s shop about the order of another', async () => {
    const started = await start();
    const other = await harness.start({
      tenantId: await tenantWith({ ...account, systempayKey: 'another-key' }),
    });
    expect((await notify(report(other))).status).toBe(403);
    expect((await notify(report(started))).status).toBe(200);
    expect(await payment(other.paymentId)).toMatchObject(WAITING);
  });

  it('refuses reports of one provider about payments of the other', async () => {
    const tenantId = await tenantWith({ ...account, bankKitMode: 'PAYBOX' });
    const paybox = await harness.start({ tenantId });
    const order = fieldOf(paybox, 'PBX_CMD');
    expect((await notify(report(paybox, { vads_order_id: order }))).status).toBe(404);
    const systempay = await start();
    const signed = harness.signed(outcome(fieldOf(systempay, 'vads_order_id')));
    expect((await harness.notify(signed)).status).toBe(404);
    expect(await payment(paybox.paymentId)).toMatchObject(WAITING);
    expect(await payment(systempay.paymentId)).toMatchObject(WAITING);
  });

  it('ends a payment without a report after the page has expired, and takes a late one', async () => {
    const started = await start();
    const job = () => harness.service.container.get(PaymentInquiries).run(harness.service.ctx);
    const due = () =>
      harness.database.asSuperuser('UPDATE payment_inquiry SET next_at = now() WHERE payment_id = $1', [
        started.paymentId,
      ]);
    await due();
    await job();
    expect(await payment(started.paymentId)).toMatchObject(WAITING);
    await harness.database.asSuperuser(
      `UPDATE payment SET created_at = now() - interval '31 minutes' WHERE id = $1`,
      [started.paymentId],
    );
    await due();
    await job();
    expect(await payment(started.paymentId)).toMatchObject({ state: 'CANCELLED' });
    expect((await notify(report(started))).status).toBe(200);
    expect(await payment(started.paymentId)).toMatchObject({ state: 'VALIDATED' });
  });

  it('is created for a new tenant, with Paybox chosen', async () => {
    const tenantId = randomUUID();
    const value = { tenantId, name: 'La Lanterne', slug: `lanterne-${tenantId.slice(0, 8)}` };
    const bytes = topics['identity.tenant.v1'].encode(
      topics['identity.tenant.v1'].fromPartial({ event: { $case: 'changed', value } }),
    );
    const event = {
      topic: 'identity.tenant.v1' as const,
      key: tenantId,
      value: Buffer.from(bytes.finish()),
      headers: {
        ce_id: randomUUID(),
        ce_type: 'changed',
        ce_time: new Date().toISOString(),
        ce_tenantid: tenantId,
      },
    };
    const rows = () =>
      harness.database.asSuperuser('SELECT bank_kit_mode FROM bank_settings WHERE tenant_id = $1', [
        tenantId,
      ]);
    await harness.bus.publish([event]);
    await eventually(async () => expect(await rows()).toEqual([{ bank_kit_mode: 'PAYBOX' }]));
  });

  it('is set by staff, who never see the key again', async () => {
    const tenantId = await tenantWith({});
    const path = '/b/api/sale/bank-settings';
    const token = harness.service.issuer.staffToken({ tenantId, rights: ['payments.bank-settings.*'] });
    const call = (
      method: string,
      at: string,
      options: { body?: unknown; headers?: Record<string, string> } = {},
    ) => harness.service.request<Record<string, unknown>>(method, at, { token, ...options });
    const [row] = await harness.database.asSuperuser<{ id: string }>(
      'SELECT id FROM bank_settings WHERE tenant_id = $1',
      [tenantId],
    );
    const own = `${path}/${row!.id}`;
    const change = async (values: Record<string, unknown>) => {
      const { body } = await call('GET', own);
      return call('PATCH', own, { body: values, headers: { 'if-match': `"${Number(body.version)}"` } });
    };
    expect((await change({ bankKitMode: 'SYSTEMPAY' })).status).toBe(422);
    expect(await change(account)).toMatchObject({ status: 200 });
    expect(await change({ bankKitMode: 'PAYBOX' })).toMatchObject({ status: 200 });
    // The stored key still counts when it is not sent.
    expect(await change({ bankKitMode: 'SYSTEMPAY' })).toMatchObject({ status: 200 });
    expect((await change({ systempayKey: null })).status).toBe(422);
    for (const at of [own, path]) expect((await call('GET', at)).text).not.toContain(KEY);
    expect((await harness.start({ tenantId })).provider).toBe('SYSTEMPAY');
    const stranger = harness.service.issuer.staffToken({ tenantId, rights: ['payments.payment.*'] });
    expect((await harness.service.request('GET', own, { token: stranger })).status).toBe(403);
  });

  it('is not chosen without a shop and its key', async () => {
    for (const missing of ['systempaySiteId', 'systempayKey'] as const) {
      const { [missing]: _, ...rest } = account;
      await expect(tenantWith(rest)).rejects.toMatchObject({ code: 'validation.not-blank' });
    }
    for (const wrong of [{ systempaySiteId: '1234567a' }, { systempayKey: 'with a blank' }])
      await expect(tenantWith({ ...account, ...wrong })).rejects.toMatchObject({
        code: 'validation.format',
      });
  });
});
