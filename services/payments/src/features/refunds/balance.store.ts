import { formatAmount, parseAmount } from '@coulisse/money';
import type { Emission } from '@coulisse/resource';
import { withAllRights, type Tx } from '@coulisse/service-kit';
import { captureCount, refundStateOf, type Balance } from '../../resources/payment-balance';
import type { LockedPayment, Payment, Payments } from '../card-payment/payment.store';

/** A locked payment and its amounts. */
export interface LockedBalance extends Balance {
  readonly locked: LockedPayment;
}

/** Locks a payment and reads its amounts. */
export async function lockBalance(payments: Payments, id: string, tx: Tx): Promise<LockedBalance> {
  const locked = await payments.lock(tx, withAllRights(tx.actor), id);
  const { totals, amountToRefund, amountRefunded } = locked.record;
  const totalMinor = parseAmount(totals);
  return {
    locked,
    totalMinor,
    capturedMinor: (await captureCount(tx, id)) * totalMinor,
    toRefundMinor: parseAmount(amountToRefund ?? '0'),
    refundedMinor: parseAmount(amountRefunded ?? '0'),
  };
}

/** How a change of the amounts is recorded. */
export interface BalanceChange {
  /** How the history calls it. */
  readonly action: string;
  readonly event: Emission;
  readonly comment?: string | undefined;
  /** Last refund and reason of the last mark, as shown by the record; absent values stay. */
  readonly values?: Partial<
    Pick<Payment, 'refundReason' | 'refundedAt' | 'refundMethod' | 'refundReference' | 'refundedBy'>
  >;
}

/** Writes the amounts of a payment, and the states that follow from them. */
export async function writeBalance(
  before: LockedBalance,
  sums: Pick<Balance, 'toRefundMinor' | 'refundedMinor'>,
  { values, ...recorded }: BalanceChange,
  payments: Payments,
  tx: Tx,
): Promise<void> {
  const changes = {
    refundState: refundStateOf({ ...before, ...sums }),
    amountToRefund: formatAmount(sums.toRefundMinor),
    amountRefunded: formatAmount(sums.refundedMinor),
    ...values,
  };
  // The routes have checked the right to refund.
  const actor = withAllRights(tx.actor);
  await payments.update(tx, actor, before.locked, changes, { ...recorded, derivesState: true });
}
