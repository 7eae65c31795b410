import { metrics, type BatchObservableCallback } from '@opentelemetry/api';
import type { FailedDeliveryStore } from '../events/failed-delivery-store';
import { logSafely } from '../events/log-safely';
import type { ServiceContext } from '../service/context';

const OUTBOX = `SELECT count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed,
    coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE failed_at IS NULL)), 0)::float8 AS lag
  FROM kit.outbox WHERE published_at IS NULL`;

/**
 * Gauges: failed deliveries by consumer and state, the age of the oldest unpublished event, and events that the broker
 * refused. Each replica reports the same numbers, read when they are collected; without telemetry nothing is read.
 * Returns a function that stops them.
 */
export function observeMessaging(
  { db, log }: Pick<ServiceContext, 'db' | 'log'>,
  failures: Pick<FailedDeliveryStore, 'counts'>,
): () => void {
  const meter = metrics.getMeter('@coulisse/service-kit');
  const deliveries = meter.createObservableGauge('coulisse.failed_deliveries', {
    description: 'Messages that a consumer could not handle, by state',
    unit: '{message}',
  });
  const lag = meter.createObservableGauge('coulisse.outbox.lag', {
    description: 'Age of the oldest event that is not published',
    unit: 's',
  });
  const refused = meter.createObservableGauge('coulisse.outbox.failed', {
    description: 'Events that the broker refuses',
    unit: '{event}',
  });
  const read: BatchObservableCallback = async (result) => {
    try {
      for (const { consumer, state, count } of await failures.counts())
        result.observe(deliveries, count, { consumer, state });
      await db.inPlatform('observe the outbox', async ({ sql }) => {
        const { rows } = await sql.named<{ failed: number; lag: number }>('kit_outbox_lag', OUTBOX);
        result.observe(lag, rows[0]?.lag ?? 0);
        result.observe(refused, rows[0]?.failed ?? 0);
      });
    } catch (error) {
      logSafely(() => log.debug({ err: error }, 'messaging.not_observed'));
    }
  };
  const gauges = [deliveries, lag, refused];
  meter.addBatchObservableCallback(read, gauges);
  return () => meter.removeBatchObservableCallback(read, gauges);
}
