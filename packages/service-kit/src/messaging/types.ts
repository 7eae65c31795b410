/** One message as it travels: bytes and text headers, no client library's types. */
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

export interface SubscriptionOptions {
  topics: readonly string[];
  group: string;
  /** Where a group that was never seen begins: at the first message kept, or at what comes from now on. */
  from: 'earliest' | 'latest';
  /**
   * Called for one message at a time of a partition. Resolving acknowledges it; throwing leaves it, and it comes again.
   * Long work is fine: the group hears of this member every few seconds meanwhile.
   */
  handler: (message: ReceivedMessage, signal: AbortSignal) => Promise<void>;
}

export interface Subscription {
  /** Resolves when the group is joined and messages flow. */
  ready: Promise<void>;
  /** False while it is not a member of its group: it joins by itself as soon as it can. */
  readonly healthy: boolean;
  stop(): Promise<void>;
}

/** The broker refuses one of the messages for its size, whenever it is sent. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';
}

/** The product's whole need of a message broker. Delivery is at least once; order is kept per key. */
export interface MessageBus {
  /** Resolves when every message is stored on a majority of brokers. */
  publish(messages: readonly BusMessage[]): Promise<void>;
  subscribe(options: SubscriptionOptions): Subscription;
  close(): Promise<void>;
}

/** What operating a broker needs beside its use. */
export interface BusOperations {
  ensureTopics(topics: readonly { name: string; partitions: number }[]): Promise<void>;
  /** Whether the broker answers; each subscription says itself whether it works. */
  healthy(): Promise<boolean>;
}

export type Bus = MessageBus & BusOperations;
