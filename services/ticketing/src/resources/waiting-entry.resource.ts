import { BUYER_FULL_NAME_MAX, BUYER_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import {
  bool,
  computed,
  datetime,
  defineResource,
  email,
  enumeration,
  int,
  ref,
  text,
} from '@coulisse/resource';
import en from './waiting-entry.en.json';
import fr from './waiting-entry.fr.json';

/** Largest party that a waiting list takes, whatever a theatre sells in one cart. */
export const LARGEST_PARTY = 100;

/** Its place in the line; only who waits has one. */
const POSITION = `CASE WHEN t.state = 'WAITING' THEN (SELECT count(*) + 1 FROM waiting_entry w WHERE w.tenant_id = t.tenant_id
  AND w.performance_id = t.performance_id AND w.state = 'WAITING' AND w.rank < t.rank)::int END`;

/**
 * A party that waits for seats of a performance that cannot seat it. It is written by its person, by the rounds that offer
 * seats and by the sale; the generic routes list it, read it, offer seats to it and remove it.
 */
export const waitingEntry = defineResource('ticketing.waiting-entry', {
  path: 'prestiscene/waiting-entries',
  texts: { fr, en },
  rights: 'ticketing.waiting-entry',
  grants: { ADMINISTRATOR: 'all', USER: { read: 'all', offer: 'all', remove: 'all' } },
  operations: ['read'],
  // Names of the public are not offered to other services.
  referable: false,
  fields: {
    customerName: text({ max: BUYER_FULL_NAME_MAX }).required().searchable().readonly(),
    customerEmail: email().required().searchable().readonly(),
    firstName: text({ max: BUYER_NAME_MAX }).required().readonly(),
    lastName: text({ max: BUYER_NAME_MAX }).required().readonly(),
    language: enumeration(['fr', 'en']).default('fr').readonly(),
    performance: ref('ticketing.performance').required().readonly(),
    partySize: int({ min: 1, max: LARGEST_PARTY }).required().readonly(),
    /** Empty: any category. */
    category: ref('ticketing.seat-category').readonly(),
    /** Seats side by side; otherwise the party may be spread over the room. */
    isTogether: bool().default(true).readonly(),
    position: computed(int(), POSITION),
    /** Order of joining within the performance. */
    rank: int().required().readonly(),
    joinedAt: datetime().required().readonly(),
    consentAt: datetime().required().readonly(),
    offeredAt: datetime().readonly(),
    offerEndsAt: datetime().readonly(),
    offerSeats: text({ max: 2_000 }).readonly(),
    offerCount: int().default(0).readonly(),
    /** The cart that holds, or held, the offered seats. */
    offerCart: text({ min: 36, max: 36 }).readonly(),
    endCause: enumeration(['PERFORMANCE_CANCELED', 'SALE_CLOSED']).readonly(),
  },
  uniqueTogether: [{ fields: ['performance', 'customerEmail'], code: 'validation.already-used' }],
  lifecycle: {
    states: ['WAITING', 'OFFERED', 'BOUGHT', 'EXPIRED', 'LEFT', 'REMOVED', 'ENDED'],
    tones: {
      WAITING: 'neutral',
      OFFERED: 'info',
      BOUGHT: 'good',
      EXPIRED: 'bad',
      LEFT: 'bad',
      REMOVED: 'bad',
      ENDED: 'bad',
    },
    transitions: {
      // Holds the best seats for the whole party, until the offer ends; by hand it may pass others in the line.
      offer: { from: ['WAITING'], to: 'OFFERED', right: 'offer', bulk: false },
      buy: { from: ['OFFERED', 'EXPIRED', 'LEFT'], to: 'BOUGHT', system: true },
      // The offer ended unused: the seats go to the next party, and this one joins again if it still wants to.
      expire: { from: ['OFFERED'], to: 'EXPIRED', system: true },
      leave: { from: ['WAITING', 'OFFERED'], to: 'LEFT', system: true },
      remove: {
        from: ['WAITING', 'OFFERED'],
        to: 'REMOVED',
        right: 'remove',
        bulk: false,
        confirm: ['customerName'],
      },
      // The performance is cancelled, over, or no longer sold online.
      end: { from: ['WAITING', 'OFFERED'], to: 'ENDED', system: true },
      rejoin: {
        from: ['BOUGHT', 'EXPIRED', 'LEFT', 'REMOVED', 'ENDED'],
        to: 'WAITING',
        system: true,
        values: () => ({
          offeredAt: null,
          offerEndsAt: null,
          offerSeats: null,
          offerCart: null,
          endCause: null,
        }),
      },
    },
  },
  list: [
    'position',
    'customerName',
    'customerEmail',
    'performance',
    'partySize',
    'category',
    'isTogether',
    'state',
    'offerEndsAt',
    'joinedAt',
  ],
  label: 'customerName',
  sort: 'rank',
  sums: ['partySize'],
});
