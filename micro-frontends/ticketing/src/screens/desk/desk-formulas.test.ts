import { formulaOfTooFew, formulasOfSeats } from './desk-formulas';
import type { DeskFormula } from './desk-types';

const formula = (
  id: string,
  minimumNumberOfPeople: number,
  changes: Partial<DeskFormula> = {},
): DeskFormula => ({
  ...{ id, name: id, categoryId: 'gold', priceMinor: 3_333, minimumNumberOfPeople, isDefault: false },
  ...changes,
});
const group = formula('group', 8);
const full = formula('full', 1, { priceMinor: 4_500 });
const seats = (count: number, categoryId = 'gold') =>
  Array.from({ length: count }, (_, index) => ({ id: `${categoryId}-${index}`, categoryId }));
const idsOf = (count: number, chosen: Record<string, string> = {}, formulas = [group, full]) =>
  [...formulasOfSeats(seats(count), formulas, chosen).values()].map(({ id }) => id);

describe('the formulas of the chosen seats', () => {
  test('are sold to so few people, and follow their number (R-093)', () => {
    expect(new Set(idsOf(2))).toEqual(new Set(['full']));
    expect(new Set(idsOf(7))).toEqual(new Set(['full']));
    expect(new Set(idsOf(8))).toEqual(new Set(['group']));
  });

  test('are the default one only where enough people have it', () => {
    const formulas = [full, formula('group', 8, { isDefault: true })];
    expect(idsOf(1, {}, formulas)).toEqual(['full']);
    expect(idsOf(8, {}, formulas)[0]).toBe('group');
  });

  test('stay what the seller chose by hand; the people of that choice count for the others', () => {
    expect(idsOf(2, { 'gold-0': 'group' })).toEqual(['group', 'full']);
    expect(new Set(idsOf(8, { 'gold-0': 'group' }))).toEqual(new Set(['group']));
    expect(idsOf(8, { 'gold-0': 'full' })).toEqual(Array.from({ length: 8 }, () => 'full'));
  });

  test('are the only one of their category although too few have it, and none of another category', () => {
    expect(idsOf(2, {}, [group])).toEqual(['group', 'group']);
    expect(idsOf(1, { 'gold-0': 'silver' }, [full, formula('silver', 1, { categoryId: 'silver' })])).toEqual([
      'full',
    ]);
    expect(formulasOfSeats(seats(1, 'bronze'), [group, full], {}).size).toBe(0);
  });
});

test('a formula that too few people have is named before the sale (R-093)', () => {
  const lines = (count: number, of?: DeskFormula) => Array.from({ length: count }, () => ({ formula: of }));
  expect(formulaOfTooFew([...lines(1, full), ...lines(7, group)])).toBe(group);
  expect(formulaOfTooFew([...lines(1, full), ...lines(8, group), ...lines(1)])).toBeNull();
});
