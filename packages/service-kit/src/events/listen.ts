import { hostname } from 'node:os';
import type { Topic, TopicCase, TopicValue } from '@coulisse/contracts';
import { randomBytes } from 'node:crypto';
import { openMessage } from '../messaging/envelope';
import type { Subscription } from '../messaging/types';
import type { ServiceContext } from '../service/context';
import type { EventMeta } from './types';

export type Listeners<T extends Topic> = {
  [C in TopicCase<T>]?: (value: TopicValue<T, C>, meta: EventMeta<T>) => void | Promise<void>;
};

/**
 * Calls the listeners for new events, in every replica: for caches and live screens, never for effects. There is no
 * inbox, no retry and no earlier event: a listener must tolerate missed events.
 */
export function listen<T extends Topic>(
  ctx: Pick<ServiceContext, 'bus' | 'log' | 'name'>,
  topic: T,
  name: string,
  listeners: Listeners<T>,
): Subscription {
  const group = `${ctx.name}.${name}.${hostname()}.${process.pid}.${randomBytes(3).toString('hex')}`;
  const byCase = listeners as Readonly<
    Record<string, ((value: unknown, meta: EventMeta) => unknown) | undefined>
  >;
  return ctx.bus.subscribe({
    topics: [topic],
    group,
    from: 'latest',
    handler: async (message) => {
      try {
        const { event, meta } = openMessage(message);
        if (event) await byCase[event.$case]?.(event.value, meta);
      } catch (error) {
        ctx.log.warn({ err: error, topic, name }, 'listener.failed');
      }
    },
  });
}
