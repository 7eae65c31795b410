import {
  isTransient,
  Problem,
  systemActor,
  startRounds,
  type ServiceContext,
  type Tx,
} from '@coulisse/service-kit';
import { askedAttempts, type StoredAttempt } from './attempt.store';
import { CARD_PROVIDER, type InquiryAnswer } from './card-provider.port';
import {
  closeInquiry,
  LEASE_SECONDS,
  PAGE_LIFETIME_MS,
  postponeInquiry,
  questionNumber,
} from './inquiry.store';
import { parseReference } from './order-reference.domain';
import { lockPayment, type StoredPayment } from './payment.store';
import { confirmAttempt, settleAttempt } from './settle-attempt.command';

/** Of one tenant in one round: a busy theatre does not keep the others waiting. */
const BATCH = 10;

/** Whoever moves the time on asks; rows that another replica is at are left to it. */
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
  payment: StoredPayment;
  attempts: StoredAttempt[];
  questions: number[];
}

/** What is to be asked about a payment; nothing when its outcome is known by now. */
async function dueOf(paymentId: string, tx: Tx): Promise<Due | null> {
  const payment = await lockPayment(paymentId, tx);
  const attempts = await askedAttempts(paymentId, tx);
  if (attempts.length === 0 && payment.state !== 'WAITING_LINK_PAYMENT') {
    await closeInquiry(paymentId, tx);
    return null;
  }
  const questions: number[] = [];
  for (let index = 0; index < Math.max(1, attempts.length); index++) questions.push(await questionNumber(tx));
  return { payment, attempts, questions };
}

async function askAbout(tenantId: string, paymentId: string, ctx: ServiceContext): Promise<void> {
  const actor = systemActor(tenantId, 'payments.inquiry');
  const due = await ctx.db.inTenant(actor, (tx) => dueOf(paymentId, tx));
  if (!due) return;
  const { payment, attempts, questions } = due;
  for (const [index, attempt] of attempts.entries())
    await confirmAttempt({ tenantId, payment, attempt, question: questions[index]! }, ctx);
  if (attempts.length === 0) await askAboutSilence(tenantId, payment, questions[0]!, ctx);
}

/** No notification came: perhaps nobody paid, perhaps it was lost. */
async function askAboutSilence(
  tenantId: string,
  payment: StoredPayment,
  question: number,
  ctx: ServiceContext,
): Promise<void> {
  const { reference, amountMinor, currency } = payment;
  const answer = await ctx
    .get(CARD_PROVIDER)
    .consult({ reference, amountMinor, currency, transaction: null, question })
    .catch((error: unknown) => {
      if (!isTransient(error)) throw error;
      ctx.log.warn({ err: error, paymentId: payment.id }, 'payment.inquiry_unanswered');
      return null;
    });
  if (answer?.kind === 'paid') {
    const { callNumber, transactionNumber, authorisation } = answer;
    // From here on it is a notification that came by another way.
    return settleAttempt(
      {
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
    stillSilent(payment.id, answer, tx),
  );
}

/** The page of the bank can no longer be used and the bank has no payment: nobody will pay. Before that, patience. */
async function stillSilent(paymentId: string, answer: InquiryAnswer | null, tx: Tx): Promise<void> {
  const payment = await lockPayment(paymentId, tx);
  if (payment.state !== 'WAITING_LINK_PAYMENT') return closeInquiry(paymentId, tx);
  const old = Date.now() - payment.createdAt.getTime() > PAGE_LIFETIME_MS;
  if (answer === null || !old || (await askedAttempts(paymentId, tx)).length > 0) {
    await postponeInquiry(paymentId, false, tx);
    return;
  }
  await tx.sql.query(
    `UPDATE payment SET state = 'CANCELLED', outcome = coalesce(outcome, 'CANCELLED'), version = version + 1, updated_at = now()
      WHERE id = $1`,
    [paymentId],
  );
  await tx.history('payments.payment', paymentId, 'expired', { state: [payment.state, 'CANCELLED'] });
  await tx.publish('payments.payment.v1', paymentId, {
    $case: 'cancelled',
    value: { paymentId, reservationId: payment.reservationId, expired: true },
  });
  await closeInquiry(paymentId, tx);
}

/** One round over all tenants; answers how many payments were asked about. */
export async function askProvider(ctx: ServiceContext): Promise<number> {
  const { rows } = await ctx.db.inPlatform('find payments to ask about', (tx) =>
    tx.sql.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM payment_inquiry WHERE next_at <= now() GROUP BY tenant_id ORDER BY min(next_at) LIMIT 50',
    ),
  );
  let asked = 0;
  for (const { tenant_id: tenantId } of rows) {
    const claimed = await ctx.db.inTenant(systemActor(tenantId, 'payments.inquiry'), claim);
    asked += claimed.length;
    await Promise.all(
      claimed.map((paymentId) =>
        askAbout(tenantId, paymentId, ctx).catch((error: unknown) => {
          // Denied is an answer; anything else is asked again when the lease ends.
          if (error instanceof Problem && error.code === 'payment.not-confirmed') return;
          ctx.log.error({ err: error, paymentId }, 'payment.inquiry_failed');
        }),
      ),
    );
  }
  return asked;
}

/** Runs rounds until it is stopped; a round that fails is only late. */
export const startInquiries = (ctx: ServiceContext, everyMs: number): (() => Promise<void>) =>
  startRounds(
    () => askProvider(ctx),
    everyMs,
    (error) => ctx.log.warn({ err: error }, 'payment.inquiry_round_failed'),
  );
