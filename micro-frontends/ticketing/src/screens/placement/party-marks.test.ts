import type { PerformanceSeat } from '../../api-types';
import { colorsOf, marksOf, PARTY_COLORS } from './party-marks';
import type { Party, PlacementRun } from './placement-types';

const seats = [1, 2, 3, 4, 5, 6].map((number): PerformanceSeat => ({
  ...{ id: `s${number}`, row: 'A', number: String(number), x: number * 26, y: 0 },
  ...{ categoryId: 'gold', isPmr: false, state: 'FREE' },
}));
const party = (reservationId: string, seatIds: string[], isSold = true): Party => ({
  ...{ reservationId, code: reservationId, version: 1, customerName: reservationId },
  ...{ hasArrived: false, isPrinted: false },
  places: seatIds.map((seatId) => ({
    ...{
      itemId: `i-${seatId}`,
      seatId,
      label: seatId,
      categoryId: 'gold',
      isSold,
      isLocked: seatId === 's5',
    },
  })),
});
const plan = {
  parties: [party('a', ['s1', 's2']), party('b', ['s5']), party('c', ['s6'], false)],
  pending: [{ reservationId: 'd', code: 'd', customerName: 'd', seatIds: ['s3'] }],
};
const shown = (marks: ReturnType<typeof marksOf>) =>
  marks.map(({ name, look, seats: own }) => [name, look, own.map(({ id }) => id).join(' ')]);

test('those who have seats are shown, and those who have not paid look different', () => {
  const marks = marksOf(plan, seats, { pickedId: null, proposal: null });
  expect(shown(marks)).toEqual([
    ['a', 'sold', 's1 s2'],
    ['b', 'sold', 's5'],
    ['d', 'pending', 's3'],
  ]);
  expect(marks.map(({ isLocked }) => isLocked)).toEqual([false, true, false]);
  expect(colorsOf(plan).get('d')).toBe(PARTY_COLORS[3]);
});

test('the picked one is drawn by the plan itself', () => {
  expect(shown(marksOf(plan, seats, { pickedId: 'a', proposal: null }))).toHaveLength(2);
});

test('a proposal shows new seats, and former ones that nobody gets', () => {
  const proposal: PlacementRun = {
    ...{ id: 'run', state: 'PROPOSED', unplaced: [] },
    moves: [
      {
        ...{ reservationId: 'a', code: 'a', customerName: 'a', isUpgrade: false },
        moves: [
          { itemId: 'i-s1', from: 's1', to: 's4' },
          { itemId: 'i-s2', from: 's2', to: 's1' },
        ],
      },
    ],
  };
  expect(shown(marksOf(plan, seats, { pickedId: null, proposal }))).toEqual([
    ['b', 'sold', 's5'],
    ['d', 'pending', 's3'],
    ['a', 'origin', 's2'],
    ['a', 'proposal', 's4 s1'],
  ]);
});
