import { createHash } from 'node:crypto';
import { RESOURCE_TOPIC, type ServiceName } from '@coulisse/contracts';
import type { ResourceDefinition } from '@coulisse/resource';
import { systemActor } from '@coulisse/service-kit/actor';
import { batchConsumer, type BatchConsumer } from '@coulisse/service-kit/events';
import {
  followMerge,
  keepReferences,
  keptRecord,
  pointersOf,
  referredResources,
  type KeptRecord,
} from './keep-references';

const BATCH = 500;

/**
 * Keeps the labels of the records of other services to which those of this service refer, and follows merges. Undefined
 * for a service without such references.
 */
export function referenceConsumer(
  service: ServiceName,
  resources: readonly ResourceDefinition[],
): BatchConsumer | undefined {
  const referred = referredResources(resources);
  if (referred.size === 0) return undefined;
  const pointers = pointersOf(resources);
  // Another set of resources is another group: it reads the topic from its beginning, where the new ones are.
  const set = createHash('sha256')
    .update([...referred].sort().join(' '))
    .digest('hex')
    .slice(0, 8);
  return batchConsumer(
    RESOURCE_TOPIC,
    { name: `${service}.references-${set}`, maxMessages: BATCH },
    async (events, { db, log }) => {
      const byTenant = new Map<string, KeptRecord[]>();
      for (const { event, meta } of events) {
        if (!referred.has(event.value.resource)) continue;
        const record = keptRecord(event);
        if (!record) {
          log.warn({ key: meta.aggregateId, messageId: meta.messageId }, 'reference.event_ignored');
          continue;
        }
        const records = byTenant.get(meta.tenantId);
        if (records) records.push(record);
        else byTenant.set(meta.tenantId, [record]);
      }
      for (const [tenantId, records] of byTenant)
        await db.inTenant(systemActor(tenantId, 'references'), async (tx) => {
          await keepReferences(tx, records);
          for (const record of records)
            if (record.mergedInto !== null)
              await followMerge(tx, pointers.get(record.resource) ?? [], record);
        });
    },
  );
}
