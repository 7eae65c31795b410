import {
  message,
  messages,
  subjectOf,
  type EventSubject,
  type Language,
  type MessageId,
} from '@coulisse/contracts';
import type { Actor } from '../actor';
import type { Database, Sql, Tx } from '../database/types';
import { Problem } from '../problem/problem';
import type { DeliveryState } from './failed-delivery';

/** A failed delivery as administrators see it: without its bytes, its headers and the text of its error. */
export interface FailedDeliveryView {
  id: string;
  tenantId: string;
  consumer: string;
  topic: string;
  type: string;
  subject: EventSubject | null;
  /** DEAD also for one that is not retriable: it waits for a decision. */
  state: DeliveryState;
  /** False when no consumer of this service would try it again, usually because there is none of its name any more. */
  isRetriable: boolean;
  /** True when an earlier message of its key is tried first. */
  isBehindAnother: boolean;
  attempts: number;
  firstFailedAt: string;
  lastFailedAt: string | null;
  nextAttemptAt: string | null;
  error: { code: string; detail: string | null };
}

export interface DeliveryQuery {
  state?: DeliveryState | undefined;
  /** Cursor: id of the last delivery of the previous page. The list is sorted from newest to oldest. */
  before?: string | undefined;
  limit: number;
}

interface Row {
  id: string;
  tenantId: string;
  consumer: string;
  topic: string;
  type: string;
  payload: Buffer;
  state: DeliveryState;
  isRetriable: boolean;
  isBehindAnother: boolean;
  attempts: number;
  firstFailedAt: Date;
  lastFailedAt: Date | null;
  nextAttemptAt: Date;
  errorCode: string;
}

/** `$1` are the consumers that try their messages again. */
const IS_RETRIABLE = 'f.consumer = ANY($1::text[])';
const STATE = `CASE WHEN ${IS_RETRIABLE} THEN f.state ELSE 'DEAD' END`;
const COLUMNS = `f.id, f.tenant_id AS "tenantId", f.consumer, f.topic, f.type, f.payload, f.attempts,
  ${STATE} AS state, ${IS_RETRIABLE} AS "isRetriable",
  ${IS_RETRIABLE} AND f.state = 'RETRYING' AND EXISTS (SELECT 1 FROM kit.failed_delivery e WHERE e.tenant_id = f.tenant_id
    AND e.consumer = f.consumer AND e.message_key = f.message_key AND e.state = 'RETRYING' AND e.seq < f.seq) AS "isBehindAnother",
  f.first_failed_at AS "firstFailedAt", f.last_failed_at AS "lastFailedAt", f.next_attempt_at AS "nextAttemptAt",
  f.error_code AS "errorCode"`;
const AGAIN = `SET state = 'RETRYING', next_attempt_at = now(), retrying_since = now()`;
const ENTITY = 'core.failed-delivery';

function view(row: Row, language: Language): FailedDeliveryView {
  const { payload, errorCode, firstFailedAt, lastFailedAt, nextAttemptAt, ...rest } = row;
  const hasMessage = Object.hasOwn(messages(language), errorCode);
  return {
    ...rest,
    subject: subjectOf(row.topic, payload),
    firstFailedAt: firstFailedAt.toISOString(),
    lastFailedAt: lastFailedAt?.toISOString() ?? null,
    nextAttemptAt: row.state === 'RETRYING' && !row.isBehindAnother ? nextAttemptAt.toISOString() : null,
    error: { code: errorCode, detail: hasMessage ? message(errorCode as MessageId, language) : null },
  };
}

/**
 * The administrators' operations on the failed deliveries of a service. A tenant's administrators reach those of the
 * tenant, the platform's staff all of them, unreadable messages included.
 */
export class FailedDeliveryService {
  constructor(
    private readonly db: Database,
    /** Names of the consumers that try their messages again. Those of others stay until they are discarded. */
    private readonly consumers: readonly string[],
    /** Called when a delivery is due again. */
    private readonly onRetry: () => void,
  ) {}

  async list(
    actor: Actor,
    language: Language,
    { state, before, limit }: DeliveryQuery,
  ): Promise<{ items: FailedDeliveryView[]; counts: Record<DeliveryState, number> }> {
    return this.read(actor, async (sql) => {
      const { rows } = await sql.query<Row & Record<string, unknown>>(
        `SELECT ${COLUMNS} FROM kit.failed_delivery f
         WHERE ($2::text IS NULL OR ${STATE} = $2) AND ($3::uuid IS NULL OR f.id < $3) ORDER BY f.id DESC LIMIT $4`,
        [this.consumers, state ?? null, before ?? null, limit],
      );
      const counted = await sql.query<{ state: DeliveryState; count: number }>(
        `SELECT ${STATE} AS state, count(*) AS count FROM kit.failed_delivery f GROUP BY 1`,
        [this.consumers],
      );
      const counts = { RETRYING: 0, DEAD: 0 };
      for (const row of counted.rows) counts[row.state] = row.count;
      return { items: rows.map((row) => view(row, language)), counts };
    });
  }

  /** Retries one at once, and for up to seven more days. One that nothing would try again is not found. */
  async retry(actor: Actor, id: string): Promise<void> {
    await this.change(actor, id, async (tx) => {
      const { rows } = await tx.sql.query<{ consumer: string; topic: string; type: string }>(
        `UPDATE kit.failed_delivery f ${AGAIN} WHERE id = $2 AND ${IS_RETRIABLE} RETURNING consumer, topic, type`,
        [this.consumers, id],
      );
      if (!rows[0]) throw new Problem('http.404');
      await tx.history(ENTITY, id, 'retry', textChanges(rows[0]));
    });
    this.onRetry();
  }

  /** Retries all that the actor may see and that are retriable; returns their number. */
  async retryAll(actor: Actor, state?: DeliveryState): Promise<number> {
    const count = await this.read(actor, async (sql) => {
      const text = `UPDATE kit.failed_delivery f ${AGAIN} WHERE ${IS_RETRIABLE} AND ($2::text IS NULL OR f.state = $2)`;
      return (await sql.query(text, [this.consumers, state ?? null])).rowCount;
    });
    if (count > 0) this.onRetry();
    return count;
  }

  /** Deletes a message for good; what it was and the reason stay in the history. */
  async discard(actor: Actor, id: string, reason: string): Promise<void> {
    await this.change(actor, id, async (tx) => {
      const { rows } = await tx.sql.query<Record<string, string>>(
        `DELETE FROM kit.failed_delivery WHERE id = $1
         RETURNING consumer, topic, type, message_id AS "messageId", message_key AS "messageKey", error_code AS error`,
        [id],
      );
      if (!rows[0]) throw new Problem('http.404');
      await tx.history(ENTITY, id, 'discard', { ...textChanges(rows[0]), reason: [null, reason] });
    });
    // Later messages of its key are due now.
    this.onRetry();
  }

  private async read<R>(actor: Actor, work: (sql: Sql) => Promise<R>): Promise<R> {
    return actor.tenantId
      ? this.db.inTenant(actor, ({ sql }) => work(sql))
      : this.db.inPlatform('failed deliveries of all tenants', ({ sql }) => work(sql));
  }

  /** Runs in the message's tenant, whoever the actor is, because its history belongs to the tenant. */
  private async change(actor: Actor, id: string, work: (tx: Tx) => Promise<void>): Promise<void> {
    const tenantId = actor.tenantId ?? (await this.tenantOf(id));
    await this.db.inTenant({ ...actor, tenantId }, work);
  }

  private async tenantOf(id: string): Promise<string> {
    return this.db.inPlatform('tenant of a failed delivery', async ({ sql }) => {
      const { rows } = await sql.query<{ tenantId: string }>(
        'SELECT tenant_id AS "tenantId" FROM kit.failed_delivery WHERE id = $1',
        [id],
      );
      if (!rows[0]) throw new Problem('http.404');
      return rows[0].tenantId;
    });
  }
}

const textChanges = (facts: Readonly<Record<string, string>>): Record<string, [unknown, unknown]> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, [null, value]]));
