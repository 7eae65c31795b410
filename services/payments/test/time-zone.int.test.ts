import { randomUUID } from 'node:crypto';
import { localDate } from '@coulisse/contracts';
import { eventually, testIssuer } from '@coulisse/test-kit';
import { fieldOf, outcome, startHarness, type Harness } from './support/harness';

/** 25 hours apart: their dates differ at every instant. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

describe('dates of a payment', () => {
  const tenants = ZONES.map((timeZone) => ({ tenantId: randomUUID(), timeZone, archived: false }));
  let harness: Harness;
  beforeAll(async () => {
    const issuer = await testIssuer();
    for (const tenant of tenants) issuer.tenants.set(tenant.tenantId, tenant);
    harness = await startHarness();
    await eventually(async () =>
      expect(await harness.database.asSuperuser('SELECT 1 FROM kit.tenant')).toHaveLength(2),
    );
  }, 60_000);
  afterAll(() => harness.stop(), 30_000);

  /** A payment that is accepted, as the API returns it. */
  const paid = async (tenantId: string) => {
    const started = await harness.start({ tenantId, reservationId: randomUUID() });
    await harness.notify(harness.signed(outcome(fieldOf(started, 'PBX_CMD'), { transaction: '1' })));
    const call = async (query: string) =>
      harness.service.request<{
        date: string;
        validationDate: string;
        items: { id: string }[];
      }>('GET', `/b/api/sale/payments${query}`, {
        token: harness.service.issuer.staffToken({ tenantId, rights: ['payments.payment.read'] }),
      });
    const { body } = await call(`/${started.paymentId}`);
    return { id: started.paymentId, body, call };
  };

  test.each(tenants)('are local dates of the tenant: $timeZone', async ({ tenantId, timeZone }) => {
    const before = localDate(new Date(), timeZone);
    const { id, body, call } = await paid(tenantId);
    const after = localDate(new Date(), timeZone);
    expect([before, after]).toContain(body.date);
    expect([before, after]).toContain(body.validationDate);
    const today = await call('?f.validationDate.within=today');
    expect(today.body.items.map((item) => item.id)).toEqual([id]);
    const yesterday = await call('?f.validationDate.within=yesterday');
    expect(yesterday.body.items).toEqual([]);
  });

  test('differ between the tenants', async () => {
    const [first, second] = await Promise.all(tenants.map(({ tenantId }) => paid(tenantId)));
    expect(first!.body.validationDate > second!.body.validationDate).toBe(true);
  });
});
