import { planOf } from '../api/plan';
import type { Plan } from '../api/types';
import { applySeatChanges, isOfOtherSeats } from './use-live-plan';

const place = (id: string) => ({
  id,
  row: 'A',
  number: id,
  categoryId: 'gold',
  x: 0,
  y: 0,
  rotation: 0,
  isPmr: false,
});
const plan = planOf([place('1'), place('2')], {
  performanceId: 'p',
  version: 1,
  seatingId: '1',
  categories: [],
  states: 'FM',
});
const mine = (id: string): boolean => id === '2';
const states = (next: Plan): string => next.seats.map((item) => item.state).join(' ');

describe('live seats', () => {
  it('marks seats held by others as HELD and released ones as FREE', () => {
    const held = applySeatChanges(plan, new Map([['1', 'HELD']]), mine);
    expect(states(held)).toBe('HELD MINE');
    expect(states(applySeatChanges(held, new Map([['1', 'FREE']]), mine))).toBe('FREE MINE');
  });

  it('never shows an own hold as HELD', () => {
    expect(applySeatChanges(plan, new Map([['2', 'HELD']]), mine)).toBe(plan);
  });

  it('of other seats change nothing here, and are told apart', () => {
    const others = new Map([['9', 'SOLD' as const]]);
    expect(applySeatChanges(plan, others, mine)).toBe(plan);
    expect(isOfOtherSeats(plan, others)).toBe(true);
    expect(isOfOtherSeats(plan, new Map([['1', 'SOLD']]))).toBe(false);
  });
});
