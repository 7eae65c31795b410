import {
  blocked,
  bool,
  computed,
  date,
  datetime,
  defineResource,
  enumeration,
  int,
  list,
  money,
  READABLE_BY_USERS,
  ref,
  refs,
  text,
  time,
} from '@coulisse/resource';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { startOf } from './performance-time.rules';
import en from './performance.en.json';
import fr from './performance.fr.json';

/** First time of a performance: of the show, or of the meal when there is no show. */
const FIRST_TIME = `(SELECT min(one) FROM unnest(CASE WHEN cardinality(t.show_times) > 0 THEN t.show_times ELSE t.meal_times END) AS one)`;
const NAME = `(SELECT s.name FROM show s WHERE s.tenant_id = t.tenant_id AND s.id = t.show_id)
  || ' · ' || to_char(t.date, 'DD/MM/YYYY') || coalesce(' ' || ${FIRST_TIME}, '')`;
const PLACES_REMAINING = `greatest(0, t.places_available - (SELECT count(*) FROM seat_claim c WHERE c.tenant_id = t.tenant_id
  AND c.performance_id = t.id AND (c.state = 'SOLD' OR c.expires_at > now())))::int`;

const PLAN = `(SELECT r.name FROM room_plan r WHERE r.tenant_id = t.tenant_id AND r.id = t.plan_id::uuid)`;
const DATE_STATE = `CASE WHEN t.date < ${LOCAL_TODAY} THEN 'PAST' ELSE 'PRESENT' END`;

/** A show on a date, in a room, with its own copy of a plan's seats. */
export const performance = defineResource('ticketing.performance', {
  path: 'configuration/representations',
  texts: { fr, en },
  rights: 'ticketing.performance',
  grants: READABLE_BY_USERS,
  fields: {
    /** Show, date and time in one line: how other records name a performance. */
    name: computed(text({ max: 160 }), NAME).searchable(),
    show: ref('ticketing.show').required(),
    room: ref('ticketing.room').required(),
    planId: text({ min: 36, max: 36 }).required(),
    /** Name of the plan that its seats were copied from. */
    plan: computed(text({ max: 120 }), PLAN),
    date: date().required(),
    /** Today's performances are not past, whatever the hour. */
    dateState: computed(enumeration(['PRESENT', 'PAST']), DATE_STATE),
    mealTimes: list(time()),
    showTimes: list(time()),
    startsAt: datetime().readonly(),
    formulas: refs('ticketing.formula'),
    placesAvailable: int().readonly(),
    placesRemaining: computed(int(), PLACES_REMAINING),
    activeReservation: enumeration(['ALL', 'ADMIN', 'NO']).default('ALL'),
    displayCalendar: enumeration(['ALL', 'ADMIN']).default('ALL'),
    onlineReservationClosed: bool(),
    onlineReservationDeadline: datetime(),
    /** When buyers have to wait for admission; box office sales never do. */
    waitingRoom: enumeration(['AUTO', 'ON', 'OFF']).default('AUTO').help(),
    /** Buyers who may choose seats at the same time; the platform's number without it. */
    waitingRoomBuyers: int({ min: 1, max: 1_000_000 }).help(),
    isMultiFormule: bool().help(),
    automaticPlacement: bool(),
    isComplete: bool(),
    isCancelled: bool().help(),
    /** After a postponement: until when buyers may cancel on line, whatever the settings allow. */
    cancelableUntil: datetime().readonly(),
    isComfortPlacement: bool(),
    categoryUpgradeIfPlaceAvailable: bool(),
    barPreOrderAuthorization: bool(),
    blockExisting: bool(),
    costHTExtra: money({ min: 0 }),
  },
  derive: {
    startsAt: (record, { zone }) => startOf(record.date, record.showTimes, record.mealTimes, zone),
  },
  rules: [
    (record) =>
      record.showTimes.length + record.mealTimes.length === 0 &&
      blocked('validation.not-blank', {}, '/showTimes'),
  ],
  list: [
    'name',
    'show',
    'room',
    'date',
    'mealTimes',
    'showTimes',
    'placesAvailable',
    'placesRemaining',
    'activeReservation',
    'onlineReservationClosed',
  ],
  label: 'name',
  sort: 'startsAt',
});
