import { RESOURCE_TOPIC } from '@coulisse/contracts';
import { batchConsumer } from '@coulisse/service-kit';
import { indexEvents } from '../features/index/index-events';

export const BATCH_SIZE = 500;

/** Brings the search index up to date with the records of all services. */
export const onResource = batchConsumer(
  RESOURCE_TOPIC,
  { name: 'insights.search-index', maxMessages: BATCH_SIZE },
  (events, ctx) => indexEvents(events, 'in-use', ctx),
);
