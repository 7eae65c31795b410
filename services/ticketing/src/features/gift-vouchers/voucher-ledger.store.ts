import type { Tx } from '@coulisse/service-kit';
import type { VatPurpose } from './gift-voucher.domain';

/**
 * The ledger of gift vouchers: what each is worth, and every use. Rows are only added. Each continues from the one before
 * it, by keys and checks of the table, so that no balance falls below zero and none is spent twice, whatever this code
 * does. The lock of the voucher only spares a refusal to who comes second.
 */
const LOCK = 'SELECT 1 FROM gift_voucher WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
const LAST = `SELECT number, balance_minor FROM gift_voucher_entry
  WHERE tenant_id = $1 AND voucher_id = $2 ORDER BY number DESC LIMIT 1`;

const ISSUE = `INSERT INTO gift_voucher_entry (tenant_id, voucher_id, number, previous, kind, amount_minor, before_minor, balance_minor)
  SELECT $1, $2, coalesce(last.number, 0) + 1, last.number, 'ISSUE', $3::int, coalesce(last.balance_minor, 0), coalesce(last.balance_minor, 0) + $3::int
  FROM (SELECT 1) base LEFT JOIN (${LAST}) last ON true`;

/** The voucher is worth its amount from now on. The caller has locked it. */
export function issueVoucher(tx: Tx, voucherId: string, amountMinor: number): void {
  tx.defer({ text: ISSUE, values: [tx.tenantId, voucherId, amountMinor] });
}

const VOID = `INSERT INTO gift_voucher_entry (tenant_id, voucher_id, number, previous, kind, amount_minor, before_minor, balance_minor)
  SELECT $1, $2, last.number + 1, last.number, 'VOID', -last.balance_minor, last.balance_minor, 0 FROM (${LAST}) last
  WHERE last.balance_minor > 0`;

/** The voucher is worth nothing any more. The caller has locked it. */
export function voidVoucher(tx: Tx, voucherId: string): void {
  tx.defer({ text: VOID, values: [tx.tenantId, voucherId] });
}

/** `$3` cents for reservation `$4`; no row when less is left. */
export const USE = `INSERT INTO gift_voucher_entry (tenant_id, voucher_id, number, previous, kind, amount_minor, before_minor, balance_minor, reservation_id)
  SELECT $1, $2, last.number + 1, last.number, 'USE', -$3::int, last.balance_minor, last.balance_minor - $3::int, $4::uuid FROM (${LAST}) last
  WHERE last.balance_minor >= $3::int`;

/** Takes an amount off a voucher for a reservation, which the caller has locked; false when less is left of it. */
export async function useVoucher(
  tx: Tx,
  voucherId: string,
  amountMinor: number,
  reservationId: string,
): Promise<boolean> {
  const results = await tx.sql.batch([
    { name: 'lock-voucher', text: LOCK, values: [tx.tenantId, voucherId] },
    { name: 'use-voucher', text: USE, values: [tx.tenantId, voucherId, amountMinor, reservationId] },
  ]);
  return results.at(-1)?.rowCount === 1;
}

/** A use that was not given back, of reservation `$2`. */
const OPEN_USE = `SELECT u.voucher_id, u.number, u.amount_minor FROM gift_voucher_entry u
  WHERE u.tenant_id = $1 AND u.reservation_id = $2 AND u.kind = 'USE' AND NOT EXISTS (
    SELECT 1 FROM gift_voucher_entry g WHERE g.tenant_id = u.tenant_id AND g.voucher_id = u.voucher_id AND g.undoes = u.number)`;
const LOCK_USED = `SELECT 1 FROM gift_voucher WHERE tenant_id = $1 AND id IN (SELECT voucher_id FROM (${OPEN_USE}) used) FOR UPDATE`;
const GIVE_BACK = `INSERT INTO gift_voucher_entry (tenant_id, voucher_id, number, previous, kind, amount_minor, before_minor, balance_minor, reservation_id, undoes)
  SELECT $1, used.voucher_id, last.number + 1, last.number, 'GIVE_BACK', -used.amount_minor, last.balance_minor,
    last.balance_minor - used.amount_minor, $2, used.number
  FROM (${OPEN_USE}) used
  CROSS JOIN LATERAL (SELECT e.number, e.balance_minor FROM gift_voucher_entry e
    WHERE e.tenant_id = $1 AND e.voucher_id = used.voucher_id ORDER BY e.number DESC LIMIT 1) last
  RETURNING voucher_id, amount_minor`;

/**
 * Gives what a reservation took of a voucher back to it, once, and returns how much that was. The caller has locked the
 * reservation; vouchers come after it and before seats in every lock order.
 */
export async function giveBackToVoucher(tx: Tx, reservationId: string): Promise<number> {
  const uses = await undoUses(tx, reservationId);
  return uses.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
}

interface UndoneUse {
  voucher_id: string;
  amount_minor: number;
}

async function undoUses(tx: Tx, reservationId: string): Promise<UndoneUse[]> {
  const values = [tx.tenantId, reservationId];
  const results = await tx.sql.batch([
    { name: 'lock-used-voucher', text: LOCK_USED, values },
    { name: 'give-back-to-voucher', text: GIVE_BACK, values },
  ]);
  return (results.at(-1)?.rows ?? []) as unknown as UndoneUse[];
}

/**
 * Gives a part of what a reservation took back to its voucher: the use is undone, and the rest is taken again. Returns how
 * much was given back, which is less when the reservation took less. The caller has locked the reservation.
 */
export async function returnToVoucher(tx: Tx, reservationId: string, amountMinor: number): Promise<number> {
  let left = amountMinor;
  for (const { voucher_id: voucherId, amount_minor: usedMinor } of await undoUses(tx, reservationId)) {
    const back = Math.min(left, usedMinor);
    left -= back;
    if (usedMinor > back && !(await useVoucher(tx, voucherId, usedMinor - back, reservationId)))
      throw new Error(`what voucher ${voucherId} has just got back is not there`);
  }
  return amountMinor - left;
}

const TAKEN = `SELECT coalesce(-sum(e.amount_minor), 0)::int AS taken FROM gift_voucher_entry e
  JOIN reservation r ON r.tenant_id = e.tenant_id AND r.id = e.reservation_id AND r.state = 'DRAFT'
  WHERE e.tenant_id = $1 AND e.voucher_id = $2 AND e.reservation_id = $3`;

/** What a draft has taken of a voucher, and would get back when it is saved again. */
export async function takenFromVoucher(tx: Tx, voucherId: string, reservationId: string): Promise<number> {
  const { rows } = await tx.sql.query<{ taken: number }>(TAKEN, [tx.tenantId, voucherId, reservationId]);
  return rows[0]?.taken ?? 0;
}

/** What vouchers pay of a reservation `r`, in cents: a part of what was paid for it. */
export const PAID_BY_VOUCHER = `(SELECT coalesce(-sum(e.amount_minor), 0)::int FROM gift_voucher_entry e
  WHERE e.tenant_id = r.tenant_id AND e.reservation_id = r.id)`;

export interface LedgerEntry {
  number: number;
  kind: 'ISSUE' | 'USE' | 'GIVE_BACK' | 'VOID';
  amountMinor: number;
  balanceMinor: number;
  reservation: { id: string; code: string } | null;
  at: string;
}
interface EntryRow {
  number: number;
  kind: LedgerEntry['kind'];
  amount_minor: number;
  balance_minor: number;
  reservation_id: string | null;
  code: string | null;
  at: Date;
}

/** The ledger of a voucher, newest first. */
export async function ledgerOf(tx: Tx, voucherId: string): Promise<LedgerEntry[]> {
  const { rows } = await tx.sql.query<EntryRow & Record<string, unknown>>(
    `SELECT e.number, e.kind, e.amount_minor, e.balance_minor, e.reservation_id, r.code, e.at FROM gift_voucher_entry e
     LEFT JOIN reservation r ON r.tenant_id = e.tenant_id AND r.id = e.reservation_id
     WHERE e.tenant_id = $1 AND e.voucher_id = $2 ORDER BY e.number DESC LIMIT 500`,
    [tx.tenantId, voucherId],
  );
  return rows.map((row) => ({
    number: row.number,
    kind: row.kind,
    amountMinor: row.amount_minor,
    balanceMinor: row.balance_minor,
    reservation: row.reservation_id ? { id: row.reservation_id, code: row.code ?? '' } : null,
    at: row.at.toISOString(),
  }));
}

/** The same columns for a voucher that is looked for by its code, or by its id. */
export const USABLE_VOUCHER = `v.id, v.code, v.state::text AS state, to_char(v.validity_date, 'YYYY-MM-DD') AS validity_date,
  v.vat_purpose::text AS vat_purpose, v.display_mode = 'ADMIN' AS is_hidden, coalesce((SELECT e.balance_minor FROM gift_voucher_entry e WHERE e.tenant_id = v.tenant_id
    AND e.voucher_id = v.id ORDER BY e.number DESC LIMIT 1), 0) AS balance_minor,
  ARRAY(SELECT i.formula_id::text FROM gift_voucher_items i WHERE i.tenant_id = v.tenant_id AND i.parent_id = v.id
    AND i.formula_id IS NOT NULL) AS formulas`;
export interface UsableVoucherRow {
  id: string;
  code: string;
  state: 'DRAFT' | 'CANCELED' | 'VALIDATED';
  validity_date: string | null;
  vat_purpose: VatPurpose;
  is_hidden: boolean;
  balance_minor: number;
  formulas: string[];
}
