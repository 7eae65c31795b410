import type { Formula, Seat } from '../api/types';
import { afterStep, countOf, countsOf, largestCount, placesLeft } from './place-counts';

const formula = (id: string, categoryId = 'gold', minimumNumberOfPeople: number | null = 1): Formula => ({
  ...{ id, name: id, description: null, categoryId, categoryName: categoryId },
  ...{ priceTTC: '10.00', priceMinor: 1_000, minimumNumberOfPeople, isDefault: false },
});
const seat = (id: string, categoryId: string, state: Seat['state']): Seat => ({
  id,
  categoryId,
  state,
  row: 'A',
  number: id,
  x: 0,
  y: 0,
  isPmr: false,
});
const [adult, child, group, balcony] = [
  formula('adult'),
  formula('child'),
  formula('group', 'gold', 5),
  formula('balcony', 'balcony'),
];
const formulas = [adult, child, group, balcony];
const left = new Map([
  ['gold', 8],
  ['balcony', 3],
]);
const several = { formulas, left, isMultiFormule: true };

test('places that are left are the free ones and those of this visitor, by category', () => {
  const seats = [
    seat('1', 'gold', 'FREE'),
    seat('2', 'gold', 'HELD'),
    seat('3', 'gold', 'HELD'),
    seat('4', 'balcony', 'SOLD'),
    seat('5', 'balcony', 'MINE'),
  ];
  expect([...placesLeft({ seats }, new Set(['3']))]).toEqual([
    ['gold', 2],
    ['balcony', 1],
  ]);
});

test('the lines of a cart are counted by formula', () => {
  const counts = countsOf([
    { formulaId: 'adult' },
    { formulaId: 'child' },
    { formulaId: 'adult' },
    { formulaId: null },
  ]);
  expect([...counts]).toEqual([
    ['adult', 2],
    ['child', 1],
  ]);
  expect(countOf(counts)).toBe(3);
});

test('R-093: a press goes from none to the least number of people of a formula, and back', () => {
  expect(afterStep(new Map(), group, 1, several).get('group')).toBe(5);
  expect(afterStep(new Map([['group', 5]]), group, 6, several).get('group')).toBe(6);
  expect(afterStep(new Map([['group', 5]]), group, 4, several).has('group')).toBe(false);
});

test('where an order has one formula, another one takes its place', () => {
  const single = { ...several, isMultiFormule: false };
  expect([...afterStep(new Map([['adult', 2]]), child, 1, single)]).toEqual([['child', 1]]);
  expect([...afterStep(new Map([['adult', 2]]), child, 1, several)]).toEqual([
    ['adult', 2],
    ['child', 1],
  ]);
  expect(largestCount(new Map([['adult', 8]]), child, single)).toBe(8);
});

test('nobody chooses more than is left in the category, than fits a cart, or less than the minimum', () => {
  expect(largestCount(new Map([['adult', 6]]), child, several)).toBe(2);
  expect(largestCount(new Map([['adult', 6]]), balcony, several)).toBe(3);
  expect(largestCount(new Map([['adult', 6]]), group, several)).toBe(0);
  const roomy = { ...several, left: new Map([['gold', 500]]) };
  expect(largestCount(new Map([['adult', 6]]), child, roomy)).toBe(14);
});
