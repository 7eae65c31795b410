import { bool, datetime, defineResource, int, list, READABLE_BY_USERS, ref, text } from '@coulisse/resource';
import en from './performance-plan.en.json';
import fr from './performance-plan.fr.json';

/** The copy of a room plan that a performance is sold from. A synchronisation with the plan writes it. */
export const performancePlan = defineResource('ticketing.performance-plan', {
  path: 'configuration/performance-plans',
  texts: { fr, en },
  rights: 'ticketing.performance',
  grants: READABLE_BY_USERS,
  table: 'performance_plan_record',
  view: true,
  operations: ['read'],
  fields: {
    performance: ref('ticketing.performance').required().readonly(),
    plan: ref('ticketing.room-plan').readonly(),
    /** Version of the plan at the copy. */
    planVersion: int().required().readonly(),
    synchronisedAt: datetime().readonly(),
    /** Some of its places are not moved by an automatic placement. */
    tableNumberLocked: bool().readonly(),
    /** Labels of its places, in the order in which they are filled. */
    shapes: list(text()).readonly(),
  },
  list: ['performance', 'plan', 'planVersion', 'tableNumberLocked', 'synchronisedAt'],
  sums: [],
  label: 'performance',
  sort: '-createdAt',
});
