import type { Tx } from '@coulisse/service-kit';
import { v7 as uuidv7 } from 'uuid';
import type { RefundReport } from '../sale/record-refund.command';
import type { Outcome, PaymentFact } from '../sale/sale.domain';
import type { TaxedShare } from './gift-voucher.domain';

export interface VoucherSaleRow {
  id: string;
  code: string;
  state: 'DRAFT' | 'CANCELED' | 'VALIDATED';
  outcome: Outcome;
  attempt: number;
  payment_id: string | null;
  total_minor: number;
  paid_minor: number;
  /** Payments that were accepted. */
  applied: readonly string[];
}

const LOCK = 'SELECT 1 FROM gift_voucher WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
/** What was paid for voucher `v` and is neither refunded nor marked for it. */
const PAID = `(SELECT coalesce(sum(p.amount_minor - p.to_refund_minor - p.refunded_minor), 0)::int FROM gift_voucher_payment p
  WHERE p.tenant_id = v.tenant_id AND p.voucher_id = v.id AND p.state = 'ACCEPTED')`;
export const VOUCHER_SALE = `SELECT v.id, v.code, v.state::text AS state, coalesce(s.outcome, 'PENDING') AS outcome,
    coalesce(s.attempt, 1) AS attempt, s.payment_id, (v.total_ttc * 100)::int AS total_minor, ${PAID} AS paid_minor,
    ARRAY(SELECT p.id::text FROM gift_voucher_payment p
      WHERE p.tenant_id = v.tenant_id AND p.voucher_id = v.id AND p.state = 'ACCEPTED') AS applied
  FROM gift_voucher v LEFT JOIN gift_voucher_sale s ON s.tenant_id = v.tenant_id AND s.voucher_id = v.id
  WHERE v.tenant_id = $1 AND v.id = $2`;

/**
 * Locks a voucher and reads its sale; null when there is none. Every writer locks the voucher first and its sale after it.
 */
export async function lockVoucherSale(tx: Tx, id: string): Promise<VoucherSaleRow | null> {
  const values = [tx.tenantId, id];
  const results = await tx.sql.batch([
    { name: 'lock-voucher', text: LOCK, values },
    { name: 'voucher-sale', text: VOUCHER_SALE, values },
  ]);
  const [row] = (results.at(-1)?.rows ?? []) as unknown as VoucherSaleRow[];
  return row ?? null;
}

/** The sale of a new draft, and what of it is taxed already. */
export function openVoucherSale(tx: Tx, id: string, taxed: readonly TaxedShare[]): void {
  tx.defer({
    text: 'INSERT INTO gift_voucher_sale (tenant_id, voucher_id, taxed) VALUES ($1, $2, $3)',
    values: [tx.tenantId, id, JSON.stringify(taxed)],
  });
}

const PAYING = `UPDATE gift_voucher_sale SET payment_id = $3, outcome = 'PENDING'
  WHERE tenant_id = $1 AND voucher_id = $2 AND attempt = $4 AND outcome IN ('PENDING', 'REFUSED', 'CANCELLED')`;
const STARTED = `INSERT INTO gift_voucher_payment (id, tenant_id, voucher_id, state) VALUES ($3, $1, $2, 'STARTED')
  ON CONFLICT (id) DO NOTHING`;

export function rememberVoucherPayment(
  tx: Tx,
  { id, attempt }: { id: string; attempt: number },
  paymentId: string,
): void {
  tx.defer({ text: PAYING, values: [tx.tenantId, id, paymentId, attempt] });
  tx.defer({ text: STARTED, values: [tx.tenantId, id, paymentId] });
}

const NOTE = `INSERT INTO gift_voucher_payment (id, tenant_id, voucher_id, state, amount_minor, method)
  VALUES ($3, $1, $2, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, at = now(), method = excluded.method,
    amount_minor = CASE excluded.state WHEN 'ACCEPTED' THEN excluded.amount_minor ELSE gift_voucher_payment.amount_minor END`;

export function noteVoucherPayment(tx: Tx, id: string, fact: PaymentFact): void {
  const isAccepted = fact.kind === 'accepted';
  const values = [tx.tenantId, id, fact.paymentId, fact.kind.toUpperCase()];
  tx.defer({
    text: NOTE,
    values: [...values, isAccepted ? fact.amountMinor : 0, isAccepted ? fact.method || 'CARD' : null],
  });
}

export function reopenVoucherSale(tx: Tx, id: string, outcome: 'REFUSED' | 'CANCELLED'): void {
  tx.defer({
    text: `UPDATE gift_voucher_sale SET outcome = $3, payment_id = NULL, attempt = attempt + 1 WHERE tenant_id = $1 AND voucher_id = $2`,
    values: [tx.tenantId, id, outcome],
  });
}

const END = `INSERT INTO gift_voucher_sale (tenant_id, voucher_id, outcome, payment_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id, voucher_id) DO UPDATE SET outcome = excluded.outcome,
    payment_id = coalesce(excluded.payment_id, gift_voucher_sale.payment_id)`;

/** Ends a sale, or opens it again; vouchers that staff entered get their row by it. */
export function endVoucherSale(tx: Tx, id: string, outcome: Outcome, paymentId: string | null = null): void {
  tx.defer({ text: END, values: [tx.tenantId, id, outcome, paymentId] });
}

/** Marks one payment for refund. */
export function markVoucherPayment(tx: Tx, paymentId: string, reason: string): void {
  tx.defer({
    text: `UPDATE gift_voucher_payment SET to_refund_minor = amount_minor - refunded_minor, refund_reason = $3
      WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, paymentId, reason],
  });
}

const OWED = `WITH owed AS (
    SELECT id, amount_minor - to_refund_minor - refunded_minor AS left_minor FROM gift_voucher_payment
    WHERE tenant_id = $1 AND voucher_id = $2 AND state = 'ACCEPTED' AND amount_minor > to_refund_minor + refunded_minor FOR UPDATE)
  UPDATE gift_voucher_payment p SET to_refund_minor = p.to_refund_minor + owed.left_minor, refund_reason = 'CANCELLED'
  FROM owed WHERE p.tenant_id = $1 AND p.id = owed.id RETURNING p.id, owed.left_minor`;

/** Marks everything that is not refunded yet; returns the payments concerned and the sum. */
export async function moneyOfVoucher(
  tx: Tx,
  id: string,
): Promise<{ paymentIds: string[]; refundMinor: number }> {
  const { rows } = await tx.sql.query<{ id: string; left_minor: number }>(OWED, [tx.tenantId, id]);
  return {
    paymentIds: rows.map((row) => row.id).sort(),
    refundMinor: rows.reduce((sum, row) => sum + row.left_minor, 0),
  };
}

type VoucherRefundReport = Omit<RefundReport, 'reservationId'> & { giftVoucherId: string };

const LOCK_PAYMENT =
  'SELECT 1 FROM gift_voucher_payment WHERE tenant_id = $1 AND voucher_id = $2 AND id = $3 FOR UPDATE';
/** What was paid back since the last report. */
const MOVED = `INSERT INTO gift_voucher_refund (id, tenant_id, payment_id, amount_minor, at, method)
  SELECT $6::uuid, tenant_id, id, $4::int - refunded_minor, coalesce($5::timestamptz, now()), coalesce($7, (
      SELECT earlier.method FROM gift_voucher_refund earlier WHERE earlier.tenant_id = $1 AND earlier.payment_id = $3
      ORDER BY earlier.id DESC LIMIT 1)) FROM gift_voucher_payment
  WHERE tenant_id = $1 AND voucher_id = $2 AND id = $3 AND refunded_minor <> $4::int`;
const STORED = `UPDATE gift_voucher_payment SET amount_minor = greatest(amount_minor, $8), to_refund_minor = $4, refunded_minor = $5,
    refund_reason = coalesce(nullif($6, ''), refund_reason),
    refunded_at = CASE WHEN $5 = 0 THEN NULL ELSE coalesce($7, refunded_at) END
  WHERE tenant_id = $1 AND voucher_id = $2 AND id = $3`;

/** Stores pending and completed refunds of a payment, as payments reports them, and each refund for the accounts. */
export async function recordVoucherRefund(tx: Tx, news: VoucherRefundReport): Promise<void> {
  const { toRefundMinor, refundedMinor, reason = '', capturedMinor = 0 } = news;
  const { refundedAt = null, method = null } = news;
  const payment = [tx.tenantId, news.giftVoucherId, news.paymentId];
  await tx.sql.batch([
    { name: 'lock-refunded-voucher-payment', text: LOCK_PAYMENT, values: payment },
    {
      name: 'add-voucher-refund',
      text: MOVED,
      values: [...payment, refundedMinor, refundedAt, uuidv7(), method],
    },
    {
      name: 'store-voucher-refund',
      text: STORED,
      values: [...payment, toRefundMinor, refundedMinor, reason, refundedAt, capturedMinor],
    },
  ]);
}

/** The PDF of a valid voucher; null before it is rendered. */
export async function documentOfVoucher(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await tx.sql.query<{ document_id: string | null }>(
    'SELECT document_id FROM gift_voucher_sale WHERE tenant_id = $1 AND voucher_id = $2',
    [tx.tenantId, id],
  );
  return rows[0]?.document_id ?? null;
}

export function noteVoucherMailed(tx: Tx, id: string): void {
  tx.defer({
    text: 'UPDATE gift_voucher_sale SET mailed_at = now() WHERE tenant_id = $1 AND voucher_id = $2 AND mailed_at IS NULL',
    values: [tx.tenantId, id],
  });
}
