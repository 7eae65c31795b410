import { randomUUID } from 'node:crypto';
import { topics, type TopicEvent } from '@coulisse/contracts';
import { resourcesOf } from '@coulisse/resource-server';
import { systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { bankSettings } from '../src/resources';
import { startHarness, type Harness } from './support/harness';

const KEY = 'Ab1/+=cdefghijkl';
const SHOP = { bankKitMode: 'SYSTEMPAY', systempaySiteId: '12345678', systempayKey: KEY } as const;
const ANNOUNCED = {
  bank: 'SYSTEMPAY',
  shop: {
    siteId: '12345678',
    mode: 'TEST',
    hasKey: true,
    notificationPath: '/app-api/payments/systempay/notification',
  },
};

describe('the bank of a tenant is announced to other services', () => {
  let harness: Harness;
  const announced = new Map<string, TopicEvent<'payments.bank.v1'>['value'][]>();
  /** Everything that left the service on this topic, as bytes. */
  const sent: Buffer[] = [];

  beforeAll(async () => {
    harness = await startHarness();
    await harness.bus.subscribe({
      topics: ['payments.bank.v1'],
      group: 'bank-reader',
      from: 'earliest',
      handler: async ({ key, value }) => {
        sent.push(Buffer.from(value));
        const { event } = topics['payments.bank.v1'].decode(value);
        if (event) announced.set(key, [...(announced.get(key) ?? []), event.value]);
      },
    }).ready;
  }, 60_000);
  afterAll(() => harness.stop());

  const settings = () => resourcesOf(harness.service.ctx).of(bankSettings);
  const inTenant = async <T>(
    tenantId: string,
    work: Parameters<typeof harness.service.ctx.db.inTenant<T>>[1],
  ) => harness.service.ctx.db.inTenant(systemActor(tenantId, 'test'), work);
  const created = (tenantId: string, values: Partial<Record<keyof typeof SHOP, string>> = SHOP) =>
    inTenant(tenantId, (tx) => settings().create(tx, tx.actor, values as typeof SHOP));
  const ofTenant = (tenantId: string) => {
    const value = { tenantId, name: 'La Lanterne', slug: `lanterne-${tenantId.slice(0, 8)}` };
    const bytes = topics['identity.tenant.v1'].encode(
      topics['identity.tenant.v1'].fromPartial({ event: { $case: 'changed', value } }),
    );
    return harness.bus.publish([
      {
        topic: 'identity.tenant.v1',
        key: tenantId,
        value: Buffer.from(bytes.finish()),
        headers: {
          ce_id: randomUUID(),
          ce_type: 'changed',
          ce_time: new Date().toISOString(),
          ce_tenantid: tenantId,
        },
      },
    ]);
  };

  it('when it is chosen and when its shop changes, without the key', async () => {
    const tenantId = randomUUID();
    const { id } = await created(tenantId);
    await inTenant(tenantId, async (tx) => {
      const locked = await settings().lock(tx, tx.actor, id);
      await settings().update(tx, tx.actor, locked, { systempayMode: 'PRODUCTION' });
    });
    await eventually(() =>
      expect(announced.get(id)).toEqual([
        { version: 1, ...ANNOUNCED },
        { version: 2, ...ANNOUNCED, shop: { ...ANNOUNCED.shop, mode: 'PRODUCTION' } },
      ]),
    );
    expect(sent.length).toBeGreaterThan(0);
    // Not a part of it either.
    for (const part of [KEY, KEY.slice(0, 6), KEY.slice(-6)])
      expect(sent.some((bytes) => bytes.includes(part))).toBe(false);
  });

  it('without a shop while it is that of the installation', async () => {
    const { id } = await created(randomUUID(), { ...SHOP, bankKitMode: 'PAYBOX' });
    await eventually(() =>
      expect(announced.get(id)).toEqual([{ version: 1, bank: 'PAYBOX', shop: undefined }]),
    );
  });

  it('once more for a tenant that is older than the topic', async () => {
    const tenantId = randomUUID();
    const { id } = await created(tenantId);
    await eventually(() => expect(announced.get(id)).toHaveLength(1));
    await ofTenant(tenantId);
    await eventually(() =>
      expect(announced.get(id)).toEqual([
        { version: 1, ...ANNOUNCED },
        { version: 1, ...ANNOUNCED },
      ]),
    );
  });
});
