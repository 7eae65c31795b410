import { randomUUID } from 'node:crypto';
import { topics, type Topic, type TopicEvent } from '@coulisse/contracts';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { Actor } from '../actor';
import { currentTrace } from '../telemetry/trace';
import type { Sql, Tx } from './types';

/** Kafka refuses more than 1 MB by default; better to refuse it where it is written than to block the relay. */
const MAX_EVENT_BYTES = 900_000;

/** What a transaction reports to the database that opened it. */
export interface TxHooks {
  published: ReadonlySet<string>;
  afterCommit(work: () => void): void;
  /** An event waits in the outbox. */
  wrote(): void;
}

/** The tables of the kit, seen from one tenant's transaction. */
export class TenantTx implements Tx {
  constructor(
    readonly tenantId: string,
    readonly actor: Actor,
    readonly sql: Sql,
    private readonly hooks: TxHooks,
  ) {}

  async publish<T extends Topic>(topic: T, aggregateId: string, event: TopicEvent<T>): Promise<void> {
    if (!this.hooks.published.has(topic)) throw new Error(`${topic} is not in the manifest's "publishes"`);
    // The registry ties the message to the topic; the compiler cannot follow that through an index.
    const encoder = topics[topic] as unknown as {
      encode(message: { event: unknown }): { finish(): Uint8Array };
    };
    const payload = Buffer.from(encoder.encode({ event }).finish());
    if (payload.length > MAX_EVENT_BYTES)
      throw new Error(`an event of ${topic} is ${payload.length} bytes long`);
    const traceparent = currentTrace()?.traceparent;
    await this.sql.named(
      'kit_outbox',
      `INSERT INTO outbox (id, tenant_id, topic, aggregate_id, type, payload, headers)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [uuidv7(), this.tenantId, topic, aggregateId, event.$case, payload, traceparent ? { traceparent } : {}],
    );
    this.hooks.wrote();
  }

  async nextCode(series: string, prefix: string, year: number, count = 1): Promise<string[]> {
    if (!Number.isInteger(count) || count < 1)
      throw new RangeError(`${count} numbers of a series make no sense`);
    // The row stays locked until the transaction ends: numbers follow each other, and a rollback gives them back.
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
    const { actor } = this;
    await this.sql.named(
      'kit_history',
      `INSERT INTO history (id, tenant_id, entity, entity_id, action, changes, actor_id, actor_name, impersonator)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        uuidv7(),
        this.tenantId,
        entity,
        id,
        action,
        JSON.stringify(changes),
        actor.userId,
        actor.displayName,
        actor.impersonator?.name ?? null,
      ],
    );
  }

  afterCommit(work: () => void): void {
    this.hooks.afterCommit(work);
  }
}

/** `SET LOCAL` takes a literal only, so the tenant is checked before it becomes one. */
export function beginForTenant(tenantId: string | null): string {
  if (!tenantId || !isUuid(tenantId))
    throw new Error(`a tenant transaction needs a tenant, not ${String(tenantId)}`);
  return `BEGIN; SET LOCAL app.tenant = '${tenantId}'`;
}

export const savepointName = (): string => `joined_${randomUUID().replaceAll('-', '')}`;
