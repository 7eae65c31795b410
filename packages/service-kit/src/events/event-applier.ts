import { systemActor } from '../actor';
import type { Tx } from '../database/types';
import type { EventMeta } from './types';
import type { OpenedMessage } from '../messaging/envelope';
import type { ServiceContext } from '../service/types';
import type { Consumer, ErasedHandler } from './types';

/** `held`: an earlier message of its key, or the message itself, waits among the failed deliveries. */
export type Outcome = 'applied' | 'duplicate' | 'held' | 'ignored';

/**
 * One look at both tables in the statement that takes the message: what waits of the same key goes first, and what is
 * stored already is not handled beside it.
 */
const TAKE = `INSERT INTO inbox (message_id, consumer, tenant_id) SELECT $1::uuid, $2::text, $3::uuid
  WHERE NOT EXISTS (SELECT 1 FROM failed_delivery WHERE tenant_id = $3::uuid AND consumer = $2::text AND message_key = $4
      AND state = 'RETRYING')
    AND NOT EXISTS (SELECT 1 FROM failed_delivery WHERE tenant_id = $3::uuid AND consumer = $2::text
      AND message_id = $1::uuid::text)
  ON CONFLICT DO NOTHING`;

const KNOWN = `SELECT EXISTS (SELECT 1 FROM inbox WHERE tenant_id = $3::uuid AND consumer = $2::text AND message_id = $1::uuid)
    AS handled,
  EXISTS (SELECT 1 FROM failed_delivery WHERE tenant_id = $3::uuid AND consumer = $2::text AND message_key = $4
    AND state = 'RETRYING')
  OR EXISTS (SELECT 1 FROM failed_delivery WHERE tenant_id = $3::uuid AND consumer = $2::text
    AND message_id = $1::uuid::text) AS held`;

/** A stored message leaves its table and enters the inbox in the transaction of its handler. */
const TAKE_STORED = `WITH stored AS (
    DELETE FROM failed_delivery WHERE tenant_id = $3::uuid AND id = $4::uuid AND state = 'RETRYING' RETURNING 1)
  INSERT INTO inbox (message_id, consumer, tenant_id) SELECT $1::uuid, $2::text, $3::uuid FROM stored
  ON CONFLICT DO NOTHING`;

/** Applies events of one consumer, each in one transaction of its tenant that also records it as handled. */
export class EventApplier {
  constructor(
    readonly consumer: Consumer,
    private readonly ctx: ServiceContext,
  ) {}

  async apply(opened: OpenedMessage): Promise<Outcome> {
    const { meta } = opened;
    return this.run(opened, async (tx) => {
      const { rowCount } = await tx.sql.named('kit_inbox', TAKE, this.valuesOf(meta));
      if (rowCount > 0) return 'applied';
      // What held it may be gone by now: stored behind nothing, it is tried at once.
      return (await this.known(tx, meta)) ?? 'held';
    });
  }

  /** A message that is among the failed deliveries of its tenant, under `id`. */
  async applyStored(opened: OpenedMessage, id: string): Promise<Outcome> {
    const { messageId, tenantId } = opened.meta;
    return this.run(
      opened,
      async (tx) => {
        const values = [messageId, this.consumer.name, tenantId, id];
        const { rowCount } = await tx.sql.named('kit_inbox_stored', TAKE_STORED, values);
        return rowCount > 0 ? 'applied' : 'duplicate';
      },
      true,
    );
  }

  private async run(
    opened: OpenedMessage,
    take: (tx: Tx) => Promise<Outcome>,
    stored = false,
  ): Promise<Outcome> {
    const { event, meta } = opened;
    const handler = event ? this.consumer.handlers[event.$case] : undefined;
    const actor = systemActor(meta.tenantId, this.consumer.name);
    // What is stored leaves its table even if nothing handles it any more.
    if (!event || !handler) return stored ? this.ctx.db.inTenant(actor, take) : 'ignored';
    const prepared = await this.prepare(handler, event.value, meta, stored);
    if (typeof prepared === 'string') {
      // A duplicate has no effect; taking it removes the stored one.
      return stored ? this.ctx.db.inTenant(actor, take) : prepared;
    }
    return this.ctx.db.inTenant(actor, async (tx) => {
      const outcome = await take(tx);
      if (outcome === 'applied') await handler.handle(event.value, tx, meta, this.ctx, prepared?.value);
      return outcome;
    });
  }

  /** Slow work, outside any transaction, and only for what is new. Two replicas may both do it: it must bear that. */
  private async prepare(
    handler: ErasedHandler,
    value: unknown,
    meta: EventMeta,
    stored: boolean,
  ): Promise<{ value: unknown } | null | Outcome> {
    if (!handler.prepare) return null;
    const actor = systemActor(meta.tenantId, this.consumer.name);
    const known = await this.ctx.db.inTenant(actor, (tx) => this.known(tx, meta));
    if (known === 'duplicate' || (known && !stored)) return known;
    return { value: await handler.prepare(value, meta, this.ctx) };
  }

  private async known(tx: Tx, meta: EventMeta): Promise<'duplicate' | 'held' | null> {
    const { rows } = await tx.sql.named<{ handled: boolean; held: boolean }>(
      'kit_inbox_known',
      KNOWN,
      this.valuesOf(meta),
    );
    if (rows[0]?.handled) return 'duplicate';
    return rows[0]?.held ? 'held' : null;
  }

  private valuesOf({ messageId, tenantId, aggregateId }: EventMeta): string[] {
    return [messageId, this.consumer.name, tenantId, aggregateId];
  }
}
