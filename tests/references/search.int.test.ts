import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startTestService, testDatabase, type TestDatabase, type TestService } from '@coulisse/test-kit';
import { eventually } from '@coulisse/test-kit/eventually';
import { PrivateBus } from '@coulisse/test-kit/private-bus';
import { service as crm } from '../../services/crm/src/service';
import { service as insights } from '../../services/insights/src/service';
import { service as ticketing } from '../../services/ticketing/src/service';

jest.setTimeout(120_000);

interface Found {
  groups: { resource: string; items: { id: string; label: string; detail: string; archived: boolean }[] }[];
}
type Stored = { id: string; version: number };

const SERVICES = join(__dirname, '..', '..', 'services');
const bus = new PrivateBus();
const databases: TestDatabase[] = [];
const running: TestService[] = [];
let office: TestService;
let search: TestService;
let crmDatabase: TestDatabase;
let ticketingDatabase: TestDatabase;

beforeAll(async () => {
  crmDatabase = await testDatabase(join(SERVICES, 'crm'));
  const insightsDatabase = await testDatabase(join(SERVICES, 'insights'));
  ticketingDatabase = await testDatabase(join(SERVICES, 'ticketing'));
  databases.push(crmDatabase, insightsDatabase, ticketingDatabase);
  // Third parties that existed before anything was published.
  await crmDatabase.asSuperuser(
    `INSERT INTO tiers (id, tenant_id, kind, name) SELECT gen_random_uuid(), $1, 'society', 'Ancienne ' || n FROM generate_series(1, 700) n`,
    [early],
  );
  search = await startTestService(insights, { database: insightsDatabase, bus });
  running.push(search);
  office = await startTestService(crm, {
    database: crmDatabase,
    bus,
    env: { TICKETING_GRPC: '127.0.0.1:1', DOCUMENTS_GRPC: '127.0.0.1:1' },
  });
  running.push(office);
  const away = {
    PAYMENTS_GRPC: '127.0.0.1:1',
    DOCUMENTS_GRPC: '127.0.0.1:1',
    NOTIFICATIONS_GRPC: '127.0.0.1:1',
  };
  running.push(await startTestService(ticketing, { database: ticketingDatabase, bus, env: away }));
});
afterAll(async () => {
  for (const service of running) await service.stop();
  for (const database of databases) await database.drop();
});

const early = randomUUID();
const [tenant, neighbour] = [randomUUID(), randomUUID()];
const rights = ['crm.*'];
const send = async (
  method: string,
  path: string,
  {
    tenantId = tenant,
    ...options
  }: { body?: unknown; tenantId?: string; headers?: Record<string, string> } = {},
) => {
  const token = office.issuer.staffToken({ tenantId, rights });
  const answer = await office.request<Stored>(method, `/b/api/crm/${path}`, { token, ...options });
  expect([answer.text, answer.status < 300]).toEqual([answer.text, true]);
  return answer.body;
};
async function labels(text: string, tenantId = tenant): Promise<string[]> {
  const token = search.issuer.staffToken({ tenantId, rights });
  const query = new URLSearchParams({ q: text, limit: '20' });
  const answer = await search.request<Found>('GET', `/b/api/global-search?${query.toString()}`, { token });
  expect(answer.status).toBe(200);
  return answer.body.groups.flatMap(({ resource, items }) =>
    items.map(({ label }) => `${resource} ${label}`),
  );
}
const found = (text: string, expected: string[], tenantId = tenant) =>
  eventually(async () => expect((await labels(text, tenantId)).sort()).toEqual(expected.sort()), {
    timeoutMs: 20_000,
  });
const society = (name: string, tenantId = tenant) =>
  send('POST', 'societies', { body: { name, email: 'contact@belrive.example' }, tenantId });

it('finds a record within seconds after it was created, renamed, archived, and not after it was deleted', async () => {
  const started = Date.now();
  const { id } = await society('Théâtre de Belrive & Fils');
  await society('Théâtre de Belrive', neighbour);
  await found('belrive', ['crm.tiers Théâtre de Belrive & Fils']);
  expect(Date.now() - started).toBeLessThan(10_000);
  await found('belrive', ['crm.tiers Théâtre de Belrive'], neighbour);

  await send('PATCH', `societies/${id}`, {
    body: { name: 'Opéra de Valmont' },
    headers: { 'if-match': '"1"' },
  });
  await found('valmont', ['crm.tiers Opéra de Valmont']);
  await found('theatre belrive', []);
  await send('POST', `societies/${id}/archive`);
  await eventually(async () => {
    const token = search.issuer.staffToken({ tenantId: tenant, rights });
    const answer = await search.request<Found>('GET', '/b/api/global-search?q=valmont', { token });
    expect(answer.body.groups[0]?.items[0]).toMatchObject({
      archived: true,
      detail: 'contact@belrive.example',
    });
  });
  await send('DELETE', `societies/${id}`);
  await found('valmont', []);
});

it('follows the labels that the database computes from other records', async () => {
  const { id: societyId } = await society('Maison Quartz');
  const { id: particular } = await send('POST', 'particulars', {
    body: { firstName: 'Ida', lastName: 'Noor' },
  });
  await send('POST', 'contacts', { body: { society: societyId, particular, function: 'Régie' } });
  await found('noor', ['crm.tiers Ida Noor', 'crm.contact Ida Noor · Maison Quartz']);
  await send('PATCH', `societies/${societyId}`, {
    body: { name: 'Maison Onyx' },
    headers: { 'if-match': '"1"' },
  });
  await found('onyx', ['crm.tiers Maison Onyx', 'crm.contact Ida Noor · Maison Onyx']);
});

it('hides the merged one of two third parties, and moves its contacts', async () => {
  const { id } = await society('Lumen Paris');
  const { id: other } = await society('Lumen Lyon');
  await found('lumen', ['crm.tiers Lumen Paris', 'crm.tiers Lumen Lyon']);
  await send('POST', `tiers/${id}/merge`, { body: { other } });
  await found('lumen', ['crm.tiers Lumen Paris']);
});

it('is followed by the labels of references in another service', async () => {
  const keptRows = (id: string) =>
    ticketingDatabase.asSuperuser(
      `SELECT tenant_id, label, archived, deleted, merged_into FROM kit.reference WHERE resource = 'crm.tiers' AND id = $1`,
      [id],
    );
  const becomes = (id: string, expected: object) =>
    eventually(async () => expect(await keptRows(id)).toMatchObject([expected]), { timeoutMs: 20_000 });
  const { id } = await society('Ateliers Brume');
  await becomes(id, { tenant_id: tenant, label: 'Ateliers Brume', archived: false, deleted: false });
  await send('PATCH', `societies/${id}`, {
    body: { name: 'Ateliers Givre' },
    headers: { 'if-match': '"1"' },
  });
  await becomes(id, { label: 'Ateliers Givre' });
  const { id: stays } = await society('Ateliers Neige');
  await send('POST', `tiers/${stays}/merge`, { body: { other: id } });
  await becomes(id, { label: 'Ateliers Givre', archived: true, merged_into: stays });
  const { id: goneId } = await society('Ateliers Pluie');
  await becomes(goneId, { deleted: false });
  await send('DELETE', `societies/${goneId}`);
  await becomes(goneId, { label: 'Ateliers Pluie', deleted: true });
  // Only the resources to which ticketing refers are kept.
  expect(await ticketingDatabase.asSuperuser('SELECT DISTINCT resource FROM kit.reference')).toEqual([
    { resource: 'crm.tiers' },
  ]);
});

it('finds records that existed before the service published any', async () => {
  await found('ancienne 633', ['crm.tiers Ancienne 633'], early);
  const rows = await crmDatabase.asSuperuser<{ waiting: number }>(
    'SELECT count(*)::int AS waiting FROM kit.republication',
  );
  expect(rows).toEqual([{ waiting: 0 }]);
});
