import { isTransient, Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { applySettlement } from './apply-settlement';
import {
  storeAttempt,
  readAttempt,
  setAttemptState,
  type ReportedAttempt,
  type StoredAttempt,
} from './attempt.store';
import type { CardProvider, InquiryAnswer } from './card-provider.port';
import {
  closeInquiry,
  DOUBT_HOLD_MINUTES,
  endDoubt,
  leaseInquiry,
  postponeInquiry,
  questionNumber,
} from './inquiry.store';
import { findByToken, lockPayment, type StoredPayment } from './payment.store';
import { settlement } from './settlement.domain';

/** An acceptance that the provider has still to confirm. */
export interface Unconfirmed {
  tenantId: string;
  payment: StoredPayment;
  attempt: StoredAttempt;
  question: number;
}

/** Settles attempts to pay with the provider's answers. */
export class AttemptSettlement {
  constructor(private readonly provider: CardProvider) {}

  /**
   * Applies an attempt to the payment of its reference, once however often it is reported. An acceptance is only stored
   * at first: its signature proves that the bank wrote it, and only the bank's own answer proves that it was for us.
   * Also resolves when the bank does not answer: the payment is then in doubt, and a job retries.
   */
  async settle(attempt: ReportedAttempt, ctx: ServiceContext): Promise<void> {
    try {
      const found = attempt.order && (await findByToken(attempt.order.token, ctx.db));
      if (!found) throw new Problem('payment.unknown-order');
      const { tenantId, paymentId } = found;
      const actor = systemActor(tenantId, 'payments.notification');
      const unconfirmed = await ctx.db.inTenant(actor, async (tx) => {
        const payment = await lockPayment(paymentId, tx);
        checkOrder(attempt, payment);
        return attempt.outcome === 'ACCEPTED'
          ? storeAcceptance(attempt, payment, tx)
          : applyAtOnce(attempt, payment, tx);
      });
      if (unconfirmed) await this.confirm(unconfirmed, ctx);
    } catch (error) {
      if (error instanceof Problem)
        ctx.log.warn({ code: error.code, order: attempt.order?.code }, 'payment.notification_refused');
      throw error;
    }
  }

  /** Confirms an acceptance with the provider, outside any transaction, then applies or rejects it. */
  async confirm(unconfirmed: Unconfirmed, ctx: ServiceContext): Promise<void> {
    const { tenantId, payment, attempt, question } = unconfirmed;
    const answer = await this.askProvider(unconfirmed, question, ctx);
    const actor = systemActor(tenantId, 'payments.inquiry');
    const denied = await ctx.db.inTenant(actor, async (tx) => {
      const locked = await lockPayment(payment.id, tx);
      const current = await readAttempt(attempt.id, tx);
      // A concurrent inquiry was faster.
      if (current?.state !== 'ASKING') return false;
      if (answer === null) await doubt(locked, tx);
      else if (answer.kind === 'paid') await accept(locked, current, tx);
      else await deny(locked, current, answer, tx);
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
    const { reference, amountMinor, currency } = payment;
    const { callNumber, transactionNumber } = attempt;
    try {
      return await this.provider.consult({
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
function checkOrder(attempt: ReportedAttempt, payment: StoredPayment): void {
  if (attempt.order?.currency !== payment.currency) throw new Problem('payment.currency-mismatch');
  if (attempt.reference !== payment.reference) throw new Problem('payment.unknown-order');
  if (attempt.amountMinor !== payment.amountMinor) throw new Problem('payment.amount-mismatch');
}

/** A refusal or an abandonment moves no money: the signature is enough. */
async function applyAtOnce(attempt: ReportedAttempt, payment: StoredPayment, tx: Tx): Promise<null> {
  const { isNew } = await storeAttempt(attempt, payment.id, 'APPLIED', tx);
  if (isNew) await applySettlement(settlement(payment.state, attempt.outcome), attempt, payment, tx);
  return null;
}

/**
 * Stores an acceptance that is to be confirmed: a first report, or a repeat of a denied one, because the bank repeats a
 * report until it is accepted.
 */
async function storeAcceptance(
  reported: ReportedAttempt,
  payment: StoredPayment,
  tx: Tx,
): Promise<Unconfirmed | null> {
  const { attempt, isNew } = await storeAttempt(reported, payment.id, 'ASKING', tx);
  if (!isNew && attempt.state !== 'REJECTED') return null;
  if (!isNew) await setAttemptState(attempt.id, 'ASKING', tx);
  await leaseInquiry(payment.id, tx);
  return { tenantId: tx.tenantId, payment, attempt, question: await questionNumber(tx) };
}

async function accept(payment: StoredPayment, attempt: StoredAttempt, tx: Tx): Promise<void> {
  await setAttemptState(attempt.id, 'APPLIED', tx);
  await applySettlement(settlement(payment.state, 'ACCEPTED'), attempt, payment, tx);
  await closeInquiry(payment.id, tx);
}

/** Without an answer the seats stay held, for a bounded time, and the inquiry is repeated. */
async function doubt(payment: StoredPayment, tx: Tx): Promise<void> {
  const { doubtBegins } = await postponeInquiry(payment.id, true, tx);
  if (!doubtBegins || settlement(payment.state, 'ACCEPTED').kind !== 'validate') return;
  await tx.sql.query(
    `UPDATE payment SET outcome = 'PENDING', version = version + 1, updated_at = now() WHERE id = $1`,
    [payment.id],
  );
  await tx.history('payments.payment', payment.id, 'in-doubt', { outcome: [payment.outcome, 'PENDING'] });
  await tx.publish('payments.payment.v1', payment.id, {
    $case: 'inDoubt',
    value: {
      paymentId: payment.id,
      reservationId: payment.reservationId,
      holdUntil: new Date(Date.now() + DOUBT_HOLD_MINUTES * 60_000),
    },
  });
}

/** The bank's signature was genuine, but the bank has no such payment to us: it was for another shop. */
async function deny(
  payment: StoredPayment,
  attempt: StoredAttempt,
  answer: Exclude<InquiryAnswer, { kind: 'paid' }>,
  tx: Tx,
): Promise<void> {
  await setAttemptState(attempt.id, 'REJECTED', tx);
  const code = answer.kind === 'not-paid' ? answer.code : '';
  const wasInDoubt = await endDoubt(payment.id, tx);
  const effect = settlement(payment.state, 'REFUSED');
  // Seats were held for it: ticketing is informed, so that the buyer may retry.
  if (wasInDoubt) await applySettlement(effect, { ...attempt, code }, payment, tx);
}
