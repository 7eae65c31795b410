import { parseAmount, type Cents } from '@coulisse/money';

/** How money is given back to a customer. */
export const REFUND_METHODS = ['TRANSFER', 'CARD', 'CHEQUE', 'CASH'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

/** A part of a credit note that was deducted from a bill or refunded. */
export interface AvoirUse {
  readonly id: string;
  readonly kind: 'DEDUCTED' | 'REFUNDED';
  /** Local date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly amount: string;
  readonly bill: string | null;
  readonly method: RefundMethod | null;
  readonly reference: string | null;
}
export interface Used {
  readonly totalTTC: string | null;
  readonly uses: readonly { readonly amount: string }[];
}

/** What is left of a credit note, with VAT. */
export const leftOf = ({ totalTTC, uses }: Used): Cents =>
  parseAmount(totalTTC ?? '0') - uses.reduce((sum, { amount }) => sum + parseAmount(amount), 0);

/** The uses and one more. */
export const withUse = (
  uses: readonly AvoirUse[],
  use: Pick<AvoirUse, 'kind' | 'date' | 'amount'> & Partial<AvoirUse>,
): AvoirUse[] => [...uses, { bill: null, method: null, reference: null, ...use, id: crypto.randomUUID() }];
