import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ResourceDefinition } from '@coulisse/resource';
import { systemActor } from '@coulisse/service-kit';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import { startTestService, testDatabase, type TestDatabase, type TestService } from '@coulisse/test-kit';
import {
  describeResource,
  serviceHarness,
  type Caller,
  type ResourceHarness,
} from '@coulisse/test-kit/describe-resource';
import { createDefaults } from '../src/features/defaults/create-defaults.command';
import * as declared from '../src/resources';
import { service } from '../src/service';
import { FakeCrm } from './support/fake-crm';

jest.setTimeout(60_000);

const resources: ResourceDefinition[] = Object.values(declared);
const crm = new FakeCrm();
let database: TestDatabase;
let running: TestService;

beforeAll(async () => {
  await crm.start();
  database = await testDatabase(join(__dirname, '..'));
  running = await startTestService(service, {
    database,
    bus: new MemoryBus(),
    env: { CRM_GRPC: crm.address, TICKETING_GRPC: crm.address },
  });
});
afterAll(async () => {
  await running?.stop();
  await database?.drop();
  crm.stop();
});

test('the service is ready', async () => {
  expect((await running.request('GET', '/health/ready')).status).toBe(200);
});

let nextYear = 2100;
const digits = () => String(randomInt(1_000_000_000)).padStart(9, '0');
const inTenant = <R>({ tenantId }: Caller, sql: string, values: readonly unknown[]) =>
  running.ctx.db.inTenant(systemActor(tenantId, 'test'), (tx) =>
    tx.sql.query<R & Record<string, unknown>>(sql, [...values]),
  );

/** The settings of a tenant, which its first event creates; no route does. */
async function settingsOf(caller: Caller): Promise<string> {
  await running.ctx.db.inTenant(systemActor(caller.tenantId, 'test'), (tx) =>
    createDefaults(tx, running.ctx, { name: 'Théâtre Lumière', city: 'Lyon', address: '' }),
  );
  const { rows } = await inTenant<{ id: string }>(caller, 'SELECT id FROM settings WHERE tenant_id = $1', [
    caller.tenantId,
  ]);
  return rows[0]!.id;
}

/** A quote or a bill of 100.00 € without VAT. */
async function documentBody(caller: Caller, changes: object = {}): Promise<Record<string, unknown>> {
  await settingsOf(caller);
  const items = [{ label: 'Cession', vatRate: '20', unitPrice: '100' }];
  return { title: `Soirée ${digits()}`, tiers: randomUUID(), items, ...changes };
}

/** A draft of a credit note on a bill that was issued. */
async function avoirOf(caller: Caller): Promise<string> {
  const post = async (path: string, body: object) => {
    const answer = await harness.request(caller, 'POST', `/b/api/sale/${path}`, { body });
    if (answer.status > 201) throw new Error(`${path}: ${answer.text}`);
    return (answer.body as { id: string }).id;
  };
  const bill = await post('bills', await documentBody(caller));
  await post(`bills/${bill}/transitions/post`, {});
  return post('avoirs', { bill, reason: `Erreur ${digits()}` });
}

/** The state alone: the suite asks what is allowed from there. */
const setState = (table: string) => async (caller: Caller, id: string, state: string) =>
  void (await inTenant(
    caller,
    `UPDATE ${table} SET state = $3::${table}_state WHERE tenant_id = $1 AND id = $2`,
    [caller.tenantId, id, state],
  ));

const harness = serviceHarness(() => running, { resources });
const overrides: Readonly<Record<string, Partial<ResourceHarness>>> = {
  'sales.product': { input: () => ({ reference: digits(), name: 'Animation', unitPrice: '12.5' }) },
  'sales.vat': { input: () => ({ name: `TVA ${digits()}`, rate: '20' }) },
  'sales.settings': { make: settingsOf },
  // A series has one format from each day on.
  'sales.number-format': {
    input: () => ({ series: 'quote', startsOn: `${nextYear++}-01-01`, format: 'D-{YYYY}-{NNN}' }),
    change: { format: 'D{YYYY}-{NNNN}' },
    expected: { duplicate: 422 },
  },
  'sales.quote': {
    input: (caller) => documentBody(caller, { depositPercent: '30' }),
    transitionInput: { accept: { signedOn: '2026-01-02' }, bill_deposit: {} },
    expected: { transitions: { 'REPLACED restore': 422 } },
  },
  'sales.bill': {
    input: (caller) => documentBody(caller, { forecastOn: '2026-12-01' }),
    setState: setState('bill'),
  },
  'sales.avoir': {
    make: avoirOf,
    transitionInput: {
      deduct: { bill: randomUUID(), amount: '1.00' },
      refund: { amount: '1.00', method: 'TRANSFER', date: '2026-01-02' },
    },
    setState: setState('avoir'),
    // The bill to deduct from does not exist.
    expected: { transitions: { 'POSTED deduct': 422 } },
  },
};
for (const resource of resources) describeResource(resource, { ...harness, ...overrides[resource.name] });
