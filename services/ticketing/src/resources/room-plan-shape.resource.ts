import {
  bool,
  color,
  defineResource,
  enumeration,
  int,
  json,
  READABLE_BY_USERS,
  ref,
  text,
} from '@coulisse/resource';
import en from './room-plan-shape.en.json';
import fr from './room-plan-shape.fr.json';

/** A place of a published plan, in the order in which places are filled. The plan editor generates it. */
export const roomPlanShape = defineResource('ticketing.room-plan-shape', {
  path: 'configuration/room-plan-shapes',
  texts: { fr, en },
  rights: 'ticketing.room',
  grants: READABLE_BY_USERS,
  view: true,
  operations: ['read'],
  fields: {
    label: text({ max: 24 }).required().searchable().readonly(),
    plan: ref('ticketing.room-plan').required().readonly(),
    type: enumeration(['SEAT', 'TABLE']).required().readonly(),
    row: text({ max: 10 }).readonly(),
    number: text({ max: 10 }).readonly(),
    category: ref('ticketing.seat-category').readonly(),
    /** Of its category. */
    color: color().readonly(),
    /** Places of one block or table have the same. */
    groupIndex: int().readonly(),
    isBlocked: bool().readonly(),
    isPmr: bool().readonly(),
    /** Its centre, in the units of the drawing. */
    points: json<readonly { x: number; y: number }[]>().readonly(),
    pathOrder: int().required().readonly(),
  },
  list: ['label', 'plan', 'type', 'category', 'groupIndex', 'isPmr', 'isBlocked', 'pathOrder'],
  // Neither the order nor the group is a quantity.
  sums: [],
  label: 'label',
  sort: 'pathOrder',
});
