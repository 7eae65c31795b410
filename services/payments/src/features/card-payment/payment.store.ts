import { parseAmount } from '@coulisse/money';
import type { RecordOf } from '@coulisse/resource';
import type { Locked, RecordOperations } from '@coulisse/resource-server';
import { Problem, type PlatformDatabase, type Tx } from '@coulisse/service-kit';
import type { payment } from '../../resources';

export type Payment = RecordOf<typeof payment>;
/** The operations on payments, in an open transaction. */
export type Payments = RecordOperations<typeof payment>;
/** A locked payment: changes of a payment are serialized. */
export type LockedPayment = Locked<typeof payment>;

/** Amount in cents. */
export const amountOf = ({ totals }: Pick<Payment, 'totals'>): number => parseAmount(totals);

/** Locks a payment for the actor of the transaction. */
export const lockPayment = (payments: Payments, id: string, tx: Tx): Promise<LockedPayment> =>
  payments.lock(tx, tx.actor, id).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'http.404') throw new Problem('payment.unknown-order');
    throw error;
  });

interface ReferenceRow {
  tenant_id: string;
  payment_id: string;
  traceparent: string | null;
}

/** A payment with its tenant, and the trace of the sale that it belongs to. */
export interface FoundPayment {
  tenantId: string;
  paymentId: string;
  traceparent: string | undefined;
}

/** Finds the payment and tenant of a notification, which names no tenant, by its unguessable token. */
export async function findByToken(token: string, db: PlatformDatabase): Promise<FoundPayment | undefined> {
  const { rows } = await db.askPlatform<ReferenceRow & Record<string, unknown>>('payments.notification', {
    name: 'payment-by-token',
    text: 'SELECT tenant_id, payment_id, traceparent FROM payment_reference WHERE token = $1',
    values: [token],
  });
  const row = rows[0];
  return (
    row && {
      tenantId: row.tenant_id,
      paymentId: row.payment_id,
      traceparent: row.traceparent ?? undefined,
    }
  );
}
