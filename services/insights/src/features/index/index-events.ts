import { systemActor, type ReceivedEvent, type ServiceContext } from '@coulisse/service-kit';
import { entryOf, type Entry } from './entry.domain';
import { writeEntries, type WrittenGenerations } from './write-entries.command';

export type ResourceEvents = readonly ReceivedEvent<'coulisse.resource.v1'>[];

/** Writes a batch of events to the index, one transaction for each tenant. */
export async function indexEvents(
  events: ResourceEvents,
  generations: WrittenGenerations,
  { db, log }: Pick<ServiceContext, 'db' | 'log'>,
): Promise<void> {
  const byTenant = new Map<string, Entry[]>();
  for (const { event, meta } of events) {
    const entry = entryOf(event, meta.time);
    if (!entry) {
      log.warn({ key: meta.aggregateId, messageId: meta.messageId }, 'search.event_ignored');
      continue;
    }
    const entries = byTenant.get(meta.tenantId);
    if (entries) entries.push(entry);
    else byTenant.set(meta.tenantId, [entry]);
  }
  for (const [tenantId, entries] of byTenant)
    await db.inTenant(systemActor(tenantId, 'search index'), (tx) => writeEntries(tx, entries, generations));
}
