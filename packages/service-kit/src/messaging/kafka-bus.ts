import { COMPACTED_TOPICS, COMPACTION_MS, RETENTION_MS, SEGMENT_MS } from '@coulisse/contracts';
import {
  ConfigResourceTypes,
  Kafka,
  logLevel,
  type Admin,
  Partitioners,
  type KafkaConfig,
  type logCreator,
  type Producer,
} from 'kafkajs';
import type { Logger } from 'pino';
import { stopIdleQueueChecks } from './kafka-request-queue';
import { KafkaSubscription } from './kafka-subscription';
import {
  MessageTooLarge,
  type Bus,
  type BusMessage,
  type GroupPosition,
  type PartitionOffsets,
  type Subscription,
  type SubscriptionOptions,
} from './types';

export interface KafkaBusSettings {
  brokers: readonly string[];
  clientId: string;
  log: Logger;
  /** Time without heartbeat after which a member's partitions are reassigned. */
  sessionTimeoutMs?: number;
  /** Authentication and TLS. */
  access?: KafkaAccess;
}

export type KafkaAccess = Pick<KafkaConfig, 'sasl' | 'ssl'>;

/** Kafka's errors for a message and for a batch over the size limit. */
const TOO_LARGE = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);
const isTooLarge = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause)
    if (TOO_LARGE.has(String((at as { type?: unknown }).type))) return true;
  return false;
};

const EXPIRING = [
  { name: 'cleanup.policy', value: 'delete' },
  { name: 'retention.ms', value: String(RETENTION_MS) },
  { name: 'segment.ms', value: String(SEGMENT_MS) },
];
const COMPACTED = [
  { name: 'cleanup.policy', value: 'compact' },
  { name: 'max.compaction.lag.ms', value: String(COMPACTION_MS) },
  { name: 'segment.ms', value: String(SEGMENT_MS) },
];
/** How long the messages of a topic are stored. */
const retentionOf = (topic: string) => (COMPACTED_TOPICS.has(topic) ? COMPACTED : EXPIRING);

/** The library logs every retry as an error. Real failures are thrown as exceptions: its log is debug output only. */
const quietLogs =
  (log: Logger): logCreator =>
  () =>
  ({ level, namespace, log: { message, error } }) => {
    const line = { namespace, message, detail: error as unknown };
    if (level <= logLevel.WARN) log.debug(line, 'kafka.client_log');
    else log.trace(line, 'kafka.client_log');
  };

/** A group that has committed nothing in a partition (-1) begins at its oldest message. */
async function positionOf(admin: Admin, groupId: string, topic: string): Promise<GroupPosition> {
  const stored = await admin.fetchTopicOffsets(topic);
  const [found] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const committed = new Map(found?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  const position = { group: groupId, topic, position: 0, end: 0, lag: 0 };
  for (const { partition, low, high } of stored) {
    const at = Math.max(committed.get(partition) ?? -1, Number(low));
    position.position += at;
    position.end += Number(high);
    position.lag += Math.max(0, Number(high) - at);
  }
  return position;
}

/** Kafka through kafkajs 2: types of the library are used only here and in `kafka-subscription.ts`. */
export class KafkaBus implements Bus {
  private readonly kafka: Kafka;
  private producer: Promise<Producer> | null = null;
  private readonly subscriptions = new Set<KafkaSubscription>();

  constructor(private readonly settings: KafkaBusSettings) {
    stopIdleQueueChecks();
    this.kafka = new Kafka({
      clientId: settings.clientId,
      brokers: [...settings.brokers],
      ...settings.access,
      connectionTimeout: 3_000,
      requestTimeout: 15_000,
      retry: { retries: 100, initialRetryTime: 200, maxRetryTime: 2_000 },
      logLevel: logLevel.WARN,
      logCreator: quietLogs(settings.log),
    });
  }

  async publish(messages: readonly BusMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const byTopic = new Map<string, BusMessage[]>();
    for (const message of messages) {
      const sameTopic = byTopic.get(message.topic);
      if (sameTopic) sameTopic.push(message);
      else byTopic.set(message.topic, [message]);
    }
    const producer = await this.connected();
    try {
      await producer.sendBatch({
        acks: -1,
        topicMessages: [...byTopic].map(([topic, list]) => ({
          topic,
          messages: list.map(({ key, value, headers }) => ({ key, value, headers })),
        })),
      });
    } catch (error) {
      // An idempotent producer with a broken sequence never recovers: the next send creates a new one.
      this.producer = null;
      await producer
        .disconnect()
        .catch((lost: unknown) => this.settings.log.debug({ err: lost }, 'kafka.producer_disconnected'));
      throw isTooLarge(error) ? new MessageTooLarge('a message is over the limit', { cause: error }) : error;
    }
  }

  subscribe(options: SubscriptionOptions): Subscription {
    const { log, sessionTimeoutMs } = this.settings;
    const subscription = new KafkaSubscription(this.kafka, options, log, sessionTimeoutMs);
    this.subscriptions.add(subscription);
    return {
      ready: subscription.ready,
      get healthy() {
        return subscription.healthy;
      },
      stop: async () => {
        this.subscriptions.delete(subscription);
        await subscription.stop();
      },
    };
  }

  async ensureTopics(topics: readonly { name: string; partitions: number }[]): Promise<void> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      const existing = new Set(await admin.listTopics());
      const missing = topics.filter(({ name }) => !existing.has(name));
      await this.limitRetention(
        admin,
        topics.filter(({ name }) => existing.has(name)).map(({ name }) => name),
      );
      if (missing.length === 0) return;
      await admin.createTopics({
        waitForLeaders: true,
        topics: missing.map(({ name, partitions }) => ({
          topic: name,
          numPartitions: partitions,
          replicationFactor: -1,
          configEntries: retentionOf(name),
        })),
      });
    } finally {
      await admin.disconnect();
    }
  }

  /** Sets the declared retention on existing topics, which may be older or created by hand. */
  private async limitRetention(admin: Admin, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({
        type: ConfigResourceTypes.TOPIC,
        name,
        configNames: retentionOf(name).map((entry) => entry.name),
      })),
    });
    const wrong = resources.filter(({ resourceName, configEntries }) =>
      retentionOf(resourceName).some(
        ({ name, value }) =>
          configEntries.find(({ configName }) => configName === name)?.configValue !== value,
      ),
    );
    if (wrong.length === 0) return;
    await admin.alterConfigs({
      validateOnly: false,
      resources: wrong.map(({ resourceName: name }) => ({
        type: ConfigResourceTypes.TOPIC,
        name,
        configEntries: retentionOf(name),
      })),
    });
  }

  async offsets(topic: string): Promise<PartitionOffsets[]> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      return (await admin.fetchTopicOffsets(topic)).map(({ partition, low, high }) => ({
        partition,
        low,
        high,
      }));
    } finally {
      await admin.disconnect();
    }
  }

  async groupPositions(groups: readonly { group: string; topic: string }[]): Promise<GroupPosition[]> {
    const admin = this.kafka.admin({ retry: { retries: 1, initialRetryTime: 100 } });
    await admin.connect();
    try {
      return await Promise.all(groups.map(({ group, topic }) => positionOf(admin, group, topic)));
    } finally {
      await admin.disconnect();
    }
  }

  async healthy(): Promise<boolean> {
    const admin = this.kafka.admin({ retry: { retries: 1, initialRetryTime: 100 } });
    try {
      await admin.connect();
      await admin.describeCluster();
      return true;
    } catch {
      return false; // The expected result when the broker is unreachable.
    } finally {
      await admin
        .disconnect()
        .catch((error: unknown) => this.settings.log.debug({ err: error }, 'kafka.admin_disconnected'));
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    this.subscriptions.clear();
    const producer = this.producer;
    this.producer = null;
    if (producer) await (await producer).disconnect();
  }

  private connected(): Promise<Producer> {
    this.producer ??= this.connect();
    return this.producer;
  }

  private async connect(): Promise<Producer> {
    const producer = this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: { retries: 20, initialRetryTime: 200, maxRetryTime: 2_000 },
    });
    try {
      await producer.connect();
      return producer;
    } catch (error) {
      this.producer = null;
      throw error;
    }
  }
}
