import type { Logger } from 'pino';
import { openMessage } from '../messaging/envelope';
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
  /** By their names; failed deliveries of a consumer that is not here stay as they are. */
  consumers: ReadonlyMap<string, RetriedConsumer>;
  schedule?: RetrySchedule | undefined;
  pollMs?: number | undefined;
  /** Groups at once in this process. */
  groups?: number;
}

/** Messages of one group at once, once one of them succeeded. */
const WORKERS = 3;
/** Then it is another group's turn: a tenant with a long backlog does not keep the others waiting. */
const TURN = 30;
/** Failures in a row that end a turn: the dependency is away again. */
const FAILURES = 3;
const FAILURE_PAUSE_MS = 5_000;

type Attempt = 'done' | 'failed' | 'none';
const keyOf = ({ consumer, tenantId }: DeliveryGroup): string => `${consumer} ${tenantId}`;

/**
 * Tries stored failed deliveries again, in any number of processes at once: a claim is a lease in the row, and the inbox
 * absorbs what two processes try. While a group fails, one of its messages is tried at a time; a success makes the rest
 * due.
 */
export class RetryRunner {
  private readonly schedule: RetrySchedule;
  private readonly pollMs: number;
  private readonly groups: number;
  private readonly busy = new Map<string, Promise<void>>();
  private readonly leased = new Set<string>();
  /** Groups that work again, or may: since when, once an attempt proved it. */
  private readonly working = new Map<string, { group: DeliveryGroup; since: Date | null }>();
  private readonly servedAt = new Map<string, number>();
  /** Consumers whose other tenants are to be tried, and when each was last. */
  private readonly toSpread = new Set<string>();
  private readonly spreadAt = new Map<string, number>();
  private looping: Promise<void> | null = null;
  private beat: NodeJS.Timeout | null = null;
  private stopped = false;
  private woken = false;
  private wakeUp: (() => void) | null = null;

  constructor(private readonly settings: RetryRunnerSettings) {
    this.schedule = settings.schedule ?? DEFAULT_SCHEDULE;
    this.pollMs = settings.pollMs ?? 1_000;
    this.groups = settings.groups ?? 4;
  }

  start(): void {
    if (this.looping || this.settings.consumers.size === 0) return;
    this.looping = this.loop();
    this.beat = setInterval(() => void this.renew(), LEASE_MS / 3);
  }

  /** Something may be due: called when this process stored a message, or somebody asks for another attempt. */
  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  /** A tenant's events work again for a consumer: what it has stored need not wait for its time. */
  recovered(group: DeliveryGroup): void {
    const key = keyOf(group);
    if (this.working.has(key)) return;
    this.working.set(key, { group, since: null });
    this.wake();
  }

  /** Takes nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
    await this.looping;
    await Promise.all(this.busy.values());
    if (this.beat) clearInterval(this.beat);
  }

  private async loop(): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      try {
        if (this.busy.size < this.groups) await this.round();
        await this.pause(this.pollMs);
      } catch (error) {
        logSafely(() => this.settings.log.warn({ err: error }, 'failed_delivery.retries_paused'));
        await this.pause(FAILURE_PAUSE_MS);
      }
    }
  }

  /** Begins with the groups that were served longest ago. */
  private async round(): Promise<void> {
    await this.spread();
    const due = await this.settings.store.dueGroups([...this.settings.consumers.keys()]);
    const groups = new Map(due.map((group) => [keyOf(group), group]));
    for (const [key, { group }] of this.working) groups.set(key, group);
    const waiting = [...groups.entries()]
      .filter(([key]) => !this.busy.has(key))
      .sort(([a], [b]) => (this.servedAt.get(a) ?? 0) - (this.servedAt.get(b) ?? 0));
    for (const [key, group] of waiting.slice(0, this.groups - this.busy.size)) this.begin(key, group);
    for (const key of this.servedAt.keys()) if (!groups.has(key)) this.servedAt.delete(key);
  }

  private begin(key: string, group: DeliveryGroup): void {
    this.servedAt.set(key, Date.now());
    const work = this.serve(key, group)
      .catch((error: unknown) => {
        this.working.delete(key);
        logSafely(() => this.settings.log.warn({ err: error, ...group }, 'failed_delivery.retries_paused'));
      })
      .finally(() => {
        this.busy.delete(key);
        this.wake();
      });
    this.busy.set(key, work);
  }

  private async serve(key: string, group: DeliveryGroup): Promise<void> {
    let since = this.working.get(key)?.since ?? null;
    if (!since) {
      // One goes first: as long as it fails, the others need not.
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
      while (!over && !this.stopped && left > 0) {
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
   * What failed one tenant of a consumer probably failed the others, so that they are tried as well. Not more often than a
   * young failure is: a tenant with trouble of its own keeps its growing delays between.
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
      tracker.succeeded(group.tenantId);
      logSafely(() => this.settings.log.info(labelsOf(row), 'failed_delivery.delivered'));
      return { result: 'done', at: row.claimedAt };
    } catch (error) {
      await this.keep(row, error, tracker);
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
    // A later version can read it: it goes to its own tenant, behind what waits there.
    const outcome = await applier.apply(opened);
    if (outcome === 'held') {
      const failure = { code: 'deferred', text: null, transient: true };
      const how = { consumer: row.consumer, message, attempts: 0, delayMs: 0, failure };
      await this.settings.store.put(failedMessage(opened, how));
    }
    await this.settings.store.delete(row.id);
  }

  private async keep(row: FailedDelivery, error: unknown, tracker: FailureTracker): Promise<void> {
    const { code, text, transient } = failureOf(error);
    const dead = !transient || isExhausted(row.ageMs, this.schedule);
    if (transient) tracker.failed(row.tenantId);
    const delayMs = dead ? 0 : retryDelay(row.ageMs, this.schedule);
    await this.settings.store.failed(row, { state: dead ? 'DEAD' : 'RETRYING', delayMs, code, text });
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

  private async pause(ms: number): Promise<void> {
    if (this.stopped || this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = null;
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
