import type { PlacementRun } from './placement-types';
import { NOTHING_DONE, staleTickets, withoutRun, withoutWarning, withRun, withSent } from './stale-tickets';

const run = (id: string, ...reservations: string[]): PlacementRun => ({
  ...{ id, state: 'APPLIED', unplaced: [] },
  moves: reservations.map((reservationId) => ({
    ...{ reservationId, code: reservationId, customerName: reservationId, isUpgrade: false, moves: [] },
  })),
});
const isPrinted = (id: string) => id !== 'unprinted';
const moved = withRun(NOTHING_DONE, run('1', 'fabre', 'unprinted'), isPrinted);

test('moved tickets that were issued carry the former place until they are sent again', () => {
  expect(staleTickets(moved)).toEqual(['fabre']);
  expect(staleTickets(withSent(moved, ['fabre']))).toEqual([]);
  expect(staleTickets(withRun(withSent(moved, ['fabre']), run('2', 'fabre'), isPrinted))).toEqual(['fabre']);
});

test('an undone move makes tickets right, or wrong when they were sent since', () => {
  expect(staleTickets(withoutRun(moved, '1'))).toEqual([]);
  expect(staleTickets(withoutRun(withSent(moved, ['fabre']), '1'))).toEqual(['fabre']);
  // Moved twice, the second one undone: still not where the tickets say.
  expect(staleTickets(withoutRun(withRun(moved, run('2', 'fabre'), isPrinted), '2'))).toEqual(['fabre']);
});

test('a closed warning does not come back', () => {
  expect(staleTickets(withoutWarning(moved))).toEqual([]);
  expect(staleTickets(withoutRun(withoutWarning(moved), '1'))).toEqual([]);
});
