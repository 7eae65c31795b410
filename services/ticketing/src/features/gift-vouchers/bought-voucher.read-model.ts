import { Problem, type Tx } from '@coulisse/service-kit';
import type { Outcome } from '../sale/sale.domain';
import { FACE_VALUE } from './gift-voucher.domain';

/** A voucher as its buyer sees it. It says no key: that is on the PDF only. */
export interface BoughtVoucher {
  id: string;
  /** Public address of its theatre; empty without one. */
  theatre: string;
  /** Its buyer ordered it online, and may order another one instead. */
  isOnline: boolean;
  /** Null before it is worth something. */
  code: string | null;
  state: 'DRAFT' | 'CANCELED' | 'VALIDATED';
  outcome: Outcome;
  /** Name of its formula, and for how many people; null for an amount. */
  formula: string | null;
  quantity: number;
  valueMinor: number;
  /** Taken off its price by the box office. */
  discountMinor: number;
  postageMinor: number;
  giftBagMinor: number;
  /** What its gift bag contains; null without one. */
  giftBag: string | null;
  totalMinor: number;
  balanceMinor: number;
  /** Local days. */
  validityDate: string | null;
  sendOn: string | null;
  beneficiaryName: string | null;
  beneficiaryEmail: string | null;
  isPostal: boolean;
  isPosted: boolean;
  isSent: boolean;
  documentId: string | null;
  mailSent: boolean;
  /** What comes back, or has come back; 0: nothing. */
  refundMinor: number;
}

const COLUMNS = `v.id, coalesce(t.slug, '') AS theatre, v.channel = 'ONLINE' AS "isOnline", CASE v.state WHEN 'DRAFT' THEN NULL ELSE v.code END AS code, v.state::text AS state, coalesce(s.outcome, 'PENDING') AS outcome,
    i.name AS formula, coalesce(i.quantity, 1) AS quantity, ${FACE_VALUE} AS "valueMinor", (coalesce(v.discount, 0) * 100)::int AS "discountMinor",
    (coalesce(v.postage_ttc, 0) * 100)::int AS "postageMinor", (coalesce(v.gift_bag_ttc, 0) * 100)::int AS "giftBagMinor",
    CASE WHEN v.has_gift_bag THEN coalesce(v.gift_bag_contents, '') END AS "giftBag", (v.total_ttc * 100)::int AS "totalMinor",
    coalesce((SELECT e.balance_minor FROM gift_voucher_entry e WHERE e.tenant_id = v.tenant_id AND e.voucher_id = v.id
      ORDER BY e.number DESC LIMIT 1), 0) AS "balanceMinor",
    to_char(v.validity_date, 'YYYY-MM-DD') AS "validityDate", to_char(v.send_on, 'YYYY-MM-DD') AS "sendOn",
    v.beneficiary_name AS "beneficiaryName", v.beneficiary_email AS "beneficiaryEmail", v.is_postal AS "isPostal",
    v.postal_sended AS "isPosted", v.is_sent AS "isSent", CASE v.state WHEN 'VALIDATED' THEN s.document_id END AS "documentId",
    s.mailed_at IS NOT NULL AS "mailSent",
    coalesce((SELECT sum(p.to_refund_minor + p.refunded_minor)::int FROM gift_voucher_payment p
      WHERE p.tenant_id = v.tenant_id AND p.voucher_id = v.id), 0) AS "refundMinor"
  FROM gift_voucher v
  LEFT JOIN tenant_profile t ON t.tenant_id = v.tenant_id
  LEFT JOIN gift_voucher_sale s ON s.tenant_id = v.tenant_id AND s.voucher_id = v.id
  LEFT JOIN LATERAL (SELECT x.name, x.quantity FROM gift_voucher_items x WHERE x.tenant_id = v.tenant_id AND x.parent_id = v.id
    ORDER BY x.position LIMIT 1) i ON true`;

/** Public pages show it. */
const SHOWN = `v.display_mode = 'ALL'`;

export async function boughtVoucher(tx: Tx, id: string): Promise<BoughtVoucher> {
  const { rows } = await tx.sql.query<BoughtVoucher & Record<string, unknown>>(
    `SELECT ${COLUMNS} WHERE v.tenant_id = $1 AND v.id = $2 AND ${SHOWN}`,
    [tx.tenantId, id],
  );
  const [voucher] = rows;
  if (!voucher) throw new Problem('http.404');
  return voucher;
}

/** A buyer with more of them asks the theatre. */
const MOST = 100;

/** The vouchers of a buyer, by the address of the account, newest first. One that was never paid is no voucher yet. */
export async function vouchersOf(tx: Tx, email: string): Promise<BoughtVoucher[]> {
  const { rows } = await tx.sql.query<BoughtVoucher & Record<string, unknown>>(
    `SELECT ${COLUMNS} WHERE v.tenant_id = $1 AND v.customer_email = $2 AND ${SHOWN}
       AND (v.state = 'VALIDATED' OR s.outcome IN ('VOIDED', 'REFUND')) ORDER BY v.created_at DESC, v.id DESC LIMIT ${MOST}`,
    [tx.tenantId, email.toLowerCase()],
  );
  return rows;
}
