import { PARTITIONS, type Topic } from '@coulisse/contracts';
import type { Logger } from 'pino';
import type { BackOff } from '../events/back-off';
import { ConsumerRunner } from '../events/consumer-runner';
import { EventApplier } from '../events/event-applier';
import { FailedDeliveryStore } from '../events/failed-delivery-store';
import { FailureTracker } from '../events/failure-tracker';
import { RetryRunner } from '../events/retry-runner';
import type { RetrySchedule } from '../events/retry-schedule';
import type { Consumer } from '../events/types';
import type { OutboxRelay } from '../messaging/relay';
import type { Subscription } from '../messaging/types';
import { observeMessaging } from '../telemetry/messaging-metrics';
import type { ServiceContext } from './types';

export interface MessagingSettings {
  ctx: ServiceContext;
  relay: OutboxRelay;
  consumers: readonly Consumer[];
  publishes: readonly Topic[];
  /** Topics that are only listened to. */
  listensTo: readonly Topic[];
  /** Subscriptions beside the consumers, opened once the topics exist. */
  extra: () => readonly Subscription[];
  backOff?: BackOff | undefined;
  retries?: RetrySchedule | undefined;
}

/** What health says of consumers and listeners: those that are not members of their groups. */
export interface ConsumerHealth {
  status: 'up' | 'degraded';
  reason?: string;
}

const RETRY_MS = 1_000;

/**
 * Topics, relay, consumers and retries of a service. A broker that is away does not keep the service from answering: what
 * is written waits in the outbox, and health says the rest.
 */
export class Messaging {
  /** Messages that a consumer could not handle. */
  readonly failures: FailedDeliveryStore;
  private readonly retries: RetryRunner;
  private readonly runners: readonly { consumer: Consumer; runner: ConsumerRunner }[];
  private subscriptions: { name: string; subscription: Subscription }[] = [];
  private starting: Promise<void> | null = null;
  private stopped = false;
  private started = false;
  private wakeUp: (() => void) | null = null;
  private stopObserving: () => void = () => undefined;

  constructor(private readonly settings: MessagingSettings) {
    const { ctx, consumers, backOff, retries: schedule } = settings;
    this.failures = new FailedDeliveryStore(ctx.db);
    const retried = consumers.map((consumer) => ({
      consumer,
      applier: new EventApplier(consumer, ctx),
      tracker: new FailureTracker(),
    }));
    this.retries = new RetryRunner({
      store: this.failures,
      log: ctx.log,
      consumers: new Map(retried.map((one) => [one.consumer.name, one])),
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
        onStored: () => this.retries.wake(),
        onRecovered: (tenantId) => this.retries.recovered({ consumer: consumer.name, tenantId }),
      });
      return { consumer, runner };
    });
  }

  get isStarted(): boolean {
    return this.started;
  }

  /** One failing group degrades the service: it still answers, and the others still work. */
  health(): ConsumerHealth {
    if (!this.started) return { status: 'degraded', reason: 'not started' };
    const failing = this.subscriptions.filter(({ subscription }) => !subscription.healthy);
    if (failing.length === 0) return { status: 'up' };
    const names = failing.map(({ name }) => name).join(', ');
    return { status: 'degraded', reason: `${failing.length} of ${this.subscriptions.length}: ${names}` };
  }

  /** Somebody asks for another attempt. */
  wakeRetries(): void {
    this.retries.wake();
  }

  start(): void {
    if (this.starting) return;
    this.starting = this.run(this.settings.ctx.log);
    // What is stored needs no broker to be tried again.
    this.retries.start();
    this.stopObserving = observeMessaging(this.settings.ctx, this.failures);
  }

  /** Consumers first: what they still write is then published by the relay. */
  async stopConsuming(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
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
    while (!this.stopped) {
      try {
        await this.settings.ctx.bus.ensureTopics(this.topics());
        break;
      } catch (error) {
        log.warn({ err: error }, 'messaging.topics_not_created');
        await this.pause();
      }
    }
    if (this.stopped) return;
    this.settings.relay.start();
    const { ctx, extra } = this.settings;
    this.subscriptions = this.runners.map(({ consumer, runner }) => ({
      name: consumer.name,
      subscription: ctx.bus.subscribe({
        topics: [consumer.topic],
        group: consumer.name,
        from: 'earliest',
        handler: (message, signal) => runner.handle(message, signal),
      }),
    }));
    for (const subscription of extra()) this.subscriptions.push({ name: 'listener', subscription });
    this.started = true;
  }

  private topics(): { name: string; partitions: number }[] {
    const { publishes, listensTo, consumers } = this.settings;
    const names = new Set<string>([...publishes, ...listensTo, ...consumers.map(({ topic }) => topic)]);
    return [...names].map((name) => ({ name, partitions: PARTITIONS }));
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
