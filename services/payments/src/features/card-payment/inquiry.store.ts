import type { Tx } from '@coulisse/service-kit';

/** The bank's page of a payment lasts a quarter of an hour; twice that is long enough to say that nobody paid on it. */
export const PAGE_LIFETIME_MS = 30 * 60_000;
/** A payment is asked about when no notification came for this long. */
const FIRST_ASKED_SECONDS = 5 * 60;
/** After a denial the payment is asked about again soon: the real one may be on its way. */
const AFTER_DENIAL_SECONDS = 60;
/** While somebody asks, nobody else does; should they die meanwhile, it is asked again after this. */
export const LEASE_SECONDS = 30;
/** Seats are kept this long at most for a payment that the provider says nothing about. */
export const DOUBT_HOLD_MINUTES = 120;

/** Growing delays: a doubt keeps seats from others and is asked about soon, silence is only untidy. */
export function nextDelaySeconds(asked: number, inDoubt: boolean): number {
  const [first, most] = inDoubt ? [5, 10 * 60] : [60, 60 * 60];
  return Math.min(first * 2 ** Math.min(Math.max(asked, 0), 20), most);
}

/** A payment that was just started is asked about unless its outcome comes by itself. */
export async function scheduleInquiry(paymentId: string, tx: Tx): Promise<void> {
  await tx.sql.query(
    `INSERT INTO payment_inquiry (payment_id, tenant_id, next_at) VALUES ($1, $2, now() + make_interval(secs => $3))`,
    [paymentId, tx.tenantId, FIRST_ASKED_SECONDS],
  );
}

/** Somebody asks now: it is nobody else's turn before the lease ends. */
export async function leaseInquiry(paymentId: string, tx: Tx): Promise<void> {
  await tx.sql.query(
    `INSERT INTO payment_inquiry (payment_id, tenant_id, next_at) VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (tenant_id, payment_id) DO UPDATE SET next_at = excluded.next_at`,
    [paymentId, tx.tenantId, LEASE_SECONDS],
  );
}

/** Asked in vain: again later. Answers when the doubt began, if there is one, and whether it begins now. */
export async function postponeInquiry(
  paymentId: string,
  inDoubt: boolean,
  tx: Tx,
): Promise<{ doubtBegins: boolean }> {
  const { rows } = await tx.sql.query<{ asked: number; doubt_since: Date | null }>(
    'SELECT asked, doubt_since FROM payment_inquiry WHERE payment_id = $1 FOR UPDATE',
    [paymentId],
  );
  const [row] = rows;
  const doubtBegins = inDoubt && !row?.doubt_since;
  const asked = doubtBegins ? 0 : (row?.asked ?? 0);
  await tx.sql.query(
    `INSERT INTO payment_inquiry (payment_id, tenant_id, next_at, asked, doubt_since)
     VALUES ($1, $2, now() + make_interval(secs => $3), $4, CASE WHEN $5 THEN now() END)
     ON CONFLICT (tenant_id, payment_id) DO UPDATE
     SET next_at = excluded.next_at, asked = excluded.asked, doubt_since = coalesce(payment_inquiry.doubt_since, excluded.doubt_since)`,
    [paymentId, tx.tenantId, nextDelaySeconds(asked, inDoubt), asked + 1, inDoubt],
  );
  return { doubtBegins };
}

/** The provider has denied what was in doubt: the payment waits like any other. Answers whether there was a doubt. */
export async function endDoubt(paymentId: string, tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.sql.query(
    'SELECT 1 FROM payment_inquiry WHERE payment_id = $1 AND doubt_since IS NOT NULL',
    [paymentId],
  );
  await tx.sql.query(
    `UPDATE payment_inquiry SET doubt_since = NULL, asked = 0, next_at = now() + make_interval(secs => $2) WHERE payment_id = $1`,
    [paymentId, AFTER_DENIAL_SECONDS],
  );
  return rowCount > 0;
}

/** The outcome is known: there is nothing left to ask, unless another attempt of the payment waits for its answer. */
export async function closeInquiry(paymentId: string, tx: Tx): Promise<void> {
  await tx.sql.query(
    `DELETE FROM payment_inquiry WHERE payment_id = $1
       AND NOT EXISTS (SELECT 1 FROM payment_attempt a WHERE a.payment_id = $1 AND a.state = 'ASKING')`,
    [paymentId],
  );
}

/** Numbers of questions differ within a day, over all replicas. */
export async function questionNumber(tx: Tx): Promise<number> {
  const { rows } = await tx.sql.query<{ n: string }>(`SELECT nextval('paybox_question') AS n`);
  return Number(rows[0]!.n);
}
