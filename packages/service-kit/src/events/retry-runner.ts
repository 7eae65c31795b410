import type { Logger } from 'pino';
import { openMessage } from '../messaging/envelope';
import { Rounds } from '../service/rounds';
import type { EventApplier } from './event-applier';
import { failedMessage, failureOf, messageOf, PLATFORM_TENANT, type FailedDelivery } from './failed-delivery';
import { LEASE_MS, type DeliveryGroup, type FailedDeliveryStore } from './failed-delivery-store';
import type { FailureTracker } from './failure-tracker';
import { logSafely } from './log-safely';
import { DEFAULT_SCHEDULE, isExhausted, retryDelay, type RetrySchedule } from './retry-schedule';

export interface RetriedConsumer {
  applier: EventApplier;
  tracker: FailureTracker;
}

export interface RetryRunnerSettings {
  store: FailedDeliveryStore;
  log: Logger;
  /** By name; failed deliveries of other consumers stay unchanged. */
  consumers: ReadonlyMap<string, RetriedConsumer>;
  schedule?: RetrySchedule | undefined;
  pollMs?: number | undefined;
  /** Groups processed at once in this process. */
  groups?: number;
}

/** Messages of one group processed at once, after the first one succeeded. */
const WORKERS = 3;
/** Messages of one turn; then other groups are served, so that a long backlog of one tenant does not delay them. */
const TURN = 30;
/** Failures in a row that end a turn: the dependency is down again. */
const FAILURES = 3;
const FAILURE_PAUSE_MS = 5_000;

type Attempt = 'done' | 'failed' | 'none';
const keyOf = ({ consumer, tenantId }: DeliveryGroup): string => `${consumer} ${tenantId}`;

/**
 * Retries stored failed deliveries, in any number of processes: a claim is a lease in the row, and the inbox makes a
 * message that two processes try take effect once. While a group fails, one of its messages is tried at a time; a
 * success makes the others due.
 */
export class RetryRunner {
  private readonly schedule: RetrySchedule;
  private readonly pollMs: number;
  private readonly groups: number;
  /** Groups that one tenant may occupy, so that other tenants are served however many of its consumers fail. */
  private readonly share: number;
  private readonly busy = new Map<string, { tenantId: string; ended: Promise<void> }>();
  private readonly leased = new Set<string>();
  /** Groups that work again, or may; `since` is set once an attempt succeeded. */
  private readonly working = new Map<string, { group: DeliveryGroup; since: Date | null }>();
  private readonly servedAt = new Map<string, number>();
  /** Consumers whose other tenants are to be tried, and the time of their last such round. */
  private readonly toSpread = new Set<string>();
  private readonly spreadAt = new Map<string, number>();
  private readonly rounds = new Rounds(
    () => this.round(),
    (error) => this.pauseAfter(error),
  );
  private beat: NodeJS.Timeout | null = null;

  constructor(private readonly settings: RetryRunnerSettings) {
    this.schedule = settings.schedule ?? DEFAULT_SCHEDULE;
    this.pollMs = settings.pollMs ?? 1_000;
    this.groups = settings.groups ?? 4;
    this.share = Math.max(1, Math.floor(this.groups / 2));
  }

  start(): void {
    if (this.beat || this.settings.consumers.size === 0) return;
    this.rounds.start();
    this.beat = setInterval(() => void this.renew(), LEASE_MS / 3);
  }

  /** Polls at once: called when this process stored a message, or an administrator requested a retry. */
  wake(): void {
    this.rounds.wake();
  }

  /** A tenant's events succeed again for a consumer: its stored messages are tried before they are due. */
  recovered(group: DeliveryGroup): void {
    const key = keyOf(group);
    if (this.working.has(key)) return;
    this.working.set(key, { group, since: null });
    this.wake();
  }

  /** Starts no new work and waits for the active groups. */
  async stop(): Promise<void> {
    await this.rounds.stop();
    await Promise.all([...this.busy.values()].map(({ ended }) => ended));
    if (this.beat) clearInterval(this.beat);
  }

  /** Starts the groups that were served longest ago, at most `share` of one tenant. */
  private async round(): Promise<number> {
    if (this.busy.size >= this.groups) return this.pollMs;
    await this.spread();
    const due = await this.settings.store.dueGroups([...this.settings.consumers.keys()]);
    const groups = new Map(due.map((group) => [keyOf(group), group]));
    for (const [key, { group }] of this.working) groups.set(key, group);
    const waiting = [...groups.entries()]
      .filter(([key]) => !this.busy.has(key))
      .sort(([a], [b]) => (this.servedAt.get(a) ?? 0) - (this.servedAt.get(b) ?? 0));
    for (const [key, group] of waiting)
      if (this.busy.size < this.groups && this.heldBy(group.tenantId) < this.share) this.begin(key, group);
    for (const key of this.servedAt.keys()) if (!groups.has(key)) this.servedAt.delete(key);
    return this.pollMs;
  }

  private pauseAfter(error: unknown): number {
    logSafely(() => this.settings.log.warn({ err: error }, 'failed_delivery.retries_paused'));
    return FAILURE_PAUSE_MS;
  }

  private heldBy(tenantId: string): number {
    return [...this.busy.values()].filter((busyGroup) => busyGroup.tenantId === tenantId).length;
  }

  private begin(key: string, group: DeliveryGroup): void {
    this.servedAt.set(key, Date.now());
    const ended = this.serve(key, group)
      .catch((error: unknown) => {
        this.working.delete(key);
        logSafely(() => this.settings.log.warn({ err: error, ...group }, 'failed_delivery.retries_paused'));
      })
      .finally(() => {
        this.busy.delete(key);
        this.wake();
      });
    this.busy.set(key, { tenantId: group.tenantId, ended });
  }

  private async serve(key: string, group: DeliveryGroup): Promise<void> {
    let since = this.working.get(key)?.since ?? null;
    if (!since) {
      // One message is the probe: while it fails, the others are not tried.
      const probe = await this.attempt(group, this.working.has(key), null);
      this.working.delete(key);
      if (probe.result !== 'done') return;
      since = probe.at;
      this.working.set(key, { group, since });
      this.toSpread.add(group.consumer);
    }
    let left = TURN;
    let failures = 0;
    let over = false;
    const worker = async () => {
      while (!over && !this.rounds.isStopped && left > 0) {
        left -= 1;
        const { result } = await this.attempt(group, true, since);
        failures = result === 'failed' ? failures + 1 : 0;
        if (result === 'none' || failures >= FAILURES) over = true;
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    if (over) this.working.delete(key);
  }

  /**
   * After one tenant of a consumer recovered, the others probably have too, so they are tried as well. Not more often
   * than a recent failure is retried: a tenant with another problem keeps its growing delays.
   */
  private async spread(): Promise<void> {
    const now = Date.now();
    for (const consumer of this.toSpread) {
      if (now - (this.spreadAt.get(consumer) ?? 0) < 3 * this.schedule.soonMs) continue;
      this.toSpread.delete(consumer);
      this.spreadAt.set(consumer, now);
      for (const tenantId of await this.settings.store.tenantsOf(consumer))
        this.recovered({ consumer, tenantId });
    }
  }

  private async attempt(
    group: DeliveryGroup,
    early: boolean,
    since: Date | null,
  ): Promise<{ result: Attempt; at: Date | null }> {
    const row = await this.settings.store.claim(group, early, since);
    if (!row) return { result: 'none', at: null };
    const { applier, tracker } = this.settings.consumers.get(group.consumer)!;
    this.leased.add(row.id);
    try {
      await this.apply(applier, row);
      tracker.recordSuccess(group.tenantId);
      logSafely(() => this.settings.log.info(labelsOf(row), 'failed_delivery.delivered'));
      return { result: 'done', at: row.claimedAt };
    } catch (error) {
      await this.recordFailure(row, error, tracker);
      return { result: 'failed', at: row.claimedAt };
    } finally {
      this.leased.delete(row.id);
    }
  }

  private async apply(applier: EventApplier, row: FailedDelivery): Promise<void> {
    const message = messageOf(row);
    const opened = openMessage(message);
    if (row.tenantId !== PLATFORM_TENANT) {
      await applier.applyStored(opened, row.id);
      return;
    }
    // This version can read it: it moves to its own tenant, behind the messages stored there.
    const outcome = await applier.apply(opened);
    if (outcome === 'held') {
      const failure = { code: 'deferred', text: null, transient: true };
      const delivery = { consumer: row.consumer, message, attempts: 0, delayMs: 0, failure };
      await this.settings.store.insert(failedMessage(opened, delivery));
    }
    await this.settings.store.delete(row.id);
  }

  private async recordFailure(row: FailedDelivery, error: unknown, tracker: FailureTracker): Promise<void> {
    const { code, text, transient } = failureOf(error);
    const dead = !transient || isExhausted(row.ageMs, this.schedule);
    if (transient) tracker.recordFailure(row.tenantId);
    const delayMs = dead ? 0 : retryDelay(row.ageMs, this.schedule);
    await this.settings.store.recordFailure(row, { state: dead ? 'DEAD' : 'RETRYING', delayMs, code, text });
    const fields = { err: error, code, attempts: row.attempts, delayMs, ...labelsOf(row) };
    logSafely(() => {
      if (dead) this.settings.log.error(fields, 'failed_delivery.dead');
      else this.settings.log.warn(fields, 'failed_delivery.retry_scheduled');
    });
  }

  private async renew(): Promise<void> {
    if (this.leased.size === 0) return;
    try {
      await this.settings.store.renewLeases([...this.leased]);
    } catch (error) {
      logSafely(() => this.settings.log.warn({ err: error }, 'failed_delivery.lease_not_renewed'));
    }
  }
}

const labelsOf = ({ id, tenantId, consumer, topic, partition, position }: FailedDelivery) => ({
  id,
  tenantId,
  consumer,
  topic,
  partition,
  offset: String(position),
});
