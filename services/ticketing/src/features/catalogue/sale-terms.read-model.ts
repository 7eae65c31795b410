import type { Tx } from '@coulisse/service-kit';
import type { SqlResult, Statement } from '@coulisse/service-kit/database';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { performanceNumber, vatAtPerformance, type Earlier } from '../checkout/first-performances.domain';
import { priceOf, type SpecialPrice } from '../checkout/formula-price.domain';
import type { Formula } from '../checkout/pricing.domain';
import type { SaleChannel } from '../checkout/sale-channel';
import type { HoldLimits } from '../holds/hold.domain';
import {
  offeredOptionsFrom,
  offeredOptionsStatement,
  type OfferedOptions,
} from './formula-options.read-model';

/** What a sale of one performance has to respect. */
export interface SaleTerms {
  performanceId: string;
  isMultiFormule: boolean;
  consecutivePlace: boolean;
  /** Who says where the audience sits. */
  placement: 'ADMIN' | 'CUSTOMER';
  /** Online, a table is sold with all of its chairs. */
  wholeTables: boolean;
  /** By the database's clock, not that of the process. */
  onSale: boolean;
  /** Seats that can be sold. */
  places: number;
  /** Tickets of the calendar year, where the tenant has a limit of them. */
  yearlyTicketLimit: number | null;
  ticketsThisYear: number;
  /** Buyers online have to type their address. */
  asksPostalAddress: boolean;
  /** Limits set by the tenant; the platform's apply to the rest. */
  limits: Partial<HoldLimits>;
  formulas: Formula[];
}

/** Whether the sale is open, be it sold out or not: used as a column, over `performance` p, `show` s and `tenant_profile` t. */
export const OPEN_ONLINE = `(p.active_reservation = 'ALL' AND NOT p.online_reservation_closed AND NOT p.is_cancelled
  AND p.display_calendar = 'ALL' AND s.display_mode = 'ALL' AND p.starts_at > now()
  AND coalesce(p.online_reservation_deadline > now(), true) AND NOT coalesce(t.archived, false))`;

/** Whether the public may buy; staff mark a performance as sold out. */
export const ON_SALE = `(${OPEN_ONLINE} AND NOT p.is_complete)`;

/** Whether the box office may sell: whatever is closed online, until half a day after the beginning. */
export const ON_SALE_AT_DESK = `(p.active_reservation <> 'NO' AND NOT p.is_complete AND NOT p.is_cancelled AND p.starts_at > now() - interval '12 hours'
  AND NOT coalesce(t.archived, false))`;

/** `Seating` of a show s. */
export const SEATING = `CASE WHEN s.placement = 'ADMIN' THEN 'BY_THEATRE' WHEN s.display_seat_number OR s.display_table_number THEN 'MAP' ELSE 'FREE' END`;
/** Whether a table is sold with all of its chairs: only where buyers choose on the plan. Who gets a number of places gets as many chairs. */
export const WHOLE_TABLES = `(s.whole_tables AND ${SEATING} = 'MAP')`;

const TERMS = `
SELECT p.id, p.is_multi_formule, s.consecutive_place, s.placement, ${WHOLE_TABLES} AS whole_tables, coalesce(p.places_available, 0) AS places, ${ON_SALE} AS on_sale,
       coalesce(own.asks_postal_address, false) AS asks_postal_address,
       own.yearly_ticket_limit, CASE WHEN own.yearly_ticket_limit IS NULL THEN 0 ELSE coalesce((SELECT n.last FROM kit.number_series n
         WHERE n.tenant_id = p.tenant_id AND n.series = 'ticket' AND n.year = extract(year FROM ${LOCAL_TODAY})), 0)::int END AS tickets_this_year,
       json_strip_nulls(json_build_object('seatsPerCart', own.seats_per_cart,
         'seatsPerNetwork', own.seats_per_network, 'sharePerNetwork', own.share_per_network,
         'cartsPerNetwork', own.carts_per_network, 'restMinutes', own.rest_minutes)) AS limits
FROM performance p
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
LEFT JOIN tenant_profile t ON t.tenant_id = p.tenant_id
LEFT JOIN settings own ON own.tenant_id = p.tenant_id
WHERE p.tenant_id = $1 AND p.id = $2`;

/** What `performanceNumber` counts, for a formula f with a part at 2.1 % at a performance p; null for the others. */
const EARLIER = `CASE WHEN EXISTS (SELECT 1 FROM formula_vat_breakdown v
    WHERE v.tenant_id = f.tenant_id AND v.parent_id = f.id AND v.rate = 2.1)
  THEN (SELECT json_build_object('elsewhere', s.performances_before, 'performances', coalesce((
      SELECT json_agg(json_build_object('isCancelled', other.is_cancelled)) FROM performance other
      WHERE other.tenant_id = p.tenant_id AND other.show_id = p.show_id
        AND (other.starts_at, other.id) < (p.starts_at, p.id)), '[]'))
    FROM show s WHERE s.tenant_id = p.tenant_id AND s.id = p.show_id) END`;

const TERMS_AT_DESK = TERMS.replace(ON_SALE, ON_SALE_AT_DESK);

/** Formulas that the public may choose, in the order in which the performance lists them. */
const FORMULAS = `
SELECT f.id, f.name, f.ticket_name, f.description, f.category_id, c.name AS category_name, c.color AS category_color,
       (f.ticket_price_ttc * 100)::int AS price_minor, f.minimum_number_of_people, f.is_default, f.ignore_in_lowest_price,
       CASE WHEN f.allow_free_driver_spaces THEN f.places_per_driver END AS places_per_driver,
       coalesce((
         SELECT json_agg(json_build_object('label', v.label, 'rateBasisPoints', (v.rate * 100)::int, 'amountMinor', (v.amount_ttc * 100)::int) ORDER BY v.position)
         FROM formula_vat_breakdown v WHERE v.tenant_id = f.tenant_id AND v.parent_id = f.id
       ), '[]') AS vat,
       coalesce((
         SELECT json_agg(json_build_object('channel', x.channel, 'from', to_char(x.valid_from, 'YYYY-MM-DD'),
           'until', to_char(x.valid_until, 'YYYY-MM-DD'), 'priceMinor', (x.price_ttc * 100)::int) ORDER BY x.position)
         FROM formula_prices x WHERE x.tenant_id = f.tenant_id AND x.parent_id = f.id
       ), '[]') AS prices,
       to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today, ${EARLIER} AS earlier
FROM performance p
JOIN formula f ON f.tenant_id = p.tenant_id AND f.id = ANY (p.formulas) AND f.is_visible_to_public AND NOT f.archived
JOIN seat_category c ON c.tenant_id = f.tenant_id AND c.id = f.category_id
WHERE p.tenant_id = $1 AND p.id = $2
ORDER BY array_position(p.formulas, f.id)`;
/** The box office also sells formulas that the public does not see, after those that it does. */
const FORMULAS_AT_DESK = FORMULAS.replace(' AND f.is_visible_to_public', '').replace(
  'ORDER BY array_position',
  'ORDER BY f.is_visible_to_public DESC, array_position',
);
const AT_DESK = [
  { name: 'sale-terms-at-desk', text: TERMS_AT_DESK },
  { name: 'desk-formulas', text: FORMULAS_AT_DESK },
];
/** The terms and the formulas of a performance, as the channel sells them. */
const statementsOf = (channel: SaleChannel, values: readonly string[]): Statement[] =>
  channel === 'ONLINE'
    ? [
        { name: 'sale-terms', text: TERMS, values },
        { name: 'public-formulas', text: FORMULAS, values },
      ]
    : AT_DESK.map((statement) => ({ ...statement, values }));

interface TermsRow {
  id: string;
  is_multi_formule: boolean;
  consecutive_place: boolean;
  placement: SaleTerms['placement'];
  whole_tables: boolean;
  places: number;
  yearly_ticket_limit: number | null;
  tickets_this_year: number;
  asks_postal_address: boolean;
  limits: Partial<HoldLimits>;
  on_sale: boolean;
}
interface FormulaRow {
  id: string;
  name: string;
  ticket_name: string | null;
  description: string | null;
  category_id: string;
  category_name: string;
  category_color: string;
  price_minor: number;
  minimum_number_of_people: number;
  is_default: boolean;
  ignore_in_lowest_price: boolean;
  places_per_driver: number | null;
  vat: Formula['vat'];
  prices: SpecialPrice[];
  /** Local day of the sale. */
  today: string;
  earlier: Earlier | null;
}

/** A formula at the price of the day and the channel, with the VAT of the performance. */
function formulaOf(row: FormulaRow, channel: SaleChannel): Formula {
  const usual = { priceMinor: row.price_minor, vat: row.vat, prices: row.prices };
  const { priceMinor, vat } = priceOf(usual, row.today, channel);
  return {
    id: row.id,
    name: row.name,
    ticketName: row.ticket_name || row.name,
    description: row.description ?? '',
    categoryId: row.category_id,
    categoryName: row.category_name,
    categoryColor: row.category_color,
    priceMinor,
    minimumNumberOfPeople: row.minimum_number_of_people,
    isDefault: row.is_default,
    ignoreInLowestPrice: row.ignore_in_lowest_price,
    placesPerDriver: row.places_per_driver,
    vat: [...(row.earlier ? vatAtPerformance(vat, performanceNumber(row.earlier)) : vat)],
  };
}

export async function publicFormulas(
  tx: Tx,
  performanceId: string,
  channel: SaleChannel = 'ONLINE',
): Promise<Formula[]> {
  const { rows } = await tx.sql.named<FormulaRow>('public-formulas', FORMULAS, [tx.tenantId, performanceId]);
  return rows.map((row) => formulaOf(row, channel));
}

/** The terms of a sale, and what further statements read, in one message; the terms are null when there is no such performance. */
async function termsAnd(
  tx: Tx,
  performanceId: string,
  channel: SaleChannel,
  further: readonly Statement[],
): Promise<{ terms: SaleTerms | null; results: SqlResult<object>[] }> {
  const [terms, formulas, ...results] = await tx.sql.batch([
    ...saleTermsStatements(tx.tenantId, performanceId, channel),
    ...further,
  ]);
  return { terms: saleTermsFrom(terms, formulas, channel), results };
}

/** The terms of a sale, and what a further statement reads, as `termsAnd`. */
export async function saleTermsWith(
  tx: Tx,
  performanceId: string,
  further: Statement,
  channel: SaleChannel = 'ONLINE',
): Promise<{ terms: SaleTerms | null; result: SqlResult<object> | undefined }> {
  const { terms, results } = await termsAnd(tx, performanceId, channel, [further]);
  return { terms, result: results[0] };
}

/** The terms of a sale with the options on offer, and what a further statement reads, as `termsAnd`. */
export async function saleOfferWith(
  tx: Tx,
  performanceId: string,
  further: Statement,
  channel: SaleChannel,
): Promise<{ terms: SaleTerms | null; offered: OfferedOptions; result: SqlResult<object> | undefined }> {
  const options = offeredOptionsStatement(tx.tenantId, performanceId, channel);
  const { terms, results } = await termsAnd(tx, performanceId, channel, [options, further]);
  return { terms, offered: offeredOptionsFrom(results[0]), result: results[1] };
}

/** The two statements that read the terms of a sale. */
export const saleTermsStatements = (
  tenantId: string,
  performanceId: string,
  channel: SaleChannel = 'ONLINE',
): Statement[] => statementsOf(channel, [tenantId, performanceId]);
/** The terms that they have read; null when there is no such performance. */
export function saleTermsFrom(
  terms: SqlResult<object> | undefined,
  formulas: SqlResult<object> | undefined,
  channel: SaleChannel = 'ONLINE',
): SaleTerms | null {
  const [row] = (terms?.rows ?? []) as TermsRow[];
  return row ? termsOf(row, (formulas?.rows ?? []) as FormulaRow[], channel) : null;
}

function termsOf(row: TermsRow, formulas: readonly FormulaRow[], channel: SaleChannel): SaleTerms {
  return {
    performanceId: row.id,
    isMultiFormule: row.is_multi_formule,
    consecutivePlace: row.consecutive_place,
    placement: row.placement,
    wholeTables: row.whole_tables,
    onSale: row.on_sale,
    places: row.places,
    yearlyTicketLimit: row.yearly_ticket_limit,
    ticketsThisYear: row.tickets_this_year,
    asksPostalAddress: row.asks_postal_address,
    limits: row.limits,
    formulas: formulas.map((formula) => formulaOf(formula, channel)),
  };
}
