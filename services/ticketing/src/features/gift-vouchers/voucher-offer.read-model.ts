import type { Tx } from '@coulisse/service-kit';
import type { SaleChannel } from '../checkout/sale-channel';
import type { TaxedShare } from './gift-voucher.domain';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { giftVoucherValidity } from '../settings/gift-voucher-validity.domain';
import { LEAST_MINOR, MOST_MINOR } from './ordered-voucher.domain';

/** A formula that a theatre offers on gift vouchers. */
export interface OfferedFormula {
  id: string;
  name: string;
  description: string;
  priceMinor: number;
  minimumNumberOfPeople: number;
}

/** Posting a voucher, as an option of the theatre prices it. */
export interface Postage {
  name: string;
  priceMinor: number;
  rateBasisPoints: number;
}

/** What goes into the bag in which a voucher is handed over: all options that belong into it, together. */
export interface GiftBag {
  /** Names of the options. */
  contents: string;
  priceMinor: number;
  /** Their prices by rate. */
  taxed: TaxedShare[];
}

/** What a theatre says about the sale of its gift vouchers online. */
export interface VoucherOffer {
  /** Why none are sold; null while they are. */
  cannotBeSoldMessage: string | null;
  formulas: OfferedFormula[];
  postage: Postage | null;
  giftBag: GiftBag | null;
  /** Each buyer has to type a postal address, not only who has the voucher posted. */
  asksAddress: boolean;
  thankYouText: string | null;
  /** Local day of the theatre, and the last one for a voucher that is bought on it. */
  today: string;
  validityDays: number;
  endOfSeason: string | null;
}

/** A formula f that the public may buy on a voucher; the box office sells those that the public does not see too. */
export const SOLD_ON_VOUCHERS = 'f.available_on_gift_vouchers AND f.is_visible_to_public AND NOT f.archived';
const SOLD_ON_CHANNEL = `f.available_on_gift_vouchers AND ($2 = 'BOX_OFFICE' OR f.is_visible_to_public) AND NOT f.archived`;

/** Several options may be for the post; the first one that the buyers of channel `$2` see is the price. */
export const POSTAGE = `SELECT o.name, (o.total_ttc * 100)::int AS "priceMinor", (o.vat * 100)::int AS "rateBasisPoints" FROM option o
  WHERE o.tenant_id = $1 AND o.for_postal_send AND ($2 = 'BOX_OFFICE' OR o.display_on_gift_vouchers_mode = 'ALL') ORDER BY o.position, o.id LIMIT 1`;

/** The gift bag that the buyers of channel `$2` see; no row where no option belongs into one. */
export const GIFT_BAG = `SELECT left(string_agg(o.name, ', ' ORDER BY o.position, o.id), 600) AS contents, sum((o.total_ttc * 100)::int)::int AS "priceMinor",
    json_agg(json_build_object('rateBasisPoints', (o.vat * 100)::int, 'amountMinor', (o.total_ttc * 100)::int) ORDER BY o.position, o.id) AS taxed
  FROM option o WHERE o.tenant_id = $1 AND o.must_be_included_with_agift_bag
    AND ($2 = 'BOX_OFFICE' OR o.display_on_gift_vouchers_mode = 'ALL') HAVING count(*) > 0`;

/** Why the shop of settings `of` sells no vouchers, in SQL; null while it does. */
export const voucherNotSoldMessage = (of: string): string =>
  `nullif(btrim(${of}.gift_voucher_cannot_be_sold_message), '')`;

const OFFER = `SELECT ${voucherNotSoldMessage('t')} AS "cannotBeSoldMessage",
    coalesce((SELECT json_agg(json_build_object('id', f.id, 'name', f.name, 'description', coalesce(f.description, ''),
       'priceMinor', (f.ticket_price_ttc * 100)::int, 'minimumNumberOfPeople', f.minimum_number_of_people)
       ORDER BY f.ticket_price_ttc, f.name)
     FROM formula f WHERE f.tenant_id = $1 AND f.ticket_price_ttc > 0 AND ${SOLD_ON_CHANNEL}), '[]') AS formulas,
    (SELECT row_to_json(p) FROM (${POSTAGE}) p) AS postage,
    (SELECT row_to_json(b) FROM (${GIFT_BAG}) b) AS "giftBag",
    coalesce(t.asks_postal_address, false) AS "asksAddress",
    (SELECT y.text FROM settings_thank_you_texts y WHERE y.tenant_id = $1 AND y.parent_id = t.id
      AND y.purchase = 'GIFT_VOUCHER' ORDER BY y.position LIMIT 1) AS "thankYouText",
    to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today, coalesce(t.validity_days, 365) AS "validityDays",
    to_char(t.end_of_season_date_for_gift_vouchers, 'YYYY-MM-DD') AS "endOfSeason"
  FROM (SELECT 1) base LEFT JOIN settings t ON t.tenant_id = $1`;

/** What the tenant of the transaction sells on vouchers today, in one statement. */
export async function voucherOffer(tx: Tx, channel: SaleChannel = 'ONLINE'): Promise<VoucherOffer> {
  const { rows } = await tx.sql.query<VoucherOffer & Record<string, unknown>>(OFFER, [tx.tenantId, channel]);
  return rows[0]!;
}

/** The last day of a voucher that is sold today. */
export const lastDayOf = ({
  today,
  validityDays,
  endOfSeason,
}: Pick<VoucherOffer, 'today' | 'validityDays' | 'endOfSeason'>): string =>
  giftVoucherValidity(today, { validityDays, endOfSeasonDateForGiftVouchers: endOfSeason });

/** The offer as buyers and the desk see it: prices without their taxes, the last day instead of its rule. */
export function shownOffer(offer: VoucherOffer) {
  const { postage, giftBag, validityDays: _days, endOfSeason: _season, ...shown } = offer;
  return {
    ...shown,
    lastDay: lastDayOf(offer),
    ...{ leastMinor: LEAST_MINOR, mostMinor: MOST_MINOR },
    postage: postage && { name: postage.name, priceMinor: postage.priceMinor },
    giftBag: giftBag && { contents: giftBag.contents, priceMinor: giftBag.priceMinor },
  };
}
