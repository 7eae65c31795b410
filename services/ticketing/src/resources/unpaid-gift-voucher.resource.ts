import { BUYER_FULL_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import { date, defineResource, email, enumeration, money, READABLE_BY_USERS, text } from '@coulisse/resource';
import en from './unpaid-gift-voucher.en.json';
import fr from './unpaid-gift-voucher.fr.json';

/** A gift voucher that waits for its payment, or for a part of it. */
export const unpaidGiftVoucher = defineResource('ticketing.unpaid-gift-voucher', {
  path: 'prestiscene/gift-vouchers/list-unpaid',
  texts: { fr, en },
  rights: 'ticketing.gift-voucher',
  grants: READABLE_BY_USERS,
  view: true,
  operations: ['read'],
  fields: {
    code: text({ max: 20 }).required().searchable().readonly(),
    customerName: text({ max: BUYER_FULL_NAME_MAX }).required().searchable().readonly(),
    customerEmail: email().searchable().readonly(),
    channel: enumeration(['ONLINE', 'BOX_OFFICE']).required().readonly(),
    totalTTC: money().required().readonly(),
    leftToPay: money().required().readonly(),
    deadline: date().readonly(),
  },
  list: ['code', 'customerName', 'channel', 'totalTTC', 'leftToPay', 'deadline', 'createdAt'],
  label: 'code',
  sort: '-createdAt',
});
