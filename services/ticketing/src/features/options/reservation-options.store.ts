import { formatAmount } from '@coulisse/money';
import type { Tx } from '@coulisse/service-kit';
import type { VatPart } from '../checkout/pricing.domain';
import type { PricedOption } from './option-choice.domain';

const FORGET = 'DELETE FROM reservation_option WHERE tenant_id = $1 AND reservation_id = $2';
const WRITE = `
INSERT INTO reservation_option (id, tenant_id, reservation_id, formula_id, formula_name, option_id, name, quantity, price_minor, vat,
  accounting_code, detail_label, detail, for_pmr, for_postal_send, in_gift_bag, position)
SELECT uuidv7(), $1, $2, o."formulaId", o."formulaName", o."optionId", o.name, o.quantity, o."priceMinor", o.vat,
  o."accountingCode", o."detailLabel", o.detail, o."forPmr", o."forPostalSend", o."inGiftBag", o.position
FROM jsonb_to_recordset($3::jsonb) AS o ("formulaId" uuid, "formulaName" text, "optionId" uuid, name text, quantity int,
  "priceMinor" int, vat jsonb, "accountingCode" text, "detailLabel" text, detail text, "forPmr" boolean,
  "forPostalSend" boolean, "inGiftBag" boolean, position int)`;

/** Deletes the options of a draft, which is saved again. */
export const forgetOptions = (tx: Tx, reservationId: string): void =>
  tx.defer({ text: FORGET, values: [tx.tenantId, reservationId] });

/** Writes the options of a draft that has none. */
export function writeOptions(tx: Tx, reservationId: string, options: readonly PricedOption[]): void {
  if (options.length === 0) return;
  const rows = options.map(
    ({ option, formulaId, formulaName, quantity, detail, priceMinor, vat }, position) => ({
      ...{ formulaId, formulaName, quantity, detail, priceMinor, vat, position },
      ...{ optionId: option.id, name: option.name, accountingCode: option.accountingCode },
      detailLabel: option.detailEntry?.label ?? null,
      ...{ forPmr: option.forPmr, forPostalSend: option.forPostalSend, inGiftBag: option.inGiftBag },
    }),
  );
  tx.defer({ text: WRITE, values: [tx.tenantId, reservationId, JSON.stringify(rows)] });
}

/** An option of a reservation, as it was sold. */
export interface SoldOption {
  id: string;
  formulaId: string;
  optionId: string;
  formula: string;
  name: string;
  quantity: number;
  price: string;
  priceMinor: number;
  vat: VatPart[];
  /** The question, and what the buyer answered; null where none was asked. */
  detailLabel: string | null;
  detail: string | null;
  forPmr: boolean;
  forPostalSend: boolean;
  inGiftBag: boolean;
}

const COLUMNS = `o.id, o.formula_id AS "formulaId", o.option_id AS "optionId", o.formula_name AS formula, o.name, o.quantity, o.price_minor AS "priceMinor",
  o.vat, o.detail_label AS "detailLabel", o.detail, o.for_pmr AS "forPmr", o.for_postal_send AS "forPostalSend",
  o.in_gift_bag AS "inGiftBag"`;
/** Options of a reservation that were not given back. */
export const OPTIONS_OF_RESERVATION = `SELECT ${COLUMNS} FROM reservation_option o
  WHERE o.tenant_id = $1 AND o.reservation_id = $2 AND o.canceled_at IS NULL ORDER BY o.position, o.id`;

export const soldOptionsFrom = (rows: readonly object[] | undefined): SoldOption[] =>
  ((rows ?? []) as Omit<SoldOption, 'price'>[]).map((row) => ({
    ...row,
    price: formatAmount(row.priceMinor),
  }));

export async function optionsOf(tx: Tx, reservationId: string): Promise<SoldOption[]> {
  const { rows } = await tx.sql.query(OPTIONS_OF_RESERVATION, [tx.tenantId, reservationId]);
  return soldOptionsFrom(rows);
}

const CANCEL = `UPDATE reservation_option SET canceled_at = now()
  WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND canceled_at IS NULL`;

/** Takes options out of a locked sale. */
export function cancelOptions(tx: Tx, ids: readonly string[]): void {
  if (ids.length > 0) tx.defer({ text: CANCEL, values: [tx.tenantId, ids] });
}
