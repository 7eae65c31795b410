import type { PaymentState } from '../card-payment/settlement.domain';

/** Why money goes back. */
export const REFUND_REASONS = [
  'UNFULFILLABLE',
  'CHARGED_TWICE',
  'CANCELLED',
  'PAID_AFTER_CANCELLATION',
  'WRONG_AMOUNT',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export const REFUND_METHODS = ['CARD', 'TRANSFER', 'CASH', 'CHEQUE', 'VOUCHER'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

/** The money of one payment, in cents. */
export interface Balance {
  /** What was ordered. */
  totalMinor: number;
  /** What the bank took, which is more when it took it twice. */
  capturedMinor: number;
  /** What waits to be given back. */
  toRefundMinor: number;
  /** What was given back. */
  refundedMinor: number;
}

/** An older event says no reason: there was one only. */
export const reasonOf = (text: string): RefundReason =>
  REFUND_REASONS.find((reason) => reason === text) ?? 'UNFULFILLABLE';

/** How much a mark adds: never more than was taken and is neither back nor marked already. */
export const addable = (
  { capturedMinor, toRefundMinor, refundedMinor }: Balance,
  wantedMinor: number,
): number => Math.max(0, Math.min(wantedMinor, capturedMinor - refundedMinor - toRefundMinor));

export type RefundState = 'NONE' | 'TO_REFUND' | 'REFUNDED';

export function refundStateOf({ toRefundMinor, refundedMinor }: Balance): RefundState {
  if (toRefundMinor > 0) return 'TO_REFUND';
  return refundedMinor > 0 ? 'REFUNDED' : 'NONE';
}

const HAS_MONEY: readonly PaymentState[] = ['VALIDATED', 'BANKED', 'PARTIALLY_REFUNDED', 'REFUNDED'];

/** State of the payment by what is left of its money; a second charge that went back leaves it as it was. */
export function paymentStateOf(
  state: PaymentState,
  { totalMinor, capturedMinor, refundedMinor }: Balance,
): PaymentState {
  if (!HAS_MONEY.includes(state)) return state;
  const left = capturedMinor - refundedMinor;
  if (left <= 0) return 'REFUNDED';
  if (left < totalMinor) return 'PARTIALLY_REFUNDED';
  return state === 'BANKED' ? 'BANKED' : 'VALIDATED';
}
