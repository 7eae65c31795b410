import { RESOURCE_TOPIC, topics, type Topic, type TopicEvent } from '@coulisse/contracts';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { isScoped, type Actor } from '../actor';
import { currentTrace } from '../telemetry/trace';
import type { BatchQuery } from './batch';
import {
  EarlierDateError,
  type ChangeRecord,
  type PublishedRecord,
  type Sql,
  type Statement,
  type Tx,
} from './types';

/** Kafka refuses more than 1 MB by default: a larger event fails here, where it is written, and not in the relay. */
const MAX_EVENT_BYTES = 900_000;

/** Callbacks of a transaction to the database that opened it. */
export interface TxHooks {
  published: ReadonlySet<string>;
  afterCommit(work: () => void): void;
  /** An event was written to the outbox. */
  onOutboxWrite(): void;
}

/** What a transaction sends later: statements whose results are not awaited, and rows of the kit's own tables. */
interface Deferring {
  defer(query: BatchQuery): void;
  record(history: readonly unknown[] | null, events: readonly (readonly unknown[])[]): void;
}

/** The row stays locked until the transaction ends: whoever takes the next number sees this date. */
const NEXT_DATED = `INSERT INTO kit.number_series (tenant_id, series, year, last, last_on) VALUES ($1, $2, $3, 1, $4::date)
  ON CONFLICT (tenant_id, series, year) DO UPDATE SET last = number_series.last + 1, last_on = excluded.last_on
  WHERE number_series.last_on IS NULL OR number_series.last_on <= excluded.last_on
  RETURNING last`;
const LAST_ON = `SELECT to_char(last_on, 'YYYY-MM-DD') AS "on" FROM kit.number_series
  WHERE tenant_id = $1 AND series = $2 AND year = $3`;

/** Access to the kit's tables in one tenant's transaction. */
export class TenantTx implements Tx {
  constructor(
    readonly tenantId: string,
    readonly zone: string,
    readonly actor: Actor,
    readonly sql: Sql & Deferring,
    private readonly hooks: TxHooks,
  ) {}

  async publish<T extends Topic>(topic: T, aggregateId: string, event: TopicEvent<T>): Promise<void> {
    this.sql.record(null, [this.eventRow(topic, aggregateId, event)]);
    this.hooks.onOutboxWrite();
  }

  async nextCode(series: string, prefix: string, year: number, count = 1): Promise<string[]> {
    if (!Number.isInteger(count) || count < 1)
      throw new RangeError(`${count} numbers of a series make no sense`);
    const first = (await this.advance(series, year, count)) - count + 1;
    return Array.from(
      { length: count },
      (_, index) => `${prefix}-${year}-${String(first + index).padStart(6, '0')}`,
    );
  }

  async nextNumber(series: string, period: number, on?: string): Promise<number> {
    if (on === undefined) return this.advance(series, period, 1);
    const { rows } = await this.sql.named<{ last: number }>('kit_next_dated_number', NEXT_DATED, [
      ...[this.tenantId, series, period],
      on,
    ]);
    const [taken] = rows;
    if (taken) return taken.last;
    // The row is visible and stays: only the condition on its date refused it.
    const found = await this.sql.query<{ on: string }>(LAST_ON, [this.tenantId, series, period]);
    throw new EarlierDateError(series, found.rows[0]!.on);
  }

  /** Takes numbers of a series; returns the last one. The column `year` holds the period. */
  private async advance(series: string, period: number, count: number): Promise<number> {
    // The row stays locked until the transaction ends, so that numbers have no gap; a rollback releases them.
    const { rows } = await this.sql.named<{ last: number }>(
      'kit_next_code',
      `INSERT INTO kit.number_series (tenant_id, series, year, last) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, series, year) DO UPDATE SET last = number_series.last + excluded.last
       RETURNING last`,
      [this.tenantId, series, period, count],
    );
    return rows[0]!.last;
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
    const { topic, event, id, published } = happening;
    const events = [
      ...(topic === undefined || event === undefined ? [] : [this.eventRow(topic, id, event)]),
      ...(published ? [this.recordRow(published)] : []),
    ];
    this.sql.record(this.historyRow(happening), events);
    if (events.length > 0) this.hooks.onOutboxWrite();
  }

  publishRecords(records: readonly PublishedRecord[]): void {
    if (records.length === 0) return;
    this.sql.record(
      null,
      records.map((record) => this.recordRow(record)),
    );
    this.hooks.onOutboxWrite();
  }

  private recordRow(record: PublishedRecord): unknown[] {
    const { resource, id } = record.value;
    return this.eventRow(RESOURCE_TOPIC, `${resource}/${id}`, record);
  }

  defer(statement: Statement): void {
    this.sql.defer(statement);
  }

  afterCommit(work: () => void): void {
    this.hooks.afterCommit(work);
  }

  private historyRow({
    entity,
    id,
    action,
    changes,
    actor = this.actor,
  }: Pick<ChangeRecord, 'entity' | 'id' | 'action' | 'changes' | 'actor'>): unknown[] {
    const { userId, displayName, impersonator } = actor;
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

const TENANT = `SELECT set_config('app.tenant', $1, true), set_config('app.zone', $2, true)`;
const USER = `set_config('app.user', $3, true), set_config('app.team', $4, true)`;
const ONCE = `set_config('plan_cache_mode', 'force_generic_plan', true)`;

/**
 * Sets the tenant whose rows the transaction may read and write, and its time zone, which local dates in SQL read
 * (`local-time.ts`). An actor with rights on part of the records only is set too, with the members of their team:
 * conditions of statements read both (`visibility.ts` of resource-server). With `plansOnce`, prepared statements of the
 * transaction get one plan for all values (ADR 0153).
 */
export function tenantStatement(
  tenantId: string | null,
  actor: Actor,
  zone: string,
  plansOnce: boolean,
): BatchQuery {
  if (!tenantId || !isUuid(tenantId))
    throw new Error(`a tenant transaction needs a tenant, not ${String(tenantId)}`);
  const [suffix, setting] = plansOnce ? ['_once', `, ${ONCE}`] : ['', ''];
  if (!isScoped(actor))
    return { name: `kit_tenant${suffix}`, text: `${TENANT}${setting}`, values: [tenantId, zone] };
  const { userId, team = [] } = actor;
  const user = userId !== null && isUuid(userId) ? userId : '';
  const members = [...(user ? [user] : []), ...team.filter((member) => isUuid(member))];
  return {
    name: `kit_tenant_user${suffix}`,
    text: `${TENANT}, ${USER}${setting}`,
    values: [tenantId, zone, user, `{${members.join(',')}}`],
  };
}
