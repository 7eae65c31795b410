import { DEFAULT_TIME_ZONE } from '@coulisse/contracts';
import { mayAll, Problem } from '@coulisse/service-kit';
import { servedTemplate, type ServedTemplate, type TemplateLocale } from '@coulisse/template-server';
import { dateTime, flag, list, number, templateKind, text, url, type DataOf } from '@coulisse/templates';
import { organiserData, organiserKeywords } from '../messages/organiser-brand';
import { DateTime } from 'luxon';
import { fullName } from '../../resources/full-name';
import { entryDetails, type EntryDetails } from './entry.read-model';

/** Keywords of every mail about an entry in a waiting list. */
const keywords = {
  organiser: organiserKeywords,
  buyer: { firstName: text, name: text },
  waiting: {
    partySize: number,
    category: text,
    isTogether: flag,
    position: number,
    seats: text,
    offerEndsAt: dateTime,
    offerTime: text,
    isPerformanceCanceled: flag,
    url,
  },
  show: { name: text },
  performance: { startsAt: dateTime, meals: list({ time: text }), shows: list({ time: text }) },
  venue: { room: text, address: text },
};

/** The mails of waiting lists, by what they tell. */
export const waitingTemplates = {
  JOINED: templateKind({ name: 'ticketing.waiting-joined-mail', kind: 'mail', keywords }),
  OFFER: templateKind({ name: 'ticketing.waiting-offer-mail', kind: 'mail', keywords }),
  EXPIRED: templateKind({ name: 'ticketing.waiting-expired-mail', kind: 'mail', keywords }),
  ENDED: templateKind({ name: 'ticketing.waiting-ended-mail', kind: 'mail', keywords }),
} as const;

const timesOf = (times: readonly string[]) => times.map((time) => ({ time }));

export const waitingData = (entry: EntryDetails, pageUrl: string, logoUrl = ''): DataOf<typeof keywords> => ({
  organiser: organiserData(entry.organiser.name, entry.organiser.site, logoUrl),
  buyer: { firstName: entry.firstName, name: fullName(entry) },
  waiting: {
    partySize: entry.partySize,
    category: entry.category?.name ?? '',
    isTogether: entry.isTogether && entry.partySize > 1,
    position: entry.position,
    seats: entry.offer?.seats ?? '',
    offerEndsAt: entry.offer?.endsAt ?? null,
    offerTime: entry.offer
      ? DateTime.fromISO(entry.offer.endsAt, { zone: entry.zone }).toFormat('HH:mm')
      : '',
    isPerformanceCanceled: entry.endCause === 'PERFORMANCE_CANCELED',
    url: pageUrl,
  },
  show: { name: entry.show.name },
  performance: {
    startsAt: entry.performance.startsAt,
    meals: timesOf(entry.performance.mealTimes),
    shows: timesOf(entry.performance.showTimes),
  },
  venue: entry.venue,
});

const SAMPLES = {
  fr: {
    show: 'Nuit blanche à Paris',
    room: 'Grande salle',
    category: 'Carré Or',
    seats: 'Rang B, place 12 · Rang B, place 13',
  },
  en: {
    show: 'A sleepless night in Paris',
    room: 'Main hall',
    category: 'Golden circle',
    seats: 'Row B, seat 12 · Row B, seat 13',
  },
} as const;
const SPECIMEN_URL = 'https://billetterie.example/app/w#specimen';

/** An invented entry, for previews and tests. */
export const sampleEntry = (language: TemplateLocale, changes: Partial<EntryDetails> = {}): EntryDetails => ({
  id: '00000000-0000-7000-8000-0000000000d1',
  state: 'OFFERED',
  firstName: 'Zoé',
  lastName: 'Martin',
  email: 'zoe.martin@example.org',
  language,
  partySize: 2,
  category: { id: '00000000-0000-7000-8000-0000000000d2', name: SAMPLES[language].category },
  isTogether: true,
  position: 3,
  waiting: 8,
  offer: { endsAt: '2026-12-10T18:00:00.000Z', seats: SAMPLES[language].seats },
  offerCount: 1,
  endCause: 'SALE_CLOSED',
  isOpen: true,
  show: { id: '00000000-0000-7000-8000-0000000000d3', name: SAMPLES[language].show, color: null },
  performance: {
    id: '00000000-0000-7000-8000-0000000000c1',
    date: '2026-12-12',
    startsAt: '2026-12-12T19:30:00.000Z',
    mealTimes: ['19:30'],
    showTimes: ['20:30'],
  },
  venue: { room: SAMPLES[language].room, address: '4 place des Célestins, 69002 Lyon' },
  zone: DEFAULT_TIME_ZONE,
  organiser: {
    id: '00000000-0000-7000-8000-0000000000d4',
    name: 'La Lumière',
    slug: 'la-lumiere',
    city: 'Lyon',
    site: {},
  },
  ...changes,
});

/** The templates of waiting lists that tenants may change; previews show an invented link, which opens nothing. */
export const servedWaitingTemplates: readonly ServedTemplate[] = Object.values(waitingTemplates).map((kind) =>
  servedTemplate({
    kind,
    sample: (locale) => waitingData(sampleEntry(locale), SPECIMEN_URL),
    dataOf: async (tx, actor, id) => {
      if (!mayAll(actor, 'ticketing.waiting-entry.read'))
        throw new Problem('security.insufficient-privilege');
      return waitingData(await entryDetails(tx, id), SPECIMEN_URL);
    },
  }),
);
