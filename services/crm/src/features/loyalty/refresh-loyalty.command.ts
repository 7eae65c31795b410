import type { Tx } from '@coulisse/service-kit';
import { tiers } from '../../resources';
import { readBands } from '../bands/bands.read-model';
import { scales } from '../bands/scales';
import { loyaltyFor } from './loyalty.domain';
import { COUNTS } from './turnover.read-model';

interface Row extends Record<string, unknown> {
  id: string;
  loyalty: string | null;
  turnover: string;
}

const TURNOVER = `(SELECT coalesce(sum(s.amount_ht), 0)::text FROM tiers_sale s
  WHERE s.tenant_id = t.tenant_id AND s.tiers_id = t.id AND ${COUNTS})`;

/** Labels follow the turnover unless chosen by hand; merged third parties have none to follow. */
const FOLLOWS = `t.tenant_id = $1 AND NOT t.loyalty_is_manual AND t.merged_into_id IS NULL`;

const ONE = `SELECT t.id, t.loyalty_id AS loyalty, ${TURNOVER} AS turnover FROM tiers t WHERE ${FOLLOWS} AND t.id = $2`;

/** Third parties after `$2`, by id, that have a label or a sale. */
const NEXT = `SELECT t.id, t.loyalty_id AS loyalty, ${TURNOVER} AS turnover FROM tiers t
  WHERE ${FOLLOWS} AND t.id > $2 AND (t.loyalty_id IS NOT NULL
    OR EXISTS (SELECT 1 FROM tiers_sale s WHERE s.tenant_id = t.tenant_id AND s.tiers_id = t.id))
  ORDER BY t.id LIMIT $3`;

/** Only if the label is still the one that was read: a concurrent change wins. */
const CHANGE = `UPDATE tiers t SET loyalty_id = $3, version = version + 1, updated_at = now()
  WHERE ${FOLLOWS} AND t.id = $2 AND t.loyalty_id IS NOT DISTINCT FROM $4`;

async function relabel(tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const bands = await readBands(tx, scales.loyalty);
  for (const { id, loyalty, turnover } of rows) {
    const due = loyaltyFor(bands, turnover);
    if (due === loyalty) continue;
    const { rowCount } = await tx.sql.query(CHANGE, [tx.tenantId, id, due, loyalty]);
    if (rowCount) await tx.history(tiers.name, id, 'update', { loyalty: [loyalty, due] });
  }
}

/** Sets the label of one third party by its current turnover. */
export async function refreshLoyalty(tx: Tx, tiersId: string): Promise<void> {
  const { rows } = await tx.sql.query<Row>(ONE, [tx.tenantId, tiersId]);
  await relabel(tx, rows);
}

/** The same for the next batch of the tenant; returns its last id, or undefined at the end. */
export async function refreshNext(tx: Tx, after: string, size: number): Promise<string | undefined> {
  const { rows } = await tx.sql.query<Row>(NEXT, [tx.tenantId, after, size]);
  await relabel(tx, rows);
  return rows.length === size ? rows.at(-1)?.id : undefined;
}
