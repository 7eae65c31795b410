import type { PerformanceSummary, Show, TheatrePlace } from '../api/types';
import { isOpen } from '../catalogue/availability-rules';

const CURRENCY = 'EUR';
/** Search engines show a handful of dates; a page for each exists all the same. */
const MOST_EVENTS = 40;

/** Types of schema.org; every other genre is a TheaterEvent. */
const TYPES: Readonly<Record<string, string>> = {
  CONCERT: 'MusicEvent',
  DANCE: 'DanceEvent',
  HUMOUR: 'ComedyEvent',
  YOUNG_AUDIENCE: 'ChildrensEvent',
  OTHER: 'Event',
};

/** Largest size that a page shows. */
export const posterUrl = ({ kind, url }: Show['poster'], origin: string): string =>
  `${origin}${url}${kind === 'STORED' ? '/poster/720' : ''}`;

const placeOf = ({ name, city, address }: TheatrePlace, room: string | null) => ({
  '@type': 'PerformingArtsTheater',
  name: room ? `${name}, ${room}` : name,
  address: address || city || name,
});

function offerOf(performance: PerformanceSummary, origin: string) {
  const { availability, lowestPrice, id } = performance;
  if (!isOpen(performance) && availability !== 'FULL') return undefined;
  const states = { FREE: 'InStock', FEW: 'LimitedAvailability', FULL: 'SoldOut' };
  return {
    '@type': 'Offer',
    url: `${origin}/app/reservations/cart/add/${id}`,
    availability: `https://schema.org/${states[availability]}`,
    ...(lowestPrice !== null && { price: lowestPrice, priceCurrency: CURRENCY }),
  };
}

/** The performances of a show as data for search engines (schema.org). */
export function eventData(show: Show, origin: string): object {
  const { organiser, genre } = show;
  const description = show.shortDescription || show.description;
  return {
    '@context': 'https://schema.org',
    '@graph': show.performances.slice(0, MOST_EVENTS).map((performance) => ({
      '@type': TYPES[genre ?? ''] ?? 'TheaterEvent',
      name: show.name,
      ...(description && { description }),
      url: `${origin}/app/spectacles/${show.id}`,
      image: posterUrl(show.poster, origin),
      startDate: performance.startsAt,
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: placeOf(organiser, performance.room),
      organizer: {
        '@type': 'Organization',
        name: organiser.name,
        url: `${origin}/app/theatres/${organiser.slug}`,
      },
      offers: offerOf(performance, origin),
    })),
  };
}
