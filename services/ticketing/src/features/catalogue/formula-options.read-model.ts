import { formatAmount } from '@coulisse/money';
import type { Tx } from '@coulisse/service-kit';
import type { SqlResult, Statement } from '@coulisse/service-kit/database';
import type { SaleChannel } from '../checkout/sale-channel';
import type { OfferedOption } from '../options/option-choice.domain';

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

interface OptionRow extends Omit<OfferedOption, 'numberEntry' | 'detailEntry'>, Record<string, unknown> {
  formulaId: string;
  numberEntryLabel: string | null;
  numberEntryMin: number;
  detailEntryLabel: string | null;
}

/**
 * Options of every formula that a performance sells, in the order in which the formula lists them: those for everybody
 * online, all of them at the box office.
 */
const OPTIONS = `
SELECT f.id AS "formulaId", o.id, o.name, (o.total_ttc * 100)::int AS "priceMinor", (o.vat * 100)::int AS "rateBasisPoints",
       o.accounting_code AS "accountingCode", o.mandatory, o.pre_checked AS "preChecked", o.for_pmr AS "forPmr",
       o.for_postal_send AS "forPostalSend", o.must_be_included_with_agift_bag AS "inGiftBag",
       o.is_ticket AS "isTicket",
       CASE WHEN o.requires_number_entry THEN o.number_entry_label END AS "numberEntryLabel",
       greatest(1, coalesce(o.number_entry_min, 1)) AS "numberEntryMin",
       CASE WHEN o.requires_detail_entry THEN o.detail_entry_label END AS "detailEntryLabel"
FROM performance p
JOIN formula f ON f.tenant_id = p.tenant_id AND f.id = ANY (p.formulas)
JOIN option o ON o.tenant_id = f.tenant_id AND o.id = ANY (f.options) AND ($3 = 'BOX_OFFICE' OR o.display_on_reservations_mode = 'ALL')
WHERE p.tenant_id = $1 AND p.id = $2
ORDER BY f.id, array_position(f.options, o.id)`;

/** Reads the options that a channel offers with the formulas of a performance; `offeredOptionsFrom` takes its result. */
export const offeredOptionsStatement = (
  tenantId: string,
  performanceId: string,
  channel: SaleChannel,
): Statement => ({ name: 'offered-options', text: OPTIONS, values: [tenantId, performanceId, channel] });

/** Options by formula. */
export type OfferedOptions = Map<string, OfferedOption[]>;

export function offeredOptionsFrom(result: SqlResult<object> | undefined): OfferedOptions {
  const byFormula: OfferedOptions = new Map();
  const rows = (result?.rows ?? []) as OptionRow[];
  for (const { formulaId, numberEntryLabel, numberEntryMin, detailEntryLabel, ...row } of rows) {
    const options = byFormula.get(formulaId) ?? [];
    options.push({
      ...row,
      numberEntry: numberEntryLabel ? { label: numberEntryLabel, min: numberEntryMin } : null,
      detailEntry: detailEntryLabel ? { label: detailEntryLabel } : null,
    });
    byFormula.set(formulaId, options);
  }
  return byFormula;
}

const publicOption = (option: OfferedOption): PublicOption => {
  const {
    rateBasisPoints: _rate,
    accountingCode: _code,
    inGiftBag: _bag,
    isTicket: _ticket,
    ...shown
  } = option;
  return { ...shown, priceTTC: formatAmount(option.priceMinor) };
};

/** The options that the public may choose, by formula. */
export async function publicOptions(tx: Tx, performanceId: string): Promise<Map<string, PublicOption[]>> {
  const [result] = await tx.sql.batch([offeredOptionsStatement(tx.tenantId, performanceId, 'ONLINE')]);
  const offered = offeredOptionsFrom(result);
  return new Map([...offered].map(([formulaId, options]) => [formulaId, options.map(publicOption)]));
}
