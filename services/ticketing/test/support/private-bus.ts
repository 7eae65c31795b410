import { randomBytes } from 'node:crypto';
import {
  createLogger,
  KafkaBus,
  type Bus,
  type BusMessage,
  type Subscription,
  type SubscriptionOptions,
} from '@coulisse/service-kit';
import { kafkaBrokers } from '@coulisse/test-kit';
import { Kafka, logLevel } from 'kafkajs';

/**
 * The real broker with topics and groups of this test only. A stack on the same broker uses the service's groups:
 * without the prefix each would consume events of the other.
 */
export class PrivateBus implements Bus {
  private readonly name = `test-${randomBytes(5).toString('hex')}.`;
  private readonly brokers = kafkaBrokers().split(',');
  private readonly topics = new Set<string>();
  private readonly bus = new KafkaBus({
    brokers: this.brokers,
    clientId: 'ticketing-test',
    log: createLogger({ name: 'ticketing', level: 'silent' }),
  });

  publish(messages: readonly BusMessage[]): Promise<void> {
    return this.bus.publish(messages.map((message) => ({ ...message, topic: this.name + message.topic })));
  }

  subscribe(options: SubscriptionOptions): Subscription {
    return this.bus.subscribe({
      ...options,
      topics: options.topics.map((topic) => this.name + topic),
      group: this.name + options.group,
      handler: (message, signal) =>
        options.handler({ ...message, topic: message.topic.slice(this.name.length) }, signal),
    });
  }

  async ensureTopics(topics: readonly { name: string; partitions: number }[]): Promise<void> {
    const own = topics.map((topic) => ({ ...topic, name: this.name + topic.name }));
    for (const { name } of own) this.topics.add(name);
    await this.bus.ensureTopics(own);
  }

  healthy(): Promise<boolean> {
    return this.bus.healthy();
  }

  /** Deletes the test's topics from the broker. */
  async close(): Promise<void> {
    await this.bus.close();
    const admin = new Kafka({ brokers: this.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    try {
      await admin.deleteTopics({ topics: [...this.topics] });
    } finally {
      await admin.disconnect();
    }
  }
}
