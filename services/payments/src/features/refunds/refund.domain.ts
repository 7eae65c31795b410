import type { PaymentState } from '../card-payment/settlement.domain';

/** Reasons of refunds. */
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
  /** Amount of the order. */
  totalMinor: number;
  /** Amount that the bank took; more than ordered when it charged twice. */
  capturedMinor: number;
  /** Amount marked for refund. */
  toRefundMinor: number;
  /** Amount refunded. */
  refundedMinor: number;
}

/** Older events have no reason: there was only one. */
export const reasonOf = (text: string): RefundReason =>
  REFUND_REASONS.find((reason) => reason === text) ?? 'UNFULFILLABLE';

/** How much a mark adds: at most what was taken and is neither refunded nor marked. */
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

/** State of the payment by its remaining money; the refund of a second charge leaves it unchanged. */
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
