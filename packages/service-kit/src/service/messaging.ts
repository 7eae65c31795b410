import { PARTITIONS, type Topic } from '@coulisse/contracts';
import type { Logger } from 'pino';
import type { BackOff } from '../events/back-off';
import { ConsumerRunner } from '../events/consumer-runner';
import { deadLetterTopic } from '../events/dead-letter';
import type { Consumer } from '../events/types';
import type { OutboxRelay } from '../messaging/relay';
import type { Subscription } from '../messaging/types';
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
}

const RETRY_MS = 1_000;

/**
 * Topics, relay and consumers of a service. A broker that is away does not keep the service from answering: what is
 * written waits in the outbox, and readiness says the rest.
 */
export class Messaging {
  private subscriptions: Subscription[] = [];
  private starting: Promise<void> | null = null;
  private stopped = false;
  private started = false;
  private wakeUp: (() => void) | null = null;

  constructor(private readonly settings: MessagingSettings) {}

  get isStarted(): boolean {
    return this.started;
  }

  start(): void {
    this.starting ??= this.run(this.settings.ctx.log);
  }

  /** Consumers first: what they still write is then published by the relay. */
  async stopConsuming(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
    await this.starting;
    await Promise.all(this.subscriptions.map((subscription) => subscription.stop()));
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
        log.warn({ err: error }, 'the topics could not be created yet');
        await this.pause();
      }
    }
    if (this.stopped) return;
    this.settings.relay.start();
    this.subscriptions = [
      ...this.settings.consumers.map((consumer) => this.subscribe(consumer)),
      ...this.settings.extra(),
    ];
    this.started = true;
  }

  private subscribe(consumer: Consumer): Subscription {
    const { ctx, backOff } = this.settings;
    const runner = new ConsumerRunner(consumer, ctx, backOff);
    return ctx.bus.subscribe({
      topics: [consumer.topic],
      group: consumer.name,
      from: 'earliest',
      handler: (message, signal) => runner.handle(message, signal),
    });
  }

  private topics(): { name: string; partitions: number }[] {
    const { publishes, listensTo, consumers } = this.settings;
    const names = new Set<string>([...publishes, ...listensTo, ...consumers.map(({ topic }) => topic)]);
    const letters = consumers.map(({ topic, name }) => deadLetterTopic(topic, name));
    return [
      ...[...names].map((name) => ({ name, partitions: PARTITIONS })),
      ...letters.map((name) => ({ name, partitions: 1 })),
    ];
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
