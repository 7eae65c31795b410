import type { Language } from '@coulisse/contracts';
import { formatAmount, parseAmount } from '@coulisse/money';
import type { Resources } from '@coulisse/resource-server';
import { Problem, systemActor, type Tx } from '@coulisse/service-kit';
import { giftVoucher } from '../../resources';
import type { CustomerFields } from '../../resources/reservation.resource';
import { giftVoucherValidity } from '../settings/gift-voucher-validity.domain';
import { newVoucherValues } from './create-gift-voucher.command';
import { orderErrors, type VoucherWish } from './ordered-voucher.domain';
import { voucherOffer } from './voucher-offer.read-model';
import { openVoucherSale } from './voucher-sale.store';

export interface VoucherOrder extends VoucherWish {
  /** People of the formula. */
  quantity: number;
  beneficiaryName: string;
  message: string;
  isPostal: boolean;
  customer: CustomerFields & { email: string };
  language: Language;
}

export interface SavedVoucher {
  id: string;
  /** What it will be worth, and what is to be paid with the postage. */
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
export async function saveVoucher(tx: Tx, resources: Resources, order: VoucherOrder): Promise<SavedVoucher> {
  const { today, validityDays, endOfSeason } = await checkVouchersAreSold(tx);
  const validity = { validityDays, endOfSeasonDateForGiftVouchers: endOfSeason };
  const errors = orderErrors(order, { first: today, last: giftVoucherValidity(today, validity) });
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
    channel: 'ONLINE',
    isPostal: order.isPostal,
  });
  const shop = systemActor(tx.tenantId, 'ticketing.voucher-shop');
  const record = await resources.of(giftVoucher).create(tx, shop, {
    ...made,
    items: [{ ...line, ...item }],
    channel: 'ONLINE',
    customerName: `${fields.lastName} ${fields.firstName}`.trim(),
    customerEmail: email,
    customerFields: fields,
    language: order.language,
    beneficiaryName: order.beneficiaryName || null,
    beneficiaryEmail: order.beneficiaryEmail,
    message: order.message || null,
    sendOn: order.sendOn,
    isPostal: order.isPostal,
  });
  openVoucherSale(tx, record.id, taxed);
  const totalMinor = parseAmount(record.totalTTC);
  return {
    id: record.id,
    totalMinor,
    valueMinor: totalMinor - parseAmount(record.postageTTC ?? '0'),
  };
}
