import { color, defineResource, money, READABLE_BY_USERS } from '@coulisse/resource';
import { bandRules } from './band.rules';
import { named } from './labels';
import en from './loyalty-label.en.json';
import fr from './loyalty-label.fr.json';

/** Turnover without VAT of the last twelve months, from `minAmountHT` (inclusive) to `maxAmountHT` (exclusive). */
export const loyaltyLabel = defineResource('crm.loyalty-label', {
  path: 'crm/loyalty-labels',
  texts: { fr, en },
  rights: 'crm.loyalty-label',
  grants: READABLE_BY_USERS,
  fields: {
    ...named(),
    color: color(),
    minAmountHT: money({ min: 0 }).help(),
    maxAmountHT: money({ min: 0 }).help(),
  },
  rules: bandRules('minAmountHT', 'maxAmountHT'),
  // A second label of the same band would overlap the first.
  duplicable: false,
  list: ['name', 'color', 'minAmountHT', 'maxAmountHT'],
  sums: [],
  sort: 'minAmountHT',
});
