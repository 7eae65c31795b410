import { formatAmount, totalsInclusive } from '@coulisse/money';
import { defineCommand } from '@coulisse/resource-server';
import { Problem, type Tx } from '@coulisse/service-kit';
import { giftVoucher } from '../../resources';
import type { SaleChannel } from '../checkout/sale-channel';
import type { VatPart } from '../checkout/pricing.domain';
import { vatPurposeOf, voucherTotal, type TaxedShare, type VatPurpose } from './gift-voucher.domain';
import { openVoucherSale } from './voucher-sale.store';
import { reduced } from '../checkout/discount.domain';
import { voucherDiscount, type VoucherDiscount } from './voucher-discount.domain';
import { newVoucherCode, newVoucherKey } from './voucher-code.domain';
import { GIFT_BAG, POSTAGE, SOLD_ON_VOUCHERS, type GiftBag, type Postage } from './voucher-offer.read-model';

interface FormulaRow {
  name: string;
  price: string;
  purpose: VatPurpose;
  available: boolean;
  /** The public may buy it too. */
  online: boolean;
  minimum_people: number;
  vat: VatPart[];
}

const FORMULA = `SELECT f.name, f.ticket_price_ttc::text AS price, f.gift_voucher_purpose::text AS purpose,
    f.available_on_gift_vouchers AND NOT f.archived AS available, ${SOLD_ON_VOUCHERS} AS online,
    f.minimum_number_of_people AS minimum_people,
    (SELECT coalesce(json_agg(json_build_object('label', b.label, 'rateBasisPoints', (b.rate * 100)::int,
       'amountMinor', (b.amount_ttc * 100)::int) ORDER BY b.position), '[]')
     FROM formula_vat_breakdown b WHERE b.tenant_id = f.tenant_id AND b.parent_id = f.id) AS vat
  FROM formula f WHERE f.tenant_id = $1 AND f.id = $2`;

const refused = () =>
  new Problem('gift-voucher.formula-not-available', {
    errors: [{ pointer: '/items/0/formula', code: 'gift-voucher.formula-not-available' }],
  });

interface Wanted {
  formula: string | null;
  quantity: number;
  channel: string | null;
}

/** The formula that a voucher is sold for; refused unless the theatre offers it on gift vouchers, to enough people. */
async function formulaOf(tx: Tx, { formula: id, quantity, channel }: Wanted): Promise<FormulaRow | null> {
  if (id === null) return null;
  const { rows } = await tx.sql.query<FormulaRow & Record<string, unknown>>(FORMULA, [tx.tenantId, id]);
  const [row] = rows;
  if (!(channel === 'ONLINE' ? row?.online : row?.available) || !row) throw refused();
  if (quantity < row.minimum_people) {
    const params = { n: row.minimum_people };
    throw new Problem('reservation.minimum-people', {
      params,
      errors: [{ pointer: '/items/0/quantity', code: 'reservation.minimum-people', params }],
    });
  }
  return row;
}

const taxIn = (shares: readonly TaxedShare[]): number =>
  totalsInclusive(
    shares.map(({ rateBasisPoints, amountMinor }) => ({ rateBasisPoints, ttcMinor: amountMinor })),
  ).lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0);

/** A single-purpose voucher is taxed at its sale; the sale of a multi-purpose one carries no VAT (CGI 256 ter). */
function taxedOf(formula: FormulaRow | null, quantity: number): TaxedShare[] {
  if (vatPurposeOf(formula && { giftVoucherPurpose: formula.purpose }) === 'MULTI_PURPOSE' || !formula)
    return [];
  return formula.vat.map(({ rateBasisPoints, amountMinor }) => ({
    rateBasisPoints,
    amountMinor: amountMinor * quantity,
  }));
}

const NO_POSTAGE: Postage = { name: '', priceMinor: 0, rateBasisPoints: 0 };

/** Posting is sold at the price of the theatre's option; the desk posts for nothing where the theatre has none. */
async function postageOf(tx: Tx, channel: SaleChannel | null): Promise<Postage> {
  if (channel === null) return NO_POSTAGE;
  const { rows } = await tx.sql.query<Postage & Record<string, unknown>>(POSTAGE, [tx.tenantId, channel]);
  const [postage] = rows;
  if (!postage && channel === 'BOX_OFFICE') return NO_POSTAGE;
  if (!postage)
    throw new Problem('gift-voucher.post-not-offered', {
      errors: [{ pointer: '/isPostal', code: 'gift-voucher.post-not-offered' }],
    });
  return postage;
}

const NO_BAG: GiftBag = { contents: '', priceMinor: 0, taxed: [] };

/** The bag is sold at the prices of the options that belong into it. */
async function giftBagOf(tx: Tx, channel: SaleChannel | null): Promise<GiftBag> {
  if (channel === null) return NO_BAG;
  const { rows } = await tx.sql.query<GiftBag & Record<string, unknown>>(GIFT_BAG, [tx.tenantId, channel]);
  const [bag] = rows;
  if (!bag)
    throw new Problem('gift-voucher.bag-not-offered', {
      errors: [{ pointer: '/hasGiftBag', code: 'gift-voucher.bag-not-offered' }],
    });
  return bag;
}

/** What a new voucher is for. */
export interface VoucherLine extends Wanted {
  /** Price of an amount; that of a formula is the theatre's. */
  unitTTC: string | null;
  /** Where posting it is sold; null: it is not. */
  postage: SaleChannel | null;
  /** Where its gift bag is sold; null: it has none. */
  giftBag: SaleChannel | null;
  discount: VoucherDiscount | null;
}

/** Code, key and prices of a new voucher: whatever its buyer or its seller says of them, they are these. */
export async function newVoucherValues(tx: Tx, line: VoucherLine) {
  const { quantity } = line;
  const formula = await formulaOf(tx, line);
  const postage = await postageOf(tx, line.postage);
  const bag = await giftBagOf(tx, line.giftBag);
  const unitTTC = formula ? formula.price : line.unitTTC;
  const worthMinor = unitTTC === null ? 0 : voucherTotal({ unitTTC, quantity });
  // Posting is a service of its own, taxed at its sale whatever the voucher is.
  const posted = { rateBasisPoints: postage.rateBasisPoints, amountMinor: postage.priceMinor };
  const { minor: discountMinor, values: discountValues } = voucherDiscount(worthMinor, line.discount);
  // Taxed is what is paid for it.
  const listed = taxedOf(formula, quantity);
  const ofFormula = discountMinor > 0 ? reduced(listed, worthMinor - discountMinor) : listed;
  const ofPostage = posted.amountMinor > 0 ? [posted] : [];
  const ofBag = bag.taxed.filter(({ amountMinor }) => amountMinor > 0);
  const taxMinor = taxIn(ofFormula) + taxIn(ofPostage) + taxIn(ofBag);
  const totalMinor = worthMinor - discountMinor + postage.priceMinor + bag.priceMinor;
  const totalTTC = formatAmount(totalMinor);
  return {
    code: newVoucherCode(),
    key: newVoucherKey(),
    taxed: [...ofFormula, ...ofPostage, ...ofBag],
    item: { name: formula?.name ?? null, unitTTC, totalTTC: formatAmount(worthMinor) },
    vatPurpose: vatPurposeOf(formula && { giftVoucherPurpose: formula.purpose }),
    postageTTC: postage.priceMinor > 0 ? formatAmount(postage.priceMinor) : null,
    giftBagTTC: bag.priceMinor > 0 ? formatAmount(bag.priceMinor) : null,
    giftBagContents: bag.contents || null,
    ...discountValues,
    totalTTC,
    totalHT: formatAmount(totalMinor - taxMinor),
    totalVAT: formatAmount(taxMinor),
    leftToPay: totalTTC,
  };
}

/**
 * A new voucher is a draft with its code and its key; it is worth something once it is valid. Staff who enter one post it
 * as they have agreed.
 */
export const createGiftVoucher = defineCommand(giftVoucher, 'create', async ({ values, tx, proceed }) => {
  const [line] = values.items;
  if (!line || values.code) return proceed();
  const { item, taxed, ...made } = await newVoucherValues(tx, {
    ...line,
    channel: values.channel,
    ...{ postage: null, giftBag: null, discount: null },
  });
  const created = await proceed({ ...made, items: [{ ...line, ...item }] });
  openVoucherSale(tx, created.id, taxed);
  return created;
});
