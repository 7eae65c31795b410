import {
  datetime,
  defineResource,
  int,
  READABLE_BY_USERS,
  ref,
  refs,
  related,
  text,
} from '@coulisse/resource';
import en from './room-plan.en.json';
import fr from './room-plan.fr.json';

/** The published drawing of a hall. The plan editor writes it; here it is only read. */
export const roomPlan = defineResource('ticketing.room-plan', {
  path: 'configuration/room-plans',
  texts: { fr, en },
  rights: 'ticketing.room',
  grants: READABLE_BY_USERS,
  table: 'room_plan_record',
  view: true,
  operations: ['read'],
  fields: {
    name: text({ max: 120 }).required().searchable().readonly(),
    room: ref('ticketing.room').required().readonly(),
    seatCount: int().required().readonly(),
    categories: refs('ticketing.seat-category').readonly(),
    shapes: related('ticketing.room-plan-shape', { by: 'plan' }),
    /** 0: never published. */
    publishedVersion: int().required().readonly(),
    publishedAt: datetime().readonly(),
  },
  list: ['name', 'room', 'seatCount', 'publishedAt', 'updatedAt'],
});
