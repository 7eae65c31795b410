import { randomUUID } from 'node:crypto';
import { tiersV1 } from '@coulisse/contracts';
import { openClient } from '@coulisse/service-kit/grpc';
import { testCredentials } from '@coulisse/test-kit';
import { office } from './support/office';

jest.setTimeout(60_000);

/** Answers what crm tells a service of a third party. */
async function describeAs(service: 'sales' | 'ticketing', address: string, request: object) {
  const { client, close } = openClient(tiersV1.TiersServiceDefinition, address, {
    credentials: testCredentials(service),
  });
  try {
    return await client.describeTiers(tiersV1.DescribeTiersRequest.fromPartial(request));
  } finally {
    close();
  }
}

describe('what sales prints of a third party', () => {
  const crm = office();
  const tell = (tenantId: string, tiersId: string, service: 'sales' | 'ticketing' = 'sales') =>
    describeAs(service, crm.crm.grpcAddress, { tenantId, tiersId });

  it('is its name, its numbers and its billing address; nothing for another tenant or another service', async () => {
    const tenantId = randomUUID();
    const { status, body } = await crm.call(
      'POST',
      'societies',
      {
        body: {
          ...{ name: 'Maison Bayard & Cie', siren: '404833048', email: 'compta@bayard.test' },
          addresses: [
            { addressLine1: '1 quai Perdu', zipCode: '38000', city: 'Grenoble', country: 'FR' },
            {
              addressLine1: '12 rue de la Ré',
              zipCode: '69002',
              city: 'Lyon',
              country: 'FR',
              mainBilling: true,
            },
          ],
        },
      },
      tenantId,
    );
    expect(status).toBe(201);
    expect((await tell(tenantId, body.id)).tiers).toMatchObject({
      ...{ tiersId: body.id, kind: 'society', name: 'Maison Bayard & Cie', siren: '404833048' },
      ...{ email: 'compta@bayard.test', language: 'fr', addressLines: ['12 rue de la Ré'] },
      ...{ zipCode: '69002', city: 'Lyon', country: 'FR' },
    });
    expect((await tell(randomUUID(), body.id)).tiers).toBeUndefined();
    expect((await tell(tenantId, randomUUID())).tiers).toBeUndefined();
    await expect(tell(tenantId, 'x')).rejects.toMatchObject({ code: 'request.malformed' });
    // A caller that is not declared is refused by the transport.
    await expect(tell(tenantId, body.id, 'ticketing')).rejects.toThrow();
  });
});
