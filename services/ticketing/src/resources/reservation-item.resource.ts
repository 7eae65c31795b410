import { defineResource, int, list, money, READABLE_BY_USERS, ref, text } from '@coulisse/resource';
import en from './reservation-item.en.json';
import fr from './reservation-item.fr.json';

/**
 * What a reservation contains of one formula: its places that were not given back, and their options. It is written by the
 * cart, the sale and its changes, place by place; here it is only read.
 */
export const reservationItem = defineResource('ticketing.reservation-item', {
  path: 'prestiscene/reservation-items',
  texts: { fr, en },
  rights: 'ticketing.reservation',
  grants: READABLE_BY_USERS,
  table: 'reservation_line',
  view: true,
  operations: ['read'],
  fields: {
    reservation: ref('ticketing.reservation').required().readonly(),
    performance: ref('ticketing.performance').required().readonly(),
    formula: ref('ticketing.formula').required().readonly(),
    categoryName: text({ max: 80 }).searchable().readonly(),
    numberOfPlaces: int().required().readonly(),
    /** Labels of the places that are paid for, in the order of the sale. */
    seats: list(text()).readonly(),
    /** Labels of the free places of a group's drivers; they count among the places. */
    driverSeats: list(text()).readonly(),
    options: list(text()).readonly(),
    /** Of the places, without options. */
    totalTTC: money().required().readonly(),
  },
  list: [
    'reservation',
    'performance',
    'formula',
    'numberOfPlaces',
    'seats',
    'driverSeats',
    'options',
    'totalTTC',
  ],
  label: 'categoryName',
  sort: '-createdAt',
});
