import type { Tx } from '@coulisse/service-kit';

/** Records that gift vouchers belong to: who bought them, what they paid for, what they are worth. */
export const VOUCHER_ENTITIES = ['crm.tiers', 'ticketing.reservation', 'ticketing.formula'] as const;
export type VoucherEntity = (typeof VOUCHER_ENTITIES)[number];

/** A gift voucher in a list; it says no key. */
export interface ListedVoucher {
  id: string;
  code: string;
  state: 'DRAFT' | 'CANCELED' | 'VALIDATED';
  customerName: string;
  beneficiaryName: string | null;
  totalTTC: string;
  balance: string;
  validityDate: string | null;
}

const BELONGS: Readonly<Record<VoucherEntity, string>> = {
  'crm.tiers': 'v.customer_id = $2',
  'ticketing.reservation': `v.id IN (SELECT e.voucher_id FROM gift_voucher_entry e WHERE e.tenant_id = $1 AND e.reservation_id = $2)`,
  'ticketing.formula': `v.id IN (SELECT i.parent_id FROM gift_voucher_items i WHERE i.tenant_id = $1 AND i.formula_id = $2)`,
};
/** A screen shows them all; who has more searches the list. */
const MOST = 100;

const vouchersBy = (entity: VoucherEntity): string => `
SELECT v.id, v.code, v.state::text AS state, v.customer_name AS "customerName", v.beneficiary_name AS "beneficiaryName",
  v.total_ttc::text AS "totalTTC", to_char(v.validity_date, 'YYYY-MM-DD') AS "validityDate",
  (coalesce(last.balance_minor, 0) / 100.0)::numeric(14, 2)::text AS balance
FROM gift_voucher v
LEFT JOIN LATERAL (SELECT e.balance_minor FROM gift_voucher_entry e WHERE e.tenant_id = v.tenant_id AND e.voucher_id = v.id
  ORDER BY e.number DESC LIMIT 1) last ON true
WHERE v.tenant_id = $1 AND ${BELONGS[entity]} AND ($3::text IS NULL OR v.state::text = $3)
ORDER BY v.created_at DESC, v.id DESC LIMIT ${MOST}`;

/** Gift vouchers of a record, newest first. */
export async function vouchersByEntity(
  tx: Tx,
  { entity, id, state }: { entity: VoucherEntity; id: string; state: string | null },
): Promise<ListedVoucher[]> {
  const { rows } = await tx.sql.query<ListedVoucher & Record<string, unknown>>(vouchersBy(entity), [
    ...[tx.tenantId, id, state],
  ]);
  return rows;
}
