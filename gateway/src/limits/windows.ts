/** At most `points` calls in a window of `seconds`. */
export interface Rate {
  points: number;
  seconds: number;
}

interface Window {
  count: number;
  /** Timestamp in milliseconds. */
  endsAt: number;
}

/**
 * Counts by key in windows that begin with the first call. Callers choose the keys (addresses, cookies), so there are
 * never more than `keys` of them. All windows are equally long, so the first of the map is the first to end; it is
 * evicted when it has ended or when the map is full. A flood of keys only evicts old counts early.
 */
export class Windows {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly rate: Rate,
    private readonly keys: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one call. Returns 0, or the seconds to wait after too many calls; further calls do not prolong the wait. */
  hit(key: string): number {
    const now = this.now();
    const window = this.windows.get(key);
    if (window && window.endsAt > now) {
      if (window.count >= this.rate.points) return Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      window.count += 1;
      return 0;
    }
    this.windows.delete(key);
    this.makeRoom(now);
    this.windows.set(key, { count: 1, endsAt: now + this.rate.seconds * 1000 });
    return 0;
  }

  get size(): number {
    return this.windows.size;
  }

  private makeRoom(now: number): void {
    for (const [key, { endsAt }] of this.windows) {
      if (endsAt > now && this.windows.size < this.keys) return;
      this.windows.delete(key);
    }
  }
}
