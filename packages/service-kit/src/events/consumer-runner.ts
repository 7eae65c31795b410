import { openMessage, type OpenedMessage } from '../messaging/envelope';
import type { ReceivedMessage } from '../messaging/types';
import type { ServiceContext } from '../service/context';
import { inMessageSpan } from '../telemetry/message-span';
import { inboxFailures } from '../telemetry/messaging-metrics';
import { DEFAULT_BACK_OFF, delayOf, SLOW_ATTEMPT_MS, STORE_BACK_OFF, wait, type BackOff } from './back-off';
import { EventApplier } from './event-applier';
import {
  DEFERRED,
  failedMessage,
  failureOf,
  unreadableMessage,
  type FailedMessage,
  type FailureFacts,
} from './failed-delivery';
import type { FailedDeliveryStore } from './failed-delivery-store';
import { FailureTracker } from './failure-tracker';
import { logSafely } from './log-safely';
import { DEFAULT_SCHEDULE, type RetrySchedule } from './retry-schedule';
import type { Consumer } from './types';

export interface ConsumerRunnerSettings {
  consumer: Consumer;
  ctx: ServiceContext;
  store: Pick<FailedDeliveryStore, 'insert'>;
  tracker?: FailureTracker;
  backOff?: BackOff | undefined;
  storeBackOff?: Omit<BackOff, 'attempts'>;
  schedule?: RetrySchedule | undefined;
  /** Longest attempt. */
  timeoutMs?: number | undefined;
  /** Called when a message was stored; it may be due. */
  onStored?: () => void;
  /** Called when a tenant's events succeed again. */
  onRecovered?: (tenantId: string) => void;
}

/** A message with what it says; null when it cannot be read. */
interface Delivered {
  readonly message: ReceivedMessage;
  readonly opened: OpenedMessage | null;
}
type Readable = Delivered & { readonly opened: OpenedMessage };
function openedOf(message: ReceivedMessage): OpenedMessage | null {
  try {
    return openMessage(message);
  } catch {
    return null; // It is handled, and stored, by itself.
  }
}

const DEFERRED_FACTS: FailureFacts = { code: DEFERRED, text: null, transient: true };

/**
 * Handles the messages of one consumer group: inbox row and handler share one transaction of the event's tenant. A
 * message that fails is retried once in place, then stored as a failed delivery and acknowledged, so that it does not
 * block later ones. Resolves when the message is handled or stored, rejects when it must be redelivered.
 */
export class ConsumerRunner {
  private readonly applier: EventApplier;
  private readonly tracker: FailureTracker;
  private readonly backOff: BackOff;

  constructor(private readonly settings: ConsumerRunnerSettings) {
    this.applier = new EventApplier(settings.consumer, settings.ctx, settings.timeoutMs);
    this.tracker = settings.tracker ?? new FailureTracker();
    this.backOff = settings.backOff ?? DEFAULT_BACK_OFF;
  }

  async handle(message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    await inMessageSpan(this.settings.consumer.name, message, () => this.process(message, signal));
  }

  /** Handles messages, those of one partition in their order; those that may share a transaction do. */
  async handleAll(messages: readonly ReceivedMessage[], signal: AbortSignal): Promise<void> {
    if (this.settings.consumer.together === 1) {
      for (const message of messages) await this.handle(message, signal);
      return;
    }
    for (const waiting of this.byTenant(messages)) await this.handleTogether(waiting, signal);
  }

  /** The messages by tenant; without those that need nothing, which would only divide the others. */
  private byTenant(messages: readonly ReceivedMessage[]): Iterable<Delivered[]> {
    const tenants = new Map<string, Delivered[]>();
    for (const message of messages) {
      const opened = openedOf(message);
      if (opened && !this.hasHandler(opened)) continue;
      const tenant = opened?.meta.tenantId ?? '';
      const sameTenant = tenants.get(tenant);
      if (sameTenant) sameTenant.push({ message, opened });
      else tenants.set(tenant, [{ message, opened }]);
    }
    return tenants.values();
  }

  private hasHandler({ event }: OpenedMessage): boolean {
    return event !== null && this.settings.consumer.handlers[event.$case] !== undefined;
  }

  private async handleTogether(waiting: Delivered[], signal: AbortSignal): Promise<void> {
    while (waiting.length > 0) {
      const group = this.groupOf(waiting);
      const isApplied = group.length > 1 && (await this.applyTogether(group, signal));
      const count = Math.max(group.length, 1);
      if (!isApplied) for (const { message } of waiting.slice(0, count)) await this.handle(message, signal);
      waiting.splice(0, count);
    }
  }

  /**
   * The first messages of a tenant, as long as the consumer may apply them together. Work before the
   * transaction is done at the same time, so that such messages have different keys.
   */
  private groupOf(messages: readonly Delivered[]): Readable[] {
    const { handlers, together } = this.settings.consumer;
    const group: Readable[] = [];
    let isPrepared = false;
    for (const { message, opened } of messages.slice(0, together)) {
      if (!opened) break;
      const handler = handlers[opened.event!.$case]!;
      const { tenantId, aggregateId } = opened.meta;
      isPrepared ||= handler.prepare !== undefined;
      if (isPrepared && group.some((earlier) => earlier.opened.meta.aggregateId === aggregateId)) break;
      if (this.tracker.shouldDefer(tenantId)) break;
      group.push({ message, opened });
    }
    return group;
  }

  /** False if nothing was applied: the messages are then handled one by one, each with an outcome of its own. */
  private async applyTogether(group: readonly Readable[], signal: AbortSignal): Promise<boolean> {
    const { consumer, ctx } = this.settings;
    const { tenantId } = group[0]!.opened.meta;
    try {
      await this.applier.applyTogether(
        group.map(({ opened }) => opened),
        (index, work) => inMessageSpan(consumer.name, group[index]!.message, work),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      const fields = { err: error, consumer: consumer.name, tenantId, messages: group.length };
      logSafely(() => ctx.log.debug(fields, 'consumer.not_applied_together'));
      return false;
    }
    if (this.tracker.recordSuccess(tenantId)) this.settings.onRecovered?.(tenantId);
    return true;
  }

  private async process(message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    let opened: OpenedMessage;
    try {
      opened = openMessage(message);
    } catch (error) {
      await this.store(unreadableMessage(this.settings.consumer.name, message, error), signal);
      return;
    }
    if (!this.hasHandler(opened)) return;
    if (this.tracker.shouldDefer(opened.meta.tenantId)) await this.defer(opened, message, signal);
    else await this.attempt(opened, message, signal);
  }

  private async attempt(opened: OpenedMessage, message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    const { tenantId } = opened.meta;
    const startedAt = Date.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const outcome = await this.applier.apply(opened);
        if (outcome === 'held') await this.defer(opened, message, signal);
        else if (outcome === 'applied' && this.tracker.recordSuccess(tenantId))
          this.settings.onRecovered?.(tenantId);
        return;
      } catch (error) {
        // Errors while the service stops are no failures of the message: it is redelivered.
        if (signal.aborted) throw error;
        const failure = failureOf(error);
        const slow = Date.now() - startedAt > SLOW_ATTEMPT_MS;
        if (failure.transient && !slow && attempt < this.backOff.attempts) {
          await wait(delayOf(this.backOff, attempt), signal);
          continue;
        }
        if (failure.transient) this.tracker.recordFailure(tenantId, slow);
        const delayMs = (this.settings.schedule ?? DEFAULT_SCHEDULE).firstMs;
        const { consumer } = this.settings;
        await this.store(
          failedMessage(opened, { consumer: consumer.name, message, attempts: attempt, delayMs, failure }),
          signal,
          error,
        );
        return;
      }
    }
  }

  /** Stores the message without an attempt, behind earlier failed deliveries. */
  private async defer(opened: OpenedMessage, message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    const consumer = this.settings.consumer.name;
    const delivery = { consumer, message, attempts: 0, delayMs: 0, failure: DEFERRED_FACTS };
    await this.store(failedMessage(opened, delivery), signal);
  }

  /** Stores the message before anything else that can fail; it is not acknowledged until it is stored. */
  private async store(failed: FailedMessage, signal: AbortSignal, error?: unknown): Promise<void> {
    const { store, storeBackOff = STORE_BACK_OFF, onStored, ctx } = this.settings;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await store.insert(failed);
        break;
      } catch (storing) {
        const fields = { err: storing, attempt, ...labelsOf(failed) };
        logSafely(() => ctx.log.error(fields, 'failed_delivery.store_failed'));
        await wait(delayOf(storeBackOff, attempt), signal);
      }
    }
    onStored?.();
    const { state, attempts, failure } = failed;
    if (failure.code !== DEFERRED)
      inboxFailures()?.add(1, {
        'messaging.consumer.group.name': failed.consumer,
        'error.type': failure.code,
      });
    const fields = { ...labelsOf(failed), state, attempts, code: failure.code };
    logSafely(() => {
      if (state === 'DEAD') ctx.log.error({ err: error, ...fields }, 'failed_delivery.dead');
      else if (failure.code === DEFERRED) ctx.log.debug(fields, 'failed_delivery.deferred');
      else ctx.log.warn({ err: error, ...fields }, 'failed_delivery.stored');
    });
  }
}

const labelsOf = ({
  consumer,
  tenantId,
  messageId,
  message: { topic, partition, offset },
}: FailedMessage) => ({
  consumer,
  tenantId,
  messageId,
  topic,
  partition,
  offset,
});
