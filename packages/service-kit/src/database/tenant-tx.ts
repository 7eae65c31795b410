import { randomUUID } from 'node:crypto';
import { topics, type Topic, type TopicEvent } from '@coulisse/contracts';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { Actor } from '../actor';
import { currentTrace } from '../telemetry/trace';
import type { BatchQuery } from './batch';
import type { ChangeRecord, Sql, Tx } from './types';

/** Kafka refuses more than 1 MB by default: a larger event fails here, where it is written, and not in the relay. */
const MAX_EVENT_BYTES = 900_000;

/** Callbacks of a transaction to the database that opened it. */
export interface TxHooks {
  published: ReadonlySet<string>;
  afterCommit(work: () => void): void;
  /** An event was written to the outbox. */
  onOutboxWrite(): void;
}

/** Queues statements whose results are not awaited. */
interface Deferring {
  defer(query: BatchQuery): void;
}

const HISTORY = `INSERT INTO history (id, tenant_id, entity, entity_id, action, changes, actor_id, actor_name, impersonator)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const outbox = (
  first: number,
) => `INSERT INTO outbox (id, tenant_id, topic, aggregate_id, type, payload, headers)
  VALUES (${[0, 1, 2, 3, 4, 5, 6].map((n) => `$${first + n}`).join(', ')})`;
const OUTBOX = outbox(1);
const HISTORY_AND_OUTBOX = `WITH told AS (${HISTORY}) ${outbox(10)}`;

/** Access to the kit's tables in one tenant's transaction. */
export class TenantTx implements Tx {
  constructor(
    readonly tenantId: string,
    readonly actor: Actor,
    readonly sql: Sql & Deferring,
    private readonly hooks: TxHooks,
  ) {}

  async publish<T extends Topic>(topic: T, aggregateId: string, event: TopicEvent<T>): Promise<void> {
    this.sql.defer({ name: 'kit_outbox', text: OUTBOX, values: this.eventRow(topic, aggregateId, event) });
    this.hooks.onOutboxWrite();
  }

  async nextCode(series: string, prefix: string, year: number, count = 1): Promise<string[]> {
    if (!Number.isInteger(count) || count < 1)
      throw new RangeError(`${count} numbers of a series make no sense`);
    // The row stays locked until the transaction ends, so that numbers have no gap; a rollback releases them.
    const { rows } = await this.sql.named<{ last: number }>(
      'kit_next_code',
      `INSERT INTO number_series (tenant_id, series, year, last) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, series, year) DO UPDATE SET last = number_series.last + excluded.last
       RETURNING last`,
      [this.tenantId, series, year, count],
    );
    const first = rows[0]!.last - count + 1;
    return Array.from(
      { length: count },
      (_, index) => `${prefix}-${year}-${String(first + index).padStart(6, '0')}`,
    );
  }

  async history(
    entity: string,
    id: string,
    action: string,
    changes: Record<string, [unknown, unknown]>,
  ): Promise<void> {
    this.recordChange({ entity, id, action, changes });
  }

  recordChange<T extends Topic>(happening: ChangeRecord<T>): void {
    const { topic, event, id } = happening;
    const values = this.historyRow(happening);
    if (topic === undefined || event === undefined) {
      this.sql.defer({ name: 'kit_history', text: HISTORY, values });
      return;
    }
    const both = [...values, ...this.eventRow(topic, id, event)];
    this.sql.defer({ name: 'kit_history_outbox', text: HISTORY_AND_OUTBOX, values: both });
    this.hooks.onOutboxWrite();
  }

  afterCommit(work: () => void): void {
    this.hooks.afterCommit(work);
  }

  private historyRow({
    entity,
    id,
    action,
    changes,
  }: Pick<ChangeRecord, 'entity' | 'id' | 'action' | 'changes'>): unknown[] {
    const { userId, displayName, impersonator } = this.actor;
    const actorValues = [userId, displayName, impersonator?.name ?? null];
    return [uuidv7(), this.tenantId, entity, id, action, JSON.stringify(changes), ...actorValues];
  }

  private eventRow<T extends Topic>(topic: T, aggregateId: string, event: TopicEvent<T>): unknown[] {
    if (!this.hooks.published.has(topic)) throw new Error(`${topic} is not in the manifest's "publishes"`);
    // The registry maps each topic to its message type; the compiler cannot infer that through an index.
    const encoder = topics[topic] as unknown as {
      encode(message: { event: unknown }): { finish(): Uint8Array };
    };
    const payload = Buffer.from(encoder.encode({ event }).finish());
    if (payload.length > MAX_EVENT_BYTES)
      throw new Error(`an event of ${topic} is ${payload.length} bytes long`);
    const traceparent = currentTrace()?.traceparent;
    const headers = JSON.stringify(traceparent ? { traceparent } : {});
    return [uuidv7(), this.tenantId, topic, aggregateId, event.$case, payload, headers];
  }
}

/** Sets the tenant whose rows the transaction may read and write. */
export function tenantStatement(tenantId: string | null): BatchQuery {
  if (!tenantId || !isUuid(tenantId))
    throw new Error(`a tenant transaction needs a tenant, not ${String(tenantId)}`);
  return { name: 'kit_tenant', text: `SELECT set_config('app.tenant', $1, true)`, values: [tenantId] };
}

export const savepointName = (): string => `joined_${randomUUID().replaceAll('-', '')}`;
