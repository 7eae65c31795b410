import { formatFigure, lastOf, periodOf, shownLines, timeStepMs, type Line } from './operations';

const line = (label: string, ...values: (number | null)[]): Line => ({
  label,
  points: values.map((value, index) => [index, value]),
});

it('shows the largest lines in the order of their names, and counts the others', () => {
  const many = Array.from({ length: 9 }, (_, index) => line(`line-${9 - index}`, index, null));
  const { shown, hidden } = shownLines(many);
  expect(shown.map(({ label }) => label)).toEqual([
    'line-1',
    'line-2',
    'line-3',
    'line-4',
    'line-5',
    'line-6',
  ]);
  expect(hidden).toBe(3);
  expect(shownLines([line('a', 1)])).toEqual({ shown: [line('a', 1)], hidden: 0 });
});

it('knows the last value that there is', () => {
  expect(lastOf(line('a', 1, 2, null))).toBe(2);
  expect(lastOf(line('a', null))).toBeNull();
});

it.each([
  [0.9995, 'ratio', 'en', '99.95%'],
  [1, 'ratio', 'fr', '100\u00a0%'],
  [0.084, 'seconds', 'fr', '84\u00a0ms'],
  [2.5, 'seconds', 'en', '2.50\u00a0s'],
  [1234, 'count', 'en', '1,234'],
  [0.3333, 'perSecond', 'en', '0.33\u00a0/s'],
  [0, 'perSecond', 'en', '0\u00a0/s'],
  [null, 'seconds', 'fr', '–'],
] as const)('writes %s %s in %s as %s', (value, unit, language, text) =>
  expect(formatFigure(value, unit, language)).toBe(text),
);

it.each([
  [0, 1],
  [100_000, 1],
  [3_600_000, 15],
  [6 * 3_600_000, 120],
  [24 * 3_600_000, 360],
])('shows times of a chart of %s ms every %s minutes', (length, minutes) =>
  expect(timeStepMs(length)).toBe(minutes * 60_000),
);

it('shows the period of all its lines together', () => {
  const later = (first: number, last: number): Line => ({
    label: 'a',
    points: [
      [first, 1],
      [last, null],
    ],
  });
  expect(periodOf([later(10, 20), later(15, 40)])).toEqual({ min: 10, max: 40 });
  expect(periodOf([])).toEqual({});
});
