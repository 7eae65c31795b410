import { formulasBelowLeast } from './least-people.domain';

const place = (formulaId: string, leastPeople: number | null = 1, isDriver = false) => ({
  ...{ formulaId, formulaName: `Formule ${formulaId}`, leastPeople, isDriver },
});
const places = (count: number, ...of: Parameters<typeof place>) =>
  Array.from({ length: count }, () => place(...of));

test('a group below the least number of its formula is named (R-093)', () => {
  expect(formulasBelowLeast(places(1, 'group', 8), places(7, 'group', 8))).toEqual([
    { formula: 'Formule group', people: 7, least: 8 },
  ]);
  expect(formulasBelowLeast(places(1, 'group', 8), places(8, 'group', 8))).toEqual([]);
});

test('a formula that loses nobody, or everybody, is not', () => {
  expect(formulasBelowLeast(places(1, 'full'), places(7, 'group', 8))).toEqual([]);
  expect(formulasBelowLeast(places(8, 'group', 8), places(2, 'full'))).toEqual([]);
});

test('drivers count for nothing, and a formula that is gone has no least number', () => {
  const staying = [...places(7, 'group', 8), ...places(1, 'group', 8, true)];
  expect(formulasBelowLeast(places(1, 'group', 8), staying)).toMatchObject([{ people: 7 }]);
  expect(formulasBelowLeast(places(1, 'group', 8, true), places(7, 'group', 8))).toEqual([]);
  expect(formulasBelowLeast(places(1, 'gone', null), places(1, 'gone', null))).toEqual([]);
});
