import type { Topic, TopicEvent } from '@coulisse/contracts';
import { openMessage } from '../messaging/envelope';
import type { BatchHandler, ReceivedMessage } from '../messaging/types';
import type { ServiceContext } from '../service/context';
import { STORE_BACK_OFF, delayOf, wait } from './back-off';
import { unreadableMessage } from './failed-delivery';
import type { FailedDeliveryStore } from './failed-delivery-store';
import type { EventMeta } from './types';

/** An event of a batch with its metadata. */
export interface ReceivedEvent<T extends Topic = Topic> {
  meta: EventMeta<T>;
  event: TopicEvent<T>;
}

/** A consumer group that handles many messages in one call. */
export interface BatchConsumer {
  topic: Topic;
  /** Name and consumer group, such as `insights.search-index`. */
  name: string;
  maxMessages: number;
  handle: (events: readonly ReceivedEvent[], ctx: ServiceContext) => Promise<void>;
}

/**
 * Declares a consumer group of a read model. There is no inbox: a batch may be delivered again, so its effect must depend
 * on the versions in its events only. A failed batch is redelivered until it succeeds.
 */
export const batchConsumer = <T extends Topic>(
  topic: T,
  { name, maxMessages }: Pick<BatchConsumer, 'name' | 'maxMessages'>,
  handle: (events: readonly ReceivedEvent<T>[], ctx: ServiceContext) => Promise<void>,
): BatchConsumer => ({ topic, name, maxMessages, handle: handle as BatchConsumer['handle'] });

/** Events of messages; those that this version does not know are left out. */
export function readEvents<T extends Topic>(
  messages: readonly ReceivedMessage[],
): {
  events: ReceivedEvent<T>[];
  unreadable: { message: ReceivedMessage; error: unknown }[];
} {
  const events: ReceivedEvent<T>[] = [];
  const unreadable: { message: ReceivedMessage; error: unknown }[] = [];
  for (const message of messages) {
    try {
      const { event, meta } = openMessage(message);
      // The codec of the topic made the event.
      if (event) events.push({ event, meta } as unknown as ReceivedEvent<T>);
    } catch (error) {
      unreadable.push({ message, error });
    }
  }
  return { events, unreadable };
}

/** Handles the batches of a consumer; unreadable messages are stored as failed deliveries. */
export function batchHandler(
  consumer: BatchConsumer,
  ctx: ServiceContext,
  store: Pick<FailedDeliveryStore, 'insert'>,
): BatchHandler {
  return {
    maxMessages: consumer.maxMessages,
    isGathered: true,
    isJoined: true,
    handle: async (messages, signal) => {
      const { events, unreadable } = readEvents(messages);
      for (const { message, error } of unreadable) await storeUnreadable(message, error, signal);
      if (events.length > 0) await consumer.handle(events, ctx);
    },
  };

  async function storeUnreadable(
    message: ReceivedMessage,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const failed = unreadableMessage(consumer.name, message, error);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await store.insert(failed);
        break;
      } catch (storing) {
        ctx.log.error({ err: storing, attempt, consumer: consumer.name }, 'failed_delivery.store_failed');
        await wait(delayOf(STORE_BACK_OFF, attempt), signal);
      }
    }
    const { topic, partition, offset } = message;
    ctx.log.error({ err: error, consumer: consumer.name, topic, partition, offset }, 'failed_delivery.dead');
  }
}
