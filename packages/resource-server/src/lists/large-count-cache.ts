import { ExpiringCache } from '@coulisse/service-kit/auth';
import type { Statement } from '@coulisse/service-kit/database';

const REMEMBERED_MS = 30_000;
const MOST_REMEMBERED = 1_000;

/**
 * Caches which lists exceed the maximum count. Counting again costs more than reading the page, and the result rarely
 * changes: for half a minute a cached one is good enough.
 */
export class LargeCountCache {
  private readonly cache: ExpiringCache<true>;

  constructor(now: () => number = Date.now) {
    this.cache = new ExpiringCache(MOST_REMEMBERED, now);
  }

  has(count: Statement, reader = ''): boolean {
    return this.cache.get(keyOf(count, reader)) === true;
  }
  add(count: Statement, reader = ''): void {
    this.cache.set(keyOf(count, reader), true, REMEMBERED_MS);
  }
}

/** The user is in the session, not among the values: two users may count different rows by the same statement. */
const keyOf = ({ text, values = [] }: Statement, reader: string) => JSON.stringify([reader, text, values]);
