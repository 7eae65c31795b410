interface Streak {
  failures: number;
  slow: boolean;
  lastAt: number;
}

/** Failures in a row after which a tenant's next events are stored without an attempt. */
const STREAK = 2;
/** Tenants that fail without a success between: the dependency is down, and the events of all tenants are stored. */
const TENANTS = 2;
/** Time after which failures are forgotten, and events are tried in place again. */
const FORGET_MS = 60_000;
/** Longer for slow failures: an attempt in place may block its partition until the timeout. */
const FORGET_SLOW_MS = 10 * 60_000;

/**
 * Transient failures of one consumer in this process. It decides which events are stored at once instead of being tried
 * in place, so that a dependency that is down or slow does not block a partition. The retry runner tries stored events
 * at once, so that a wrong decision costs milliseconds.
 */
export class FailureTracker {
  private readonly streaks = new Map<string, Streak>();
  /** Tenants that failed since the last success of any tenant. */
  private failing = new Set<string>();

  constructor(private readonly now: () => number = Date.now) {}

  recordFailure(tenantId: string, slow = false): void {
    const streak = this.current(tenantId) ?? { failures: 0, slow: false, lastAt: 0 };
    this.streaks.set(tenantId, {
      failures: streak.failures + 1,
      slow: streak.slow || slow,
      lastAt: this.now(),
    });
    this.failing.add(tenantId);
  }

  /** True when this success ends a streak of failures. */
  recordSuccess(tenantId: string): boolean {
    this.failing.clear();
    return this.streaks.delete(tenantId);
  }

  shouldDefer(tenantId: string): boolean {
    if (this.streaks.size === 0) return false;
    const streak = this.current(tenantId);
    if (streak && (streak.failures >= STREAK || streak.slow)) return true;
    for (const failing of this.failing) if (!this.current(failing)) this.failing.delete(failing);
    return this.failing.size >= TENANTS;
  }

  private current(tenantId: string): Streak | undefined {
    const streak = this.streaks.get(tenantId);
    if (streak && this.now() - streak.lastAt > (streak.slow ? FORGET_SLOW_MS : FORGET_MS)) {
      this.streaks.delete(tenantId);
      return undefined;
    }
    return streak;
  }
}
