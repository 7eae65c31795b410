import type { FailedDeliveryStore } from '../events/failed-delivery-store';
import type { ServiceContext } from '../service/context';
import { counter, durations, observeGauges } from './instruments';

const OUTBOX = `SELECT count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed,
    coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE failed_at IS NULL)), 0)::float8 AS lag
  FROM kit.outbox WHERE published_at IS NULL`;

const GAUGES = {
  'coulisse.failed_deliveries': {
    description: 'Messages that a consumer could not handle, by state',
    unit: '{message}',
  },
  'coulisse.outbox.lag': { description: 'Age of the oldest event that is not published', unit: 's' },
  'coulisse.outbox.failed': { description: 'Events that the broker refuses', unit: '{event}' },
};

/** Failed deliveries by consumer and state, the lag of the outbox, and events that the broker refused. */
export const observeMessaging = (
  { db, log }: Pick<ServiceContext, 'db' | 'log'>,
  failures: Pick<FailedDeliveryStore, 'counts'>,
): (() => void) =>
  observeGauges(log, GAUGES, async (report) => {
    for (const { consumer, state, count } of await failures.counts())
      report('coulisse.failed_deliveries', count, {
        'messaging.consumer.group.name': consumer,
        'coulisse.delivery.state': state,
      });
    await db.inPlatform('observe the outbox', async ({ sql }) => {
      const { rows } = await sql.named<{ failed: number; lag: number }>('kit_outbox_lag', OUTBOX);
      report('coulisse.outbox.lag', rows[0]?.lag ?? 0);
      report('coulisse.outbox.failed', rows[0]?.failed ?? 0);
    });
  });

/** How long a handler took for a message, with its error if it failed. */
export const processing = durations(
  'coulisse.consumer.duration',
  'Time to handle a message, by consumer group',
);

/** How old an event was when it had taken effect: outbox, broker and handler together. */
export const eventAge = durations(
  'coulisse.event.age',
  'Age of an event when a consumer has handled it, by consumer group',
);

/** Messages that were stored as failed deliveries. */
export const inboxFailures = counter('coulisse.inbox.failures', {
  description: 'Messages that a consumer stored as failed deliveries, by error',
  unit: '{message}',
});
