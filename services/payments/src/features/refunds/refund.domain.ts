import type { Balance } from '../../resources/payment-balance';

/** Reasons of refunds. */
export const REFUND_REASONS = [
  'UNFULFILLABLE',
  'CHARGED_TWICE',
  'CANCELLED',
  'PAID_AFTER_CANCELLATION',
  'WRONG_AMOUNT',
  'CHANGED',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export const REFUND_METHODS = ['CARD', 'TRANSFER', 'CASH', 'CHEQUE', 'VOUCHER'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

/** Cash leaves the till without a number of an operation; every other way of paying out has one. */
export const needsReference = (method: RefundMethod): boolean => method !== 'CASH';

/** Older events have no reason: there was only one. */
export const reasonOf = (text: string): RefundReason =>
  REFUND_REASONS.find((reason) => reason === text) ?? 'UNFULFILLABLE';

/** How much a mark adds: at most what was taken and is neither refunded nor marked. */
export const addable = (
  { capturedMinor, toRefundMinor, refundedMinor }: Balance,
  wantedMinor: number,
): number => Math.max(0, Math.min(wantedMinor, capturedMinor - refundedMinor - toRefundMinor));
