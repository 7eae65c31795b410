import { randomUUID } from 'node:crypto';
import type { TopicEvent } from '@coulisse/contracts';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice } from './support/box-office';

type Bank = TopicEvent<'payments.bank.v1'>['value'];
interface Settings {
  id: string;
  bankKitMode: string | null;
  providerCredentials: object | null;
  providerUrls: object | null;
}

const PATH = '/b/api/configuration/settings';
const SHOP: Bank = {
  version: 3,
  bank: 'SYSTEMPAY',
  shop: {
    siteId: '12345678',
    mode: 'TEST',
    hasKey: true,
    notificationPath: '/app-api/payments/systempay/notification',
  },
};

describe('the bank in the settings of the box office', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  /** A tenant that the service has heard of. */
  async function tenant(): Promise<{ tenantId: string; slug: string }> {
    const tenantId = randomUUID();
    const slug = `lanterne-${tenantId.slice(-12)}`;
    await office.publishEvent(tenantId, 'identity.tenant.v1', tenantId, {
      $case: 'changed',
      value: { tenantId, version: 1, name: 'La Lanterne', slug, city: '', address: '', archived: false },
    });
    await eventually(async () => expect(await read(tenantId)).toBeDefined());
    return { tenantId, slug };
  }
  const read = async (tenantId: string): Promise<Settings | undefined> => {
    const { body } = await office.staff<{ items: { id: string }[] }>(tenantId, 'GET', PATH);
    const [own] = body.items;
    return own && (await office.staff<Settings>(tenantId, 'GET', `${PATH}/${own.id}`)).body;
  };
  const announce = (tenantId: string, value: Bank) =>
    office.publishEvent(tenantId, 'payments.bank.v1', randomUUID(), { $case: 'changed', value });

  test('is empty until payments has told of it', async () => {
    const { tenantId } = await tenant();
    expect(await read(tenantId)).toMatchObject({
      bankKitMode: null,
      providerCredentials: null,
      providerUrls: null,
    });
  });

  test('says which shop it is and that it has a key, and what to enter at the bank', async () => {
    const { tenantId, slug } = await tenant();
    await announce(tenantId, SHOP);
    await eventually(async () =>
      expect(await read(tenantId)).toMatchObject({
        bankKitMode: 'SYSTEMPAY',
        providerCredentials: { siteId: '12345678', mode: 'TEST', key: '••••••••' },
        providerUrls: {
          host: null,
          notification: '/app-api/payments/systempay/notification',
          return: `/app/theatres/${slug}`,
        },
      }),
    );
    await office.database.asSuperuser('INSERT INTO public_host (host, tenant_id) VALUES ($1, $2)', [
      `${slug}.example`,
      tenantId,
    ]);
    expect(await read(tenantId)).toMatchObject({ providerUrls: { host: `${slug}.example` } });
  });

  test('ignores what is older, and has no shop with the account of the installation', async () => {
    const { tenantId } = await tenant();
    await announce(tenantId, { version: 5, bank: 'PAYBOX', shop: undefined });
    await eventually(async () => expect(await read(tenantId)).toMatchObject({ bankKitMode: 'PAYBOX' }));
    await announce(tenantId, SHOP);
    const { tenantId: later } = await tenant();
    await announce(later, SHOP);
    await eventually(async () => expect(await read(later)).toMatchObject({ bankKitMode: 'SYSTEMPAY' }));
    expect(await read(tenantId)).toMatchObject({
      bankKitMode: 'PAYBOX',
      providerCredentials: null,
      providerUrls: null,
    });
  });

  test('is not of another tenant, and nobody changes it here', async () => {
    const [{ tenantId }, other] = [await tenant(), await tenant()];
    await announce(tenantId, SHOP);
    await eventually(async () => expect(await read(tenantId)).toMatchObject({ bankKitMode: 'SYSTEMPAY' }));
    expect(await read(other.tenantId)).toMatchObject({ bankKitMode: null, providerCredentials: null });
    const own = (await read(tenantId))!;
    const answer = await office.staff<{ code: string }>(
      tenantId,
      'PATCH',
      `${PATH}/${own.id}`,
      { bankKitMode: 'PAYBOX' },
      { headers: { 'if-match': '"1"' } },
    );
    expect(answer.status).toBe(422);
    expect((await read(tenantId))!.bankKitMode).toBe('SYSTEMPAY');
  });
});
