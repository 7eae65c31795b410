import { color, defineResource, percent, READABLE_BY_USERS } from '@coulisse/resource';
import { bandRules } from './band.rules';
import { named } from './labels';
import en from './prospect-status.en.json';
import fr from './prospect-status.fr.json';

/** Chances of success in percent, from `min` (inclusive) to `max` (exclusive, except 100). */
export const prospectStatus = defineResource('crm.prospect-status', {
  path: 'crm/prospect-statuses',
  texts: { fr, en },
  rights: 'crm.prospect-status',
  grants: READABLE_BY_USERS,
  fields: {
    ...named(),
    color: color(),
    min: percent({ min: 0, max: 100, decimals: 2 }).help(),
    max: percent({ min: 0, max: 100, decimals: 2 }).help(),
  },
  rules: bandRules('min', 'max'),
  duplicable: false,
  list: ['name', 'color', 'min', 'max'],
  sort: 'min',
});
