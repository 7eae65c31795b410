import { localDate } from '@coulisse/contracts';
import { formatAmount, parseAmount } from '@coulisse/money';
import { rememberLabel, resourcesOf } from '@coulisse/resource-server';
import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import { payment } from '../../resources';
import type { DESK_METHODS } from '../../resources/payment.resource';
import { recordOf, subjectOf, type SubjectIds } from '../../resources/payment-subject';
import { formatReference, newToken } from '../card-payment/order-reference.domain';

export type DeskMethod = (typeof DESK_METHODS)[number];

/** Money taken by one means. */
export interface TakenPart {
  readonly method: DeskMethod;
  readonly amountMinor: number;
  /** Number of the cheque or of the terminal's receipt; may be empty. */
  readonly reference: string;
}

/** What the desk took for one reservation or one gift voucher, its values checked. */
export interface TakenMoney extends Readonly<SubjectIds> {
  readonly tenantId: string;
  readonly idempotencyKey: string;
  readonly reservationCode: string;
  readonly currency: string;
  readonly parts: readonly TakenPart[];
  readonly recordedBy: string;
}

export interface RecordedPayment {
  paymentId: string;
  method: DeskMethod;
  amountMinor: number;
}

/**
 * Records money taken at the desk as accepted payments, all parts in one transaction. The same key answers the payments
 * that it made before; with other amounts it is refused.
 */
export const recordPayments = (taken: TakenMoney, ctx: ServiceContext): Promise<RecordedPayment[]> =>
  // The history names who took the money.
  ctx.db.inTenant(systemActor(taken.tenantId, taken.recordedBy || 'payments.record'), async (tx) => {
    const ids = await claimKeys(tx, taken);
    if (!ids) return earlierPayments(tx, taken);
    for (const [index, part] of taken.parts.entries()) await record(tx, ctx, taken, part, ids[index]!);
    const { resource, id } = recordOf(taken);
    rememberLabel(tx, resource, id, taken.reservationCode);
    return taken.parts.map(({ method, amountMinor }, index) => ({
      paymentId: ids[index]!.paymentId,
      ...{ method, amountMinor },
    }));
  });

interface NewId {
  paymentId: string;
  token: string;
}

const CLAIM = `INSERT INTO payment_reference (id, tenant_id, token, payment_id, idempotency_key)
SELECT uuidv7(), $1, part.token, part.payment_id, $2::text || ':' || part.position
FROM unnest($3::text[], $4::uuid[]) WITH ORDINALITY AS part (token, payment_id, position) ORDER BY part.position
ON CONFLICT (tenant_id, idempotency_key) DO NOTHING`;

/** Takes the keys of all parts, or returns null when the first one exists: a concurrent call waits on it. */
async function claimKeys(tx: Tx, { idempotencyKey, parts }: TakenMoney): Promise<NewId[] | null> {
  const ids = parts.map(() => ({ paymentId: uuid(), token: newToken() }));
  const tokens = ids.map(({ token }) => token);
  const paymentIds = ids.map(({ paymentId }) => paymentId);
  const { rowCount } = await tx.sql.query(CLAIM, [tx.tenantId, idempotencyKey, tokens, paymentIds]);
  if (rowCount === parts.length) return ids;
  if (rowCount === 0) return null;
  throw new Problem('idempotency.mismatch');
}

const EARLIER = `SELECT p.id, p.method, p.totals, coalesce(p.reservation_id, p.gift_voucher_id) AS subject_id
FROM payment_reference r JOIN payment p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
WHERE r.tenant_id = $1 AND r.idempotency_key = ANY ($2::text[]) ORDER BY r.idempotency_key`;

interface EarlierRow extends Record<string, unknown> {
  id: string;
  method: DeskMethod;
  totals: string;
  subject_id: string;
}

async function earlierPayments(
  tx: Tx,
  { idempotencyKey, parts, ...subject }: TakenMoney,
): Promise<RecordedPayment[]> {
  // One more key than there are parts: fewer parts than before are another request.
  const keys = Array.from({ length: parts.length + 1 }, (_, index) => `${idempotencyKey}:${index + 1}`);
  const { rows } = await tx.sql.query<EarlierRow>(EARLIER, [tx.tenantId, keys]);
  const isSame =
    rows.length === parts.length &&
    rows.every(
      (row, index) =>
        row.subject_id === recordOf(subject).id &&
        row.method === parts[index]!.method &&
        parseAmount(row.totals) === parts[index]!.amountMinor,
    );
  if (!isSame) throw new Problem('idempotency.mismatch');
  return rows.map(({ id, method, totals }) => ({
    paymentId: id,
    method,
    amountMinor: parseAmount(totals),
  }));
}

/** The money is counted by attempts, as that of the bank is: one, accepted. */
const ATTEMPT = `INSERT INTO payment_attempt (id, tenant_id, payment_id, transaction_number, call_number, code, outcome, state)
VALUES ($1, $2, $3, $4, '', 'DESK', 'ACCEPTED', 'APPLIED')`;

async function record(
  tx: Tx,
  ctx: ServiceContext,
  { reservationCode: code, currency, parts, ...subject }: TakenMoney,
  { method, amountMinor, reference }: TakenPart,
  { paymentId, token }: NewId,
): Promise<void> {
  const payments = resourcesOf(ctx).of(payment);
  const today = localDate(new Date(), tx.zone);
  await payments.create(
    tx,
    tx.actor,
    {
      reference: formatReference({ code, currency, token }),
      ...subjectOf(subject),
      totals: formatAmount(amountMinor),
      ...{ currency, method },
      provider: 'DESK',
      date: today,
    },
    { id: paymentId, action: 'create' },
  );
  await tx.sql.query(ATTEMPT, [uuid(), tx.tenantId, paymentId, reference]);
  const togetherMinor = parts.reduce((sum, part) => sum + part.amountMinor, 0);
  await payments.transition(tx, tx.actor, paymentId, 'record', {
    transactionNumber: reference || null,
    validationDate: today,
    togetherMinor,
  });
}
