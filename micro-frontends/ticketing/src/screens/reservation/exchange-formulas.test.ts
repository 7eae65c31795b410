import { chosenFormulas, formulaChoices, isAnyOpen, placesAsSeats } from './exchange-formulas';

const seat = (id: string, categoryId = 'gold') => ({
  ...{ id, row: 'B', number: id, categoryId, categoryName: categoryId === 'gold' ? 'Or' : 'Argent' },
});
const formula = (id: string, categoryId = 'gold') => ({
  ...{ id, name: id, categoryId, priceMinor: 8_900, minimumNumberOfPeople: 1, isDefault: false },
});
const formulas = [formula('dinner'), formula('show'), formula('silver', 'silver')];

test('a formula is chosen for each category that has several (R-098)', () => {
  const seats = [seat('1'), seat('2'), seat('3', 'silver')];
  const choices = formulaChoices(seats, { formulas, isMultiFormule: false }, 'fr');
  expect(choices).toMatchObject([
    { key: 'gold', name: 'Or', seats: ['1', '2'] },
    { key: 'silver', name: 'Argent', seats: ['3'], formulas: [{ id: 'silver' }] },
  ]);
  expect(isAnyOpen(choices)).toBe(true);
  expect(chosenFormulas(choices, { gold: 'show' })).toEqual({ 1: 'show', 2: 'show' });
  expect(chosenFormulas(choices, {})).toEqual({});
  // A choice of another date that this one does not sell.
  expect(chosenFormulas(choices, { gold: 'brunch' })).toEqual({});
});

test('where formulas may be mixed it is chosen for each seat, of a large group by category', () => {
  const chair = { ...seat('2'), row: 'T14', tableId: 't14' };
  const single = formulaChoices([seat('1'), chair], { formulas, isMultiFormule: true }, 'fr');
  expect(single.map(({ name }) => name)).toEqual(['Rang B, place 1', 'Table T14, place 2']);
  expect(chosenFormulas(single, { 2: 'dinner' })).toEqual({ 2: 'dinner' });
  const group = Array.from({ length: 13 }, (_, index) => seat(String(index)));
  expect(formulaChoices(group, { formulas, isMultiFormule: true }, 'fr')).toHaveLength(1);
});

test('the only formula of a category is named once for its seats, and is no choice', () => {
  const seats = [seat('1', 'silver'), seat('2', 'silver')];
  for (const isMultiFormule of [true, false]) {
    const choices = formulaChoices(seats, { formulas, isMultiFormule }, 'fr');
    expect(choices).toMatchObject([{ key: 'silver', name: 'Argent', seats: ['1', '2'] }]);
    expect(isAnyOpen(choices)).toBe(false);
  }
  // A category that the performance does not sell.
  expect(formulaChoices([seat('1', 'bronze')], { formulas, isMultiFormule: true }, 'fr')).toEqual([]);
});

test('places that keep their seats have formulas to choose as new ones have', () => {
  const { categoryName: _, ...planned } = seat('1');
  const places = [
    { seatId: '1', category: 'Or' },
    { seatId: 'of an earlier plan', category: 'Or' },
  ];
  const staying = placesAsSeats(places, [planned]);
  expect(formulaChoices(staying, { formulas, isMultiFormule: false }, 'fr')).toMatchObject([
    { key: 'gold', name: 'Or', seats: ['1'] },
  ]);
});
