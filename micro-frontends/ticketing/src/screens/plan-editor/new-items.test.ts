import { nextLabel } from './new-items';

const labelled = (...labels: string[]) => ({ tables: labels.map((label) => ({ label })) }) as never;

test('the next table has the label after the last one, and none that is used', () => {
  expect(nextLabel(labelled())).toBe('T1');
  expect(nextLabel(labelled('T1', 'T2'))).toBe('T3');
  expect(nextLabel(labelled('B8', 'B9', 'B7'))).toBe('B10');
});
