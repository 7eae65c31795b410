import type { Topic, TopicCase, TopicEvent, TopicValue } from '@coulisse/contracts';
import type { Tx } from '../database/types';
import type { ServiceContext } from '../service/context';

/** Metadata of a message. */
export interface EventMeta<T extends Topic = Topic> {
  messageId: string;
  tenantId: string;
  aggregateId: string;
  time: Date;
  /** Name of the event in the topic's `oneof`. */
  type: string;
  topic: T;
}

/** One attempt to handle a message. */
export interface Attempt<T extends Topic = Topic> extends EventMeta<T> {
  /** Aborted when the attempt takes too long: its transaction is rolled back, and the message is retried later. */
  signal: AbortSignal;
}

/** Applies an event in the transaction that also records it in the inbox. */
export type HandleEvent<V, T extends Topic> = (
  value: V,
  tx: Tx,
  meta: Attempt<T>,
  ctx: ServiceContext,
) => Promise<void>;

/**
 * A handler whose slow work (a document, a mail) is done before the transaction, if the message is not in the inbox.
 * Work that times out is repeated by the next attempt, as after a kill.
 * Declare the type of `prepared` with an inline `prepare`: `handle: async (value, tx, meta, ctx, pdf: Buffer) => …`.
 */
export interface PreparedHandler<V, T extends Topic, P> {
  prepare?: (value: V, meta: Attempt<T>, ctx: ServiceContext) => Promise<P>;
  handle: (value: V, tx: Tx, meta: Attempt<T>, ctx: ServiceContext, prepared: P) => Promise<void>;
}

type ValueOf<T extends Topic, C> = C extends TopicCase<T> ? TopicValue<T, C> : never;

/**
 * One handler per handled event; the topic's other events are acknowledged and ignored.
 * `P` maps each event to the result of its `prepare`; an event that the topic does not have does not compile.
 */
export type EventHandlers<T extends Topic, P> = {
  [C in keyof P]: HandleEvent<ValueOf<T, C>, T> | PreparedHandler<ValueOf<T, C>, T, P[C]>;
} & { [C in Exclude<keyof P, TopicCase<T>>]: never };

/** An event that is applied together with others, with what was prepared for it. */
export interface EventToApply<T extends Topic = Topic> {
  event: TopicEvent<T>;
  prepared: unknown;
}
/**
 * Locks, for events that are about to be applied in one transaction, the rows that their handlers lock: each kind of rows for
 * all events, in the order of every other writer. Throws `NotTogether` for events that must be applied one by one.
 */
export type LockTogether<T extends Topic = Topic> = (
  events: readonly EventToApply<T>[],
  tx: Tx,
) => Promise<void>;

/** These events cannot share a transaction: each is applied by itself. */
export class NotTogether extends Error {
  override readonly name = 'NotTogether';
}

/** A consumer group on one topic. */
export interface Consumer {
  topic: Topic;
  /** Name and consumer group, such as `ticketing.on-payment`. */
  name: string;
  handlers: Readonly<Record<string, ErasedHandler>>;
  /** Most events of one tenant that are applied in one transaction; 1 by default. */
  together: number;
  /** Called before the handlers of events that share a transaction. */
  lockTogether?: LockTogether | undefined;
  /** Whether the broker waits for more messages before it delivers them. */
  isGathered: boolean;
}

/** A handler whose types were checked in its declaration. */
export interface ErasedHandler {
  prepare?: (value: unknown, meta: Attempt, ctx: ServiceContext) => Promise<unknown>;
  handle: (value: unknown, tx: Tx, meta: Attempt, ctx: ServiceContext, prepared: unknown) => Promise<void>;
}
