import { resourcesOf } from '@coulisse/resource-server';
import { withAllRights } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { v7 as uuidv7 } from 'uuid';
import { bill } from '../../resources';

/** What settles part of a bill: a payment, or a use of a credit note. The box office shares its money by itself. */
export interface Settlement {
  readonly billId: string;
  readonly source: 'PAYMENT' | 'AVOIR';
  readonly sourceId: string;
  /** Of the source: an older one changes nothing. */
  readonly version: number;
  /** In cents; 0 when the source no longer settles the bill. */
  readonly amountMinor: number;
}

const WRITE = `INSERT INTO bill_settlement (id, tenant_id, bill_id, source, source_id, version, amount_minor)
  SELECT $2, $1, b.id, $4, $5, $6, $7 FROM bill b WHERE b.tenant_id = $1 AND b.id = $3
  ON CONFLICT (tenant_id, source, source_id, bill_id)
  DO UPDATE SET amount_minor = excluded.amount_minor, version = excluded.version, updated_at = now()
  WHERE bill_settlement.version < excluded.version`;

/** Writes what settles a bill, then the state that follows. A bill that does not exist is left out. */
export async function settle(tx: Tx, ctx: ServiceContext, settlement: Settlement): Promise<void> {
  const { billId, source, sourceId, version, amountMinor } = settlement;
  const { rowCount } = await tx.sql.query(WRITE, [
    ...[tx.tenantId, uuidv7(), billId],
    ...[source, sourceId, version, amountMinor],
  ]);
  if (rowCount !== 1) return;
  await resourcesOf(ctx).of(bill).recompute(tx, withAllRights(tx.actor), [billId]);
}

export interface LockedBill extends Record<string, unknown> {
  readonly state: string;
  readonly tiers_id: string;
  /** In cents. */
  readonly total: number;
  readonly left: number;
}
/** Locks a bill until the transaction ends, and reads what is left to pay of it. */
export async function lockBill(tx: Tx, id: string): Promise<LockedBill> {
  const { rowCount } = await tx.sql.query('SELECT 1 FROM bill WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
    tx.tenantId,
    id,
  ]);
  if (rowCount !== 1) throw new Problem('http.404');
  // A statement of its own, so that it sees what was settled while this one waited for the lock.
  const { rows } = await tx.sql.query<LockedBill>(
    `SELECT b.state::text, b.tiers_id, (b.total_ttc * 100)::bigint AS total,
            (b.total_ttc * 100)::bigint - coalesce((SELECT sum(s.amount_minor) FROM bill_settlement s
              WHERE s.tenant_id = b.tenant_id AND s.bill_id = b.id), 0)::bigint AS left
       FROM bill b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  return rows[0]!;
}
