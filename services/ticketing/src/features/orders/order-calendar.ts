import type { Language } from '@coulisse/contracts';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { DateTime } from 'luxon';
import type { Order } from './order.read-model';

const LABELS = {
  fr: { meal: 'Repas', show: 'Spectacle', order: 'Commande' },
  en: { meal: 'Meal', show: 'Show', order: 'Order' },
} as const;

/**
 * The evening as a file for calendars (RFC 5545). It begins with its first time, of a meal or of the show; when it ends is not
 * known. A canceled order replaces the entry by a canceled one. It has no link to the order: calendars are shared.
 */
export function calendarOf(order: Order, language: Language): string {
  const { performance, show, venue, organiser, code, zone, situation } = order;
  const labels = LABELS[language];
  const [first] = [...performance.mealTimes, ...performance.showTimes].sort();
  const start = first
    ? DateTime.fromISO(`${performance.date}T${first}`, { zone })
    : DateTime.fromISO(performance.startsAt, { zone });
  const isCanceled = situation === 'CANCELED' || situation === 'PERFORMANCE_CANCELED';
  const calendar = ical({
    prodId: { company: 'Coulisse', product: 'Billetterie', language },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: code,
    start: start.toJSDate(),
    summary: show.name,
    location: [organiser.name, venue.room, venue.address].filter(Boolean).join(', '),
    description: [
      ...performance.mealTimes.map((time) => `${labels.meal} ${time}`),
      ...performance.showTimes.map((time) => `${labels.show} ${time}`),
      ...order.seats.filter(({ isCanceled: isGivenBack }) => !isGivenBack).map(({ seat }) => seat),
      `${labels.order} ${code}`,
    ].join('\n'),
    status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
