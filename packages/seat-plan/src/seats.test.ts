import { generateShapes } from './generate';
import { areConsecutive, bestGroup, bestSeats, consecutiveRuns, runAround, seatName } from './seats';
import type { PlanBlock, Shape } from './types';

const hall: PlanBlock = {
  id: 'hall',
  name: 'Orchestre',
  categoryId: 'gold',
  rows: 3,
  seatsPerRow: 8,
  firstRow: 'A',
  firstSeat: 1,
  x: 0,
  y: 0,
  rowSpacing: 26,
  seatSpacing: 26,
  curve: 18,
  rotation: 0,
  numbering: 'LEFT_TO_RIGHT',
  aisleAfter: [4],
  accessible: [],
};
const all = generateShapes([hall]);
const pick = (...labels: string[]): Shape[] =>
  labels.map((label) => all.find((shape) => shape.label === label)!);
const labels = (seats: Shape[] | null): string | undefined => seats?.map((seat) => seat.label).join(' ');
const free =
  (...taken: string[]) =>
  (seat: Shape): boolean =>
    !taken.includes(seat.label);

describe('seatName', () => {
  it('returns the name in the given language', () => {
    expect(seatName({ row: 'B', number: '12' }, 'fr')).toBe('Rang B, place 12');
    expect(seatName({ row: 'B', number: '12' }, 'en')).toBe('Row B, seat 12');
  });
});

describe('areConsecutive', () => {
  it('accepts neighbours in any order', () => {
    expect(areConsecutive(pick('A-3', 'A-2', 'A-4'), all)).toBe(true);
    expect(areConsecutive(pick('A-3'), all)).toBe(true);
  });

  it('refuses a gap, an aisle and another row', () => {
    expect(areConsecutive(pick('A-1', 'A-3'), all)).toBe(false);
    expect(areConsecutive(pick('A-4', 'A-5'), all)).toBe(false);
    expect(areConsecutive(pick('A-1', 'B-1'), all)).toBe(false);
  });

  it('compares positions, not seat numbers', () => {
    const odd = generateShapes([{ ...hall, numbering: 'ODD_EVEN', aisleAfter: [], rotation: 30 }]);
    const find = (label: string): Shape => odd.find((shape) => shape.label === label)!;
    expect(areConsecutive([find('A-1'), find('A-2')], odd)).toBe(true);
    expect(areConsecutive([find('A-2'), find('A-3')], odd)).toBe(false);
  });

  it('finds two runs in each row', () => {
    expect(consecutiveRuns(all).map((run) => run.length)).toEqual([4, 4, 4, 4, 4, 4]);
  });
});

describe('runAround', () => {
  it('selects neighbours around the clicked seat and leaves no single free seat', () => {
    expect(labels(runAround(pick('A-2')[0]!, 2, all, free()))).toBe('A-1 A-2');
    expect(labels(runAround(pick('A-2')[0]!, 3, all, free()))).toBe('A-1 A-2 A-3');
    expect(labels(runAround(pick('A-3')[0]!, 2, all, free()))).toBe('A-3 A-4');
  });

  it('returns null when no run is long enough', () => {
    expect(runAround(pick('A-2')[0]!, 5, all, free())).toBeNull();
    expect(runAround(pick('A-2')[0]!, 3, all, free('A-1', 'A-3'))).toBeNull();
  });
});

describe('bestSeats', () => {
  it('prefers the middle of the front', () => {
    expect(labels(bestSeats(4, all, free()))).toBe('A-1 A-2 A-3 A-4');
    expect(labels(bestSeats(2, all, free('A-3', 'A-4', 'A-5', 'A-6', 'A-7', 'A-8')))).toBe('B-3 B-4');
  });

  it('returns null for zero seats, no seats in the plan or a party larger than every run', () => {
    expect(bestSeats(0, all, free())).toBeNull();
    expect(bestSeats(5, all, free())).toBeNull();
    expect(bestSeats(1, [], free())).toBeNull();
  });
});

describe('bestGroup', () => {
  it('takes one run where there is one', () => {
    expect(labels(bestGroup(4, all, free()))).toBe(labels(bestSeats(4, all, free())));
  });

  it('takes a party that no row has room for in few runs, near each other', () => {
    const found = bestGroup(10, all, free()) ?? [];
    expect(new Set(found.map(({ id }) => id)).size).toBe(10);
    expect(consecutiveRuns(found)).toHaveLength(3);
  });

  it('takes all that is free, and nothing where that is too little', () => {
    expect(bestGroup(24, all, free())).toHaveLength(24);
    expect(bestGroup(25, all, free())).toBeNull();
    expect(bestGroup(0, all, free())).toBeNull();
  });
});
