import fc from 'fast-check';
import {
  amountToPay,
  cancelableUntil,
  exchangeableUntil,
  showsCodes,
  situationOf,
  type ChangeFacts,
  type OrderFacts,
} from './order.domain';

const now = new Date('2026-12-12T20:00:00Z');
const sold: OrderFacts = {
  state: 'VALIDATED',
  isPerformanceCanceled: false,
  hasCanceledSeats: false,
  startsAt: new Date('2026-12-12T19:30:00Z'),
};

test.each([
  [{}, 'VALID', true],
  [{ hasCanceledSeats: true }, 'PARTLY_CANCELED', true],
  [{ startsAt: new Date('2026-12-11T19:30:00Z') }, 'PAST', false],
  [{ startsAt: new Date('2026-12-12T08:30:00Z') }, 'VALID', true],
  [{ isPerformanceCanceled: true }, 'PERFORMANCE_CANCELED', false],
  [{ state: 'CANCELED' }, 'CANCELED', false],
  [{ state: 'CANCELED', isPerformanceCanceled: true }, 'CANCELED', false],
  [{ state: 'PRE_RESERVATION' }, 'PRE_RESERVED', false],
  [{ state: 'PRE_RESERVATION', isPerformanceCanceled: true }, 'PERFORMANCE_CANCELED', false],
  [{ state: 'QUOTE_REQUESTED' }, 'QUOTE_REQUESTED', false],
  [{ state: 'QUOTE_REFUSED' }, 'QUOTE_REFUSED', false],
  [{ state: 'DRAFT' }, 'PENDING', false],
] as const)('%j is %s, with codes: %s', (changes, situation, codes) => {
  const found = situationOf({ ...sold, ...changes }, now);
  expect([found, showsCodes(found)]).toEqual([situation, codes]);
});

const HOUR = 3_600_000;
const cancelable: ChangeFacts = {
  situation: 'VALID',
  hours: 48,
  postponedUntil: null,
  arrivedCount: 0,
  startsAt: new Date(now.getTime() + 49 * HOUR),
};

test.each([
  [{}, HOUR],
  [{ hours: 0 }, 49 * HOUR],
  [{ hours: 49 }, null],
  [{ hours: null }, null],
  [{ hours: null, postponedUntil: new Date(now.getTime() + 2 * HOUR) }, 2 * HOUR],
  [{ postponedUntil: new Date(now.getTime() + 2 * HOUR) }, 2 * HOUR],
  [{ postponedUntil: new Date(now.getTime() - 1) }, HOUR],
  [{ postponedUntil: new Date(now.getTime() + HOUR), arrivedCount: 1 }, null],
  [{ arrivedCount: 1 }, null],
  [{ situation: 'PARTLY_CANCELED' }, HOUR],
  [{ situation: 'PRE_RESERVED' }, HOUR],
  [{ situation: 'CANCELED' }, null],
  [{ situation: 'PERFORMANCE_CANCELED' }, null],
  [{ situation: 'PAST' }, null],
  [{ situation: 'QUOTE_REQUESTED' }, null],
] as const)('with %j the buyer may cancel for %p more milliseconds', (changes, rest) => {
  const until = cancelableUntil({ ...cancelable, ...changes }, now);
  expect(until && until.getTime() - now.getTime()).toBe(rest);
});

test('nobody cancels after the performance has begun, whatever the setting', () => {
  fc.assert(
    fc.property(fc.nat(8_760), fc.nat(10_000), (hours, minutes) => {
      const startsAt = new Date(now.getTime() - minutes * 60_000);
      expect(cancelableUntil({ ...cancelable, hours, startsAt }, now)).toBeNull();
    }),
  );
});

test.each([
  ['VALID', null, 2_500, 6_400],
  ['PARTLY_CANCELED', null, 8_900, 0],
  ['PAST', null, 0, 8_900],
  ['VALID', null, 9_900, 0],
  ['PRE_RESERVED', '2026-12-12T20:00:01Z', 0, 8_900],
  ['PRE_RESERVED', '2026-12-12T20:00:00Z', 0, 0],
  ['PRE_RESERVED', null, 0, 0],
  ['CANCELED', null, 0, 0],
  ['PERFORMANCE_CANCELED', null, 0, 0],
  ['QUOTE_REQUESTED', '2026-12-13T20:00:00Z', 0, 0],
  ['QUOTE_REFUSED', null, 0, 0],
  ['PENDING', null, 0, 0],
] as const)(
  'of an order that is %s until %s with %i paid, %i may be paid',
  (situation, at, paidMinor, due) => {
    const deadline = at && new Date(at);
    expect(amountToPay({ situation, deadline, totalMinor: 8_900, paidMinor }, now)).toBe(due);
  },
);

test('an exchange is allowed until the theatre’s hour, only of sold orders and while nobody came', () => {
  const facts: ChangeFacts = {
    situation: 'VALID',
    hours: 24,
    postponedUntil: null,
    arrivedCount: 0,
    startsAt: new Date('2026-12-14T20:00:00Z'),
  };
  expect(exchangeableUntil(facts, now)).toEqual(new Date('2026-12-13T20:00:00Z'));
  expect(exchangeableUntil({ ...facts, situation: 'PRE_RESERVED' }, now)).toBeNull();
  expect(exchangeableUntil({ ...facts, hours: 48 }, now)).toBeNull();
  expect(exchangeableUntil({ ...facts, hours: null }, now)).toBeNull();
  expect(exchangeableUntil({ ...facts, arrivedCount: 1 }, now)).toBeNull();
});
