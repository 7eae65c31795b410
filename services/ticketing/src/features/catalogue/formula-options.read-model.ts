import { formatAmount } from '@coulisse/money';
import type { Tx } from '@coulisse/service-kit';

/** An option as the public sees it. */
export interface PublicOption {
  id: string;
  name: string;
  priceTTC: string;
  priceMinor: number;
  mandatory: boolean;
  preChecked: boolean;
  forPmr: boolean;
  forPostalSend: boolean;
  /** Question that is answered by a number, and the least one; null when none is asked. */
  numberEntry: { label: string; min: number } | null;
  /** Question that is answered by a text. */
  detailEntry: { label: string } | null;
}

interface OptionRow {
  formula_id: string;
  id: string;
  name: string;
  price_minor: number;
  mandatory: boolean;
  pre_checked: boolean;
  for_pmr: boolean;
  for_postal_send: boolean;
  number_entry_label: string | null;
  number_entry_min: number;
  detail_entry_label: string | null;
}

/** Options for everybody, of every formula that a performance sells, in the order in which the formula lists them. */
const OPTIONS = `
SELECT f.id AS formula_id, o.id, o.name, (o.total_ttc * 100)::int AS price_minor, o.mandatory, o.pre_checked, o.for_pmr,
       o.for_postal_send, CASE WHEN o.requires_number_entry THEN o.number_entry_label END AS number_entry_label,
       coalesce(o.number_entry_min, 1) AS number_entry_min,
       CASE WHEN o.requires_detail_entry THEN o.detail_entry_label END AS detail_entry_label
FROM performance p
JOIN formula f ON f.tenant_id = p.tenant_id AND f.id = ANY (p.formulas)
JOIN option o ON o.tenant_id = f.tenant_id AND o.id = ANY (f.options) AND o.display_on_reservations_mode = 'ALL'
WHERE p.tenant_id = $1 AND p.id = $2
ORDER BY f.id, array_position(f.options, o.id)`;

const optionOf = (row: OptionRow): PublicOption => ({
  id: row.id,
  name: row.name,
  priceTTC: formatAmount(row.price_minor),
  priceMinor: row.price_minor,
  mandatory: row.mandatory,
  preChecked: row.pre_checked,
  forPmr: row.for_pmr,
  forPostalSend: row.for_postal_send,
  numberEntry: row.number_entry_label ? { label: row.number_entry_label, min: row.number_entry_min } : null,
  detailEntry: row.detail_entry_label ? { label: row.detail_entry_label } : null,
});

/** The options that the public may choose, by formula. */
export async function publicOptions(tx: Tx, performanceId: string): Promise<Map<string, PublicOption[]>> {
  const { rows } = await tx.sql.named<OptionRow & Record<string, unknown>>('public-options', OPTIONS, [
    tx.tenantId,
    performanceId,
  ]);
  const byFormula = new Map<string, PublicOption[]>();
  for (const row of rows) {
    const options = byFormula.get(row.formula_id) ?? [];
    options.push(optionOf(row));
    byFormula.set(row.formula_id, options);
  }
  return byFormula;
}
