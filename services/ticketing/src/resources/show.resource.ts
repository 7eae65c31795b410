import {
  blocked,
  bool,
  color,
  defineResource,
  enumeration,
  image,
  int,
  longText,
  money,
  READABLE_BY_USERS,
  ref,
  related,
  text,
  url,
} from '@coulisse/resource';
import en from './show.en.json';
import fr from './show.fr.json';

/** What is played: everything that its performances have in common. */
export const show = defineResource('ticketing.show', {
  path: 'configuration/spectacles',
  texts: { fr, en },
  rights: 'ticketing.show',
  grants: READABLE_BY_USERS,
  fields: {
    name: text({ max: 120 }).required().searchable(),
    shortDescription: text({ max: 255 }),
    description: longText(),
    /** Domain of the declarations to the ministry. */
    genre: enumeration([
      'THEATRE',
      'CABARET',
      'MUSICAL',
      'CONCERT',
      'OPERA',
      'DANCE',
      'CIRCUS',
      'HUMOUR',
      'MAGIC',
      'PUPPETS',
      'YOUNG_AUDIENCE',
      'STREET_ARTS',
      'OTHER',
    ]).help(),
    color: color(),
    /** Shown on the public pages, in a few sizes; without one they draw a poster. */
    poster: image({ public: true }).help(),
    /** What the poster shows, for people who do not see it. */
    posterAlt: text({ max: 200 }).help(),
    posterFile: url().help(),
    placement: enumeration(['ADMIN', 'CUSTOMER']).default('CUSTOMER'),
    consecutivePlace: bool().help(),
    /** Buyers online take a table with all of its chairs, or none of them. */
    wholeTables: bool().help(),
    displaySeatNumber: bool().default(true),
    displayTableNumber: bool(),
    generationTicketsUponReservation: bool().default(true),
    ticketGenerationXDaysBefore: int({ min: 0, max: 365 }),
    onSiteSales: bool(),
    private: bool().help(),
    costHT: money({ min: 0 }),
    performancesBefore: int({ min: 0, max: 10_000 }).default(0).help(),
    displayMode: enumeration(['ALL', 'ADMIN']).default('ALL'),
    /** The structure of the tenant that gives it. */
    entity: ref('identity.entity').help(),
    performances: related('ticketing.performance', { by: 'show' }),
  },
  rules: [
    // Tickets that are not made upon reservation need a day.
    (record) =>
      !record.generationTicketsUponReservation &&
      record.ticketGenerationXDaysBefore === null &&
      blocked('validation.not-null', {}, '/ticketGenerationXDaysBefore'),
  ],
  list: ['name', 'shortDescription', 'placement', 'displayMode'],
});
