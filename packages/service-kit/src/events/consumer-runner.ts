import { openMessage, type OpenedMessage } from '../messaging/envelope';
import type { ReceivedMessage } from '../messaging/types';
import type { ServiceContext } from '../service/types';
import { inMessageSpan } from '../telemetry/message-span';
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
  store: Pick<FailedDeliveryStore, 'put'>;
  tracker?: FailureTracker;
  backOff?: BackOff | undefined;
  storeBackOff?: Omit<BackOff, 'attempts'>;
  schedule?: RetrySchedule | undefined;
  /** A message was stored and may be due. */
  onStored?: () => void;
  /** A tenant's events work again. */
  onRecovered?: (tenantId: string) => void;
}

const DEFERRED_FACTS: FailureFacts = { code: DEFERRED, text: null, transient: true };

/**
 * Handles the messages of one consumer group: opened, then (inbox row + handler) in one transaction of the event's tenant.
 * What fails is tried once more in place, then stored as a failed delivery and acknowledged, so that no message holds
 * those behind it. Resolves when the message is handled or stored, rejects when it must come again.
 */
export class ConsumerRunner {
  private readonly applier: EventApplier;
  private readonly tracker: FailureTracker;
  private readonly backOff: BackOff;

  constructor(private readonly settings: ConsumerRunnerSettings) {
    this.applier = new EventApplier(settings.consumer, settings.ctx);
    this.tracker = settings.tracker ?? new FailureTracker();
    this.backOff = settings.backOff ?? DEFAULT_BACK_OFF;
  }

  async handle(message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    await inMessageSpan(this.settings.consumer.name, message, () => this.process(message, signal));
  }

  private async process(message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    let opened: OpenedMessage;
    try {
      opened = openMessage(message);
    } catch (error) {
      await this.store(unreadableMessage(this.settings.consumer.name, message, error), signal);
      return;
    }
    if (!opened.event || !this.settings.consumer.handlers[opened.event.$case]) return;
    if (this.tracker.defers(opened.meta.tenantId)) await this.defer(opened, message, signal);
    else await this.attempt(opened, message, signal);
  }

  private async attempt(opened: OpenedMessage, message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    const { tenantId } = opened.meta;
    const startedAt = Date.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const outcome = await this.applier.apply(opened);
        if (outcome === 'held') await this.defer(opened, message, signal);
        else if (outcome === 'applied' && this.tracker.succeeded(tenantId))
          this.settings.onRecovered?.(tenantId);
        return;
      } catch (error) {
        // A service that stops fails in ways of its own: the message comes again.
        if (signal.aborted) throw error;
        const failure = failureOf(error);
        const slow = Date.now() - startedAt > SLOW_ATTEMPT_MS;
        if (failure.transient && !slow && attempt < this.backOff.attempts) {
          await wait(delayOf(this.backOff, attempt), signal);
          continue;
        }
        if (failure.transient) this.tracker.failed(tenantId, slow);
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

  /** Behind what waits already. */
  private async defer(opened: OpenedMessage, message: ReceivedMessage, signal: AbortSignal): Promise<void> {
    const consumer = this.settings.consumer.name;
    const how = { consumer, message, attempts: 0, delayMs: 0, failure: DEFERRED_FACTS };
    await this.store(failedMessage(opened, how), signal);
  }

  /** Nothing that can fail comes before the message is stored; while it cannot be, it is not acknowledged. */
  private async store(failed: FailedMessage, signal: AbortSignal, error?: unknown): Promise<void> {
    const { store, storeBackOff = STORE_BACK_OFF, onStored, ctx } = this.settings;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await store.put(failed);
        break;
      } catch (storing) {
        const fields = { err: storing, attempt, ...labelsOf(failed) };
        logSafely(() => ctx.log.error(fields, 'failed_delivery.store_failed'));
        await wait(delayOf(storeBackOff, attempt), signal);
      }
    }
    onStored?.();
    const { state, attempts, failure } = failed;
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
