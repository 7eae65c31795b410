import type { Plan } from '../api/types';
import { applySeatChanges } from './use-live-plan';

const seat = (id: string, state: 'FREE' | 'MINE') => ({
  id,
  row: 'A',
  number: id,
  categoryId: 'gold',
  x: 0,
  y: 0,
  isPmr: false,
  state,
});
const plan: Plan = {
  performanceId: 'p',
  version: 1,
  categories: [],
  seats: [seat('1', 'FREE'), seat('2', 'MINE')],
};
const mine = (id: string): boolean => id === '2';
const states = (next: Plan): string => next.seats.map((item) => item.state).join(' ');

describe('live seats', () => {
  it('marks seats held by others as HELD and released ones as FREE', () => {
    const held = applySeatChanges(plan, [{ id: '1', state: 'HELD' }], mine);
    expect(states(held)).toBe('HELD MINE');
    expect(states(applySeatChanges(held, [{ id: '1', state: 'FREE' }], mine))).toBe('FREE MINE');
  });

  it('never shows an own hold as HELD', () => {
    expect(applySeatChanges(plan, [{ id: '2', state: 'HELD' }], mine)).toBe(plan);
  });

  it('ignores seats of other plans', () => {
    expect(applySeatChanges(plan, [{ id: '9', state: 'SOLD' }], mine)).toBe(plan);
  });
});
