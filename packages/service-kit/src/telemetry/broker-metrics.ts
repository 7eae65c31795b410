import type { GroupPosition } from '../messaging/types';
import type { ServiceContext } from '../service/context';
import { observeGauges } from './instruments';

const GAUGES = {
  'coulisse.consumer.lag': {
    description: 'Messages of a topic that a consumer group has not handled',
    unit: '{message}',
  },
  'coulisse.consumer.position': {
    description: 'Messages that a consumer group has handled, over all partitions',
    unit: '{message}',
    isCounter: true,
  },
  'coulisse.topic.end': {
    description: 'Messages that were written to a topic',
    unit: '{message}',
    isCounter: true,
  },
};

/** The broker is asked at most this often, however often metrics are collected. */
const EVERY_MS = 15_000;

/** How far the consumer groups of a service are; the same numbers from every replica. */
export function observeGroups(
  { bus, log }: Pick<ServiceContext, 'bus' | 'log'>,
  groups: readonly { group: string; topic: string }[],
): () => void {
  if (!bus.groupPositions || groups.length === 0) return () => undefined;
  let last: { at: number; positions: readonly GroupPosition[] } = { at: -Infinity, positions: [] };
  return observeGauges(log, GAUGES, async (report) => {
    if (performance.now() - last.at >= EVERY_MS)
      last = { at: performance.now(), positions: (await bus.groupPositions?.(groups)) ?? [] };
    const ends = new Map(last.positions.map(({ topic, end }) => [topic, end]));
    for (const [topic, end] of ends)
      report('coulisse.topic.end', end, { 'messaging.destination.name': topic });
    for (const { group, topic, position, lag } of last.positions) {
      const labels = { 'messaging.destination.name': topic, 'messaging.consumer.group.name': group };
      report('coulisse.consumer.lag', lag, labels);
      report('coulisse.consumer.position', position, labels);
    }
  });
}
