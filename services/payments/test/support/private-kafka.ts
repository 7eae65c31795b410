import { randomBytes } from 'node:crypto';
import type {
  Bus,
  BusMessage,
  PartitionOffsets,
  ReceivedMessage,
  Subscription,
  SubscriptionOptions,
} from '@coulisse/service-kit';
import { batchHandlerOf, KafkaBus } from '@coulisse/service-kit/messaging';
import { kafkaBrokers } from '@coulisse/test-kit';
import pino from 'pino';

/**
 * Real Kafka with topics and groups of this test only, so that it does not interfere with a stack on the same brokers.
 */
export class PrivateKafka implements Bus {
  private readonly prefix = `test-${randomBytes(4).toString('hex')}.`;
  private readonly kafka = new KafkaBus({
    brokers: kafkaBrokers().split(','),
    clientId: 'payments-test',
    log: pino({ level: 'silent' }),
  });

  publish(messages: readonly BusMessage[]): Promise<void> {
    return this.kafka.publish(
      messages.map((message) => ({ ...message, topic: this.prefix + message.topic })),
    );
  }

  subscribe(options: SubscriptionOptions): Subscription {
    const { maxMessages, handle } = batchHandlerOf(options);
    const named = (message: ReceivedMessage) => ({
      ...message,
      topic: message.topic.slice(this.prefix.length),
    });
    return this.kafka.subscribe({
      from: options.from,
      topics: options.topics.map((topic) => this.prefix + topic),
      group: this.prefix + options.group,
      batch: { maxMessages, handle: (messages, signal) => handle(messages.map(named), signal) },
    });
  }

  ensureTopics(topics: readonly { name: string; partitions: number }[]): Promise<void> {
    return this.kafka.ensureTopics(topics.map((topic) => ({ ...topic, name: this.prefix + topic.name })));
  }

  offsets(topic: string): Promise<PartitionOffsets[]> {
    return this.kafka.offsets(this.prefix + topic);
  }

  healthy(): Promise<boolean> {
    return this.kafka.healthy();
  }

  close(): Promise<void> {
    return this.kafka.close();
  }
}
