import { v7 as uuidv7 } from 'uuid';
import { systemActor } from '../actor';
import type { QueryResultRow } from 'pg';
import type { Database } from '../database/types';
import { storable, type DeliveryState, type FailedDelivery, type FailedMessage } from './failed-delivery';

/** Lease of a claimed message: without renewal for this long, another process may claim it. */
export const LEASE_MS = 10_000;

/** Messages of one consumer and one tenant: they fail together, so one is tried first, then the others. */
export interface DeliveryGroup {
  consumer: string;
  tenantId: string;
}

export interface DeliveryCount {
  consumer: string;
  state: DeliveryState;
  count: number;
}

interface Retry {
  state: DeliveryState;
  delayMs: number;
  code: string;
  text: string | null;
}

const COLUMNS = `id, tenant_id AS "tenantId", consumer, topic, partition, position, message_key AS "messageKey", headers,
  payload, attempts, (extract(epoch FROM now() - retrying_since) * 1000)::float8 AS "ageMs", now() AS "claimedAt"`;

const INSERT = `INSERT INTO kit.failed_delivery (id, tenant_id, consumer, topic, partition, position, message_key, message_id,
    type, headers, payload, state, attempts, last_failed_at, next_attempt_at, error_code, error_text)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, CASE WHEN $13::int > 0 THEN now() END,
    now() + $14 * interval '1 ms', $15, $16)
  ON CONFLICT (tenant_id, consumer, message_id) DO NOTHING`;

/** Claimable: not leased, and the first of its key. */
const FREE = `f.state = 'RETRYING' AND (f.leased_until IS NULL OR f.leased_until <= now())
  AND NOT EXISTS (SELECT 1 FROM kit.failed_delivery e WHERE e.tenant_id = f.tenant_id AND e.consumer = f.consumer
    AND e.message_key = f.message_key AND e.state = 'RETRYING' AND e.seq < f.seq)`;

/**
 * A claim counts as an attempt and postpones the next one, so that a message that crashes its process is not claimed
 * again at once. Early ($5) also claims messages that are not due yet, except those that failed since $3: when a group
 * works again, each of its messages is tried once.
 */
const CLAIM = `UPDATE kit.failed_delivery SET attempts = attempts + 1, leased_until = now() + $4 * interval '1 ms',
    next_attempt_at = now() + least(greatest((now() - retrying_since) / 2, interval '2 s'), interval '5 min')
  WHERE id = (SELECT f.id FROM kit.failed_delivery f WHERE f.tenant_id = $1 AND f.consumer = $2 AND ${FREE}
      AND (f.next_attempt_at <= now()
        OR $5::boolean AND (f.last_failed_at IS NULL OR f.last_failed_at < coalesce($3::timestamptz, now())))
    ORDER BY f.next_attempt_at, f.seq LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING ${COLUMNS}`;

/** Groups with messages to retry: one index lookup per group, however many rows it has. */
const WAITING = `WITH RECURSIVE waiting AS (
    (SELECT consumer, tenant_id FROM kit.failed_delivery WHERE state = 'RETRYING' ORDER BY consumer, tenant_id LIMIT 1)
    UNION ALL
    SELECT next.consumer, next.tenant_id FROM waiting w CROSS JOIN LATERAL (
      SELECT f.consumer, f.tenant_id FROM kit.failed_delivery f
      WHERE f.state = 'RETRYING' AND (f.consumer, f.tenant_id) > (w.consumer, w.tenant_id)
      ORDER BY f.consumer, f.tenant_id LIMIT 1) next)`;

/** Due groups; the second group of a tenant comes after the first group of every other tenant. */
const GROUPS = `${WAITING}
  SELECT w.consumer, w.tenant_id AS "tenantId" FROM waiting w CROSS JOIN LATERAL (
    SELECT f.next_attempt_at FROM kit.failed_delivery f
    WHERE f.consumer = w.consumer AND f.tenant_id = w.tenant_id AND f.next_attempt_at <= now() AND ${FREE}
    ORDER BY f.next_attempt_at, f.seq LIMIT 1) first
  WHERE w.consumer = ANY($1::text[])
  ORDER BY row_number() OVER (PARTITION BY w.tenant_id ORDER BY first.next_attempt_at), first.next_attempt_at LIMIT 500`;

/** The table of failed deliveries, written by consumers and processed by the retry runner. */
export class FailedDeliveryStore {
  constructor(private readonly db: Database) {}

  /** Stores a message once; an existing row stays unchanged. */
  async insert(failed: FailedMessage): Promise<void> {
    const { tenantId, consumer, message, failure } = failed;
    const headers = Object.entries(message.headers).map(([name, value]) => [storable(name), storable(value)]);
    await this.db.inTenant(systemActor(tenantId, consumer), ({ sql }) =>
      sql.named('kit_failed_put', INSERT, [
        uuidv7(),
        tenantId,
        consumer,
        message.topic,
        message.partition,
        message.offset,
        failed.messageKey,
        failed.messageId,
        storable(failed.type),
        JSON.stringify(Object.fromEntries(headers)),
        message.value,
        failed.state,
        failed.attempts,
        failed.delayMs,
        failure.code,
        failure.text,
      ]),
    );
  }

  /** Groups with a due message: first the longest due group of each tenant. */
  async dueGroups(consumers: readonly string[]): Promise<DeliveryGroup[]> {
    const statement = { name: 'kit_failed_due', text: GROUPS, values: [consumers] };
    return (await this.db.askPlatform<DeliveryGroup & QueryResultRow>('due failed deliveries', statement))
      .rows;
  }

  /** Tenants with messages of a consumer to retry. */
  async tenantsOf(consumer: string): Promise<string[]> {
    return this.db.inPlatform('tenants of failed deliveries', async ({ sql }) => {
      const { rows } = await sql.named<{ tenantId: string }>(
        'kit_failed_tenants',
        `${WAITING} SELECT tenant_id AS "tenantId" FROM waiting WHERE consumer = $1`,
        [consumer],
      );
      return rows.map(({ tenantId }) => tenantId);
    });
  }

  /** Claims the next message of a group that is due; with `early` also one that failed before `since`. */
  async claim(
    group: DeliveryGroup,
    early = false,
    since: Date | null = null,
  ): Promise<FailedDelivery | null> {
    return this.db.inPlatform('claim a failed delivery', async ({ sql }) => {
      const values = [group.tenantId, group.consumer, since, LEASE_MS, early];
      const { rows } = await sql.named<FailedDelivery>('kit_failed_claim', CLAIM, values);
      return rows[0] ?? null;
    });
  }

  async renewLeases(ids: readonly string[]): Promise<void> {
    await this.db.inPlatform('renew leases of failed deliveries', ({ sql }) =>
      sql.named(
        'kit_failed_lease',
        `UPDATE kit.failed_delivery SET leased_until = now() + $2 * interval '1 ms'
         WHERE id = ANY($1::uuid[]) AND leased_until IS NOT NULL`,
        [ids, LEASE_MS],
      ),
    );
  }

  /** Records a failed attempt; does nothing if the message was meanwhile claimed again or discarded. */
  async recordFailure(
    { id, attempts }: FailedDelivery,
    { state, delayMs, code, text }: Retry,
  ): Promise<void> {
    await this.db.inPlatform('a failed delivery failed again', ({ sql }) =>
      sql.named(
        'kit_failed_again',
        `UPDATE kit.failed_delivery SET state = $3, last_failed_at = now(), leased_until = NULL,
           next_attempt_at = now() + $4 * interval '1 ms', error_code = $5, error_text = $6
         WHERE id = $1 AND attempts = $2 AND state = 'RETRYING'`,
        [id, attempts, state, delayMs, code, text],
      ),
    );
  }

  /** Deletes a message of the platform that was applied in its tenant's transaction. */
  async delete(id: string): Promise<void> {
    await this.db.inPlatform('a failed delivery is done', ({ sql }) =>
      sql.query('DELETE FROM kit.failed_delivery WHERE id = $1', [id]),
    );
  }

  async counts(): Promise<DeliveryCount[]> {
    return this.db.inPlatform(
      'count failed deliveries',
      async ({ sql }) =>
        (
          await sql.named<DeliveryCount>(
            'kit_failed_counts',
            'SELECT consumer, state, count(*) AS count FROM kit.failed_delivery GROUP BY 1, 2',
          )
        ).rows,
    );
  }
}
