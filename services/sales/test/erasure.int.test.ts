import { randomUUID } from 'node:crypto';
import { ERASED_ADDRESS, ERASED_NAME, systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { createDefaults } from '../src/features/defaults/create-defaults.command';
import { eraseBuyer, eraseDue } from '../src/features/personal-data/erase-buyer.command';
import { startSalesWithPeers, type SalesWithPeers } from './support/sales-with-peers';

jest.setTimeout(60_000);

let sales: SalesWithPeers;
beforeAll(async () => {
  sales = await startSalesWithPeers();
});
afterAll(() => sales?.stop());

interface Stored {
  id: string;
  state: string;
  version: number;
  sentTo: string | null;
  buyer: { name: string; email: string; addressLines: string[]; zipCode: string; city: string };
  bill: string;
  items: { action: string; changes: object }[];
}
interface Sent extends Record<string, unknown> {
  recipient: string;
  subject: string | null;
  message: string | null;
  state: string;
}
const ITEMS = [{ label: 'Cession', unitPrice: '100', vatRate: '20' }];

/** A tenant with a person who buys. */
async function desk() {
  const tenantId = randomUUID();
  const [tiers, email] = [randomUUID(), `Lea.Roux-${randomUUID()}@buyers.test`];
  const buyer = {
    ...{ kind: 'particular', name: 'Léa Roux & fils', siren: '', vatNumber: '', email, language: 'fr' },
    ...{ addressLines: ['3 rue Haute'], zipCode: '77000', city: 'Melun', country: 'FR' },
  };
  sales.crm.tiers.set(tiers, buyer);
  const inTenant = (work: Parameters<typeof sales.running.ctx.db.inTenant>[1], id: string = tenantId) =>
    sales.running.ctx.db.inTenant(systemActor(id, 'test'), work);
  await inTenant((tx) =>
    createDefaults(tx, sales.running.ctx, {
      name: 'Théâtre Lumière',
      city: 'Lyon',
      address: '1 place Bellecour',
    }),
  );
  const token = sales.running.issuer.staffToken({
    userId: randomUUID(),
    subject: randomUUID(),
    tenantId,
    rights: ['*'],
  });
  const call = async (method: string, path: string, body?: object) => {
    const answer = await sales.running.request<Stored>(method, `/b/api/sale/${path}`, { token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const sendings = () =>
    sales.database.asSuperuser<Sent>(
      'SELECT recipient, subject, message, state FROM sending WHERE tenant_id = $1',
      [tenantId],
    );
  return {
    ...{ tenantId, tiers, email, buyer, inTenant, call, sendings },
    move: (path: string, transition: string, input: object = {}) =>
      call('POST', `${path}/transitions/${transition}`, { input }),
    make: async (kind: 'quotes' | 'bills', of: string = tiers) => {
      const { id } = await call('POST', kind, { title: 'Soirée', tiers: of, items: ITEMS });
      await call('POST', `${kind}/${id}/transitions/post`, {});
      return `${kind}/${id}`;
    },
    mailed: (count: number) =>
      eventually(async () =>
        expect((await sendings()).filter(({ state }) => state !== 'WAITING')).toHaveLength(count),
      ),
    erase: (id?: string) => inTenant((tx) => eraseBuyer(tx, email), id),
    night: () => inTenant((tx) => eraseDue(tx, email.toLowerCase())),
    requests: () =>
      sales.database.asSuperuser('SELECT email FROM buyer_erasure WHERE tenant_id = $1', [tenantId]),
    /** As if the erasure had been requested two days ago, and everything had been made before it. */
    age: async () => {
      for (const table of ['bill', 'avoir', 'quote', 'sending'])
        await sales.database.asSuperuser(
          `UPDATE ${table} SET created_at = now() - interval '3 days' WHERE tenant_id = $1`,
          [tenantId],
        );
      await sales.database.asSuperuser(
        `UPDATE buyer_erasure SET requested_at = now() - interval '2 days' WHERE tenant_id = $1`,
        [tenantId],
      );
    },
  };
}

test('a bill and its credit note keep the name and the postal address, and no e-mail address', async () => {
  const { make, move, call, mailed, erase, sendings, buyer } = await desk();
  const path = await make('bills');
  await move(path, 'send', { subject: 'Pour Léa', message: 'Chère Léa' });
  await mailed(1);
  const credit = await call('POST', 'avoirs', { bill: path.split('/')[1], reason: 'Annulation' });
  await move(`avoirs/${credit.id}`, 'post');
  await erase();
  const bill = await call('GET', path);
  expect(bill).toMatchObject({ state: 'SENDED', sentTo: null, buyer: { ...buyer, email: '' } });
  expect((await call('GET', `avoirs/${credit.id}`)).buyer).toEqual({ ...buyer, email: '' });
  expect(await sendings()).toEqual([
    { recipient: ERASED_ADDRESS, subject: null, message: null, state: 'SENT' },
  ]);
  // Whoever tries to mail it again has to name an address.
  const [again] = await Promise.allSettled([move(path, 'send')]);
  expect(again?.status).toBe('rejected');
});

test('documents and their mails are given out to their buyer only, whatever the case of the address', async () => {
  const { make, move, mailed, email, tenantId } = await desk();
  const path = await make('bills');
  await make('quotes');
  await move(path, 'send', { subject: 'Pour Léa & co', message: 'Chère Léa' });
  await mailed(1);
  const read = (address: string, of = tenantId) =>
    sales.running.request<Record<string, object[]>>('GET', '/app-api/sale/personal-data', {
      token: sales.running.issuer.publicToken({ tenantId: of, email: address }),
    });
  expect((await read(email.toUpperCase())).body).toMatchObject({
    quotes: [{ title: 'Soirée', totalTTC: '120.00', buyer: { name: 'Léa Roux & fils' }, sentTo: null }],
    bills: [{ title: 'Soirée', state: 'SENDED', sentTo: email }],
    creditNotes: [],
    mails: [{ recipient: email, subject: 'Pour Léa & co', message: 'Chère Léa', state: 'SENT' }],
  });
  const nothing = { quotes: [], bills: [], creditNotes: [], mails: [] };
  expect((await read(`x${email}`)).body).toEqual(nothing);
  expect((await read(email, (await desk()).tenantId)).body).toEqual(nothing);
  expect((await sales.running.request('GET', '/app-api/sale/personal-data', {})).status).toBe(401);
});

test('a quote that came to nothing keeps nothing of a person; an accepted one is kept like a bill', async () => {
  const { make, move, call, erase, buyer } = await desk();
  const [refused, accepted] = [await make('quotes'), await make('quotes')];
  await move(refused, 'refuse', { reason: 'Trop cher' });
  await move(accepted, 'accept', { signedOn: new Date().toISOString().slice(0, 10), signedBy: 'Léa Roux' });
  await erase();
  expect((await call('GET', refused)).buyer).toMatchObject({
    ...{ name: ERASED_NAME, email: '', addressLines: [], zipCode: '', city: '' },
  });
  expect(await call('GET', accepted)).toMatchObject({
    signedBy: 'Léa Roux',
    buyer: { ...buyer, email: '' },
  });
});

test('a company loses the e-mail address of its quote alone', async () => {
  const { make, move, call, inTenant } = await desk();
  const path = await make('quotes', randomUUID());
  await move(path, 'refuse', { reason: 'Trop cher' });
  await inTenant((tx) => eraseBuyer(tx, 'compta@bayard.test'));
  expect((await call('GET', path)).buyer).toMatchObject({ name: 'Maison Bayard', email: '', city: 'Lyon' });
});

test('an open quote is kept until it has expired', async () => {
  const { make, call, erase, night, requests, age, email, buyer, tenantId } = await desk();
  const path = await make('quotes');
  await erase();
  expect((await call('GET', path)).buyer).toEqual(buyer);
  await age();
  await night();
  expect(await requests()).toEqual([{ email: email.toLowerCase() }]);
  await sales.database.asSuperuser(`UPDATE quote SET valid_until = current_date - 2 WHERE tenant_id = $1`, [
    tenantId,
  ]);
  await night();
  expect((await call('GET', path)).buyer).toMatchObject({ name: ERASED_NAME, email: '' });
  expect(await requests()).toEqual([]);
});

test('what was made after the request, and what others have, is not concerned', async () => {
  const [ours, theirs] = [await desk(), await desk()];
  const path = await ours.make('bills');
  await ours.erase(theirs.tenantId);
  expect((await ours.call('GET', path)).buyer.email).toBe(ours.email);
  await ours.erase();
  await ours.age();
  const later = await ours.make('bills');
  await ours.night();
  expect((await ours.call('GET', path)).buyer.email).toBe('');
  expect((await ours.call('GET', later)).buyer.email).toBe(ours.email);
  expect(await ours.requests()).toEqual([]);
});

test('a mail that nobody can send is given up after a day, and its address is erased', async () => {
  const { make, move, mailed, erase, night, age, sendings, tenantId, email } = await desk();
  const path = await make('bills');
  await move(path, 'send');
  await mailed(1);
  await sales.database.asSuperuser(`UPDATE sending SET state = 'WAITING' WHERE tenant_id = $1`, [tenantId]);
  await erase();
  expect(await sendings()).toMatchObject([{ state: 'WAITING', recipient: email }]);
  await age();
  await night();
  expect(await sendings()).toMatchObject([{ state: 'REFUSED', recipient: ERASED_ADDRESS }]);
});

test('the history of an erased document has no entry about what was erased', async () => {
  const { make, call, erase } = await desk();
  const path = await make('bills');
  const before = (await call('GET', `${path}/history`)).items.length;
  await erase();
  expect((await call('GET', `${path}/history`)).items).toHaveLength(before);
});
