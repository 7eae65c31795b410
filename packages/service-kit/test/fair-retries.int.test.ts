import { randomUUID } from 'node:crypto';
import { topics } from '@coulisse/contracts';
import { eventually } from '@coulisse/test-kit';
import pino from 'pino';
import { consumer, type ServiceContext } from '../src';
import { EventApplier } from '../src/events/event-applier';
import { FailedDeliveryStore } from '../src/events/failed-delivery-store';
import { FailureTracker } from '../src/events/failure-tracker';
import { RetryRunner } from '../src/events/retry-runner';
import { FAST } from './support/fast-retries';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { TOPIC } from './support/sample-service';

jest.setTimeout(60_000);

const CONSUMERS = Array.from({ length: 6 }, (_, n) => `sample.on-sent-${n}`);
const log = pino({ level: 'silent' });
let database: SampleDatabase;

beforeAll(async () => {
  database = await sampleDatabase();
});
afterAll(() => database?.drop());
afterEach(() => database.asSuperuser('TRUNCATE kit.failed_delivery'));

/** Stores failed deliveries of a tenant, each with its own key, that have been due for `seconds`. */
const store = (tenant: string, name: string, count: number, seconds: number) =>
  database.asSuperuser(
    `INSERT INTO kit.failed_delivery (id, tenant_id, consumer, topic, partition, position, message_key, message_id, type, headers,
       payload, state, attempts, error_code, last_failed_at, next_attempt_at)
     SELECT uuidv7(), $1::uuid, $2, $3, 0, n, 'key ' || n, id, 'sent', jsonb_build_object('ce_id', id, 'ce_tenantid', $1::text),
       $4, 'RETRYING', 1, 'ECONNREFUSED', now() - interval '1 hour', now() - $5 * interval '1 s'
     FROM (SELECT n, gen_random_uuid()::text AS id FROM generate_series(1, $6::int) n) rows`,
    [tenant, name, TOPIC, Buffer.from(payload), seconds, count],
  );
const payload = topics[TOPIC].encode({
  event: { $case: 'sent', value: { notificationId: 'n', kind: 't', subjectId: 's', subjectResource: '' } },
}).finish();

/** Six consumers whose attempts last until `release`; records for each attempt how many had ended before it began. */
function sixConsumers() {
  const begun: { tenantId: string; endedBefore: number }[] = [];
  let ended = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const ctx = { db: database.db, log, name: 'sample' } as unknown as ServiceContext;
  const handled = CONSUMERS.map((name) =>
    consumer(TOPIC, name, {
      sent: async (_value, _tx, { tenantId }) => {
        begun.push({ tenantId, endedBefore: ended });
        await released;
        ended += 1;
      },
    }),
  );
  const runner = new RetryRunner({
    store: new FailedDeliveryStore(database.db),
    log,
    consumers: new Map(
      handled.map((eventConsumer) => [
        eventConsumer.name,
        { applier: new EventApplier(eventConsumer, ctx), tracker: new FailureTracker() },
      ]),
    ),
    schedule: FAST,
    pollMs: 20,
  });
  return { runner, begun, release };
}

async function overloaded(): Promise<{ crowd: string; other: string }> {
  const [crowd, other] = [randomUUID(), randomUUID()];
  for (const name of CONSUMERS) await store(crowd, name, 200, 600);
  await store(other, CONSUMERS[5]!, 1, 1);
  return { crowd, other };
}

describe('with 1,200 failures of one tenant', () => {
  it('the failure of another tenant is retried in the first round', async () => {
    const { other } = await overloaded();
    const { runner, begun, release } = sixConsumers();
    runner.start();
    try {
      await eventually(() => expect(begun.map(({ tenantId }) => tenantId)).toContain(other));
      expect(begun.find(({ tenantId }) => tenantId === other)).toEqual({ tenantId: other, endedBefore: 0 });
    } finally {
      release();
      await runner.stop();
    }
  });

  it('it would wait if one tenant could occupy all groups: this test can fail', async () => {
    const { crowd, other } = await overloaded();
    const { runner, begun, release } = sixConsumers();
    Object.assign(runner, { share: 4 });
    jest
      .spyOn(FailedDeliveryStore.prototype, 'dueGroups')
      .mockResolvedValueOnce(CONSUMERS.map((name) => ({ consumer: name, tenantId: crowd })));
    runner.start();
    try {
      await eventually(() => expect(begun).toHaveLength(4));
      release();
      await eventually(() => expect(begun.map(({ tenantId }) => tenantId)).toContain(other));
      expect(begun.find(({ tenantId }) => tenantId === other)!.endedBefore).toBeGreaterThan(0);
    } finally {
      jest.restoreAllMocks();
      release();
      await runner.stop();
    }
  });

  it('each choice is one statement that reads fewer than 50 rows', async () => {
    const { crowd, other } = await overloaded();
    await database.asSuperuser('ANALYZE kit.failed_delivery');
    const queries: { text: string; values: readonly unknown[] }[] = [];
    const spied = new FailedDeliveryStore({
      inPlatform: (reason: string, work: (tx: unknown) => unknown) =>
        database.db.inPlatform(reason, async ({ sql }) =>
          work({
            sql: {
              named: (name: string, text: string, values: readonly unknown[]) => {
                queries.push({ text, values });
                return sql.named(name, text, values);
              },
            },
          }),
        ),
      askPlatform: (
        reason: string,
        { name, text, values }: { name: string; text: string; values: unknown[] },
      ) => {
        queries.push({ text, values });
        return database.db.askPlatform(reason, { name, text, values });
      },
    } as never);
    expect(await spied.dueGroups(CONSUMERS)).toEqual([
      { consumer: expect.any(String) as string, tenantId: crowd },
      { consumer: CONSUMERS[5], tenantId: other },
      ...Array.from({ length: 5 }, () => ({ consumer: expect.any(String) as string, tenantId: crowd })),
    ]);
    expect((await spied.tenantsOf(CONSUMERS[5]!)).sort()).toEqual([crowd, other].sort());
    await spied.claim({ consumer: CONSUMERS[5]!, tenantId: crowd });
    expect(queries).toHaveLength(3);
    for (const { text, values } of queries) expect(await rowsRead(text, values)).toBeLessThan(50);
  });
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const read = (plan: Plan): number =>
  (plan['Relation Name'] === 'failed_delivery'
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, child) => sum + read(child), 0);

/** Number of rows of the table that a statement read. */
const rowsRead = (text: string, values: readonly unknown[]) =>
  database.db.inPlatform('explain', async ({ sql }) => {
    const { rows } = await sql.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    return read((rows[0]!['QUERY PLAN'] as { Plan: Plan }[])[0]!.Plan);
  });
