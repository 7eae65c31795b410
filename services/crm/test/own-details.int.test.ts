import { randomUUID } from 'node:crypto';
import { publicToken } from '@coulisse/test-kit';
import { office, type Stored } from './support/office';

jest.setTimeout(60_000);

interface Changes {
  version: number;
  firstName: string;
  lastName: string;
  telephone: string;
  address: { addressLine1: string; zipCode: string; city: string; country: string } | null;
}
interface Details extends Changes {
  newsletterSubscribed: boolean;
}

describe('the details of a signed-in buyer', () => {
  const crm = office();
  const newAddress = () => `own-${randomUUID()}@crm.test`;

  async function call<B = Details>(
    email: string,
    method: 'GET' | 'PUT',
    body?: object,
    { tenantId = crm.tenants[0], path = 'details' }: { tenantId?: string; path?: string } = {},
  ): Promise<{ status: number; body: B }> {
    const response = await fetch(`${crm.crm.url}/app-api/crm/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await publicToken({ tenantId, email, subject: email })}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as B };
  }
  const consent = (email: string, newsletterSubscribed: boolean) =>
    call(email, 'PUT', { newsletterSubscribed }, { path: 'consents' });
  const changesOf = ({ newsletterSubscribed: _consent, ...changes }: Details): Changes => changes;
  const details = (): Changes => ({
    version: 0,
    firstName: 'Léa',
    lastName: 'O’Neill',
    telephone: '0612440819',
    address: { addressLine1: '3 rue Haute & Basse', zipCode: '77000', city: 'Melun', country: 'FR' },
  });
  const byEmail = async (email: string) =>
    (await crm.read<{ items: Stored[] }>(`tiers?f.email.eq=${encodeURIComponent(email)}&archived=all`)).items;

  it('are empty before a purchase, and the first change creates the third party once', async () => {
    const email = newAddress();
    expect((await call(email, 'GET')).body).toMatchObject({ version: 0, newsletterSubscribed: false });
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => call(email, 'PUT', details())))).map(
      ({ status }) => status,
    );
    expect(statuses).toContain(200);
    // The others came late: there is a record now, of a version that they had not read.
    expect(statuses.filter((status) => ![200, 412].includes(status))).toEqual([]);
    expect(await byEmail(email)).toHaveLength(1);
    const { version: _version, ...read } = (await call(email, 'GET')).body;
    const { version: _none, ...written } = details();
    expect(read).toEqual({ ...written, newsletterSubscribed: false });
  });

  it('are those of the third party of the purchases; a consent is withdrawn at once and recorded', async () => {
    const email = newAddress();
    const sold = await crm.sell(crm.tenants[0], {
      email,
      firstName: 'Sofia',
      lastName: 'Almeida',
      telephone: 'poste 12',
      addressLine1: '1 quai Bas',
      zipCode: '69001',
      city: 'Lyon',
      country: 'FR',
      language: 'fr',
      newsletterSubscribed: true,
    });
    const tiersId = await crm.buyerOf(sold);
    const { body: read } = await call(email.toUpperCase(), 'GET');
    // What a sale accepts as a telephone does not stand in the way of a withdrawal.
    expect(read).toMatchObject({ firstName: 'Sofia', telephone: 'poste 12', address: { city: 'Lyon' } });
    expect((await consent(email, false)).body).toMatchObject({ newsletterSubscribed: false });
    const { body: withdrawn } = await call(email, 'GET');
    const moved = { ...changesOf(withdrawn), telephone: '0612440819', address: null };
    expect((await call(email, 'PUT', moved)).body).toMatchObject({ version: withdrawn.version + 1 });
    expect(await crm.read(`tiers/${tiersId}`)).toMatchObject({
      newsletterSubscribed: false,
      telephone: '0612440819',
      addresses: [],
    });
    const history = await crm.read<{ items: { action: string }[] }>(`tiers/${tiersId}/history`);
    expect(history.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['change-consents', 'change-own-details']),
    );
  });

  it('refuses a change of what was changed meanwhile', async () => {
    const email = newAddress();
    const first = changesOf((await call(email, 'PUT', details())).body);
    expect((await call(email, 'PUT', { ...first, lastName: 'Autre' })).status).toBe(200);
    expect(await call(email, 'PUT', { ...first, lastName: 'Tard' })).toMatchObject({
      status: 412,
      body: { code: 'record.changed' },
    });
    expect((await call(email, 'GET')).body.lastName).toBe('Autre');
  });

  it('names the field of what it refuses', async () => {
    const email = newAddress();
    const wrong = { ...details(), lastName: ' ', address: { ...details().address!, zipCode: ' ' } };
    const answer = await call<{ errors: { pointer: string }[] }>(email, 'PUT', wrong);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ pointer }) => pointer).sort()).toEqual([
      '/address/zipCode',
      '/lastName',
    ]);
    expect((await call(email, 'PUT', { ...details(), email: 'other@crm.test' })).status).toBe(422);
  });

  it('are of one tenant, and of nobody without an account', async () => {
    const email = newAddress();
    await consent(email, true);
    expect((await call(email, 'GET')).body).toMatchObject({
      newsletterSubscribed: true,
      lastName: 'Dominique Public',
    });
    expect((await call(email, 'GET', undefined, { tenantId: crm.tenants[1] })).body.version).toBe(0);
    expect((await fetch(`${crm.crm.url}/app-api/crm/details`)).status).toBe(401);
  });
});
