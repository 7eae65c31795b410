import { randomBytes, randomUUID } from 'node:crypto';
import { eventually, kafkaBrokers } from '@coulisse/test-kit';
import pino from 'pino';
import { KafkaBus, type BusMessage } from '../src';
import { OutboxRelay } from '../src/messaging/relay';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';

jest.setTimeout(90_000);

const log = pino({ level: 'silent' });
let database: SampleDatabase;
let bus: KafkaBus;
let relay: OutboxRelay | undefined;
let topic: string;

beforeEach(async () => {
  database = await sampleDatabase();
  bus = new KafkaBus({ brokers: kafkaBrokers().split(','), clientId: 'batches', log });
  topic = `batches.${randomUUID()}`;
  await bus.ensureTopics([{ name: topic, partitions: 1 }]);
});
afterEach(async () => {
  await relay?.stop();
  await bus.close();
  await database.drop();
});

/** Writes events of these sizes; random bytes cannot be compressed. */
const write = (sizes: readonly number[]) =>
  Promise.all(
    sizes.map((size, n) =>
      database.asSuperuser(
        `INSERT INTO kit.outbox (id, seq, tenant_id, topic, aggregate_id, type, payload) VALUES ($1, $2, $3, $4, 'x', 'changed', $5)`,
        [randomUUID(), n + 1, randomUUID(), topic, randomBytes(size)],
      ),
    ),
  );
const rows = () =>
  database.asSuperuser<{ seq: string; published: boolean; failed: boolean; failure: string | null }>(
    `SELECT seq, published_at IS NOT NULL AS published, failed_at IS NOT NULL AS failed, failure FROM kit.outbox ORDER BY seq`,
  );
const publishing = (batches: BusMessage[][]) => {
  const publish = async (messages: readonly BusMessage[]) => {
    await bus.publish(messages);
    batches.push([...messages]);
  };
  relay = new OutboxRelay({
    platformUrl: database.urls.platformUrl,
    bus: { publish },
    source: 'sample',
    log,
  });
  relay.start();
};

it('sends more than one megabyte in several batches, in order', async () => {
  await write(Array.from({ length: 12 }, () => 300_000));
  const batches: BusMessage[][] = [];
  publishing(batches);
  await eventually(async () => expect((await rows()).every(({ published }) => published)).toBe(true), {
    timeoutMs: 30_000,
  });
  expect(batches.length).toBeGreaterThanOrEqual(6);
  const sizes = batches.map((batch) => batch.reduce((sum, { value }) => sum + value.length, 0));
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
});

it('marks an event that the broker refuses as failed, and publishes the later ones', async () => {
  await write([10, 1_400_000, 10, 850_000, 10]);
  publishing([]);
  await eventually(
    async () =>
      expect(await rows()).toMatchObject([
        { published: true },
        { published: false, failed: true, failure: 'MessageTooLarge: 1400000 bytes' },
        { published: true },
        { published: true },
        { published: true },
      ]),
    { timeoutMs: 30_000 },
  );
});

it('finds events by their indexes, however small the table was when its statements were planned', async () => {
  const scans = async () => {
    const [counts] = await database.asSuperuser<{ whole: number; byIndex: number }>(
      `SELECT seq_scan::int AS whole, idx_scan::int AS "byIndex" FROM pg_stat_user_tables
       WHERE schemaname = 'kit' AND relname = 'outbox'`,
    );
    return counts!;
  };
  const before = await scans();
  await write(Array.from({ length: 8 }, () => 10));
  const batches: BusMessage[][] = [];
  publishing(batches);
  await eventually(async () => {
    expect(batches.flat()).toHaveLength(8);
    // The server counts with a delay of a second.
    expect((await scans()).byIndex).toBeGreaterThan(before.byIndex + 8);
  });
  expect((await scans()).whole).toBe(before.whole);
});
