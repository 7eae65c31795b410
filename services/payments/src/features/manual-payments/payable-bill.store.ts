import type { Tx } from '@coulisse/service-kit';

/** An issued bill of sales, as far as payments need it. */
export interface PayableBill {
  readonly code: string;
  readonly tiersId: string;
  readonly currency: string;
  /** What neither payments, credit notes nor the box office have settled; negative if they settled too much. */
  readonly leftMinor: number;
}
interface Row extends Record<string, unknown> {
  bill_id: string;
  code: string;
  tiers_id: string;
  currency: string;
  left_minor: number;
}

/** In the order of ids, so that two payments of the same bills do not wait for each other. */
const LOCK = `SELECT 1 FROM payable_bill WHERE tenant_id = $1 AND bill_id = ANY($2::uuid[]) ORDER BY bill_id FOR UPDATE`;
/** A statement after the lock, so that it sees what was valid while this transaction waited. */
const READ = `SELECT b.bill_id, b.code, b.tiers_id, b.currency, b.total_minor - b.credited_minor - b.box_office_minor - coalesce((
      SELECT sum(i.settled * 100) FROM manual_payment_items i
        JOIN manual_payment p ON p.tenant_id = i.tenant_id AND p.id = i.parent_id
       WHERE i.tenant_id = b.tenant_id AND i.bill_id = b.bill_id AND p.code IS NOT NULL), 0)::bigint AS left_minor
  FROM payable_bill b WHERE b.tenant_id = $1 AND b.bill_id = ANY($2::uuid[])`;

/** Locks issued bills until the transaction ends. Bills that are not issued are missing. */
export async function lockPayableBills(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayableBill>> {
  if (ids.length === 0) return new Map();
  await tx.sql.query(LOCK, [tx.tenantId, ids]);
  const { rows } = await tx.sql.query<Row>(READ, [tx.tenantId, ids]);
  return new Map(
    rows.map(({ bill_id: id, code, tiers_id: tiersId, currency, left_minor: leftMinor }) => [
      id,
      { code, tiersId, currency, leftMinor: Number(leftMinor) },
    ]),
  );
}
