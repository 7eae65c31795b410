import type { Topic, TopicEvent } from '@coulisse/contracts';
import { systemActor } from '../actor';
import type { Tx } from '../database/types';
import type { OpenedMessage } from '../messaging/envelope';
import type { ServiceContext } from '../service/context';
import { EVENT_TIMEOUT_MS, unlessAborted, withTimeLimit } from './time-limit';
import type { Attempt, Consumer, ErasedHandler, EventMeta } from './types';

/** `held`: the message itself, or an earlier one of its key, is among the failed deliveries. */
export type Outcome = 'applied' | 'duplicate' | 'held' | 'ignored';

/**
 * Checks both tables in the statement that takes the message: failed deliveries of the same key go first, and a message
 * that is stored there is not handled a second time.
 */
const TAKE = `INSERT INTO kit.inbox (message_id, consumer, tenant_id) SELECT $1::uuid, $2::text, $3::uuid
  WHERE NOT EXISTS (SELECT 1 FROM kit.failed_delivery WHERE tenant_id = $3::uuid AND consumer = $2::text AND message_key = $4
      AND state = 'RETRYING')
    AND NOT EXISTS (SELECT 1 FROM kit.failed_delivery WHERE tenant_id = $3::uuid AND consumer = $2::text
      AND message_id = $1::uuid::text)
  ON CONFLICT DO NOTHING`;

/** The same for several messages of one tenant. Fewer rows than messages: some are known, or held. */
const TAKE_TOGETHER = `INSERT INTO kit.inbox (message_id, consumer, tenant_id)
  SELECT message.id, $2::text, $3::uuid FROM unnest($1::uuid[], $4::text[]) AS message (id, key)
  WHERE NOT EXISTS (SELECT 1 FROM kit.failed_delivery f WHERE f.tenant_id = $3::uuid AND f.consumer = $2::text
    AND ((f.message_key = message.key AND f.state = 'RETRYING') OR f.message_id = message.id::text))
  ON CONFLICT DO NOTHING`;

/** Some of the messages have been handled before, or wait among the failed deliveries: each has an outcome of its own. */
export class NotAllNew extends Error {
  override readonly name = 'NotAllNew';
}

/** Runs the handler of one message, such as in a trace. */
export type Within = (index: number, work: () => Promise<void>) => Promise<void>;

const KNOWN = `SELECT EXISTS (SELECT 1 FROM kit.inbox WHERE tenant_id = $3::uuid AND consumer = $2::text AND message_id = $1::uuid)
    AS handled,
  EXISTS (SELECT 1 FROM kit.failed_delivery WHERE tenant_id = $3::uuid AND consumer = $2::text AND message_key = $4
    AND state = 'RETRYING')
  OR EXISTS (SELECT 1 FROM kit.failed_delivery WHERE tenant_id = $3::uuid AND consumer = $2::text
    AND message_id = $1::uuid::text) AS held`;

/** Whether one of several messages of a tenant is known, or held. A list that a subquery reads is not planned for its length. */
const KNOWN_TOGETHER = `SELECT EXISTS (SELECT 1 FROM kit.inbox i WHERE i.tenant_id = $3::uuid AND i.consumer = $2::text
    AND i.message_id = ANY ((SELECT $1::uuid[])::uuid[]))
  OR EXISTS (SELECT 1 FROM unnest((SELECT $1::uuid[]), (SELECT $4::text[])) AS message (id, key)
    JOIN kit.failed_delivery f ON f.tenant_id = $3::uuid AND f.consumer = $2::text
      AND ((f.message_key = message.key AND f.state = 'RETRYING') OR f.message_id = message.id::text)) AS known`;

/** Messages of a group whose slow work goes on at the same time. */
const PREPARED_AT_ONCE = 4;

/** Moves a stored message from its table to the inbox, in the transaction of its handler. */
const TAKE_STORED = `WITH stored AS (
    DELETE FROM kit.failed_delivery WHERE tenant_id = $3::uuid AND id = $4::uuid AND state = 'RETRYING' RETURNING 1)
  INSERT INTO kit.inbox (message_id, consumer, tenant_id) SELECT $1::uuid, $2::text, $3::uuid FROM stored
  ON CONFLICT DO NOTHING`;

/**
 * Applies events of one consumer, each in one transaction of its tenant that also records it as handled. An attempt
 * that times out is abandoned: its transaction is rolled back, or never begins. If the timeout falls into the commit,
 * the message is stored although it is handled; the next attempt waits for the inbox row and finds it.
 */
export class EventApplier {
  constructor(
    readonly consumer: Consumer,
    private readonly ctx: ServiceContext,
    private readonly timeoutMs: number = EVENT_TIMEOUT_MS,
  ) {}

  async apply(opened: OpenedMessage): Promise<Outcome> {
    const { meta } = opened;
    return this.run(opened, async (tx) => {
      const { rowCount } = await tx.sql.named('kit_inbox', TAKE, this.valuesOf(meta));
      if (rowCount > 0) return 'applied';
      // The message that held it may be handled by now: it is stored all the same, and tried at once.
      return (await this.findEarlierOutcome(tx, meta)) ?? 'held';
    });
  }

  /** Applies new messages of one tenant in their order, in one transaction: all of them, or none. */
  async applyTogether(messages: readonly OpenedMessage[], within: Within): Promise<void> {
    const { consumer, ctx } = this;
    const tenantId = messages[0]!.meta.tenantId;
    const ids = messages.map(({ meta }) => meta.messageId);
    const keys = messages.map(({ meta }) => meta.aggregateId);
    const values = [ids, consumer.name, tenantId, keys];
    await withTimeLimit(this.timeoutMs, async (signal) => {
      const prepared = await this.prepareTogether(messages, values, within, signal);
      signal.throwIfAborted();
      await ctx.db.inTenant(systemActor(tenantId, consumer.name), async (tx) => {
        const { rowCount } = await tx.sql.named('kit_inbox_together', TAKE_TOGETHER, values);
        if (rowCount < messages.length) throw new NotAllNew(`${rowCount} of ${messages.length} are new`);
        await consumer.lockTogether?.(
          messages.map(({ event }, index) => ({
            event: event as TopicEvent<Topic>,
            prepared: prepared[index],
          })),
          tx,
        );
        signal.throwIfAborted();
        for (const [index, { event, meta }] of messages.entries()) {
          signal.throwIfAborted();
          const { handle } = consumer.handlers[event!.$case]!;
          const attempt: Attempt = { ...meta, signal };
          await unlessAborted(
            within(index, () => handle(event!.value, tx, attempt, ctx, prepared[index])),
            signal,
          );
        }
      });
    });
  }

  /**
   * The slow work of new messages with different keys, a few at a time. After a failure no further one begins; it is
   * reported when those that had begun have ended, so that none goes on beside its next attempt.
   */
  private async prepareTogether(
    messages: readonly OpenedMessage[],
    values: readonly unknown[],
    within: Within,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const { consumer, ctx } = this;
    if (!messages.some(({ event }) => consumer.handlers[event!.$case]!.prepare)) return [];
    const actor = systemActor(messages[0]!.meta.tenantId, consumer.name);
    const { rows } = await ctx.db.inTenant(actor, (tx) =>
      tx.sql.named<{ known: boolean }>('kit_inbox_known_together', KNOWN_TOGETHER, values),
    );
    if (rows[0]?.known) throw new NotAllNew('not all of them are new');
    const prepared: unknown[] = [];
    const waiting = [...messages.entries()];
    const failures: unknown[] = [];
    const prepareSome = async () => {
      for (let next = waiting.shift(); next && failures.length === 0; next = waiting.shift()) {
        const [index, { event, meta }] = next;
        const { prepare } = consumer.handlers[event!.$case]!;
        try {
          signal.throwIfAborted();
          await within(index, async () => {
            prepared[index] = await prepare?.(event!.value, { ...meta, signal }, ctx);
          });
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: PREPARED_AT_ONCE }, prepareSome));
    if (failures.length > 0) throw failures[0];
    return prepared;
  }

  /** Applies a message that is stored in the tenant's failed deliveries as `id`. */
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

  private run(opened: OpenedMessage, take: (tx: Tx) => Promise<Outcome>, stored = false): Promise<Outcome> {
    return withTimeLimit(this.timeoutMs, (signal) => this.attempt(opened, take, stored, signal));
  }

  private async attempt(
    { event, meta }: OpenedMessage,
    take: (tx: Tx) => Promise<Outcome>,
    stored: boolean,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const handler = event ? this.consumer.handlers[event.$case] : undefined;
    const actor = systemActor(meta.tenantId, this.consumer.name);
    // A stored message is deleted even if it has no handler any more.
    if (!event || !handler) return stored ? this.ctx.db.inTenant(actor, take) : 'ignored';
    const attempt: Attempt = { ...meta, signal };
    const prepared = await this.prepare(handler, event.value, attempt, stored);
    signal.throwIfAborted();
    if (typeof prepared === 'string') {
      // A duplicate has no effect; taking it deletes the stored message.
      return stored ? this.ctx.db.inTenant(actor, take) : prepared;
    }
    return this.ctx.db.inTenant(actor, async (tx) => {
      const outcome = await take(tx);
      signal.throwIfAborted();
      // A handler that continues after the timeout finds its transaction closed.
      if (outcome === 'applied')
        await unlessAborted(handler.handle(event.value, tx, attempt, this.ctx, prepared?.value), signal);
      return outcome;
    });
  }

  /** Slow work, outside any transaction, for new messages only. Two replicas may both do it: it must be repeatable. */
  private async prepare(
    handler: ErasedHandler,
    value: unknown,
    attempt: Attempt,
    stored: boolean,
  ): Promise<{ value: unknown } | null | Outcome> {
    if (!handler.prepare) return null;
    const actor = systemActor(attempt.tenantId, this.consumer.name);
    const earlierOutcome = await this.ctx.db.inTenant(actor, (tx) => this.findEarlierOutcome(tx, attempt));
    if (earlierOutcome === 'duplicate' || (earlierOutcome && !stored)) return earlierOutcome;
    return { value: await handler.prepare(value, attempt, this.ctx) };
  }

  private async findEarlierOutcome(tx: Tx, meta: EventMeta): Promise<'duplicate' | 'held' | null> {
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
