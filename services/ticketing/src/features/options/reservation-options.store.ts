import { formatAmount } from '@coulisse/money';
import type { Tx } from '@coulisse/service-kit';
import type { VatPart } from '../checkout/pricing.domain';
import type { PricedOption } from './option-choice.domain';

const FORGET = 'DELETE FROM reservation_option WHERE tenant_id = $1 AND reservation_id = $2';
const WRITE = `
INSERT INTO reservation_option (id, tenant_id, reservation_id, formula_id, formula_name, option_id, name, quantity, price_minor, vat,
  accounting_code, detail_label, detail, for_pmr, for_postal_send, in_gift_bag, is_ticket, position)
SELECT uuidv7(), $1, $2, o."formulaId", o."formulaName", o."optionId", o.name, o.quantity, o."priceMinor", o.vat,
  o."accountingCode", o."detailLabel", o.detail, o."forPmr", o."forPostalSend", o."inGiftBag", o."isTicket", o.position
FROM jsonb_to_recordset($3::jsonb) AS o ("formulaId" uuid, "formulaName" text, "optionId" uuid, name text, quantity int,
  "priceMinor" int, vat jsonb, "accountingCode" text, "detailLabel" text, detail text, "forPmr" boolean,
  "forPostalSend" boolean, "inGiftBag" boolean, "isTicket" boolean, position int)`;

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
      ...{ forPmr: option.forPmr, forPostalSend: option.forPostalSend },
      ...{ inGiftBag: option.inGiftBag, isTicket: option.isTicket },
    }),
  );
  tx.defer({ text: WRITE, values: [tx.tenantId, reservationId, JSON.stringify(rows)] });
}

/** A ticket of one unit of an option. */
export interface OptionTicket {
  id: string;
  /** Its number. */
  code: string;
  /** When it was handed over at a door; null while it is still to come. */
  usedAt: string | null;
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
  isTicket: boolean;
  /** The valid tickets of an option that has some, once they are numbered. */
  tickets: OptionTicket[];
}

const COLUMNS = `o.id, o.formula_id AS "formulaId", o.option_id AS "optionId", o.formula_name AS formula, o.name, o.quantity, o.price_minor AS "priceMinor",
  o.vat, o.detail_label AS "detailLabel", o.detail, o.for_pmr AS "forPmr", o.for_postal_send AS "forPostalSend",
  o.in_gift_bag AS "inGiftBag", o.is_ticket AS "isTicket", CASE WHEN o.is_ticket THEN (
    SELECT json_agg(json_build_object('id', t.id, 'code', t.code, 'usedAt', a.scanned_at) ORDER BY t.id) FROM ticket t
    LEFT JOIN admission a ON a.tenant_id = t.tenant_id AND a.ticket_id = t.id AND a.outcome = 'GREEN' AND a.undone_at IS NULL
    WHERE t.tenant_id = o.tenant_id AND t.reservation_option_id = o.id AND t.state = 'VALIDATED' AND t.code IS NOT NULL) END AS tickets`;
/** Options of a reservation that were not given back. */
export const OPTIONS_OF_RESERVATION = `SELECT ${COLUMNS} FROM reservation_option o
  WHERE o.tenant_id = $1 AND o.reservation_id = $2 AND o.canceled_at IS NULL ORDER BY o.position, o.id`;
/** Those of several reservations, $2. */
export const OPTIONS_OF_RESERVATIONS = `SELECT wanted.id AS reservation_id, sold.* FROM unnest($2::uuid[]) AS wanted (id)
  CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM reservation_option o
    WHERE o.tenant_id = $1 AND o.reservation_id = wanted.id AND o.canceled_at IS NULL ORDER BY o.position, o.id) sold`;

export const soldOptionsFrom = (rows: readonly object[] | undefined): SoldOption[] =>
  ((rows ?? []) as (Omit<SoldOption, 'price' | 'tickets'> & { tickets: OptionTicket[] | null })[]).map(
    (row) => ({
      ...row,
      tickets: row.tickets ?? [],
      price: formatAmount(row.priceMinor),
    }),
  );

export async function optionsOf(tx: Tx, reservationId: string): Promise<SoldOption[]> {
  const { rows } = await tx.sql.query(OPTIONS_OF_RESERVATION, [tx.tenantId, reservationId]);
  return soldOptionsFrom(rows);
}

const CANCEL = `WITH voided AS (
    UPDATE ticket SET state = 'CANCELED'
    WHERE tenant_id = $1 AND reservation_option_id = ANY ($2::uuid[]) AND state = 'VALIDATED')
  UPDATE reservation_option SET canceled_at = now()
  WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND canceled_at IS NULL`;

/** Takes options out of a locked sale; their tickets are void. */
export function cancelOptions(tx: Tx, ids: readonly string[]): void {
  if (ids.length > 0) tx.defer({ text: CANCEL, values: [tx.tenantId, ids] });
}

const MOVE = `UPDATE reservation_option o SET formula_id = moved.formula_id, formula_name = moved.formula_name
  FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS moved (id, formula_id, formula_name) WHERE o.tenant_id = $1 AND o.id = moved.id`;

/** The places of these options have another formula: the options go with them, as they were sold. */
export function moveOptions(
  tx: Tx,
  moved: readonly { id: string; formulaId: string; formulaName: string }[],
): void {
  if (moved.length === 0) return;
  const columns = [
    moved.map(({ id }) => id),
    moved.map(({ formulaId }) => formulaId),
    moved.map(({ formulaName }) => formulaName),
  ];
  tx.defer({ text: MOVE, values: [tx.tenantId, ...columns] });
}
