import type { Formula } from '../api/types';
import { missingPeople } from './missing-people';

const formula = (name: string, minimumNumberOfPeople: number | null): Formula => ({
  ...{ id: name, name, description: null, categoryId: 'gold', categoryName: 'Or' },
  ...{ priceTTC: '10.00', priceMinor: 1_000, minimumNumberOfPeople, isDefault: false },
});

test('R-093: a formula with fewer people than its minimum is named before the checkout', () => {
  const [group, single] = [formula('Groupe', 4), formula('Seul', null)];
  const seats = (count: number) => Array.from({ length: count }, () => ({ formula: group }));
  expect(missingPeople([...seats(3), { formula: single }, { formula: null }])).toEqual([
    { formula: 'Groupe', least: 4 },
  ]);
  expect(missingPeople(seats(4))).toEqual([]);
  expect(missingPeople([])).toEqual([]);
});
