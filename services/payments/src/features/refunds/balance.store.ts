import { Problem, type Tx } from '@coulisse/service-kit';
import type { PaymentState } from '../card-payment/settlement.domain';
import { paymentStateOf, refundStateOf, type Balance, type RefundState } from './refund.domain';

export interface LockedBalance extends Balance {
  id: string;
  state: PaymentState;
  refundState: RefundState;
  reservationId: string;
  validatedOn: string | null;
}

interface Row {
  id: string;
  state: PaymentState;
  refund_state: RefundState;
  reservation_id: string;
  validated_on: string | null;
  total: number;
  to_refund: number;
  refunded: number;
  captures: number;
}

/** Locks a payment and reads its amounts. */
export async function lockBalance(id: string, tx: Tx): Promise<LockedBalance> {
  const { rows } = await tx.sql.query<Row>(
    `SELECT p.id, p.state, p.refund_state, p.reservation_id, to_char(p.validation_date, 'YYYY-MM-DD') AS validated_on,
            (p.totals * 100)::bigint AS total, (coalesce(p.amount_to_refund, 0) * 100)::bigint AS to_refund,
            (coalesce(p.amount_refunded, 0) * 100)::bigint AS refunded,
            (SELECT count(*)::int FROM payment_attempt a
              WHERE a.payment_id = p.id AND a.outcome = 'ACCEPTED' AND a.state = 'APPLIED') AS captures
       FROM payment p WHERE p.id = $1 FOR UPDATE OF p`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  return {
    id: row.id,
    state: row.state,
    refundState: row.refund_state,
    reservationId: row.reservation_id,
    validatedOn: row.validated_on,
    totalMinor: row.total,
    capturedMinor: row.captures * row.total,
    toRefundMinor: row.to_refund,
    refundedMinor: row.refunded,
  };
}

/** Last refund and reason of the last mark, as shown by the record; absent values stay. */
export interface LastRefundInfo {
  reason?: string;
  last?: { at: Date; method: string; reference: string; by: string } | null;
}

/** Writes the sums of a payment, and the states that follow from them. */
export async function writeBalance(
  before: LockedBalance,
  sums: Pick<Balance, 'toRefundMinor' | 'refundedMinor'>,
  { reason, last }: LastRefundInfo,
  tx: Tx,
): Promise<LockedBalance> {
  const after = { ...before, ...sums };
  const state = paymentStateOf(before.state, after);
  const refundState = refundStateOf(after);
  await tx.sql.query(
    `UPDATE payment SET state = $2::payment_state, refund_state = $3::payment_refund_state,
            amount_to_refund = $4::bigint::numeric / 100, amount_refunded = $5::bigint::numeric / 100,
            refund_reason = coalesce($6::payment_refund_reason, refund_reason),
            refunded_at = CASE WHEN $7 THEN $8 ELSE refunded_at END,
            refund_method = CASE WHEN $7 THEN $9::payment_refund_method ELSE refund_method END,
            refund_reference = CASE WHEN $7 THEN $10 ELSE refund_reference END,
            refunded_by = CASE WHEN $7 THEN $11 ELSE refunded_by END,
            version = version + 1, updated_at = now()
      WHERE id = $1`,
    [
      before.id,
      state,
      refundState,
      after.toRefundMinor,
      after.refundedMinor,
      reason ?? null,
      last !== undefined,
      last?.at ?? null,
      last?.method ?? null,
      last?.reference ?? null,
      last?.by ?? null,
    ],
  );
  return { ...after, state, refundState };
}

const amount = (minor: number): string => (minor / 100).toFixed(2);

/** Changes of states and amounts, for the history. */
export const changesOf = (
  before: LockedBalance,
  after: LockedBalance,
): Record<string, [unknown, unknown]> => ({
  ...(before.state === after.state ? {} : { state: [before.state, after.state] }),
  ...(before.refundState === after.refundState
    ? {}
    : { refundState: [before.refundState, after.refundState] }),
  ...(before.toRefundMinor === after.toRefundMinor
    ? {}
    : { amountToRefund: [amount(before.toRefundMinor), amount(after.toRefundMinor)] }),
  ...(before.refundedMinor === after.refundedMinor
    ? {}
    : { amountRefunded: [amount(before.refundedMinor), amount(after.refundedMinor)] }),
});
