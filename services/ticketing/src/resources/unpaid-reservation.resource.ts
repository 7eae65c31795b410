import { BUYER_FULL_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import {
  bool,
  date,
  datetime,
  defineResource,
  email,
  enumeration,
  money,
  READABLE_BY_USERS,
  ref,
  text,
} from '@coulisse/resource';
import en from './unpaid-reservation.en.json';
import fr from './unpaid-reservation.fr.json';

/** A reservation of which money is due: it waits for its payment, or its exchange for a dearer place does. */
export const unpaidReservation = defineResource('ticketing.unpaid-reservation', {
  path: 'prestiscene/reservations/list-unpaid',
  texts: { fr, en },
  rights: 'ticketing.reservation',
  grants: READABLE_BY_USERS,
  view: true,
  operations: ['read'],
  fields: {
    code: text({ max: 20 }).required().searchable().readonly(),
    customerName: text({ max: BUYER_FULL_NAME_MAX }).required().searchable().readonly(),
    customerEmail: email().searchable().readonly(),
    performance: ref('ticketing.performance').required().readonly(),
    channel: enumeration(['ONLINE', 'BOX_OFFICE']).required().readonly(),
    totalTTC: money().required().readonly(),
    paidTTC: money().required().readonly(),
    dueTTC: money().required().readonly(),
    deadline: datetime().readonly(),
    /** The first day agreed for a payment that was not made; empty without a schedule. */
    nextDueOn: date().readonly(),
    /** What is late, or without that the next instalment. */
    nextDueTTC: money().readonly(),
    isLate: bool().readonly(),
  },
  list: [
    'code',
    'customerName',
    'performance',
    'totalTTC',
    'paidTTC',
    'dueTTC',
    'nextDueOn',
    'nextDueTTC',
    'isLate',
    'deadline',
  ],
  label: 'code',
  sort: '-createdAt',
});
