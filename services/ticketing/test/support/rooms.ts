import { generateShapes, type PlanBlock } from '@coulisse/seat-plan';
import type { PlacementSeat, PlaceState } from '../../src/features/placement/placement.types';
import { randomOf } from '../../src/features/placement/random';

/** A row by letters: F free, T taken, B blocked, W a free wheelchair place, and a blank for an aisle. */
export function rowSeats(text: string, row = 0, categoryId = 'gold'): PlacementSeat[] {
  let group = row * 100;
  return [...text].flatMap((letter, index) => {
    if (letter === ' ') group += 1;
    if (letter === ' ') return [];
    const state: PlaceState = letter === 'T' ? 'TAKEN' : letter === 'B' ? 'BLOCKED' : 'FREE';
    return [
      {
        id: `${row}-${index}`,
        categoryId,
        x: index,
        y: row,
        groupIndex: group,
        pathOrder: row * 1000 + index,
        isPmr: letter === 'W',
        state,
      },
    ];
  });
}

/** Rows of one category, the first at the front. */
export const roomSeats = (...rows: string[]): PlacementSeat[] =>
  rows.flatMap((text, row) => rowSeats(text, row));

const block = (overrides: Partial<PlanBlock>): PlanBlock => ({
  id: 'stalls',
  name: 'Stalls',
  categoryId: 'gold',
  rows: 40,
  seatsPerRow: 50,
  firstRow: 'A',
  firstSeat: 1,
  x: 0,
  y: 0,
  rowSpacing: 26,
  seatSpacing: 26,
  curve: 60,
  rotation: 0,
  numbering: 'ODD_EVEN',
  aisleAfter: [12, 38],
  accessible: [],
  ...overrides,
});

/** A hall of 8,000 seats in curved rows with aisles: four blocks, two categories, twenty wheelchair places. */
export function largeHall(): PlacementSeat[] {
  const wheelchairs = Array.from({ length: 20 }, (_, at) => `A-${at + 1}`);
  const shapes = generateShapes([
    block({ accessible: wheelchairs }),
    block({ id: 'left', x: -1500, firstSeat: 101, categoryId: 'silver' }),
    block({ id: 'right', x: 1500, firstSeat: 201, categoryId: 'silver' }),
    block({ id: 'back', y: 1300, firstRow: 'BA' }),
  ]);
  return shapes.map((shape) => ({ ...shape, state: 'FREE' as const }));
}

/** A party of usual size: mostly two or four. */
export function usualParty(random: () => number): number {
  const sizes = [1, 2, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 5, 6, 6, 8];
  return sizes[Math.floor(random() * sizes.length)]!;
}

/** The seats with a share of them taken at random. */
export function partlyTaken(seats: readonly PlacementSeat[], share: number, seed: number): PlacementSeat[] {
  const random = randomOf(seed);
  return seats.map((seat) => (random() < share ? { ...seat, state: 'TAKEN' as const } : seat));
}
