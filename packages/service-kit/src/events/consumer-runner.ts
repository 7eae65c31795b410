import { systemActor } from '../actor';
import type { Tx } from '../database/types';
import { openMessage, UnreadableMessage, type OpenedMessage } from '../messaging/envelope';
import type { ReceivedMessage } from '../messaging/types';
import { isTransient } from '../problem/to-problem';
import type { ServiceContext } from '../service/types';
import { inMessageSpan } from '../telemetry/message-span';
import { DEFAULT_BACK_OFF, delayOf, wait, type BackOff } from './back-off';
import { deadLetter } from './dead-letter';
import type { Consumer, ErasedHandler } from './types';

/**
 * Handles the messages of one consumer group: opened, then (inbox row + handler) in one transaction of the event's tenant.
 * Trouble that passes is waited for; what cannot succeed goes to the dead letters. Resolves when the message is settled,
 * rejects when it must come again.
 */
export class ConsumerRunner {
  constructor(
    private readonly consumer: Consumer,
    private readonly ctx: ServiceContext,
    private readonly backOff: BackOff = DEFAULT_BACK_OFF,
  ) {}

  async handle(message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    await inMessageSpan(this.consumer.name, message, () => this.settle(message, signal));
  }

  private async settle(message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.apply(openMessage(message));
        return;
      } catch (error) {
        const passing = !(error instanceof UnreadableMessage) && isTransient(error);
        if (passing && attempt < this.backOff.attempts) {
          this.ctx.log.info(
            { err: error, attempt, ...this.labels(message) },
            'an event waits for better times',
          );
          await wait(delayOf(this.backOff, attempt), signal);
          continue;
        }
        await this.setAside(message, error, attempt, passing ? 'exhausted' : 'permanent');
        return;
      }
    }
  }

  private async apply({ event, meta }: OpenedMessage): Promise<void> {
    const handler = event ? this.consumer.handlers[event.$case] : undefined;
    if (!event || !handler) return;
    const actor = systemActor(meta.tenantId, this.consumer.name);
    const prepared = await this.prepare(handler, { event, meta });
    if (prepared === 'known') return;
    await this.ctx.db.inTenant(actor, async (tx) => {
      const { rowCount } = await tx.sql.named(
        'kit_inbox',
        `INSERT INTO inbox (message_id, consumer, tenant_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        [meta.messageId, this.consumer.name, meta.tenantId],
      );
      if (rowCount === 0) return;
      await handler.handle(event.value, tx, meta, this.ctx, prepared?.value);
    });
  }

  /** Slow work, outside any transaction, and only for what is new. Two replicas may both do it: it must bear that. */
  private async prepare(
    handler: ErasedHandler,
    { event, meta }: OpenedMessage,
  ): Promise<{ value: unknown } | 'known' | null> {
    if (!handler.prepare || !event) return null;
    const actor = systemActor(meta.tenantId, this.consumer.name);
    const known = await this.ctx.db.inTenant(actor, (tx) => this.isKnown(tx, meta.messageId));
    return known ? 'known' : { value: await handler.prepare(event.value, meta, this.ctx) };
  }

  private async isKnown(tx: Tx, messageId: string): Promise<boolean> {
    const { rowCount } = await tx.sql.named(
      'kit_inbox_known',
      'SELECT 1 FROM inbox WHERE tenant_id = $1 AND consumer = $2 AND message_id = $3',
      [tx.tenantId, this.consumer.name, messageId],
    );
    return rowCount > 0;
  }

  /** A failing send rejects: the message is then not acknowledged and comes again. */
  private async setAside(
    message: ReceivedMessage,
    error: unknown,
    attempts: number,
    reason: 'permanent' | 'exhausted',
  ): Promise<void> {
    this.ctx.log.error(
      { err: error, attempts, reason, ...this.labels(message) },
      'an event goes to the dead letters',
    );
    await this.ctx.bus.publish([deadLetter(message, { group: this.consumer.name, error, attempts, reason })]);
  }

  private labels(message: ReceivedMessage) {
    const { topic, partition, offset, headers } = message;
    return { topic, partition, offset, consumer: this.consumer.name, messageId: headers.ce_id };
  }
}
