import { resourcesOf } from '@coulisse/resource-server';
import {
  isTransient,
  Problem,
  systemActor,
  startRounds,
  type ServiceContext,
  type Tx,
} from '@coulisse/service-kit';
import { unconfirmedAttempts, type StoredAttempt } from './attempt.store';
import type { InquiryAnswer } from './card-provider.port';
import type { CardProviders } from './card-providers';
import {
  closeInquiry,
  LEASE_SECONDS,
  PAGE_LIFETIME_MS,
  postponeInquiry,
  questionNumber,
} from './inquiry.store';
import { parseReference } from './order-reference.domain';
import { payment as paymentResource } from '../../resources';
import { amountOf, lockPayment, type Payment, type Payments } from './payment.store';
import type { AttemptSettlement } from './settle-attempt.command';

/** Maximum per tenant and round, so that a busy tenant does not delay the others. */
const BATCH = 10;

/** Moving `next_at` on claims an inquiry; rows locked by another replica are skipped. */
const CLAIM = `
UPDATE payment_inquiry SET next_at = now() + make_interval(secs => $2)
WHERE tenant_id = $1 AND payment_id IN (
  SELECT payment_id FROM payment_inquiry WHERE tenant_id = $1 AND next_at <= now()
  ORDER BY next_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
RETURNING payment_id`;

async function claim(tx: Tx): Promise<string[]> {
  const { rows } = await tx.sql.query<{ payment_id: string }>(CLAIM, [tx.tenantId, LEASE_SECONDS]);
  return rows.map((row) => row.payment_id);
}

interface Due {
  payment: Payment;
  attempts: StoredAttempt[];
  questions: number[];
}

/** The inquiries to send about a payment; null when its outcome is known by now. */
async function dueOf(paymentId: string, payments: Payments, tx: Tx): Promise<Due | null> {
  const { record: payment } = await lockPayment(payments, paymentId, tx);
  const attempts = await unconfirmedAttempts(paymentId, tx);
  if (attempts.length === 0 && payment.state !== 'WAITING_LINK_PAYMENT') {
    closeInquiry(paymentId, tx);
    return null;
  }
  const questions: number[] = [];
  for (let index = 0; index < Math.max(1, attempts.length); index++) questions.push(await questionNumber(tx));
  return { payment, attempts, questions };
}

/** Asks the provider about payments whose outcome is unknown. */
export class PaymentInquiries {
  constructor(
    private readonly providers: CardProviders,
    private readonly settlement: AttemptSettlement,
  ) {}

  /** One round over all tenants; returns how many payments were claimed. */
  async run(ctx: ServiceContext): Promise<number> {
    const { rows } = await ctx.db.inPlatform('find payments to ask about', (tx) =>
      tx.sql.query<{ tenant_id: string }>(
        'SELECT tenant_id FROM payment_inquiry WHERE next_at <= now() GROUP BY tenant_id ORDER BY min(next_at) LIMIT 50',
      ),
    );
    let claimedCount = 0;
    for (const { tenant_id: tenantId } of rows) {
      const claimed = await ctx.db.inTenant(systemActor(tenantId, 'payments.inquiry'), claim);
      claimedCount += claimed.length;
      await Promise.all(
        claimed.map((paymentId) =>
          this.askAbout(tenantId, paymentId, ctx).catch((error: unknown) => {
            // A denial is an answer; anything else is retried when the lease ends.
            if (error instanceof Problem && error.code === 'payment.not-confirmed') return;
            ctx.log.error({ err: error, paymentId }, 'payment.inquiry_failed');
          }),
        ),
      );
    }
    return claimedCount;
  }

  /** Runs rounds until stopped; a failed round is repeated by the next one. */
  start(ctx: ServiceContext, everyMs: number): () => Promise<void> {
    return startRounds(
      () => this.run(ctx),
      everyMs,
      (error) => ctx.log.warn({ err: error }, 'payment.inquiry_round_failed'),
    );
  }

  private async askAbout(tenantId: string, paymentId: string, ctx: ServiceContext): Promise<void> {
    const actor = systemActor(tenantId, 'payments.inquiry');
    const due = await ctx.db.inTenant(actor, (tx) =>
      dueOf(paymentId, resourcesOf(ctx).of(paymentResource), tx),
    );
    if (!due) return;
    const { payment, attempts, questions } = due;
    for (const [index, attempt] of attempts.entries())
      await this.settlement.confirm({ tenantId, payment, attempt, question: questions[index]! }, ctx);
    if (attempts.length === 0) await this.askAboutSilence(tenantId, payment, questions[0]!, ctx);
  }

  /** No notification came: perhaps nobody paid, perhaps it was lost. */
  private async askAboutSilence(
    tenantId: string,
    payment: Payment,
    question: number,
    ctx: ServiceContext,
  ): Promise<void> {
    const { reference, currency } = payment;
    const amountMinor = amountOf(payment);
    const provider = this.providers.of(payment.provider);
    const answer = await provider
      .consult({ reference, amountMinor, currency, transaction: null, question })
      .catch((error: unknown) => {
        if (!isTransient(error)) throw error;
        ctx.log.warn({ err: error, paymentId: payment.id }, 'payment.inquiry_unanswered');
        return null;
      });
    if (answer?.kind === 'paid') {
      const { callNumber, transactionNumber, authorisation } = answer;
      // From here on it is handled like a notification.
      return this.settlement.settle(
        {
          provider: provider.name,
          order: parseReference(reference),
          reference,
          amountMinor,
          callNumber,
          transactionNumber,
          authorisation,
          code: '00000',
          outcome: 'ACCEPTED',
        },
        ctx,
      );
    }
    await ctx.db.inTenant(systemActor(tenantId, 'payments.inquiry'), (tx) =>
      stillSilent(payment.id, answer, resourcesOf(ctx).of(paymentResource), tx),
    );
  }
}

/**
 * Cancels the payment when the bank's page has expired and the bank has no payment: nobody can pay any more. Before
 * that, the inquiry is postponed.
 */
async function stillSilent(
  paymentId: string,
  answer: InquiryAnswer | null,
  payments: Payments,
  tx: Tx,
): Promise<void> {
  const locked = await lockPayment(payments, paymentId, tx);
  const { state, createdAt } = locked.record;
  if (state !== 'WAITING_LINK_PAYMENT') return closeInquiry(paymentId, tx);
  const old = Date.now() - Date.parse(createdAt) > PAGE_LIFETIME_MS;
  if (answer === null || !old || (await unconfirmedAttempts(paymentId, tx)).length > 0) {
    await postponeInquiry(paymentId, false, tx);
    return;
  }
  await payments.transition(tx, tx.actor, locked, 'expired');
  closeInquiry(paymentId, tx);
}
