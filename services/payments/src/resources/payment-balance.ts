import type { Tx } from '@coulisse/service-kit';

/** The money of one payment, in cents. */
export interface Balance {
  /** Amount of the order. */
  totalMinor: number;
  /** Amount that the bank took; more than ordered when it charged twice. */
  capturedMinor: number;
  /** Amount marked for refund. */
  toRefundMinor: number;
  /** Amount refunded. */
  refundedMinor: number;
}

/** States of a payment whose money was taken; they follow from its refunds. */
export const STATES_WITH_MONEY = ['VALIDATED', 'BANKED', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const;
export type StateWithMoney = (typeof STATES_WITH_MONEY)[number];

/** State of a payment by its remaining money; the refund of a second charge leaves it unchanged. */
export function stateByMoney(
  isBanked: boolean,
  {
    totalMinor,
    capturedMinor,
    refundedMinor,
  }: Pick<Balance, 'totalMinor' | 'capturedMinor' | 'refundedMinor'>,
): StateWithMoney {
  const left = capturedMinor - refundedMinor;
  if (left <= 0) return 'REFUNDED';
  if (left < totalMinor) return 'PARTIALLY_REFUNDED';
  return isBanked ? 'BANKED' : 'VALIDATED';
}

export type RefundState = 'NONE' | 'TO_REFUND' | 'REFUNDED';

export function refundStateOf({ toRefundMinor, refundedMinor }: Balance): RefundState {
  if (toRefundMinor > 0) return 'TO_REFUND';
  return refundedMinor > 0 ? 'REFUNDED' : 'NONE';
}

/** How often the bank took the amount of a payment. */
export async function captureCount({ sql, tenantId }: Tx, paymentId: string): Promise<number> {
  const { rows } = await sql.query<{ captures: number }>(
    `SELECT count(*)::int AS captures FROM payment_attempt
     WHERE tenant_id = $1 AND payment_id = $2 AND outcome = 'ACCEPTED' AND state = 'APPLIED'`,
    [tenantId, paymentId],
  );
  return rows[0]?.captures ?? 0;
}
