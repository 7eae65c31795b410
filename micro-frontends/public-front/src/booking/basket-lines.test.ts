import type { Formula, Seat } from '../api/types';
import { basketGroups, basketSeats, numberSpans, totalMinor, usualFormula } from './basket-lines';

const seat = (row: string, number: number, categoryId = 'gold'): Seat => ({
  id: `${row}${number}`,
  row,
  number: String(number),
  categoryId,
  x: number * 26,
  y: 0,
  isPmr: false,
  state: 'FREE',
});
const formula = (id: string, priceMinor: number, isDefault = false): Formula => ({
  id,
  name: id,
  description: null,
  categoryId: 'gold',
  categoryName: 'Carré Or',
  priceTTC: '0.00',
  priceMinor,
  minimumNumberOfPeople: null,
  isDefault,
});
const seats = [seat('A', 1), seat('A', 2), seat('A', 3), seat('B', 1), seat('C', 9, 'none')];
const formulas = [formula('dinner', 8900, true), formula('show', 4500)];
const categories = [{ id: 'gold', name: 'Carré Or' }];

describe('basket', () => {
  it('prices each seat by its formula, or by the default one', () => {
    const chosen = basketSeats(
      new Map([
        ['A1', null],
        ['A2', 'show'],
      ]),
      seats,
      formulas,
      categories,
    );
    expect(chosen.map((item) => item.formula?.id)).toEqual(['dinner', 'show']);
    expect(totalMinor(chosen)).toBe(13400);
  });

  it('has one line for each row, category and formula', () => {
    const choice = new Map([
      ['A1', null],
      ['A2', null],
      ['A3', 'show'],
      ['B1', null],
    ]);
    const groups = basketGroups(basketSeats(choice, seats, formulas, categories));
    expect(groups.map((group) => [group.seats.length, group.unitMinor, group.totalMinor])).toEqual([
      [2, 8900, 17800],
      [1, 4500, 4500],
      [1, 8900, 8900],
    ]);
  });

  it('uses the cheapest formula when none is the default', () => {
    expect(usualFormula([formula('a', 300), formula('b', 200)])?.id).toBe('b');
    expect(usualFormula([])).toBeNull();
  });

  it('writes three neighbours as a span, two as single numbers', () => {
    const text = (...numbers: string[]): string =>
      numberSpans(numbers)
        .map(({ from, to }) => (from === to ? from : `${from}-${to}`))
        .join(' ');
    expect(text('14', '12', '13')).toBe('12-14');
    expect(text('9', '10')).toBe('9 10');
    expect(text('1', '3', '5', '6', '7')).toBe('1 3 5-7');
  });
});
