import { Problem, type PlatformDatabase, type Tx } from '@coulisse/service-kit';
import type { PaymentState } from './settlement.domain';

export interface StoredPayment {
  id: string;
  state: PaymentState;
  outcome: string | null;
  reservationId: string;
  amountMinor: number;
  currency: string;
  reference: string;
  createdAt: Date;
}

interface Row {
  id: string;
  state: PaymentState;
  outcome: string | null;
  reservation_id: string;
  amount_minor: number;
  currency: string;
  reference: string;
  created_at: Date;
}

/** Locks a payment: changes of a payment are serialized. */
export async function lockPayment(id: string, tx: Tx): Promise<StoredPayment> {
  const { rows } = await tx.sql.query<Row>(
    `SELECT id, state, outcome, reservation_id, (totals * 100)::bigint AS amount_minor, currency, reference, created_at
       FROM payment WHERE id = $1 FOR UPDATE`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Problem('payment.unknown-order');
  return {
    id: row.id,
    state: row.state,
    outcome: row.outcome,
    reservationId: row.reservation_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    reference: row.reference,
    createdAt: row.created_at,
  };
}

/** Finds the payment and tenant of a notification, which names no tenant, by its unguessable token. */
export async function findByToken(
  token: string,
  db: PlatformDatabase,
): Promise<{ tenantId: string; paymentId: string } | undefined> {
  const { rows } = await db.inPlatform('payments.notification', (tx) =>
    tx.sql.query<{ tenant_id: string; payment_id: string }>(
      'SELECT tenant_id, payment_id FROM payment_reference WHERE token = $1',
      [token],
    ),
  );
  const row = rows[0];
  return row && { tenantId: row.tenant_id, paymentId: row.payment_id };
}
