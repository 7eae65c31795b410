import {
  blocked,
  bool,
  computed,
  date,
  decimal,
  defineResource,
  int,
  READABLE_BY_USERS,
  ref,
  refs,
  text,
} from '@coulisse/resource';
import en from './promotion-code.en.json';
import fr from './promotion-code.fr.json';

/** A use counts when its order is paid, and no longer once that is cancelled. */
const NUMBER_OF_USES = `(SELECT count(*)::int FROM reservation r WHERE r.tenant_id = t.tenant_id
  AND r.promotion_code_id = t.id AND r.state = 'VALIDATED')`;

/** A word that takes a percentage or an amount off an order, for a time and a number of uses. */
export const promotionCode = defineResource('ticketing.promotion-code', {
  path: 'configuration/promotion-codes',
  texts: { fr, en },
  rights: 'ticketing.promotion-code',
  grants: READABLE_BY_USERS,
  fields: {
    code: text({ min: 3, max: 30 }).required().unique().searchable().help(),
    name: text({ max: 120 }).required().searchable().help(),
    isPercentage: bool().default(true),
    value: decimal({ min: 0, max: 99_999, decimals: 2 }).required().help(),
    start: date(),
    end: date().help(),
    maxNumberOfUses: int({ min: 1, max: 1_000_000 }).help(),
    numberOfUses: computed(int(), NUMBER_OF_USES),
    formulas: refs('ticketing.formula').help(),
    /** It is then for the shows of this structure alone. */
    entity: ref('identity.entity').help(),
    active: bool().default(true),
  },
  rules: [
    ({ isPercentage, value }) =>
      isPercentage && Number(value) > 100 && blocked('validation.value-max', { max: 100 }, '/value'),
    ({ value }) => Number(value) === 0 && blocked('promotion-code.no-value', {}, '/value'),
    ({ start, end }) =>
      start !== null && end !== null && end < start && blocked('validation.period', {}, '/end'),
  ],
  list: [
    'code',
    'name',
    'value',
    'isPercentage',
    'start',
    'end',
    'numberOfUses',
    'maxNumberOfUses',
    'active',
  ],
  label: 'code',
  // The sum of percentages and amounts means nothing.
  sums: ['numberOfUses'],
  sort: 'code',
});
