import { showsCodes, situationOf, type OrderFacts } from './order.domain';

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
