import { saleState } from './sale-state';

const open = {
  date: '2026-12-12',
  activeReservation: 'ALL' as const,
  onlineReservationClosed: false,
  placesRemaining: 3,
  isCancelled: false,
};
const today = '2026-12-01';

it.each([
  ['OPEN', open, today],
  ['OPEN', open, '2026-12-12'],
  ['PAST', open, '2026-12-13'],
  ['FULL', { ...open, placesRemaining: 0 }, today],
  ['ADMIN', { ...open, onlineReservationClosed: true }, today],
  ['ADMIN', { ...open, activeReservation: 'ADMIN' as const }, today],
  ['CANCELLED', { ...open, isCancelled: true }, '2026-12-13'],
  ['CLOSED', { ...open, activeReservation: 'NO' as const }, today],
])('returns %s', (expected, performance, day) => {
  expect(saleState(performance, day)).toBe(expected);
});
