import { emission, resourcesOf } from '@coulisse/resource-server';
import { isTransient, Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { inStoredTrace } from '@coulisse/service-kit/telemetry';
import { applySettlement } from './apply-settlement';
import {
  storeAttempt,
  readAttempt,
  setAttemptState,
  type ReportedAttempt,
  type StoredAttempt,
} from './attempt.store';
import type { InquiryAnswer } from './card-provider.port';
import type { CardProviders } from './card-providers';
import {
  closeInquiry,
  DOUBT_HOLD_MINUTES,
  endDoubt,
  leaseInquiry,
  postponeInquiry,
  questionNumber,
} from './inquiry.store';
import { payment as paymentResource } from '../../resources';
import { subjectIds } from '../../resources/payment-subject';
import {
  amountOf,
  findByToken,
  type FoundPayment,
  lockPayment,
  type LockedPayment,
  type Payment,
  type Payments,
} from './payment.store';
import { settlement } from './settlement.domain';

/** An acceptance that the provider has still to confirm. */
export interface Unconfirmed {
  tenantId: string;
  payment: Payment;
  attempt: StoredAttempt;
  question: number;
}

/** Settles attempts to pay with the provider's answers. */
export class AttemptSettlement {
  constructor(private readonly providers: CardProviders) {}

  /**
   * Applies an attempt to the payment of its reference, once however often it is reported. An acceptance is only stored
   * at first: its signature proves that the bank wrote it, and only the bank's own answer proves that it was for us.
   * Also resolves when the bank does not answer: the payment is then in doubt, and a job retries.
   */
  async settle(attempt: ReportedAttempt, ctx: ServiceContext): Promise<void> {
    try {
      const found = attempt.order && (await findByToken(attempt.order.token, ctx.db));
      if (!found) throw new Problem('payment.unknown-order');
      const { tenantId, paymentId, traceparent } = found;
      const attributes = { 'coulisse.tenant.id': tenantId, 'coulisse.payment.id': paymentId };
      // The bank's report is a request of its own: what it causes belongs to the trace of the sale.
      await inStoredTrace({ name: 'settle payment', attributes, traceparent }, () =>
        this.settleFound(found, attempt, ctx),
      );
    } catch (error) {
      if (error instanceof Problem)
        ctx.log.warn({ code: error.code, order: attempt.order?.code }, 'payment.notification_refused');
      throw error;
    }
  }

  private async settleFound(
    { tenantId, paymentId }: FoundPayment,
    attempt: ReportedAttempt,
    ctx: ServiceContext,
  ): Promise<void> {
    const actor = systemActor(tenantId, 'payments.notification');
    const payments = resourcesOf(ctx).of(paymentResource);
    const unconfirmed = await ctx.db.inTenant(actor, async (tx) => {
      const locked = await lockPayment(payments, paymentId, tx);
      checkOrder(attempt, locked.record);
      const { confirmsByInquiry } = this.providers.of(attempt.provider);
      return attempt.outcome === 'ACCEPTED' && confirmsByInquiry
        ? storeAcceptance(attempt, locked.record, tx)
        : applyAtOnce(attempt, locked, payments, tx);
    });
    if (unconfirmed) await this.confirm(unconfirmed, ctx);
  }

  /** Confirms an acceptance with the provider, outside any transaction, then applies or rejects it. */
  async confirm(unconfirmed: Unconfirmed, ctx: ServiceContext): Promise<void> {
    const { tenantId, payment, attempt, question } = unconfirmed;
    const answer = await this.askProvider(unconfirmed, question, ctx);
    const actor = systemActor(tenantId, 'payments.inquiry');
    const payments = resourcesOf(ctx).of(paymentResource);
    const denied = await ctx.db.inTenant(actor, async (tx) => {
      const locked = await lockPayment(payments, payment.id, tx);
      const current = await readAttempt(attempt.id, tx);
      // A concurrent inquiry was faster.
      if (current?.state !== 'ASKING') return false;
      if (answer === null) await doubt(locked, payments, tx);
      else if (answer.kind === 'paid') await accept(locked, current, payments, tx);
      else await deny(locked, current, answer, payments, tx);
      return answer !== null && answer.kind !== 'paid';
    });
    if (denied) throw new Problem('payment.not-confirmed');
  }

  /** Null: no answer. */
  private async askProvider(
    { payment, attempt }: Unconfirmed,
    question: number,
    ctx: ServiceContext,
  ): Promise<InquiryAnswer | null> {
    const { reference, currency } = payment;
    const amountMinor = amountOf(payment);
    const { callNumber, transactionNumber } = attempt;
    try {
      return await this.providers.of(payment.provider).consult({
        reference,
        amountMinor,
        currency,
        transaction: { callNumber, transactionNumber },
        question,
      });
    } catch (error) {
      if (!isTransient(error)) throw error;
      ctx.log.warn({ err: error, paymentId: payment.id }, 'payment.inquiry_unanswered');
      return null;
    }
  }
}

/** The attempt must match the order exactly. */
function checkOrder(attempt: ReportedAttempt, payment: Payment): void {
  if (attempt.provider !== payment.provider) throw new Problem('payment.unknown-order');
  if (attempt.order?.currency !== payment.currency) throw new Problem('payment.currency-mismatch');
  if (attempt.reference !== payment.reference) throw new Problem('payment.unknown-order');
  if (attempt.amountMinor !== amountOf(payment)) throw new Problem('payment.amount-mismatch');
}

/**
 * A refusal or an abandonment moves no money: the signature is enough. So is that of an acceptance which was made with
 * the shop's own key.
 */
async function applyAtOnce(
  attempt: ReportedAttempt,
  locked: LockedPayment,
  payments: Payments,
  tx: Tx,
): Promise<null> {
  const { id, state } = locked.record;
  const { isNew } = await storeAttempt(attempt, id, 'APPLIED', tx);
  if (isNew) await applySettlement(settlement(state, attempt.outcome), attempt, locked, payments, tx);
  if (attempt.outcome === 'ACCEPTED') closeInquiry(id, tx);
  return null;
}

/**
 * Stores an acceptance that is to be confirmed: a first report, or a repeat of a denied one, because the bank repeats a
 * report until it is accepted.
 */
async function storeAcceptance(
  reported: ReportedAttempt,
  payment: Payment,
  tx: Tx,
): Promise<Unconfirmed | null> {
  const { attempt, isNew, question } = await storeAttempt(reported, payment.id, 'ASKING', tx);
  if (!isNew && attempt.state !== 'REJECTED') return null;
  if (!isNew) setAttemptState(attempt.id, 'ASKING', tx);
  leaseInquiry(payment.id, tx);
  return { tenantId: tx.tenantId, payment, attempt, question: question ?? (await questionNumber(tx)) };
}

async function accept(
  locked: LockedPayment,
  attempt: StoredAttempt,
  payments: Payments,
  tx: Tx,
): Promise<void> {
  const { id, state } = locked.record;
  setAttemptState(attempt.id, 'APPLIED', tx);
  await applySettlement(settlement(state, 'ACCEPTED'), attempt, locked, payments, tx);
  closeInquiry(id, tx);
}

/** Without an answer the seats stay held, for a bounded time, and the inquiry is repeated. */
async function doubt(locked: LockedPayment, payments: Payments, tx: Tx): Promise<void> {
  const { id: paymentId, state } = locked.record;
  const { doubtBegins } = await postponeInquiry(paymentId, true, tx);
  if (!doubtBegins || settlement(state, 'ACCEPTED').kind !== 'validate') return;
  const holdUntil = new Date(Date.now() + DOUBT_HOLD_MINUTES * 60_000);
  await payments.update(
    tx,
    tx.actor,
    locked,
    { outcome: 'PENDING' },
    {
      action: 'in-doubt',
      event: emission('payments.payment.v1', {
        $case: 'inDoubt',
        value: { paymentId, ...subjectIds(locked.record), holdUntil },
      }),
    },
  );
}

/** The bank's signature was genuine, but the bank has no such payment to us: it was for another shop. */
async function deny(
  locked: LockedPayment,
  attempt: StoredAttempt,
  answer: Exclude<InquiryAnswer, { kind: 'paid' }>,
  payments: Payments,
  tx: Tx,
): Promise<void> {
  const { id, state } = locked.record;
  setAttemptState(attempt.id, 'REJECTED', tx);
  const code = answer.kind === 'not-paid' ? answer.code : '';
  const wasInDoubt = await endDoubt(id, tx);
  const effect = settlement(state, 'REFUSED');
  // Seats were held for it: ticketing is informed, so that the buyer may retry.
  if (wasInDoubt) await applySettlement(effect, { ...attempt, code }, locked, payments, tx);
}
