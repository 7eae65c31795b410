import type { Logger } from 'pino';
import type { PlatformDatabase } from '../database/types';
import { logSafely } from '../events/log-safely';

/** Retention of the kit's tables, in days. Others are not purged: an administrator decides on failed deliveries. */
export const RETENTION_DAYS = {
  /** After publication, when the broker has them. */
  outbox: 7,
  /** Longer than the broker keeps messages: later none can be redelivered. */
  inbox: 30,
  /** Time in which a client may repeat a call. */
  idempotencyKeys: 2,
  /** Jobs and their files. */
  jobs: 7,
} as const;

export type RetentionDays = Readonly<Record<keyof typeof RETENTION_DAYS, number>>;

const OLDER = (column: string) => `${column} < now() - $1 * interval '1 day'`;
const byAge = (table: string) =>
  `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${OLDER('at')} LIMIT $2))`;

/** Parameters: the days and the largest number of rows, so that no statement holds many locks or takes long. */
const STATEMENTS: Readonly<Record<keyof RetentionDays, string>> = {
  // In the order of `seq`, which has an index: the oldest rows come first.
  outbox: `DELETE FROM outbox WHERE id IN (SELECT id FROM (
      SELECT id, published_at FROM outbox ORDER BY seq LIMIT $2) oldest WHERE ${OLDER('published_at')})`,
  inbox: byAge('inbox'),
  idempotencyKeys: byAge('idempotency_key'),
  jobs: `DELETE FROM job WHERE id IN (SELECT id FROM job WHERE ${OLDER('created_at')} AND state <> 'RUNNING'
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
};

const BATCH: Readonly<Record<keyof RetentionDays, number>> = {
  outbox: 1_000,
  inbox: 1_000,
  idempotencyKeys: 1_000,
  // Fewer, because their files are deleted with them.
  jobs: 50,
};

/** Any constant will do: an advisory lock is per database, and each database has one service. */
const PURGE_LOCK = 727_003;
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/** Deletes one batch; null when another process is purging. */
const purgeBatch = (db: PlatformDatabase, table: keyof RetentionDays, days: number) =>
  db.inPlatform(`purge ${table}`, async ({ sql }) => {
    const { rows } = await sql.query<{ mine: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1::bigint) AS mine',
      [PURGE_LOCK],
    );
    if (!rows[0]?.mine) return null;
    return (await sql.query(STATEMENTS[table], [days, BATCH[table]])).rowCount;
  });

/** Deletes rows older than their retention; returns the number of deleted rows by table. */
export async function purge(
  db: PlatformDatabase,
  days: RetentionDays = RETENTION_DAYS,
  signal?: AbortSignal,
): Promise<Record<keyof RetentionDays, number>> {
  const purged = { outbox: 0, inbox: 0, idempotencyKeys: 0, jobs: 0 };
  for (const table of Object.keys(purged) as (keyof RetentionDays)[])
    for (let last = 1; last > 0 && !signal?.aborted; purged[table] += last)
      last = (await purgeBatch(db, table, days[table])) ?? 0;
  return purged;
}

/** Purges the kit's tables of a service every hour, in one of its processes. */
export class RetentionJob {
  private readonly abort = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: PlatformDatabase,
    private readonly log: Logger,
    private readonly days: RetentionDays,
  ) {}

  start(): void {
    this.plan(FIRST_MS);
  }

  async stop(): Promise<void> {
    this.abort.abort();
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private plan(ms: number): void {
    if (this.abort.signal.aborted) return;
    // Random, so that replicas that start together do not purge together.
    this.timer = setTimeout(
      () => {
        this.running = this.run();
      },
      ms * (1 + Math.random() / 4),
    ).unref();
  }

  private async run(): Promise<void> {
    try {
      const purged = await purge(this.db, this.days, this.abort.signal);
      if (Object.values(purged).some(Boolean)) logSafely(() => this.log.info(purged, 'retention.purged'));
    } catch (error) {
      logSafely(() => this.log.warn({ err: error }, 'retention.purge_failed'));
    }
    this.plan(EVERY_MS);
  }
}
