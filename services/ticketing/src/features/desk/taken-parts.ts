import { formatAmount, sum } from '@coulisse/money';
import { mayAll, Problem, type Actor } from '@coulisse/service-kit';

/** Money that the desk has in its hands. */
export interface TakenPart {
  method: 'CARD' | 'CASH' | 'CHEQUE' | 'TRANSFER';
  amountMinor: number;
  /** Number of the cheque or of the terminal's receipt; may be empty. */
  reference: string;
}

const RIGHT_TO_COLLECT = 'payments.payment.collect';

/** Who sells may need no right to take money; who takes money does. */
export function checkMayCollect(actor: Actor): void {
  if (!mayAll(actor, RIGHT_TO_COLLECT)) throw new Problem('security.insufficient-privilege');
}

export const partsTotal = (parts: readonly TakenPart[]): number =>
  sum(parts.map(({ amountMinor }) => amountMinor));

/** Refuses parts that do not add up to what is due. */
export function checkParts(parts: readonly TakenPart[], dueMinor: number): void {
  if (partsTotal(parts) === dueMinor) return;
  const params = { due: formatAmount(dueMinor) };
  throw new Problem('reservation.not-what-is-due', {
    params,
    errors: [{ pointer: '/payment/parts', code: 'reservation.not-what-is-due', params }],
  });
}
