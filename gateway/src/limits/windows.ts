/** How often something may happen: `points` times in a window of so many seconds. */
export interface Rate {
  points: number;
  seconds: number;
}

interface Window {
  count: number;
  /** Milliseconds of the clock. */
  endsAt: number;
}

/**
 * Counts by key in windows that begin with the first call. Keys are what callers choose (addresses, cookies), so there
 * are never more than `keys` of them: all windows are equally long, so the first of the map is the first to end, and it
 * goes when it is over or when there is no room. Whoever floods the map with keys only has old counts forgotten early.
 */
export class Windows {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly rate: Rate,
    private readonly keys: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one call. Answers 0, or the seconds to wait when there were too many; waiting is not prolonged by asking. */
  hit(key: string): number {
    const now = this.now();
    const known = this.windows.get(key);
    if (known && known.endsAt > now) {
      if (known.count >= this.rate.points) return Math.max(1, Math.ceil((known.endsAt - now) / 1000));
      known.count += 1;
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
