import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { topics, type TopicValue } from '@coulisse/contracts';
import { type Bus, type BusMessage, MemoryBus } from '@coulisse/service-kit';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { service } from '../../src/service';

type Changed = TopicValue<'coulisse.resource.v1', 'changed'>;
type Deleted = TopicValue<'coulisse.resource.v1', 'deleted'>;

export interface FoundGroup {
  resource: string;
  items: { id: string; label: string; detail: string; archived: boolean }[];
  hasMore: boolean;
}
export interface Found {
  groups: FoundGroup[];
  correctedTo: string | null;
}

const message = (
  tenantId: string,
  key: string,
  event: Parameters<(typeof topics)['coulisse.resource.v1']['encode']>[0]['event'],
  time: Date,
): BusMessage => ({
  topic: 'coulisse.resource.v1',
  key,
  value: Buffer.from(topics['coulisse.resource.v1'].encode({ event }).finish()),
  headers: {
    ce_specversion: '1.0',
    ce_id: randomUUID(),
    ce_type: event?.$case ?? '',
    ce_source: '/test',
    ce_time: time.toISOString(),
    ce_tenantid: tenantId,
  },
});

/** What a service publishes when a record changed. */
export const changed = (
  tenantId: string,
  record: Partial<Changed> & { label: string },
  time = new Date(),
): BusMessage & { id: string } => {
  const value: Changed = {
    resource: 'crm.tiers',
    id: randomUUID(),
    version: 1,
    detail: '',
    archived: false,
    searchText: '',
    ownerId: '',
    readRight: `${record.resource ?? 'crm.tiers'}.read`,
    mergedInto: '',
    ...record,
  };
  return {
    ...message(tenantId, `${value.resource}/${value.id}`, { $case: 'changed', value }, time),
    id: value.id,
  };
};
export const deleted = (tenantId: string, value: Deleted, time = new Date()): BusMessage =>
  message(tenantId, `${value.resource}/${value.id}`, { $case: 'deleted', value }, time);

/** insights on a database of its own. */
export class SearchIndex {
  database!: TestDatabase;
  running!: TestService;

  constructor(readonly bus: Bus = new MemoryBus()) {}

  async open(): Promise<void> {
    this.database = await testDatabase(join(__dirname, '../..'));
    this.running = await startTestService(service, { database: this.database, bus: this.bus });
  }
  async close(): Promise<void> {
    await this.running?.stop();
    await this.database?.drop();
  }

  /** Publishes messages and a last one of each tenant, and waits until these are found. */
  async publish(...messages: BusMessage[]): Promise<void> {
    const tenants = [...new Set(messages.map(({ headers }) => headers.ce_tenantid!))];
    const marks = tenants.map((tenantId) => ({ tenantId, word: `mark${randomUUID().replaceAll('-', '')}` }));
    await this.bus.publish([
      ...messages,
      ...marks.map(({ tenantId, word }) => changed(tenantId, { resource: 'test.mark', label: word })),
    ]);
    for (const { tenantId, word } of marks)
      await eventually(async () =>
        expect((await this.search(word, { tenantId, rights: ['test.mark.read'] })).groups).toHaveLength(1),
      );
  }

  async request(
    query: string,
    caller: { tenantId: string; rights?: readonly string[] },
    path = 'global-search',
  ) {
    const token = this.running.issuer.staffToken({ rights: ['crm.*', 'ticketing.*'], ...caller });
    return this.running.request('GET', `/b/api/${path}?${query}`, { token });
  }
  async search(
    text: string,
    caller: { tenantId: string; rights?: readonly string[] },
    limit = 5,
  ): Promise<Found> {
    const answer = await this.request(
      new URLSearchParams({ q: text, limit: String(limit) }).toString(),
      caller,
    );
    expect(answer.status).toBe(200);
    return answer.body as Found;
  }
  async labels(text: string, tenantId: string): Promise<string[]> {
    const { groups } = await this.search(text, { tenantId, rights: ['crm.*', 'ticketing.*'] });
    return groups.flatMap(({ items }) => items.map(({ label }) => label));
  }
}
