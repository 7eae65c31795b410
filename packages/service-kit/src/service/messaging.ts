import { PARTITIONS, type Topic } from '@coulisse/contracts';
import type { Logger } from 'pino';
import { wait, type BackOff } from '../events/back-off';
import { batchHandler, type BatchConsumer } from '../events/batch-consumer';
import { ConsumerRunner } from '../events/consumer-runner';
import { EventApplier } from '../events/event-applier';
import { FailedDeliveryStore } from '../events/failed-delivery-store';
import { FailureTracker } from '../events/failure-tracker';
import { RetryRunner } from '../events/retry-runner';
import type { RetrySchedule } from '../events/retry-schedule';
import type { Consumer } from '../events/types';
import type { OutboxRelay } from '../messaging/relay';
import type { Subscription } from '../messaging/types';
import { observeGroups } from '../telemetry/broker-metrics';
import { observeDatabase } from '../telemetry/database-metrics';
import { observeMessaging } from '../telemetry/messaging-metrics';
import type { ServiceContext } from './context';

export interface MessagingSettings {
  ctx: ServiceContext;
  relay: OutboxRelay;
  consumers: readonly Consumer[];
  batchConsumers?: readonly BatchConsumer[];
  publishes: readonly Topic[];
  /** Topics that only listeners read. */
  listensTo: readonly Topic[];
  /** Subscriptions beside the consumers, opened once the topics exist. */
  extra: () => readonly Subscription[];
  backOff?: BackOff | undefined;
  retries?: RetrySchedule | undefined;
  /** Longest attempt to handle an event. */
  timeoutMs?: number | undefined;
}

/** Health of consumers and listeners; the reason names those that are not members of their groups. */
export interface ConsumerHealth {
  status: 'up' | 'degraded';
  reason?: string;
}

const RETRY_MS = 1_000;

/**
 * Topics, relay, consumers and retries of a service. Without a broker the service still responds: events wait in the
 * outbox, and health is degraded.
 */
export class Messaging {
  /** Messages that a consumer could not handle. */
  readonly failures: FailedDeliveryStore;
  private readonly retries: RetryRunner;
  private readonly runners: readonly { consumer: Consumer; runner: ConsumerRunner }[];
  private subscriptions: { name: string; subscription: Subscription }[] = [];
  private starting: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  private started = false;
  private stopObserving: () => void = () => undefined;

  constructor(private readonly settings: MessagingSettings) {
    const { ctx, consumers, backOff, retries: schedule, timeoutMs } = settings;
    this.failures = new FailedDeliveryStore(ctx.db);
    const retried = consumers.map((consumer) => ({
      consumer,
      applier: new EventApplier(consumer, ctx, timeoutMs),
      tracker: new FailureTracker(),
    }));
    this.retries = new RetryRunner({
      store: this.failures,
      log: ctx.log,
      consumers: new Map(retried.map((entry) => [entry.consumer.name, entry])),
      schedule,
      pollMs: schedule && Math.min(schedule.firstMs, RETRY_MS),
    });
    this.runners = retried.map(({ consumer, tracker }) => {
      const runner = new ConsumerRunner({
        consumer,
        ctx,
        store: this.failures,
        tracker,
        backOff,
        schedule,
        timeoutMs,
        onStored: () => this.retries.wake(),
        onRecovered: (tenantId) => this.retries.recovered({ consumer: consumer.name, tenantId }),
      });
      return { consumer, runner };
    });
  }

  get isStarted(): boolean {
    return this.started;
  }

  /** One failing group degrades the service: it still responds, and the other groups still work. */
  health(): ConsumerHealth {
    if (!this.started) return { status: 'degraded', reason: 'not started' };
    const failing = this.subscriptions.filter(({ subscription }) => !subscription.healthy);
    if (failing.length === 0) return { status: 'up' };
    const names = failing.map(({ name }) => name).join(', ');
    return { status: 'degraded', reason: `${failing.length} of ${this.subscriptions.length}: ${names}` };
  }

  /** Called when an administrator requested a retry. */
  wakeRetries(): void {
    this.retries.wake();
  }

  start(): void {
    if (this.starting) return;
    this.starting = this.run(this.settings.ctx.log);
    // Retries of stored messages need no broker.
    this.retries.start();
    const { ctx, consumers, batchConsumers = [] } = this.settings;
    const groups = [...consumers, ...batchConsumers].map(({ name, topic }) => ({ group: name, topic }));
    const stops = [observeMessaging(ctx, this.failures), observeGroups(ctx, groups), observeDatabase(ctx)];
    this.stopObserving = () => stops.forEach((stop) => stop());
  }

  /** Consumers stop before the relay, which then publishes what they still wrote. */
  async stopConsuming(): Promise<void> {
    this.stopping.abort();
    await this.starting;
    this.stopObserving();
    await Promise.all([
      ...this.subscriptions.map(({ subscription }) => subscription.stop()),
      this.retries.stop(),
    ]);
    this.subscriptions = [];
  }

  async stopRelay(): Promise<void> {
    await this.settings.relay.stop();
  }

  private async run(log: Logger): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.settings.ctx.bus.ensureTopics(this.topics());
        break;
      } catch (error) {
        log.warn({ err: error }, 'messaging.topics_not_created');
        // Rejects when the service stops, which ends the loop.
        await wait(RETRY_MS, signal).catch(() => undefined);
      }
    }
    if (signal.aborted) return;
    this.settings.relay.start();
    const { ctx, extra } = this.settings;
    this.subscriptions = this.runners.map(({ consumer, runner }) => ({
      name: consumer.name,
      subscription: ctx.bus.subscribe({
        topics: [consumer.topic],
        group: consumer.name,
        from: 'earliest',
        batch: {
          maxMessages: consumer.together,
          isGathered: consumer.isGathered,
          isJoined: consumer.together > 1,
          handle: (messages, signal) => runner.handleAll(messages, signal),
        },
      }),
    }));
    for (const consumer of this.settings.batchConsumers ?? [])
      this.subscriptions.push({
        name: consumer.name,
        subscription: ctx.bus.subscribe({
          topics: [consumer.topic],
          group: consumer.name,
          from: 'earliest',
          batch: batchHandler(consumer, ctx, this.failures),
        }),
      });
    for (const subscription of extra()) this.subscriptions.push({ name: 'listener', subscription });
    this.started = true;
  }

  private topics(): { name: string; partitions: number }[] {
    const { publishes, listensTo, consumers, batchConsumers = [] } = this.settings;
    const consumed = [...consumers, ...batchConsumers].map(({ topic }) => topic);
    const names = new Set<string>([...publishes, ...listensTo, ...consumed]);
    return [...names].map((name) => ({ name, partitions: PARTITIONS }));
  }
}
