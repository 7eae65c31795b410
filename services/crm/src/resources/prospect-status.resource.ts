import { color, defineResource, percent } from '@coulisse/resource';
import { bandRules } from './band.rules';
import { named } from './labels';

/** Chances of success in percent, from `min` up to and without `max`; a hundred belongs to what ends there. */
export const prospectStatus = defineResource('crm.prospect-status', {
  path: 'crm/prospect-statuses',
  rights: 'crm.prospect-status',
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
