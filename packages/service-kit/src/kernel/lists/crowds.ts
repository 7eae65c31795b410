import { ExpiringCache } from '../../auth/expiring-cache';
import type { Statement } from '../../database/types';

const REMEMBERED_MS = 30_000;
const MOST_REMEMBERED = 1_000;

/**
 * Lists that were found longer than anybody counts. To find it out again costs more than to read the page, and it stays
 * true: who turns the pages of ten thousand records is not told otherwise for half a minute.
 */
export class Crowds {
  private readonly known: ExpiringCache<true>;

  constructor(now: () => number = Date.now) {
    this.known = new ExpiringCache(MOST_REMEMBERED, now);
  }

  has(count: Statement): boolean {
    return this.known.get(keyOf(count)) === true;
  }
  add(count: Statement): void {
    this.known.set(keyOf(count), true, REMEMBERED_MS);
  }
}

const keyOf = ({ text, values = [] }: Statement) => JSON.stringify([text, values]);
