import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { paymentsV1 } from '@coulisse/contracts';
import { openClient } from '@coulisse/service-kit/grpc';
import { resourcesOf } from '@coulisse/resource-server';
import { systemActor } from '@coulisse/service-kit';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
  testCredentials,
} from '@coulisse/test-kit';
import { freePort } from '@coulisse/test-kit/free-port';
import { service } from '../src/service';
import { PaymentInquiries } from '../src/features/card-payment/ask-provider.job';
import { hmacOf } from '../src/features/paybox/paybox-signature.domain';
import { bankSettings } from '../src/resources';
import { fieldOf, HMAC_KEY, paymentRequest } from './support/harness';

const BANK = join(__dirname, '../../../dev/sandbox-bank/main.mjs');

async function startBank(keys: string): Promise<{ process: ChildProcess; url: string }> {
  const bank = spawn(process.execPath, [BANK], {
    env: {
      PATH: process.env.PATH,
      SANDBOX_BANK_PORT: '0',
      SANDBOX_BANK_HMAC_KEY: HMAC_KEY,
      SANDBOX_BANK_PRIVATE_KEY_FILE: join(keys, 'private.pem'),
      SANDBOX_BANK_PUBLIC_KEY_FILE: join(keys, 'public.pem'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: bank.stdout })) {
    const url = /listens on (\S+)/.exec(line)?.[1];
    if (url) return { process: bank, url };
  }
  throw new Error('the sandbox bank did not start');
}

describe('the sandbox bank and the service', () => {
  let keys: string;
  let bank: Awaited<ReturnType<typeof startBank>>;
  let database: TestDatabase;
  let running: TestService;
  let payments: ReturnType<typeof openClient<paymentsV1.PaymentServiceDefinition>>;

  beforeAll(async () => {
    keys = await mkdtemp(join(tmpdir(), 'coulisse-bank-'));
    bank = await startBank(keys);
    database = await testDatabase(join(__dirname, '..'));
    // The address that notifications go to has to be known before the service listens.
    const port = await freePort();
    running = await startTestService(service, {
      database,
      bus: new MemoryBus(),
      env: {
        INQUIRY_EVERY_MS: '3600000',
        HTTP_PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SANDBOX_BANK_URL: bank.url,
        SYSTEMPAY_URL: bank.url,
        SANDBOX_BANK_HMAC_KEY: HMAC_KEY,
        SANDBOX_BANK_PUBLIC_KEY_FILE: join(keys, 'public.pem'),
      },
    });
    payments = openClient(paymentsV1.PaymentServiceDefinition, running.grpcAddress, {
      credentials: testCredentials('ticketing'),
    });
  }, 60_000);
  afterAll(async () => {
    payments.close();
    await running.stop();
    await database.drop();
    bank.process.kill('SIGTERM');
    await rm(keys, { recursive: true });
  });

  const start = () => payments.client.startPayment(paymentRequest({ idempotencyKey: randomUUID() }));
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${bank.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { notified: number; notification: string },
    };
  };
  const stateOf = async (id: string) => {
    const [row] = await database.asSuperuser<{ state: string; outcome: string | null }>(
      'SELECT state, outcome FROM payment WHERE id = $1',
      [id],
    );
    return row;
  };

  it.each([
    ['pay', 200, { state: 'VALIDATED', outcome: 'ACCEPTED' }],
    ['refuse', 200, { state: 'WAITING_LINK_PAYMENT', outcome: 'REFUSED' }],
    ['cancel', 200, { state: 'WAITING_LINK_PAYMENT', outcome: 'CANCELLED' }],
    ['never', 0, { state: 'WAITING_LINK_PAYMENT', outcome: null }],
  ])('agree on the decision %s', async (decision, notified, expected) => {
    const started = await start();
    const { body } = await post('/api/pay', { fields: started.formFields, decision });
    expect(body.notified).toBe(notified);
    expect(await stateOf(started.paymentId)).toEqual(expected);
  });

  it('repeat a notification without a second effect, and refuse an altered one', async () => {
    const started = await start();
    const { body } = await post('/api/pay', { fields: started.formFields, decision: 'pay' });
    expect((await post('/api/notify', { query: body.notification })).body.notified).toBe(200);
    const altered = body.notification.replace('M=17800', 'M=1');
    expect((await post('/api/notify', { query: altered })).body.notified).toBe(403);
  });

  it('refuse a form that was altered on its way', async () => {
    const started = await start();
    const fields = started.formFields.map((field) =>
      field.name === 'PBX_TOTAL' ? { ...field, value: '100' } : field,
    );
    expect((await post('/api/pay', { fields, decision: 'pay' })).status).toBe(403);
    const page = await fetch(started.formAction, {
      method: 'POST',
      body: new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value])),
    });
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('Formulaire refusé');
    expect(await stateOf(started.paymentId)).toEqual({ state: 'WAITING_LINK_PAYMENT', outcome: null });
  });

  it('agree on a payment whose notification is lost: the job finds it', async () => {
    const started = await start();
    await post('/api/faults', { notifications: 'lost' });
    const { body } = await post('/api/pay', { fields: started.formFields, decision: 'pay' });
    await post('/api/faults', { notifications: 'sent' });
    expect(body.notified).toBe(0);
    expect(await stateOf(started.paymentId)).toEqual({ state: 'WAITING_LINK_PAYMENT', outcome: null });
    await database.asSuperuser('UPDATE payment_inquiry SET next_at = now() WHERE payment_id = $1', [
      started.paymentId,
    ]);
    await running.container.get(PaymentInquiries).run(running.ctx);
    await eventually(async () =>
      expect(await stateOf(started.paymentId)).toEqual({ state: 'VALIDATED', outcome: 'ACCEPTED' }),
    );
  });

  it.each([
    ['none', 403, { state: 'WAITING_LINK_PAYMENT', outcome: null }],
    ['refused', 403, { state: 'WAITING_LINK_PAYMENT', outcome: null }],
    ['other-amount', 403, { state: 'WAITING_LINK_PAYMENT', outcome: null }],
    ['silent', 200, { state: 'WAITING_LINK_PAYMENT', outcome: 'PENDING' }],
  ])(
    'do not accept a signature alone when the answer of the inquiry is: %s',
    async (inquiries, notified, expected) => {
      const started = await start();
      await post('/api/faults', { inquiries });
      const { body } = await post('/api/pay', { fields: started.formFields, decision: 'pay' });
      await post('/api/faults', { inquiries: 'ok' });
      expect(body.notified).toBe(notified);
      expect(await stateOf(started.paymentId)).toEqual(expected);
      // The next inquiry gets the correct answer.
      await post('/api/notify', { query: body.notification });
      await database.asSuperuser('UPDATE payment_inquiry SET next_at = now() WHERE payment_id = $1', [
        started.paymentId,
      ]);
      await running.container.get(PaymentInquiries).run(running.ctx);
      await eventually(async () =>
        expect(await stateOf(started.paymentId)).toEqual({ state: 'VALIDATED', outcome: 'ACCEPTED' }),
      );
    },
    20_000,
  );

  it('refuse a notification that the bank signed for another shop', async () => {
    const started = await start();
    // The other shop's form has our order and amount, and the bank signs it in the same way.
    const key = Buffer.from(HMAC_KEY, 'hex');
    const theirs = started.formFields
      .filter(({ name }) => name !== 'PBX_HMAC')
      .map((field) => (field.name === 'PBX_SITE' ? { ...field, value: '7654321' } : field));
    const fields = [...theirs, { name: 'PBX_HMAC', value: hmacOf(theirs, key) }];
    const { body } = await post('/api/pay', { fields, decision: 'pay' });
    expect(body.notified).toBe(403);
    expect(await stateOf(started.paymentId)).toEqual({ state: 'WAITING_LINK_PAYMENT', outcome: null });
  });

  describe('with Systempay', () => {
    const startSystempay = async () => {
      const request = paymentRequest({ idempotencyKey: randomUUID() });
      const actor = systemActor(request.tenantId, 'test');
      await running.ctx.db.inTenant(actor, (tx) =>
        resourcesOf(running.ctx).of(bankSettings).create(tx, actor, {
          bankKitMode: 'SYSTEMPAY',
          systempaySiteId: '12345678',
          systempayKey: '1122334455667788',
        }),
      );
      return payments.client.startPayment(request);
    };

    it.each([
      ['pay', 200, { state: 'VALIDATED', outcome: 'ACCEPTED' }],
      ['refuse', 200, { state: 'WAITING_LINK_PAYMENT', outcome: 'REFUSED' }],
      ['cancel', 200, { state: 'WAITING_LINK_PAYMENT', outcome: 'CANCELLED' }],
      ['never', 0, { state: 'WAITING_LINK_PAYMENT', outcome: null }],
    ])('agree on the decision %s', async (decision, notified, expected) => {
      const started = await startSystempay();
      const { body } = await post('/api/pay', { fields: started.formFields, decision });
      expect(body.notified).toBe(notified);
      expect(await stateOf(started.paymentId)).toEqual(expected);
    });

    it('refuse a form that was altered, and one that is posted again', async () => {
      const { formFields } = await startSystempay();
      const altered = formFields.map((field) =>
        field.name === 'vads_amount' ? { ...field, value: '100' } : field,
      );
      expect((await post('/api/pay', { fields: altered, decision: 'pay' })).status).toBe(403);
      expect((await post('/api/pay', { fields: formFields, decision: 'refuse' })).status).toBe(200);
      expect((await post('/api/pay', { fields: formFields, decision: 'pay' })).status).toBe(403);
    });

    it('lead the browser to the decision and back, with the signed answer', async () => {
      const started = await startSystempay();
      const page = await fetch(started.formAction, {
        method: 'POST',
        body: new URLSearchParams(
          started.formFields.map(({ name, value }): [string, string] => [name, value]),
        ),
      });
      const html = await page.text();
      expect(html).toContain('178,00');
      const decided = await fetch(`${bank.url}/decide`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          session: /name="session" value="([^"]+)"/.exec(html)![1]!,
          decision: 'pay',
        }),
      });
      const back = new URL(decided.headers.get('location')!);
      expect(back.searchParams.get('vads_trans_status')).toBe('AUTHORISED');
      expect(await stateOf(started.paymentId)).toEqual({ state: 'VALIDATED', outcome: 'ACCEPTED' });
      const { status } = await running.request('POST', '/app-api/payments/systempay/return', {
        body: { query: back.search.slice(1) },
      });
      expect(status).toBe(204);
    });
  });

  it('lead the browser from the form to the decision and back to the shop', async () => {
    const started = await start();
    const page = await fetch(started.formAction, {
      method: 'POST',
      body: new URLSearchParams(started.formFields.map(({ name, value }): [string, string] => [name, value])),
    });
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('178,00');
    const session = /name="session" value="([^"]+)"/.exec(html)![1]!;
    const decided = await fetch(`${bank.url}/decide`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ session, decision: 'pay' }),
    });
    expect(decided.status).toBe(303);
    expect(decided.headers.get('location')).toContain(
      `outcome=accepted&M=17800&R=${fieldOf(started, 'PBX_CMD')}`,
    );
    expect(await stateOf(started.paymentId)).toEqual({ state: 'VALIDATED', outcome: 'ACCEPTED' });
  });
});
