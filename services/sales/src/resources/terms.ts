import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import type { FactsReader } from '@coulisse/resource';

/** Who sells, as printed on a document: the billing settings at the time of its posting. */
export type Seller = Readonly<Record<string, unknown>>;
/** What a document takes from the billing settings when it is posted. */
export interface Terms {
  /** Local date, `YYYY-MM-DD`. */
  readonly today: string;
  readonly validityDays: number;
  readonly dueDays: number;
  /** Null for a tenant without settings. */
  readonly seller: Seller | null;
}

const SELLER = [
  ['name', 'name'],
  ['legalForm', 'legal_form'],
  ['capital', 'capital'],
  ['addressLine1', 'address_line1'],
  ['addressLine2', 'address_line2'],
  ['zipCode', 'zip_code'],
  ['city', 'city'],
  ['country', 'country'],
  ['siren', 'siren'],
  ['vatNumber', 'vat_number'],
  ['rcs', 'rcs'],
  ['naf', 'naf'],
  ['email', 'email'],
  ['telephone', 'telephone'],
  ['iban', 'iban'],
  ['bic', 'bic'],
  ['vatOnDebits', 'vat_on_debits'],
  ['latePenalty', 'late_penalty'],
]
  .map(([name, column]) => `'${name}', s.${column}`)
  .join(', ');

/** Columns of `Terms`; in the statement `s` is the row of the settings. */
const TERMS = `to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today,
  coalesce(s.validity_days, 30) AS "validityDays", coalesce(s.due_days, 30) AS "dueDays",
  CASE WHEN s.id IS NOT NULL THEN jsonb_build_object(${SELLER}) END AS seller`;

/**
 * The terms for each record, and the `columns` of a lateral subquery over `r`, the record (`$1` is the tenant). One row
 * per record, in their order.
 */
export async function readTerms<More extends object>(
  reader: FactsReader,
  records: readonly { readonly id: string }[],
  columns = '',
): Promise<(Terms & More)[]> {
  const { rows } = await reader.query<Terms & More & Record<string, unknown>>(
    `SELECT ${TERMS}${columns && `, m.*`} FROM unnest($2::uuid[]) WITH ORDINALITY r(id, place)
     LEFT JOIN settings s ON s.tenant_id = $1
     ${columns && `CROSS JOIN LATERAL (${columns}) m`} ORDER BY r.place`,
    [reader.tenantId, records.map(({ id }) => id)],
  );
  return rows;
}

/** `2026-11-23` and 30 days are `2026-12-23`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
