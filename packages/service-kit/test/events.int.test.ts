import { randomUUID } from 'node:crypto';
import {
  eventually,
  kafkaBrokers,
  startTestService,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { Kafka, logLevel } from 'kafkajs';
import { systemActor, type Subscription } from '../src';
import type { ReceivedMessage } from '../src/messaging/types';
import { currentTrace } from '../src/telemetry/trace';
import { addNote, sampleService, sampleWithNotes, TOPIC } from './support/sample-service';
import { skipBacklog } from './support/skip-backlog';

jest.setTimeout(180_000);

/** A group forms in seconds on a calm machine. */
const SOON = { timeoutMs: 60_000 };
const BACK_OFF = { attempts: 4, baseMs: 20, maxMs: 50 };
let database: TestDatabase;
let service: TestService;
let group: string;
const prepared: string[] = [];
let fail: (template: string) => unknown = () => undefined;
let traceSeen: string | undefined;
let sampled: ReturnType<typeof sampleService>;

const start = () => startTestService(sampled.service, { database, backOff: BACK_OFF });

beforeAll(async () => {
  database = await sampleWithNotes();
  sampled = sampleService({
    onPrepare: (template) => void prepared.push(template),
    onSent: (template) => {
      const error = fail(template);
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
});

/** The topic outlives a run: texts have a suffix per run, so that messages of earlier runs are not counted. */
const run = randomUUID().slice(0, 8);
const word = (text: string) => `${text} ${run}`;
const loud = (text: string) => word(text).toUpperCase();

const heard = async (tenant: string) =>
  (
    await database.asSuperuser<{ text: string }>(
      `SELECT text FROM note WHERE tenant_id = $1 AND text LIKE 'heard %'`,
      [tenant],
    )
  ).map(({ text }) => text.slice('heard '.length));
const unpublished = async () =>
  (
    await database.asSuperuser<{ n: number }>(
      'SELECT count(*)::int AS n FROM kit.outbox WHERE published_at IS NULL',
    )
  )[0]!.n;

async function write(tenant: string, text: string): Promise<string> {
  const token = service.issuer.staffToken({ tenantId: tenant, rights: ['*'] });
  const { status, body } = await service.request<{ id: string }>('POST', '/b/api/notes', {
    token,
    body: { text },
  });
  expect(status).toBe(201);
  return body.id;
}

/** Subscribes to the raw messages of one tenant in a topic. */
function tap(topic: string, tenant: string): { received: ReceivedMessage[]; subscription: Subscription } {
  const received: ReceivedMessage[] = [];
  const subscription = service.ctx.bus.subscribe({
    topics: [topic],
    group: `tap-${randomUUID()}`,
    from: 'earliest',
    handler: async (message) => {
      if (message.headers.ce_tenantid === tenant) received.push(message);
    },
  });
  return { received, subscription };
}

it('an event takes effect once through outbox and Kafka, and 100 duplicates change nothing', async () => {
  const tenant = randomUUID();
  const id = await write(tenant, word('hello'));
  await eventually(async () => expect(await heard(tenant)).toEqual([loud('hello')]), SOON);

  const { received, subscription } = tap(TOPIC, tenant);
  await eventually(() => expect(received).toHaveLength(1), SOON);
  expect(received[0]).toMatchObject({
    key: id,
    headers: { ce_type: 'sent', ce_source: '/payments', 'content-type': 'application/protobuf' },
  });
  const { topic, key, value, headers } = received[0]!;
  await service.ctx.bus.publish(Array.from({ length: 100 }, () => ({ topic, key, value, headers })));
  await write(tenant, word('after'));
  await eventually(async () => expect(await heard(tenant)).toContain(loud('after')), SOON);
  await eventually(() => expect(received.length).toBeGreaterThanOrEqual(102), SOON);
  expect((await heard(tenant)).sort()).toEqual([loud('after'), loud('hello')]);
  expect(prepared.filter((template) => template === word('hello'))).toHaveLength(1);
  await subscription.stop();
});

it('writes nothing to the outbox when the transaction fails', async () => {
  const tenant = randomUUID();
  const attempt = service.ctx.db.inTenant(systemActor(tenant, 'test'), async (tx) => {
    await tx.publish(TOPIC, tenant, {
      $case: 'sent',
      value: { notificationId: '', kind: 'lost', subjectId: '', subjectResource: '' },
    });
    await addNote(tx, 'lost');
    throw new Error('no');
  });
  await expect(attempt).rejects.toThrow('no');
  const rows = await database.asSuperuser('SELECT 1 FROM kit.outbox WHERE tenant_id = $1', [tenant]);
  expect(rows).toEqual([]);
});

it('refuses a topic that the manifest does not list', async () => {
  const attempt = service.ctx.db.inTenant(systemActor(randomUUID(), 'test'), (tx) =>
    tx.publish('identity.user.v1', 'x', {
      $case: 'accessChanged',
      value: { userId: '', subject: '', endsSessions: false },
    }),
  );
  await expect(attempt).rejects.toThrow('publishes');
});

it('publishes events that were written without a relay, in order, after a restart', async () => {
  const tenant = randomUUID();
  await service.stop();
  // Rows as transactions of another replica would have left them at a crash.
  for (let n = 0; n < 20; n += 1) {
    await database.asSuperuser(
      `INSERT INTO kit.outbox (id, tenant_id, topic, aggregate_id, type, payload)
       SELECT gen_random_uuid(), $1, topic, 'same', type, payload FROM kit.outbox LIMIT 1`,
      [tenant],
    );
  }
  service = await start();
  await eventually(async () => expect(await unpublished()).toBe(0), SOON);
  const { received, subscription } = tap(TOPIC, tenant);
  await eventually(() => expect(received).toHaveLength(20), SOON);
  const rows = await database.asSuperuser<{ id: string }>(
    'SELECT id FROM kit.outbox WHERE tenant_id = $1 ORDER BY seq',
    [tenant],
  );
  expect(received.map(({ headers }) => headers.ce_id)).toEqual(rows.map(({ id }) => id));
  await subscription.stop();
});

it('reconnects the relay when its connection is cut', async () => {
  const tenant = randomUUID();
  await database.asSuperuser(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'payments-relay'`,
  );
  await write(tenant, 'survivor');
  await eventually(async () => expect(await heard(tenant)).toEqual(['SURVIVOR']), SOON);
});

it('has one active relay among replicas', async () => {
  const replica = await start();
  const locks = await database.asSuperuser<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_locks JOIN pg_database d ON d.oid = database
     WHERE locktype = 'advisory' AND granted AND d.datname = current_database()`,
  );
  expect(locks[0]!.n).toBe(1);
  await replica.stop();
});

it('retries a transient failure', async () => {
  const tenant = randomUUID();
  let failures = 0;
  fail = (template) =>
    template === word('flaky') && ++failures < 3
      ? Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      : null;
  await write(tenant, word('flaky'));
  await eventually(async () => expect(await heard(tenant)).toEqual([loud('flaky')]), SOON);
  expect(failures).toBe(3);
});

it('creates its topics, and none for failed deliveries', async () => {
  const admin = new Kafka({ brokers: kafkaBrokers().split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const { topics } = await admin.fetchTopicMetadata({ topics: [TOPIC] });
  const names = await admin.listTopics();
  await admin.disconnect();
  expect(topics.map((topic) => topic.partitions.length)).toEqual([3]);
  expect(names.filter((name) => name.includes(group))).toEqual([]);
});

it('handles an event in the trace of the request that wrote it', async () => {
  const tenant = randomUUID();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const token = service.issuer.staffToken({ tenantId: tenant, rights: ['*'] });
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  fail = (template) => {
    if (template === word('traced')) traceSeen = currentTrace()?.traceId;
  };
  await service.request('POST', '/b/api/notes', { token, headers, body: { text: word('traced') } });
  await eventually(() => expect(traceSeen).toBe(traceId), SOON);
});
