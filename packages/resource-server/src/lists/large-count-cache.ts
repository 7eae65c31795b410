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

  has(count: Statement): boolean {
    return this.cache.get(keyOf(count)) === true;
  }
  add(count: Statement): void {
    this.cache.set(keyOf(count), true, REMEMBERED_MS);
  }
}

const keyOf = ({ text, values = [] }: Statement) => JSON.stringify([text, values]);
