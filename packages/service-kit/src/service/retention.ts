import type { Logger } from 'pino';
import type { PlatformDatabase, Sql } from '../database/types';
import { logSafely } from '../events/log-safely';

/** Rows of one table that are deleted when they are old. */
export interface RetentionRule {
  /** The rows in logs, such as `idempotencyKeys`. */
  readonly name: string;
  /** Deletes some of them, so few that the statement neither holds many locks nor takes long; returns their number. */
  readonly deleteBatch: (sql: Sql) => Promise<number>;
}

/** Retention of the kit's tables, in days. Others are not purged: an administrator decides on failed deliveries. */
export const RETENTION_DAYS = {
  /** After publication, when the broker has them. */
  outbox: 7,
  /** Longer than the broker keeps messages: later none can be redelivered. */
  inbox: 30,
  /** Time in which a client may repeat a call. */
  idempotencyKeys: 2,
} as const;

export type RetentionDays = Readonly<Record<keyof typeof RETENTION_DAYS, number>>;

const OLDER = (column: string) => `${column} < now() - $1 * interval '1 day'`;
const byAge = (table: string) =>
  `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${OLDER('at')} LIMIT $2))`;

/** Parameters: the days and the largest number of rows. */
const STATEMENTS: Readonly<Record<keyof RetentionDays, string>> = {
  // In the order of `seq`, which has an index: the oldest rows come first.
  outbox: `DELETE FROM kit.outbox WHERE id IN (SELECT id FROM (
      SELECT id, published_at FROM kit.outbox ORDER BY seq LIMIT $2) oldest WHERE ${OLDER('published_at')})`,
  inbox: byAge('kit.inbox'),
  idempotencyKeys: byAge('kit.idempotency_key'),
};
const BATCH = 1_000;

/** Rules of the kit's tables. */
export function kitRetention(changed: Partial<RetentionDays> = {}): RetentionRule[] {
  const days: RetentionDays = { ...RETENTION_DAYS, ...changed };
  return (Object.keys(STATEMENTS) as (keyof RetentionDays)[]).map((name) => ({
    name,
    deleteBatch: async (sql) => (await sql.query(STATEMENTS[name], [days[name], BATCH])).rowCount,
  }));
}

/** Any constant will do: an advisory lock is per database, and each database has one service. */
const PURGE_LOCK = 727_003;
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/** Deletes one batch; null when another process is purging. */
const purgeBatch = (db: PlatformDatabase, { name, deleteBatch }: RetentionRule) =>
  db.inPlatform(`purge ${name}`, async ({ sql }) => {
    const { rows } = await sql.query<{ mine: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1::bigint) AS mine',
      [PURGE_LOCK],
    );
    if (!rows[0]?.mine) return null;
    return deleteBatch(sql);
  });

/** Deletes rows older than their retention; returns the number of deleted rows by the name of the rule. */
export async function purge(
  db: PlatformDatabase,
  rules: readonly RetentionRule[],
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const purged = Object.fromEntries(rules.map(({ name }) => [name, 0]));
  for (const rule of rules)
    for (let last = 1; last > 0 && !signal?.aborted; purged[rule.name]! += last)
      last = (await purgeBatch(db, rule)) ?? 0;
  return purged;
}

/** Purges the old rows of a service every hour, in one of its processes. */
export class RetentionJob {
  private readonly abort = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: PlatformDatabase,
    private readonly log: Logger,
    private readonly rules: readonly RetentionRule[],
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
      const purged = await purge(this.db, this.rules, this.abort.signal);
      if (Object.values(purged).some(Boolean)) logSafely(() => this.log.info(purged, 'retention.purged'));
    } catch (error) {
      logSafely(() => this.log.warn({ err: error }, 'retention.purge_failed'));
    }
    this.plan(EVERY_MS);
  }
}
