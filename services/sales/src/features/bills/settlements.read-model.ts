import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';

/** What settles a bill, or a part of it. */
export interface SettlementView {
  source: 'PAYMENT' | 'AVOIR' | 'BOX_OFFICE';
  amountMinor: number;
  /** When it was paid at the box office, or came to settle the bill. */
  at: string;
  /** Of the box office: CARD, CASH, CHEQUE, TRANSFER or VOUCHER. */
  method: string | null;
  /** The payment, the credit note, or the reservation. */
  record: { id: string; code: string | null };
}
export interface SettlementsView {
  items: SettlementView[];
  /** Money of the reservation that settles no bill, in cents. */
  unallocatedMinor: number;
}

const ITEMS = `SELECT s.source, s.amount_minor::float8 AS "amountMinor", coalesce(m.paid_at, s.created_at) AS at, m.method,
    CASE s.source WHEN 'BOX_OFFICE' THEN b.reservation_id WHEN 'AVOIR' THEN a.id ELSE s.source_id END AS id,
    CASE s.source WHEN 'BOX_OFFICE' THEN r.code WHEN 'AVOIR' THEN a.code END AS code
  FROM bill_settlement s
  JOIN bill b ON b.tenant_id = s.tenant_id AND b.id = s.bill_id
  LEFT JOIN box_office_money m ON s.source = 'BOX_OFFICE' AND m.tenant_id = s.tenant_id
    AND m.reservation_id = b.reservation_id AND m.source_id = s.source_id
  LEFT JOIN box_office_reservation r ON r.tenant_id = m.tenant_id AND r.reservation_id = m.reservation_id
  LEFT JOIN avoir_uses u ON s.source = 'AVOIR' AND u.tenant_id = s.tenant_id AND u.id = s.source_id
  LEFT JOIN avoir a ON a.tenant_id = u.tenant_id AND a.id = u.parent_id
  WHERE s.tenant_id = $1 AND s.bill_id = $2 AND s.amount_minor > 0 ORDER BY at, s.id`;
const UNALLOCATED = `SELECT greatest(0, coalesce((SELECT sum(m.amount_minor) FROM box_office_money m
      WHERE m.tenant_id = b.tenant_id AND m.reservation_id = b.reservation_id), 0)
    - coalesce((SELECT sum(s.amount_minor) FROM bill_settlement s
      JOIN bill o ON o.tenant_id = s.tenant_id AND o.id = s.bill_id
      WHERE o.tenant_id = b.tenant_id AND o.reservation_id = b.reservation_id AND s.source = 'BOX_OFFICE'), 0))::float8 AS minor
  FROM bill b WHERE b.tenant_id = $1 AND b.id = $2`;

/** What settles a bill, in the order of time. */
export async function settlementsOf(tx: Tx, billId: string): Promise<SettlementsView> {
  const values = [tx.tenantId, billId];
  const [items, rest] = await tx.sql.batch([
    { name: 'settlements-of-bill', text: ITEMS, values },
    { name: 'unallocated-of-bill', text: UNALLOCATED, values },
  ]);
  const [unallocated] = (rest?.rows ?? []) as unknown as { minor: number }[];
  if (!unallocated) throw new Problem('http.404');
  type Row = Omit<SettlementView, 'at' | 'record'> & { at: Date; id: string; code: string | null };
  return {
    items: ((items?.rows ?? []) as unknown as Row[]).map(({ at, id, code, ...item }) => ({
      ...item,
      at: at.toISOString(),
      record: { id, code },
    })),
    unallocatedMinor: unallocated.minor,
  };
}
