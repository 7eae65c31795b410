import { randomUUID } from 'node:crypto';
import { eventually, startTestService, type TestDatabase, type TestService } from '@coulisse/test-kit';
import { Client } from 'pg';
import { systemActor } from '../src';
import { EventApplier } from '../src/events/event-applier';
import { PLATFORM_TENANT } from '../src/events/failed-delivery';
import { FAST } from './support/fast-retries';
import { sampleService, sampleWithNotes, TOPIC } from './support/sample-service';
import { skipBacklog } from './support/skip-backlog';

jest.setTimeout(180_000);

const BACK_OFF = { attempts: 2, baseMs: 10, maxMs: 10 };
/** A group forms in seconds on a calm machine. */
const SOON = { timeoutMs: 60_000 };
let database: TestDatabase;
let service: TestService;
let group: string;
let sampled: ReturnType<typeof sampleService>;
let fail: (template: string) => unknown = () => undefined;
/** Templates in the order in which the handler was called. */
let attempts: string[] = [];

const start = () => startTestService(sampled.service, { database, backOff: BACK_OFF, retries: FAST });

beforeAll(async () => {
  database = await sampleWithNotes();
  sampled = sampleService({
    onSent: async (template) => {
      attempts.push(template);
      const error = await fail(template);
      if (error) throw error as Error;
    },
  });
  group = sampled.group;
  await skipBacklog(group, TOPIC);
  service = await start();
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});
afterEach(() => {
  fail = () => undefined;
  attempts = [];
});

/** The topic outlives a run: texts have a suffix per test. */
const words = () => {
  const run = randomUUID().slice(0, 8);
  return (text: string) => `${text} ${run}`;
};
const away = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

/** Publishes events in this order, each with its key. */
async function publish(tenant: string, events: readonly [key: string, template: string][]): Promise<void> {
  for (const [key, template] of events)
    await service.ctx.db.inTenant(systemActor(tenant, 'test'), (tx) =>
      tx.publish(TOPIC, key, {
        $case: 'sent',
        value: { notificationId: key, kind: template, subjectId: key, subjectResource: '' },
      }),
    );
}
const heard = async (tenant: string) =>
  (
    await database.asSuperuser<{ text: string }>(
      `SELECT text FROM note WHERE tenant_id = $1 AND text LIKE 'heard %' ORDER BY xmin::text::bigint`,
      [tenant],
    )
  ).map(({ text }) => text.slice('heard '.length));
const loud = (texts: string[]) => texts.map((text) => text.toUpperCase());

interface Row {
  id: string;
  state: string;
  attempts: number;
  error_code: string;
  error_text: string | null;
  message_id: string;
  message_key: string;
}
const stored = (tenant: string) =>
  database.asSuperuser<Row>(
    'SELECT * FROM kit.failed_delivery WHERE tenant_id = $1 AND consumer = $2 ORDER BY seq',
    [tenant, group],
  );

it('stores failing messages while other keys and tenants continue, and delivers all in order after the recovery', async () => {
  const [tenant, other, key, w] = [randomUUID(), randomUUID(), randomUUID(), words()];
  fail = (template) => (template.startsWith('broken') ? away() : null);
  await publish(tenant, [
    [key, w('broken 1')],
    [key, w('second')],
    [randomUUID(), w('apart')],
    [key, w('third')],
  ]);
  await publish(other, [[randomUUID(), w('theirs')]]);
  await eventually(async () => {
    expect(await heard(tenant)).toEqual(loud([w('apart')]));
    expect(await heard(other)).toEqual(loud([w('theirs')]));
    expect(await stored(tenant)).toHaveLength(3);
  }, SOON);
  // Attempts continue, and no message overtakes the first of its key.
  await eventually(async () => expect((await stored(tenant))[0]!.attempts).toBeGreaterThan(4), SOON);
  expect(await stored(tenant)).toMatchObject([
    { state: 'RETRYING', error_code: 'ECONNREFUSED', message_key: key },
    { state: 'RETRYING', error_code: 'deferred', attempts: 0, message_key: key },
    { state: 'RETRYING', error_code: 'deferred', attempts: 0, message_key: key },
  ]);
  fail = () => undefined;
  await eventually(async () => {
    expect(await heard(tenant)).toEqual(loud([w('apart'), w('broken 1'), w('second'), w('third')]));
    expect(await stored(tenant)).toEqual([]);
  }, SOON);
});

it('is DEAD at once after a permanent error, and does not block its key', async () => {
  const [tenant, key, w] = [randomUUID(), randomUUID(), words()];
  fail = (template) => (template === w('poison') ? new TypeError('a bug') : null);
  await publish(tenant, [
    [key, w('poison')],
    [key, w('behind')],
  ]);
  await eventually(async () => expect(await heard(tenant)).toEqual(loud([w('behind')])), SOON);
  expect(await stored(tenant)).toMatchObject([
    { state: 'DEAD', attempts: 1, error_code: 'TypeError', error_text: 'TypeError: a bug' },
  ]);
  const inbox = await database.asSuperuser('SELECT 1 FROM kit.inbox WHERE message_id = $1', [
    (await stored(tenant))[0]!.message_id,
  ]);
  expect(inbox).toEqual([]);
});

it('is DEAD after seven days of transient failures', async () => {
  const [tenant, w] = [randomUUID(), words()];
  fail = (template) => (template === w('old') ? away() : null);
  await publish(tenant, [[randomUUID(), w('old')]]);
  await eventually(async () => expect(await stored(tenant)).toHaveLength(1), SOON);
  expect((await stored(tenant))[0]!.state).toBe('RETRYING');
  await database.asSuperuser(
    `UPDATE kit.failed_delivery SET retrying_since = now() - interval '8 days' WHERE tenant_id = $1`,
    [tenant],
  );
  await eventually(async () => expect((await stored(tenant))[0]!.state).toBe('DEAD'), SOON);
});

it('stores unreadable messages in the platform scope, where no tenant sees them', async () => {
  const [tenant, id, w] = [randomUUID(), randomUUID(), words()];
  const headers = { ce_id: id, ce_tenantid: tenant, odd: 'a\0b' };
  const value = Buffer.from([0x0a, 0xff, 0x01]);
  await service.ctx.bus.publish([
    { topic: TOPIC, key: 'k', value, headers },
    { topic: TOPIC, key: 'k\0'.repeat(900), value, headers: { ce_id: w('no id'), ce_tenantid: "'; --" } },
  ]);
  const find = () =>
    database.asSuperuser<Row & { payload: Buffer; headers: Record<string, string> }>(
      `SELECT * FROM kit.failed_delivery WHERE tenant_id = $1 AND headers->>'ce_id' IN ($2, $3) AND consumer = $4 ORDER BY seq`,
      [PLATFORM_TENANT, id, w('no id'), group],
    );
  await eventually(async () => expect(await find()).toHaveLength(2), SOON);
  expect(await find()).toMatchObject([
    { state: 'DEAD', error_code: 'unreadable', payload: value },
    { state: 'DEAD', error_code: 'unreadable', payload: value },
  ]);
  expect(await stored(tenant)).toEqual([]);
  const { rows } = await service.ctx.db.inTenant(systemActor(tenant, 'test'), ({ sql }) =>
    sql.query('SELECT 1 FROM kit.failed_delivery'),
  );
  expect(rows).toEqual([]);
});

it('takes effect once when a message is redelivered', async () => {
  const [tenant, w] = [randomUUID(), words()];
  fail = (template) => (template === w('twice') ? away() : null);
  await publish(tenant, [[randomUUID(), w('twice')]]);
  await eventually(async () => expect(await stored(tenant)).toHaveLength(1), SOON);
  // As after a kill between storing and acknowledging.
  const [row] = await database.asSuperuser<{
    message_key: string;
    headers: Record<string, string>;
    payload: Buffer;
  }>('SELECT message_key, headers, payload FROM kit.failed_delivery WHERE tenant_id = $1', [tenant]);
  const again = { topic: TOPIC, key: row!.message_key, value: row!.payload, headers: row!.headers };
  await service.ctx.bus.publish([again, again]);
  await publish(tenant, [[row!.message_key, w('after')]]);
  await eventually(async () => expect(await stored(tenant)).toHaveLength(2), SOON);
  fail = () => undefined;
  const expected = loud([w('twice'), w('after')]);
  await eventually(async () => expect(await heard(tenant)).toEqual(expected), SOON);
  await service.ctx.bus.publish([again]);
  await publish(tenant, [[row!.message_key, w('last')]]);
  await eventually(
    async () => expect(await heard(tenant)).toEqual([...expected, ...loud([w('last')])]),
    SOON,
  );
  expect(await stored(tenant)).toEqual([]);
});

it('does not block a partition for a tenant whose events fail slowly', async () => {
  const [tenant, other, key, w] = [randomUUID(), randomUUID(), randomUUID(), words()];
  fail = async (template) => {
    if (!template.startsWith('slow')) return null;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return away();
  };
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  // One key for both tenants: all are in one partition.
  await publish(tenant, [
    [key, w('slow first')],
    ...numbers.map((n): [string, string] => [key, w(`slow ${n}`)]),
  ]);
  await publish(other, [[key, w('theirs')]]);
  await eventually(async () => expect(await heard(other)).toEqual(loud([w('theirs')])), SOON);
  expect(attempts.filter((template) => template.startsWith('slow')).length).toBeLessThan(40);
  fail = () => undefined;
  await eventually(async () => expect(await stored(tenant)).toEqual([]), SOON);
  expect(await heard(tenant)).toEqual(loud([w('slow first'), ...numbers.map((n) => w(`slow ${n}`))]));
});

it('retries all messages of all tenants as soon as one attempt succeeds', async () => {
  const [tenants, w] = [[randomUUID(), randomUUID()], words()];
  fail = (template) => (template.startsWith('out') ? away() : null);
  for (const tenant of tenants) {
    await publish(tenant, [
      [randomUUID(), w('out 1')],
      [randomUUID(), w('out 2')],
    ]);
    await eventually(async () => expect(await stored(tenant)).toHaveLength(2), SOON);
  }
  // As late in a long outage: none is due for hours.
  await database.asSuperuser(
    `UPDATE kit.failed_delivery SET next_attempt_at = now() + interval '3 hours', retrying_since = now() - interval '2 days'
     WHERE tenant_id = ANY($1::uuid[])`,
    [tenants],
  );
  fail = () => undefined;
  await database.asSuperuser(
    `UPDATE kit.failed_delivery SET next_attempt_at = now() WHERE seq = (SELECT min(seq) FROM kit.failed_delivery WHERE tenant_id = $1)`,
    [tenants[0]],
  );
  for (const tenant of tenants) await eventually(async () => expect(await stored(tenant)).toEqual([]), SOON);
});

it('waits in place while the message cannot be stored, and loses nothing', async () => {
  const [tenant, w] = [randomUUID(), words()];
  await publish(tenant, [[randomUUID(), w('before')]]);
  await eventually(async () => expect(await heard(tenant)).toHaveLength(1), SOON);
  fail = (template) => (template === w('lost?') ? away() : null);
  await database.asSuperuser('REVOKE INSERT ON kit.failed_delivery FROM sample_app');
  await publish(tenant, [[randomUUID(), w('lost?')]]);
  await eventually(() => expect(attempts).toContain(w('lost?')), SOON);
  // Neither stored nor handled, and the process still runs.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await stored(tenant)).toEqual([]);
  expect((await service.request('GET', '/health/live')).status).toBe(200);
  await database.asSuperuser('GRANT INSERT ON kit.failed_delivery TO sample_app');
  await eventually(async () => expect(await stored(tenant)).toHaveLength(1), SOON);
  fail = () => undefined;
  await eventually(async () => expect(await heard(tenant)).toEqual(loud([w('before'), w('lost?')])), SOON);
});

it('recovers after the database was unreachable', async () => {
  const [tenant, w] = [randomUUID(), words()];
  const name = new URL(database.url).pathname.slice(1);
  const admin = new Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await admin.connect();
  try {
    fail = (template) => (template.startsWith('cut') ? away() : null);
    await publish(tenant, [
      [randomUUID(), w('cut 1')],
      [randomUUID(), w('cut 2')],
    ]);
    await eventually(async () => expect(await stored(tenant)).toHaveLength(2), SOON);
    await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [name]);
    fail = () => undefined;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  } finally {
    await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`);
    await admin.end();
  }
  await eventually(
    async () => expect((await heard(tenant)).sort()).toEqual(loud([w('cut 1'), w('cut 2')])),
    SOON,
  );
  expect(await stored(tenant)).toEqual([]);
});

it('is applied once by two runners, also if a killed process had claimed it', async () => {
  const [tenant, w] = [randomUUID(), words()];
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  fail = (template) => (template.startsWith('both') ? away() : null);
  await publish(
    tenant,
    numbers.map((n): [string, string] => [`${w('key')} ${n % 7}`, w(`both ${n}`)]),
  );
  await eventually(async () => expect(await stored(tenant)).toHaveLength(60), SOON);
  const replica = await start();
  // Claimed by a process that was killed.
  await database.asSuperuser(
    `UPDATE kit.failed_delivery SET leased_until = now() + interval '2 s' WHERE tenant_id = $1`,
    [tenant],
  );
  fail = () => undefined;
  try {
    await eventually(async () => expect(await stored(tenant)).toEqual([]), SOON);
  } finally {
    await replica.stop();
  }
  const all = await heard(tenant);
  expect(all.toSorted()).toEqual(loud(numbers.map((n) => w(`both ${n}`))).toSorted());
  // In order per key.
  const numberOf = (text: string) => Number(text.split(' ')[1]);
  for (let key = 0; key < 7; key += 1) {
    const ofKey = all.map(numberOf).filter((n) => n % 7 === key);
    expect(ofKey).toEqual(ofKey.toSorted((a, b) => a - b));
  }
});

/** Stores a message whose handler's connection is cut in its first two attempts; returns a counter of the attempts. */
async function cutInTheMiddle(
  tenant: string,
  template: string,
  onBegin: () => void = () => undefined,
): Promise<() => number> {
  let cuts = 0;
  fail = (heardTemplate) => (heardTemplate === template ? away() : null);
  await publish(tenant, [[randomUUID(), template]]);
  await eventually(async () => expect(await stored(tenant)).toHaveLength(1), SOON);
  onBegin();
  fail = async (heardTemplate) => {
    if (heardTemplate !== template || ++cuts > 2) return null;
    // Everything done so far is rolled back with the connection.
    await database.asSuperuser(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    return null;
  };
  return () => cuts;
}

it('is rolled back when the connection is cut during the handler, and applied once afterwards', async () => {
  const [tenant, w] = [randomUUID(), words()];
  const cuts = await cutInTheMiddle(tenant, w('cut'));
  await eventually(async () => expect(await heard(tenant)).toEqual(loud([w('cut')])), SOON);
  expect(cuts()).toBeGreaterThan(2);
  expect(await stored(tenant)).toEqual([]);
});

it('would be lost if it were deleted before its transaction: this test can fail', async () => {
  const [tenant, w] = [randomUUID(), words()];
  let sabotaged = false;
  const sabotage = jest.spyOn(EventApplier.prototype, 'applyStored').mockImplementation(async function (
    this: EventApplier,
    opened,
    id,
  ) {
    if (sabotaged) await database.asSuperuser('DELETE FROM kit.failed_delivery WHERE id = $1', [id]);
    return this.apply(opened);
  });
  try {
    const cuts = await cutInTheMiddle(tenant, w('lost'), () => (sabotaged = true));
    await eventually(() => expect(cuts()).toBe(1), SOON);
    await eventually(async () => expect(await stored(tenant)).toEqual([]), SOON);
    expect(await heard(tenant)).toEqual([]);
  } finally {
    sabotage.mockRestore();
  }
});
