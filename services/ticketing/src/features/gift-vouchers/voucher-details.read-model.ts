import type { Language } from '@coulisse/contracts';
import type { Resources } from '@coulisse/resource-server';
import { systemActor, type Tx } from '@coulisse/service-kit';
import { FACE_VALUE } from './gift-voucher.domain';
import { BRAND, type BrandSettings } from '../messages/organiser-brand';
import { giftVoucher } from '../../resources';

/** A gift voucher with what its PDF and its mails say. */
export interface VoucherDetails {
  id: string;
  code: string;
  state: 'DRAFT' | 'CANCELED' | 'VALIDATED';
  language: Language;
  email: string;
  buyerName: string;
  buyerFirstName: string;
  beneficiaryName: string;
  beneficiaryEmail: string;
  message: string;
  formula: string;
  quantity: number;
  valueMinor: number;
  /** Taken off its price by the box office. */
  discountMinor: number;
  totalMinor: number;
  balanceMinor: number;
  /** Local day; empty before it is valid. */
  validityDate: string;
  /** Local day by which it is to be paid; empty without one. */
  deadline: string;
  isPostal: boolean;
  /** Nothing is mailed about it. */
  isHidden: boolean;
  organiserName: string;
  organiserSlug: string;
  brand: BrandSettings;
  /** The logo as what is written shows it: an address in mails, the picture itself in documents; empty without one. */
  logo?: string;
}

const VOUCHER = `SELECT v.id, v.code, v.state::text AS state, v.language::text AS language, coalesce(v.customer_email, '') AS email,
    coalesce(nullif(concat_ws(' ', nullif(v.customer_fields->>'firstName', ''), nullif(v.customer_fields->>'lastName', '')), ''), v.customer_name) AS "buyerName", coalesce(v.customer_fields->>'firstName', '') AS "buyerFirstName",
    coalesce(v.beneficiary_name, '') AS "beneficiaryName", coalesce(v.beneficiary_email, '') AS "beneficiaryEmail",
    coalesce(v.message, '') AS message, coalesce(i.name, '') AS formula, coalesce(i.quantity, 1) AS quantity,
    ${FACE_VALUE} AS "valueMinor", (coalesce(v.discount, 0) * 100)::int AS "discountMinor", (v.total_ttc * 100)::int AS "totalMinor",
    coalesce((SELECT e.balance_minor FROM gift_voucher_entry e WHERE e.tenant_id = v.tenant_id AND e.voucher_id = v.id
      ORDER BY e.number DESC LIMIT 1), 0) AS "balanceMinor",
    coalesce(to_char(v.validity_date, 'YYYY-MM-DD'), '') AS "validityDate", coalesce(to_char(v.deadline, 'YYYY-MM-DD'), '') AS deadline, v.is_postal AS "isPostal", v.display_mode = 'ADMIN' AS "isHidden",
    coalesce(t.name, '') AS "organiserName", coalesce(t.slug, '') AS "organiserSlug", ${BRAND} AS brand
  FROM gift_voucher v
  LEFT JOIN tenant_profile t ON t.tenant_id = v.tenant_id
  LEFT JOIN settings own ON own.tenant_id = v.tenant_id
  LEFT JOIN LATERAL (SELECT x.name, x.quantity FROM gift_voucher_items x WHERE x.tenant_id = v.tenant_id AND x.parent_id = v.id
    ORDER BY x.position LIMIT 1) i ON true
  WHERE v.tenant_id = $1 AND v.id = $2`;

/** A voucher without its key; null when there is none. */
export async function voucherDetails(tx: Tx, id: string): Promise<VoucherDetails | null> {
  const { rows } = await tx.sql.query<VoucherDetails & Record<string, unknown>>(VOUCHER, [tx.tenantId, id]);
  return rows[0] ?? null;
}

/** The key that proves who holds a voucher: for its PDF and nothing else. */
export async function keyOfVoucher(tx: Tx, resources: Resources, id: string): Promise<string> {
  const printer = systemActor(tx.tenantId, 'print a gift voucher');
  return (await resources.of(giftVoucher).read(tx, printer, id)).key ?? '';
}
