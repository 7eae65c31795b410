import { randomUUID } from 'node:crypto';
import { eventually, startTestService, type TestDatabase, type TestService } from '@coulisse/test-kit';
import { systemActor } from '../src';
import { PLATFORM_TENANT } from '../src/events/failed-delivery';
import { MemoryBus } from '../src/messaging/memory-bus';
import { FAST } from './support/fast-retries';
import { sampleService, sampleWithNotes, TOPIC } from './support/sample-service';

jest.setTimeout(60_000);

const RIGHTS = ['core.failed-delivery.read', 'core.failed-delivery.update'];
const PATH = '/_failed-deliveries';
let database: TestDatabase;
let service: TestService;
let group: string;
let broken = true;

beforeAll(async () => {
  database = await sampleWithNotes();
  const sampled = sampleService({
    onSent: (template) => {
      if (broken && template.startsWith('broken')) throw new TypeError('a secret of the house');
    },
  });
  group = sampled.group;
  const backOff = { attempts: 1, baseMs: 1, maxMs: 1 };
  service = await startTestService(sampled.service, {
    database,
    bus: new MemoryBus(),
    backOff,
    retries: FAST,
  });
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});
beforeEach(async () => {
  broken = true;
  await database.asSuperuser('DELETE FROM kit.failed_delivery');
});

interface Item {
  id: string;
  tenantId: string;
  state: string;
  isRetriable: boolean;
  nextAttemptAt: string | null;
}
interface List {
  items: Item[];
  counts: { RETRYING: number; DEAD: number };
}
const tokenOf = (tenantId: string | null, rights = RIGHTS) => service.issuer.staffToken({ tenantId, rights });
const list = async (tenantId: string | null, query = '') =>
  (await service.request<List>('GET', PATH + query, { token: tokenOf(tenantId) })).body;

/** Creates DEAD messages of a tenant; returns their ids. */
async function dead(tenant: string, count = 1): Promise<string[]> {
  for (let n = 0; n < count; n += 1) {
    const id = randomUUID();
    await service.ctx.db.inTenant(systemActor(tenant, 'test'), (tx) =>
      tx.publish(TOPIC, id, {
        $case: 'sent',
        value: {
          notificationId: id,
          kind: `broken ${n}`,
          subjectId: id,
          subjectResource: 'ticketing.reservation',
        },
      }),
    );
  }
  return eventually(
    async () => {
      const rows = await database.asSuperuser<{ id: string }>(
        `SELECT id FROM kit.failed_delivery WHERE tenant_id = $1 AND state = 'DEAD' ORDER BY id`,
        [tenant],
      );
      expect(rows).toHaveLength(count);
      return rows.map(({ id }) => id);
    },
    { timeoutMs: 20_000 },
  );
}

it('are listed for their tenant, without bytes, headers and the text of the error', async () => {
  const tenant = randomUUID();
  const [id] = await dead(tenant);
  const { items, counts } = await list(tenant);
  expect(counts).toEqual({ RETRYING: 0, DEAD: 1 });
  expect(items).toEqual([
    {
      id,
      tenantId: tenant,
      consumer: group,
      topic: TOPIC,
      type: 'sent',
      subject: { resource: 'ticketing.reservation', id: expect.any(String) as string },
      state: 'DEAD',
      isRetriable: true,
      isBehindAnother: false,
      attempts: 1,
      firstFailedAt: expect.any(String) as string,
      lastFailedAt: expect.any(String) as string,
      nextAttemptAt: null,
      error: { code: 'TypeError', detail: null },
    },
  ]);
  expect(JSON.stringify(items)).not.toContain('secret');
});

it('are listed for the platform, unreadable ones included, and for no other tenant', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  await dead(mine);
  await dead(theirs, 2);
  await service.ctx.bus.publish([
    { topic: TOPIC, key: 'k', value: Buffer.from('?'), headers: { ce_id: randomUUID() } },
  ]);
  await eventually(async () => expect((await list(null)).counts.DEAD).toBe(4), { timeoutMs: 20_000 });
  expect(new Set((await list(null)).items.map(({ tenantId }) => tenantId))).toEqual(
    new Set([mine, theirs, PLATFORM_TENANT]),
  );
  expect((await list(mine)).items.map(({ tenantId }) => tenantId)).toEqual([mine]);
  expect((await list(randomUUID())).items).toEqual([]);
});

it('are listed in pages, newest first, and filtered by state', async () => {
  const tenant = randomUUID();
  const ids = (await dead(tenant, 5)).toReversed();
  const first = await list(tenant, '?limit=2');
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await list(tenant, `?limit=2&before=${ids[1]}&state=DEAD`);
  expect(second.items.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  expect((await list(tenant, '?state=RETRYING')).items).toEqual([]);
});

it.each(['?state=LOST', '?before=x', '?limit=0', '?limit=9999', '?x=1'])(
  'return 422 for %s',
  async (query) => {
    const { status } = await service.request('GET', PATH + query, { token: tokenOf(randomUUID()) });
    expect(status).toBe(422);
  },
);

it('are retried on request, and deleted on success', async () => {
  const tenant = randomUUID();
  const [id] = await dead(tenant);
  broken = false;
  const { status } = await service.request('POST', `${PATH}/${id}/_retry`, { token: tokenOf(tenant) });
  expect(status).toBe(204);
  await eventually(async () => expect((await list(tenant)).items).toEqual([]), { timeoutMs: 20_000 });
  const [row] = await database.asSuperuser<{ action: string }>(
    'SELECT action FROM kit.history WHERE tenant_id = $1 AND entity_id = $2',
    [tenant, id],
  );
  expect(row).toEqual({ action: 'retry' });
});

it('are all retried on request: those of the tenant, or all for the platform', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  await dead(mine, 2);
  await dead(theirs);
  broken = false;
  const all = (tenantId: string | null) =>
    service.request('POST', `${PATH}/_retry`, { token: tokenOf(tenantId), body: { state: 'DEAD' } });
  expect((await all(mine)).body).toEqual({ count: 2 });
  await eventually(async () => expect((await list(mine)).items).toEqual([]), { timeoutMs: 20_000 });
  expect((await list(theirs)).items).toHaveLength(1);
  expect((await all(null)).body).toEqual({ count: 1 });
  await eventually(async () => expect((await list(null)).items).toEqual([]), { timeoutMs: 20_000 });
});

it('are discarded with a reason, which is in the history', async () => {
  const tenant = randomUUID();
  const [id] = await dead(tenant);
  const discard = (reason: unknown, tenantId: string | null = tenant) =>
    service.request('POST', `${PATH}/${id}/_discard`, { token: tokenOf(tenantId), body: { reason } });
  for (const reason of ['', '  ', 'a\0b', 'x'.repeat(501), 5, undefined])
    expect((await discard(reason)).status).toBe(422);
  expect((await list(tenant)).items).toHaveLength(1);
  // The platform's staff may too; the history of the tenant shows it.
  expect((await discard('sent by hand', null)).status).toBe(204);
  expect((await list(tenant)).items).toEqual([]);
  const [row] = await database.asSuperuser<{ action: string; changes: Record<string, unknown> }>(
    'SELECT action, changes FROM kit.history WHERE tenant_id = $1 AND entity_id = $2',
    [tenant, id],
  );
  expect(row).toMatchObject({
    action: 'discard',
    changes: { reason: [null, 'sent by hand'], consumer: [null, group] },
  });
  expect((await discard('again')).status).toBe(404);
});

it('of a consumer that does not exist any more wait for a decision, and can only be discarded', async () => {
  const tenant = randomUUID();
  const [orphan, other] = await dead(tenant, 2);
  await database.asSuperuser(
    `UPDATE kit.failed_delivery SET consumer = 'sample.former', state = 'RETRYING' WHERE id = $1`,
    [orphan],
  );
  const listed = await list(tenant, '?state=DEAD');
  expect(listed.counts).toEqual({ RETRYING: 0, DEAD: 2 });
  expect(listed.items).toMatchObject([
    { id: other, isRetriable: true },
    { id: orphan, isRetriable: false, state: 'DEAD', nextAttemptAt: null },
  ]);
  expect((await list(tenant, '?state=RETRYING')).items).toEqual([]);
  const token = tokenOf(tenant);
  const retried = await service.request('POST', `${PATH}/${orphan}/_retry`, { token });
  expect(retried.status).toBe(404);
  broken = false;
  const all = await service.request('POST', `${PATH}/_retry`, { token, body: {} });
  expect(all.body).toEqual({ count: 1 });
  await eventually(async () => expect((await list(tenant)).items).toMatchObject([{ id: orphan }]), {
    timeoutMs: 20_000,
  });
  const body = { reason: 'nobody needs it' };
  const discarded = await service.request('POST', `${PATH}/${orphan}/_discard`, { token, body });
  expect(discarded.status).toBe(204);
  expect((await list(tenant)).items).toEqual([]);
});

it('return 404 to another tenant', async () => {
  const tenant = randomUUID();
  const [id] = await dead(tenant);
  const other = tokenOf(randomUUID());
  for (const [path, body] of [
    [`${PATH}/${id}/_retry`, undefined],
    [`${PATH}/${id}/_discard`, { reason: 'not mine' }],
    [`${PATH}/${randomUUID()}/_retry`, undefined],
    [`${PATH}/x/_retry`, undefined],
    [`${PATH}/%00/_discard`, { reason: 'no id' }],
  ] as const)
    expect((await service.request('POST', path, { token: other, body })).status).toBe(404);
  expect((await list(tenant)).items).toHaveLength(1);
});

it('require their own rights', async () => {
  const reader = tokenOf(randomUUID(), ['core.failed-delivery.read']);
  const desk = tokenOf(randomUUID(), ['ticketing.*', 'crm.*']);
  const id = randomUUID();
  expect((await service.request('GET', PATH)).status).toBe(401);
  expect((await service.request('GET', PATH, { token: desk })).status).toBe(403);
  for (const path of [`${PATH}/_retry`, `${PATH}/${id}/_retry`, `${PATH}/${id}/_discard`])
    for (const token of [reader, desk])
      expect((await service.request('POST', path, { token, body: {} })).status).toBe(403);
});
