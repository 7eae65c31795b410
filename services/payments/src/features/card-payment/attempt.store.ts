import type { Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import type { CardProvider } from './card-provider.port';
import type { OrderReference } from './order-reference.domain';
import type { AttemptOutcome } from './settlement.domain';

/** An attempt to pay as a provider reported it, its signature already checked. */
export interface ReportedAttempt {
  provider: CardProvider['name'];
  order: OrderReference | null;
  reference: string;
  amountMinor: number | null;
  callNumber: string;
  transactionNumber: string;
  authorisation: string;
  code: string;
  outcome: AttemptOutcome;
}

/** ASKING: the provider has still to confirm it. APPLIED: it has had its effect. REJECTED: the provider denied it. */
export type AttemptState = 'ASKING' | 'APPLIED' | 'REJECTED';

export interface StoredAttempt {
  id: string;
  state: AttemptState;
  callNumber: string;
  transactionNumber: string;
  authorisation: string;
  code: string;
  outcome: AttemptOutcome;
}

interface Row {
  id: string;
  state: AttemptState;
  call_number: string;
  transaction_number: string;
  authorisation: string;
  code: string;
  outcome: AttemptOutcome;
}

const COLUMNS = 'id, state, call_number, transaction_number, authorisation, code, outcome';

const attemptOf = (row: Row): StoredAttempt => ({
  id: row.id,
  state: row.state,
  callNumber: row.call_number,
  transactionNumber: row.transaction_number,
  authorisation: row.authorisation,
  code: row.code,
  outcome: row.outcome,
});

/**
 * Stores an attempt once; returns the stored row, and whether it is new. A new one gets the number of the question that
 * is asked about it.
 */
export async function storeAttempt(
  attempt: ReportedAttempt,
  paymentId: string,
  state: AttemptState,
  tx: Tx,
): Promise<{ attempt: StoredAttempt; isNew: boolean; question: number | null }> {
  const { rows } = await tx.sql.query<Row & { question: number | null }>(
    `INSERT INTO payment_attempt (id, tenant_id, payment_id, transaction_number, call_number, code, outcome, authorisation, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (tenant_id, payment_id, transaction_number, call_number, code) DO NOTHING
     RETURNING ${COLUMNS}, CASE WHEN state = 'ASKING' THEN nextval('paybox_question') END AS question`,
    [
      uuid(),
      tx.tenantId,
      paymentId,
      attempt.transactionNumber,
      attempt.callNumber,
      attempt.code,
      attempt.outcome,
      attempt.authorisation,
      state,
    ],
  );
  if (rows[0]) return { attempt: attemptOf(rows[0]), isNew: true, question: rows[0].question };
  const existing = await tx.sql.query<Row>(
    `SELECT ${COLUMNS} FROM payment_attempt
      WHERE payment_id = $1 AND transaction_number = $2 AND call_number = $3 AND code = $4`,
    [paymentId, attempt.transactionNumber, attempt.callNumber, attempt.code],
  );
  return { attempt: attemptOf(existing.rows[0]!), isNew: false, question: null };
}

export async function readAttempt(id: string, tx: Tx): Promise<StoredAttempt | null> {
  const { rows } = await tx.sql.query<Row>(`SELECT ${COLUMNS} FROM payment_attempt WHERE id = $1`, [id]);
  return rows[0] ? attemptOf(rows[0]) : null;
}

/** Acceptances of a payment that the provider has still to confirm, the oldest first. */
export async function unconfirmedAttempts(paymentId: string, tx: Tx): Promise<StoredAttempt[]> {
  const { rows } = await tx.sql.query<Row>(
    `SELECT ${COLUMNS} FROM payment_attempt WHERE payment_id = $1 AND state = 'ASKING' ORDER BY received_at, id`,
    [paymentId],
  );
  return rows.map(attemptOf);
}

export function setAttemptState(id: string, state: AttemptState, tx: Tx): void {
  tx.defer({ text: 'UPDATE payment_attempt SET state = $2 WHERE id = $1', values: [id, state] });
}
