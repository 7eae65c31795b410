import type { Topic } from '@coulisse/contracts';
import type { Consumer, ErasedHandler, EventHandlers, LockTogether } from './types';

/**
 * Declares a consumer group: `consumer('payments.payment.v1', 'ticketing.on-payment', { accepted: async (value, tx) => … })`.
 * The inbox row and the handler share one transaction of the event's tenant, so an event has its effect once.
 *
 * `together` lets events of a tenant that arrive at the same time share a transaction: only for handlers that lock no
 * rows which others lock in another order, or with a `lockTogether` that locks those of all events in that order. What they
 * prepare is prepared a few at a time. `isGathered` has the broker
 * wait a little for more of them: for work that nobody waits for.
 */
export function consumer<T extends Topic, P>(
  topic: T,
  name: string,
  handlers: EventHandlers<T, P>,
  {
    together = 1,
    isGathered = false,
    lockTogether,
  }: Partial<Pick<Consumer, 'together' | 'isGathered'>> & { lockTogether?: LockTogether<T> } = {},
): Consumer {
  const erased = Object.entries<unknown>(handlers).map(([type, handler]): [string, ErasedHandler] => [
    type,
    (typeof handler === 'function' ? { handle: handler } : handler) as ErasedHandler,
  ]);
  return {
    ...{ topic, name, together, isGathered },
    handlers: Object.fromEntries(erased),
    // The codec of the topic makes its events.
    lockTogether: lockTogether,
  };
}
