import type { Pool } from 'pg';

/** At most `max` hits per window; further hits are refused until the window ends. */
export interface Limit {
  max: number;
  seconds: number;
}

export interface Verdict {
  allowed: boolean;
  /** Seconds until the window ends. */
  retryAfter: number;
}

/**
 * Counts in PostgreSQL, so that every replica of the gateway sees the same counts; the database's clock decides.
 * A window starts with its first hit. The hit that reaches the maximum restarts it, so that a lock lasts as
 * long as announced; hits during the lock do not prolong it.
 */
export class Limiter {
  constructor(private readonly pool: Pool) {}

  async hit(bucket: string, limit: Limit): Promise<Verdict> {
    const { rows } = await this.pool.query<{ hits: number; left: string }>({
      name: 'limit-hit',
      text: `INSERT INTO rate_limit AS b (bucket, hits, resets_at)
             VALUES ($1, 1, now() + make_interval(secs => $2))
             ON CONFLICT (bucket) DO UPDATE SET
               hits = CASE WHEN b.resets_at <= now() THEN 1 ELSE b.hits + 1 END,
               resets_at = CASE WHEN b.resets_at <= now() OR b.hits + 1 = $3
                                THEN excluded.resets_at ELSE b.resets_at END
             RETURNING hits, extract(epoch FROM resets_at - now()) AS left`,
      values: [bucket, limit.seconds, limit.max],
    });
    const row = rows[0];
    if (!row) throw new Error('the limiter got no answer');
    return { allowed: row.hits <= limit.max, retryAfter: Math.max(1, Math.ceil(Number(row.left))) };
  }

  /** Resets the count after a success. */
  async clear(bucket: string): Promise<void> {
    await this.pool.query('DELETE FROM rate_limit WHERE bucket = $1', [bucket]);
  }

  /** Takes one hit back, because it was no failure. */
  async undoHit(bucket: string): Promise<void> {
    await this.pool.query('UPDATE rate_limit SET hits = greatest(hits - 1, 0) WHERE bucket = $1', [bucket]);
  }

  async sweep(): Promise<void> {
    await this.pool.query(`DELETE FROM rate_limit WHERE resets_at < now() - interval '1 hour'`);
  }
}
