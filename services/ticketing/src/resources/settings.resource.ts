import { blocked, defineResource, int, text } from '@coulisse/resource';
import en from './settings.en.json';
import fr from './settings.fr.json';

/** Sale settings of a tenant: one record, created with the tenant. Empty fields mean the platform's values. */
export const settings = defineResource('ticketing.settings', {
  path: 'configuration/settings',
  texts: { fr, en },
  rights: 'ticketing.settings',
  fields: {
    /** Name of the tenant. */
    name: text({ max: 160 }).readonly(),
    seatsPerCart: int({ min: 1, max: 100 }).help(),
    seatsPerNetwork: int({ min: 1, max: 2000 }).help(),
    sharePerNetwork: int({ min: 1, max: 100 }).help(),
    cartsPerNetwork: int({ min: 1, max: 500 }).help(),
    restMinutes: int({ min: 0, max: 240 }).help(),
  },
  rules: [
    (record) =>
      record.seatsPerNetwork !== null &&
      record.seatsPerCart !== null &&
      record.seatsPerNetwork < record.seatsPerCart &&
      blocked('validation.value-min', { min: record.seatsPerCart }, '/seatsPerNetwork'),
  ],
  operations: ['read', 'update'],
  list: ['name', 'seatsPerCart', 'seatsPerNetwork', 'sharePerNetwork', 'cartsPerNetwork', 'restMinutes'],
  sums: [],
});
