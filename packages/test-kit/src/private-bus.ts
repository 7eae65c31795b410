import { randomBytes } from 'node:crypto';
import {
  createLogger,
  KafkaBus,
  type Bus,
  type BusMessage,
  type PartitionOffsets,
  type ReceivedMessage,
  type Subscription,
  type SubscriptionOptions,
} from '@coulisse/service-kit';
import { batchHandlerOf } from '@coulisse/service-kit/messaging';
import { Kafka, logLevel } from 'kafkajs';
import { kafkaBrokers } from './environment';

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
    clientId: 'private-test',
    log: createLogger({ name: 'test', level: 'silent' }),
  });

  publish(messages: readonly BusMessage[]): Promise<void> {
    return this.bus.publish(messages.map((message) => ({ ...message, topic: this.name + message.topic })));
  }

  subscribe(options: SubscriptionOptions): Subscription {
    const { maxMessages, handle } = batchHandlerOf(options);
    const named = (message: ReceivedMessage) => ({
      ...message,
      topic: message.topic.slice(this.name.length),
    });
    return this.bus.subscribe({
      from: options.from,
      topics: options.topics.map((topic) => this.name + topic),
      group: this.name + options.group,
      batch: { maxMessages, handle: (messages, signal) => handle(messages.map(named), signal) },
    });
  }

  async ensureTopics(topics: readonly { name: string; partitions: number }[]): Promise<void> {
    const own = topics.map((topic) => ({ ...topic, name: this.name + topic.name }));
    for (const { name } of own) this.topics.add(name);
    await this.bus.ensureTopics(own);
  }

  offsets(topic: string): Promise<PartitionOffsets[]> {
    return this.bus.offsets(this.name + topic);
  }

  healthy(): Promise<boolean> {
    return this.bus.healthy();
  }

  private closing: Promise<void> | undefined;

  /** Deletes the test's topics from the broker. Services that share it close it once, with the first that stops. */
  close(): Promise<void> {
    return (this.closing ??= this.end());
  }

  private async end(): Promise<void> {
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
