import type { Tx } from '@coulisse/service-kit';

/** The bank's payment page lasts 15 minutes; after twice that time nobody has paid on it. */
export const PAGE_LIFETIME_MS = 30 * 60_000;
/** First inquiry about a payment: when no notification came for this long. */
const FIRST_ASKED_SECONDS = 5 * 60;
/** Delay after a denial: short, because the real notification may be on its way. */
const AFTER_DENIAL_SECONDS = 60;
/** Lease of an inquiry: nobody else asks meanwhile, and after a crash it is retried when the lease ends. */
export const LEASE_SECONDS = 30;
/** Maximum time that seats are held for a payment that the provider does not confirm. */
export const DOUBT_HOLD_MINUTES = 120;

/** Exponential back-off: a doubt holds seats and is asked about soon, silence is less urgent. */
export function nextDelaySeconds(inquiryCount: number, inDoubt: boolean): number {
  const [first, most] = inDoubt ? [5, 10 * 60] : [60, 60 * 60];
  return Math.min(first * 2 ** Math.min(Math.max(inquiryCount, 0), 20), most);
}

/** Schedules the first inquiry about a new payment, in case no notification comes. */
export function scheduleInquiry(paymentId: string, tx: Tx): void {
  tx.defer({
    text: `INSERT INTO payment_inquiry (payment_id, tenant_id, next_at) VALUES ($1, $2, now() + make_interval(secs => $3))`,
    values: [paymentId, tx.tenantId, FIRST_ASKED_SECONDS],
  });
}

/** Takes the lease of an inquiry: nobody else asks before it ends. */
export function leaseInquiry(paymentId: string, tx: Tx): void {
  tx.defer({
    text: `INSERT INTO payment_inquiry (payment_id, tenant_id, next_at) VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (tenant_id, payment_id) DO UPDATE SET next_at = excluded.next_at`,
    values: [paymentId, tx.tenantId, LEASE_SECONDS],
  });
}

/** Postpones an inquiry that was not answered; returns whether the doubt begins now. */
export async function postponeInquiry(
  paymentId: string,
  inDoubt: boolean,
  tx: Tx,
): Promise<{ doubtBegins: boolean }> {
  const { rows } = await tx.sql.query<{ inquiry_count: number; doubt_since: Date | null }>(
    'SELECT inquiry_count, doubt_since FROM payment_inquiry WHERE payment_id = $1 FOR UPDATE',
    [paymentId],
  );
  const [row] = rows;
  const doubtBegins = inDoubt && !row?.doubt_since;
  const inquiryCount = doubtBegins ? 0 : (row?.inquiry_count ?? 0);
  await tx.sql.query(
    `INSERT INTO payment_inquiry (payment_id, tenant_id, next_at, inquiry_count, doubt_since)
     VALUES ($1, $2, now() + make_interval(secs => $3), $4, CASE WHEN $5 THEN now() END)
     ON CONFLICT (tenant_id, payment_id) DO UPDATE
     SET next_at = excluded.next_at, inquiry_count = excluded.inquiry_count, doubt_since = coalesce(payment_inquiry.doubt_since, excluded.doubt_since)`,
    [paymentId, tx.tenantId, nextDelaySeconds(inquiryCount, inDoubt), inquiryCount + 1, inDoubt],
  );
  return { doubtBegins };
}

/** Ends the doubt after a denial: the payment is pending like any other. Returns whether there was a doubt. */
export async function endDoubt(paymentId: string, tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.sql.query(
    'SELECT 1 FROM payment_inquiry WHERE payment_id = $1 AND doubt_since IS NOT NULL',
    [paymentId],
  );
  await tx.sql.query(
    `UPDATE payment_inquiry SET doubt_since = NULL, inquiry_count = 0, next_at = now() + make_interval(secs => $2) WHERE payment_id = $1`,
    [paymentId, AFTER_DENIAL_SECONDS],
  );
  return rowCount > 0;
}

/** Deletes the inquiry of a payment with a known outcome, unless another attempt still needs its answer. */
export function closeInquiry(paymentId: string, tx: Tx): void {
  tx.defer({
    text: `DELETE FROM payment_inquiry WHERE payment_id = $1
       AND NOT EXISTS (SELECT 1 FROM payment_attempt a WHERE a.payment_id = $1 AND a.state = 'ASKING')`,
    values: [paymentId],
  });
}

/** Question numbers are unique within a day, over all replicas. */
export async function questionNumber(tx: Tx): Promise<number> {
  const { rows } = await tx.sql.query<{ n: number }>(`SELECT nextval('paybox_question') AS n`);
  return rows[0]!.n;
}
