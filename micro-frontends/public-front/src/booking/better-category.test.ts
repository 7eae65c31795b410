import type { Formula, Seat } from '../api/types';
import { basketSeats } from './basket-lines';
import { betterCategory } from './better-category';

const seat = (id: string, categoryId: string, changes: Partial<Seat> = {}): Seat => ({
  ...{ id, row: 'A', number: id.slice(1), categoryId, x: 0, y: 0, isPmr: false, state: 'FREE' },
  ...changes,
});
const formula = (categoryId: string, priceMinor: number, minimumNumberOfPeople = 1): Formula => ({
  ...{ id: `${categoryId}-${priceMinor}`, name: '', description: null, categoryId, categoryName: '' },
  ...{ priceTTC: '0.00', priceMinor, minimumNumberOfPeople, isDefault: false },
});
const categories = ['gold', 'stalls', 'balcony'].map((id) => ({
  ...{ id, name: id, color: '#000', fromPriceMinor: null },
}));
const FORMULAS = [formula('gold', 8_900), formula('stalls', 6_900), formula('balcony', 4_900)];
const MINE = [seat('b1', 'balcony', { state: 'MINE' }), seat('b2', 'balcony', { state: 'MINE' })];
const better = (others: Seat[], { mine = MINE, formulas = FORMULAS } = {}) => {
  const seats = [...mine, ...others];
  const choice = new Map(mine.map(({ id }) => [id, null]));
  return betterCategory(basketSeats(choice, seats, formulas, categories), { seats, categories }, formulas);
};
const GOLD = [seat('g1', 'gold'), seat('g2', 'gold')];
const STALLS = [seat('s1', 'stalls'), seat('s2', 'stalls')];

test('R-193: the next dearer category with room for the party is offered', () => {
  expect(better([...GOLD, ...STALLS])).toEqual({ id: 'stalls', name: 'stalls', moreMinor: 2_000 });
  expect(better([...GOLD, seat('s1', 'stalls')])).toMatchObject({ id: 'gold', moreMinor: 4_000 });
});

test('R-193: nothing is offered without room, or when no category is dearer', () => {
  expect(better([seat('g1', 'gold'), seat('g2', 'gold', { state: 'SOLD' })])).toBeNull();
  expect(better([seat('g1', 'gold'), seat('g2', 'gold', { isPmr: true })])).toBeNull();
  expect(better(STALLS, { mine: [seat('g8', 'gold', { state: 'MINE' })] })).toBeNull();
  expect(better(GOLD, { formulas: [formula('gold', 8_900, 8), formula('balcony', 4_900)] })).toBeNull();
});

test('R-193: a place for a wheelchair is not given up for another category', () => {
  expect(better(GOLD, { mine: [seat('b1', 'balcony', { state: 'MINE', isPmr: true })] })).toBeNull();
  expect(better(GOLD, { mine: [] })).toBeNull();
});
