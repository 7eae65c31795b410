import { BUYER_FULL_NAME_MAX, BUYER_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import { datetime, defineResource, money, READABLE_BY_USERS, ref, text } from '@coulisse/resource';
import en from './ticket.en.json';
import fr from './ticket.fr.json';

/**
 * The right to one place, or to one unit of an option. Tickets are made by a sale, numbered right after it and void with their place: here they are
 * only read. `end`: nobody is let in with it on another day.
 */
export const ticket = defineResource('ticketing.ticket', {
  path: 'prestiscene/tickets',
  texts: { fr, en },
  rights: 'ticketing.ticket',
  grants: READABLE_BY_USERS,
  table: 'ticket_record',
  view: true,
  operations: ['read'],
  fields: {
    code: text({ max: 20 }).searchable().readonly(),
    reservation: ref('ticketing.reservation').required().readonly(),
    customerName: text({ max: BUYER_FULL_NAME_MAX }).searchable().readonly(),
    /** Who comes with it, when the buyer wrote a name. */
    holderName: text({ max: BUYER_NAME_MAX }).searchable().readonly(),
    performance: ref('ticketing.performance').required().readonly(),
    formula: ref('ticketing.formula').required().readonly(),
    categoryName: text({ max: 80 }).readonly(),
    seat: text({ max: 24 }).readonly(),
    /** Of a ticket that is handed over for an option, and opens no entry. */
    optionName: text({ max: 120 }).searchable().readonly(),
    priceTTC: money().required().readonly(),
    start: datetime().required().readonly(),
    end: datetime().required().readonly(),
    numberedAt: datetime().readonly(),
    canceledAt: datetime().readonly(),
  },
  lifecycle: {
    states: ['DRAFT', 'VALIDATED', 'CANCELED'],
    path: ['DRAFT', 'VALIDATED'],
    tones: { DRAFT: 'neutral', VALIDATED: 'good', CANCELED: 'bad' },
    transitions: {},
  },
  list: [
    'code',
    'state',
    'customerName',
    'reservation',
    'performance',
    'seat',
    'optionName',
    'priceTTC',
    'createdAt',
  ],
  label: 'code',
  sort: '-createdAt',
});
