import {
  blocked,
  bool,
  date,
  datetime,
  defineResource,
  enumeration,
  int,
  list,
  money,
  ref,
  refs,
  text,
  time,
} from '@coulisse/resource';
import { startOf } from './performance-time.rules';
import en from './performance.en.json';
import fr from './performance.fr.json';

/** A show on a date, in a room, with its own copy of a plan's seats. */
export const performance = defineResource('ticketing.performance', {
  path: 'configuration/representations',
  texts: { fr, en },
  rights: 'ticketing.performance',
  fields: {
    /** Show, date and time in one line: how other records name a performance. */
    name: text({ max: 160 }).readonly().searchable(),
    show: ref('ticketing.show').required(),
    room: ref('ticketing.room').required(),
    planId: text({ min: 36, max: 36 }).required(),
    date: date().required(),
    mealTimes: list(time()),
    showTimes: list(time()),
    startsAt: datetime().readonly(),
    formulas: refs('ticketing.formula'),
    placesAvailable: int().readonly(),
    placesRemaining: int().readonly(),
    activeReservation: enumeration(['ALL', 'ADMIN', 'NO']).default('ALL'),
    displayCalendar: enumeration(['ALL', 'ADMIN']).default('ALL'),
    onlineReservationClosed: bool(),
    onlineReservationDeadline: datetime(),
    isMultiFormule: bool().help(),
    automaticPlacement: bool(),
    isComplete: bool(),
    isComfortPlacement: bool(),
    categoryUpgradeIfPlaceAvailable: bool(),
    barPreOrderAuthorization: bool(),
    blockExisting: bool(),
    costHTExtra: money({ min: 0 }),
  },
  derive: { startsAt: (record) => startOf(record.date, record.showTimes, record.mealTimes) },
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
