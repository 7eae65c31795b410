import { BUYER_FULL_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import { bool, datetime, defineResource, email, enumeration, ref, text } from '@coulisse/resource';
import en from './list-to-send-item.en.json';
import fr from './list-to-send-item.fr.json';

/** What a theatre sends by post: options of sold reservations that are posted, and gift vouchers. */
export const listToSendItem = defineResource('ticketing.list-to-send-item', {
  path: 'prestiscene/list-to-send/list',
  texts: { fr, en },
  rights: 'ticketing.list-to-send',
  grants: { ADMINISTRATOR: 'all', USER: { read: 'all' } },
  view: true,
  operations: ['read'],
  fields: {
    code: text({ max: 20 }).required().searchable().readonly(),
    kind: enumeration(['RESERVATION', 'GIFT_VOUCHER']).required().readonly(),
    customerName: text({ max: BUYER_FULL_NAME_MAX }).required().searchable().readonly(),
    customerEmail: email().readonly(),
    address: text({ max: 500 }).searchable().readonly(),
    contents: text({ max: 500 }).readonly(),
    /** Of what is posted before an evening. */
    performance: ref('ticketing.performance').readonly(),
    isSent: bool().readonly(),
    sentAt: datetime().readonly(),
  },
  lifecycle: {
    states: ['TO_SEND', 'SENT'],
    path: ['TO_SEND', 'SENT'],
    tones: { TO_SEND: 'warn', SENT: 'good' },
    transitions: {},
  },
  list: ['isSent', 'code', 'kind', 'customerName', 'address', 'contents', 'performance', 'createdAt'],
  label: 'code',
  sort: '-createdAt',
});
