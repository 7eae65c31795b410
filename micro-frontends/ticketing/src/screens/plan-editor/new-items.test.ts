import { chairsOf } from '@coulisse/seat-plan';
import { nextLabel, tablesBelow } from './new-items';

const labelled = (...labels: string[]) => ({ tables: labels.map((label) => ({ label })) }) as never;

test('the next table has the label after the last one, and none that is used', () => {
  expect(nextLabel(labelled())).toBe('T1');
  expect(nextLabel(labelled('T1', 'T2'))).toBe('T3');
  expect(nextLabel(labelled('B8', 'B9', 'B7'))).toBe('B10');
});

test('a second series of tables continues the grid of the first, below it', () => {
  const choice = {
    ...{ columns: 4, rows: 2, firstLabel: 'T1', form: 'ROUND' as const, chairs: 8, ends: 0 },
    ...{ categoryId: 'gold', gap: 12 },
  };
  const first = tablesBelow([], { tables: [] }, choice);
  const second = tablesBelow(first.flatMap(chairsOf), { tables: first }, { ...choice, firstLabel: 'T9' });
  expect(second.map(({ label }) => label)).toEqual(['T9', 'T10', 'T11', 'T12', 'T13', 'T14', 'T15', 'T16']);
  const step = first[4]!.y - first[0]!.y;
  for (const [at, table] of second.entries()) {
    expect(table.x).toBeCloseTo(first[at]!.x);
    expect(table.y).toBeCloseTo(first[at]!.y + 2 * step);
  }
});
