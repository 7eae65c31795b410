import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { kitRetention, purge, RetentionJob } from '../src/service/retention';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';

jest.setTimeout(60_000);

let database: SampleDatabase;
const tenant = randomUUID();
beforeAll(async () => {
  database = await sampleDatabase();
});
afterAll(() => database?.drop());

const PUBLISHED = `CASE WHEN $2 >= 0 THEN now() - make_interval(hours => $2) END`;
/** Inserts rows of an age in hours. */
const WRITE: Readonly<Record<string, string>> = {
  outbox: `INSERT INTO kit.outbox (id, tenant_id, topic, aggregate_id, type, payload, created_at, published_at)
    SELECT gen_random_uuid(), $1, 'crm.tiers.v1', 'x', 'changed', '', now() - interval '90 days', ${PUBLISHED}
    FROM generate_series(1, $3::int)`,
  inbox: `INSERT INTO kit.inbox (message_id, consumer, tenant_id, at)
    SELECT gen_random_uuid(), 'x', $1, now() - make_interval(hours => $2) FROM generate_series(1, $3::int)`,
  idempotency_key: `INSERT INTO kit.idempotency_key (tenant_id, key, scope, fingerprint, at)
    SELECT $1, gen_random_uuid()::text, 'x', 'x', now() - make_interval(hours => $2) FROM generate_series(1, $3::int)`,
  failed_delivery: `INSERT INTO kit.failed_delivery (id, tenant_id, consumer, topic, partition, position, message_key,
      message_id, type, headers, payload, state, error_code, first_failed_at)
    SELECT gen_random_uuid(), $1, 'x', 'x', 0, 0, 'x', gen_random_uuid()::text, 'x', '{}', '', 'DEAD', 'x',
      now() - make_interval(hours => $2) FROM generate_series(1, $3::int)`,
};
const write = (table: string, ageHours: number, rows: number) =>
  database.asSuperuser(WRITE[table]!, [tenant, ageHours, rows]);
const counts = async () => {
  const all = Object.keys(WRITE).map(async (table): Promise<[string, number]> => {
    const [row] = await database.asSuperuser<{ n: number }>(`SELECT count(*)::int AS n FROM kit.${table}`);
    return [table, row!.n];
  });
  return Object.fromEntries(await Promise.all(all));
};

it('deletes rows older than their retention, in several batches, and nothing else', async () => {
  const day = 24;
  // Unpublished rows come first and are the oldest: they must not hide the later ones.
  await write('outbox', -1, 3);
  await write('outbox', 7 * day + 1, 2_300);
  await write('outbox', 7 * day - 1, 2);
  await write('inbox', 30 * day + 1, 2_100);
  await write('inbox', 30 * day - 1, 2);
  await write('idempotency_key', 2 * day + 1, 1_200);
  await write('idempotency_key', 2 * day - 1, 2);
  await write('failed_delivery', 400 * day, 5);

  expect(await purge(database.db, kitRetention())).toEqual({
    outbox: 2_300,
    inbox: 2_100,
    idempotencyKeys: 1_200,
  });
  expect(await counts()).toEqual({ outbox: 5, inbox: 2, idempotency_key: 2, failed_delivery: 5 });
  expect(await purge(database.db, kitRetention())).toEqual({ outbox: 0, inbox: 0, idempotencyKeys: 0 });
});

it('keeps idempotency keys longer if the service configures it', async () => {
  await write('idempotency_key', 6 * 24, 3);
  expect((await purge(database.db, kitRetention({ idempotencyKeys: 7 }))).idempotencyKeys).toBe(0);
  expect((await purge(database.db, kitRetention())).idempotencyKeys).toBe(3);
});

it('runs in one process at a time', async () => {
  await write('inbox', 31 * 24, 5);
  const other = database.open();
  await other.inPlatform('another process purges', async ({ sql }) => {
    await sql.query('SELECT pg_advisory_xact_lock(727003)');
    expect((await purge(database.db, kitRetention())).inbox).toBe(0);
  });
  await other.close();
  expect((await purge(database.db, kitRetention())).inbox).toBe(5);
});

it('can be stopped while it waits', async () => {
  const job = new RetentionJob(database.db, pino({ level: 'silent' }), kitRetention());
  job.start();
  await expect(job.stop()).resolves.toBeUndefined();
});
