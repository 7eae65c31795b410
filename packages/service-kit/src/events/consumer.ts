import type { Topic } from '@coulisse/contracts';
import type { Consumer, ErasedHandler, EventHandlers } from './types';

/**
 * Declares a consumer group: `consumer('payments.payment.v1', 'ticketing.on-payment', { accepted: async (value, tx) => … })`.
 * The inbox row and the handler share one transaction of the event's tenant, so an event has its effect once.
 *
 * `together` lets events of a tenant that arrive at the same time share a transaction, which saves most of what a small
 * handler costs. A group that fails, as by a deadlock with a writer that locks its rows in another order, is applied
 * again one by one. `isGathered` has the broker wait a little for more events: for work that nobody waits for.
 */
export function consumer<T extends Topic, P>(
  topic: T,
  name: string,
  handlers: EventHandlers<T, P>,
  { together = 1, isGathered = false }: Partial<Pick<Consumer, 'together' | 'isGathered'>> = {},
): Consumer {
  const erased = Object.entries<unknown>(handlers).map(([type, handler]): [string, ErasedHandler] => [
    type,
    (typeof handler === 'function' ? { handle: handler } : handler) as ErasedHandler,
  ]);
  return { topic, name, handlers: Object.fromEntries(erased), together, isGathered };
}
