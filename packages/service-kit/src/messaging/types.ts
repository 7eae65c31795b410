/** A message: bytes and text headers, without types of a client library. */
export interface BusMessage {
  topic: string;
  /** Id of the aggregate: messages with the same key stay in order. */
  key: string;
  value: Buffer;
  headers: Record<string, string>;
}

export interface ReceivedMessage extends BusMessage {
  partition: number;
  /** Position in the partition. */
  offset: string;
}

interface SubscriptionSource {
  topics: readonly string[];
  group: string;
  /** Start position of a new group: the oldest stored message, or new messages only. */
  from: 'earliest' | 'latest';
}

/**
 * Called for one message of a partition at a time. Resolving acknowledges it; after an error it is redelivered.
 * It may take long: heartbeats are sent every few seconds meanwhile.
 */
export type MessageHandler = (message: ReceivedMessage, signal: AbortSignal) => Promise<void>;

/** Called for the next messages of a partition; they are acknowledged, or redelivered, together. */
export interface BatchHandler {
  readonly maxMessages: number;
  /** Whether the broker waits a little for more messages before it answers. */
  readonly isGathered?: boolean;
  /** Whether messages of several partitions that arrive together are handled in one call. */
  readonly isJoined?: boolean;
  readonly handle: (messages: readonly ReceivedMessage[], signal: AbortSignal) => Promise<void>;
}

export type SubscriptionOptions = SubscriptionSource &
  ({ handler: MessageHandler; batch?: never } | { handler?: never; batch: BatchHandler });

/** The handler of a subscription, as one for batches. */
export const batchHandlerOf = ({ handler, batch }: SubscriptionOptions): BatchHandler =>
  batch ?? {
    maxMessages: 1,
    handle: async (messages, signal) => {
      for (const message of messages) await handler(message, signal);
    },
  };

/** Stored messages of a partition: offsets from `low` up to, but without, `high`. */
export interface PartitionOffsets {
  partition: number;
  low: string;
  high: string;
}

/** How far a consumer group is in a topic, over all partitions. */
export interface GroupPosition {
  group: string;
  topic: string;
  /** Messages that it has handled, and those that were written. */
  position: number;
  end: number;
  /** Messages that are stored and not handled. */
  lag: number;
}

export interface Subscription {
  /** Resolves when the group is joined and messages are received. */
  ready: Promise<void>;
  /** False while it is not a member of its group; it rejoins by itself. */
  readonly healthy: boolean;
  stop(): Promise<void>;
}

/** The broker refuses one of the messages because of its size; a retry cannot succeed. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';
}

/** Port of the message broker. Delivery is at least once; order is kept per key. */
export interface MessageBus {
  /** Resolves when every message is stored on a majority of brokers. */
  publish(messages: readonly BusMessage[]): Promise<void>;
  subscribe(options: SubscriptionOptions): Subscription;
  close(): Promise<void>;
}

/** Administration of the broker. */
export interface BusOperations {
  ensureTopics(topics: readonly { name: string; partitions: number }[]): Promise<void>;
  /** Which messages of a topic are stored. */
  offsets(topic: string): Promise<PartitionOffsets[]>;
  /** Where consumer groups are; a bus without a broker has no positions. */
  groupPositions?(groups: readonly { group: string; topic: string }[]): Promise<GroupPosition[]>;
  /** Whether the broker responds; each subscription has its own `healthy`. */
  healthy(): Promise<boolean>;
}

export type Bus = MessageBus & BusOperations;
