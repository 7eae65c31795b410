import type { Topic, TopicCase, TopicValue } from '@coulisse/contracts';
import type { Tx } from '../database/types';
import type { ServiceContext } from '../service/types';

/** What is known about a message beside its content. */
export interface EventMeta<T extends Topic = Topic> {
  messageId: string;
  tenantId: string;
  aggregateId: string;
  time: Date;
  /** Name of the event in the topic's `oneof`. */
  type: string;
  topic: T;
}

/** Applies an event in the transaction that also records it in the inbox. */
export type HandleEvent<V, T extends Topic> = (
  value: V,
  tx: Tx,
  meta: EventMeta<T>,
  ctx: ServiceContext,
) => Promise<void>;

/**
 * A handler whose slow work (a document, a mail) is done before the transaction, once the inbox does not know the message.
 * Say the type of `prepared` where `prepare` is written in place: `handle: async (value, tx, meta, ctx, pdf: Buffer) => …`.
 */
export interface PreparedHandler<V, T extends Topic, P> {
  prepare?: (value: V, meta: EventMeta<T>, ctx: ServiceContext) => Promise<P>;
  handle: (value: V, tx: Tx, meta: EventMeta<T>, ctx: ServiceContext, prepared: P) => Promise<void>;
}

type ValueOf<T extends Topic, C> = C extends TopicCase<T> ? TopicValue<T, C> : never;

/**
 * One handler per event that matters; the topic's other events are acknowledged and forgotten.
 * `P` maps each event to what its `prepare` makes; an event that the topic does not have does not compile.
 */
export type EventHandlers<T extends Topic, P> = {
  [C in keyof P]: HandleEvent<ValueOf<T, C>, T> | PreparedHandler<ValueOf<T, C>, T, P[C]>;
} & { [C in Exclude<keyof P, TopicCase<T>>]: never };

/** A consumer group on one topic. */
export interface Consumer {
  topic: Topic;
  /** Name and consumer group, such as `ticketing.on-payment`. */
  name: string;
  handlers: Readonly<Record<string, ErasedHandler>>;
}

/** A handler whose types were checked where it was declared. */
export interface ErasedHandler {
  prepare?: (value: unknown, meta: EventMeta, ctx: ServiceContext) => Promise<unknown>;
  handle: (value: unknown, tx: Tx, meta: EventMeta, ctx: ServiceContext, prepared: unknown) => Promise<void>;
}
