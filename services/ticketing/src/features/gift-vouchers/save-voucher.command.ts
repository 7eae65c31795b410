import type { Language } from '@coulisse/contracts';
import { formatAmount, parseAmount } from '@coulisse/money';
import type { Resources } from '@coulisse/resource-server';
import { Problem, systemActor, type Actor, type Tx } from '@coulisse/service-kit';
import { giftVoucher } from '../../resources';
import type { CustomerFields } from '../../resources/reservation.resource';
import { fullName } from '../../resources/full-name';
import { addressErrors } from '../checkout/postal-address.domain';
import type { SaleChannel } from '../checkout/sale-channel';
import { newVoucherValues } from './create-gift-voucher.command';
import { faceValueOf } from './gift-voucher.domain';
import { orderErrors, type VoucherWish } from './ordered-voucher.domain';
import type { VoucherDiscount } from './voucher-discount.domain';
import { lastDayOf, voucherOffer } from './voucher-offer.read-model';
import { openVoucherSale } from './voucher-sale.store';

export interface VoucherOrder extends VoucherWish {
  /** People of the formula. */
  quantity: number;
  beneficiaryName: string;
  message: string;
  isPostal: boolean;
  hasGiftBag: boolean;
  customer: CustomerFields & { email: string | null };
  /** Third party that staff chose as the buyer. */
  tiers?: string | null;
  language: Language;
}

/** Who sells a voucher, and where. */
export interface VoucherSeller {
  channel: SaleChannel;
  seller: Actor;
  /** Id of the new voucher; a new one by default. */
  id?: string;
  /** Local day after which a draft that is not paid is cancelled; the shop has its own rule. */
  deadline: string | null;
  /** The shop gives none. */
  discount: VoucherDiscount | null;
}

/** The public shop. */
export const voucherShop = (tenantId: string): VoucherSeller => ({
  channel: 'ONLINE',
  seller: systemActor(tenantId, 'ticketing.voucher-shop'),
  deadline: null,
  discount: null,
});

export interface SavedVoucher {
  id: string;
  /** What it will be worth, and what is to be paid: less the discount, with postage and gift bag. */
  valueMinor: number;
  totalMinor: number;
}

/** Refuses the sale while the theatre sells no vouchers; otherwise its terms of today. */
export async function checkVouchersAreSold(tx: Tx) {
  const offer = await voucherOffer(tx);
  if (offer.cannotBeSoldMessage !== null) throw new Problem('gift-voucher.cannot-be-sold');
  return offer;
}

/** A draft of what a buyer has chosen; its price is the theatre's, and it is worth nothing before it is paid. */
export async function saveVoucher(
  tx: Tx,
  resources: Resources,
  order: VoucherOrder,
  { channel, seller, id, deadline, discount }: VoucherSeller,
): Promise<SavedVoucher> {
  const offer = channel === 'ONLINE' ? await checkVouchersAreSold(tx) : await voucherOffer(tx, channel);
  const errors = [
    ...orderErrors(order, { first: offer.today, last: lastDayOf(offer) }),
    // At the desk the address may stand in the record of the customer, or be noted later.
    ...(channel === 'ONLINE'
      ? addressErrors(order.customer, { isAsked: offer.asksAddress, isPosted: order.isPostal })
      : []),
  ];
  const [first] = errors;
  if (first) throw new Problem('validation.failed', { errors });
  const { email, ...fields } = order.customer;
  const line = {
    formula: order.formula,
    quantity: order.amount === null ? order.quantity : 1,
    unitTTC: order.amount && formatAmount(parseAmount(order.amount)),
  };
  const { item, taxed, ...made } = await newVoucherValues(tx, {
    ...line,
    ...{ channel, discount },
    postage: order.isPostal ? channel : null,
    giftBag: order.hasGiftBag ? channel : null,
  });
  const values = {
    ...made,
    items: [{ ...line, ...item }],
    ...{ channel, deadline },
    customer: order.tiers ?? null,
    customerName: fullName(fields),
    customerEmail: email,
    customerFields: fields,
    language: order.language,
    beneficiaryName: order.beneficiaryName || null,
    beneficiaryEmail: order.beneficiaryEmail,
    message: order.message || null,
    sendOn: order.sendOn,
    ...{ isPostal: order.isPostal, hasGiftBag: order.hasGiftBag },
  };
  const record = await resources.of(giftVoucher).create(tx, seller, values, id === undefined ? {} : { id });
  openVoucherSale(tx, record.id, taxed);
  const totalMinor = parseAmount(record.totalTTC);
  return {
    id: record.id,
    totalMinor,
    valueMinor: faceValueOf(record),
  };
}
