import type { ResourceRow } from '@coulisse/mfe-kit';
import { performanceTitle } from './performance-title';

const record = (over: object = {}): ResourceRow => ({
  ...{ id: 'p1', show: { id: 's1', label: 'Cyrano' }, date: '2026-11-29' },
  ...{ showTimes: ['20:30', '22:30'], mealTimes: ['19:00'] },
  ...over,
});

test.each([
  ['fr', {}, 'Cyrano · dim. 29 nov. 2026 20:30'],
  ['en', {}, 'Cyrano · Sun 29 Nov 2026 20:30'],
  ['fr', { showTimes: [] }, 'Cyrano · dim. 29 nov. 2026 19:00'],
  ['fr', { showTimes: null, mealTimes: null }, 'Cyrano · dim. 29 nov. 2026'],
  ['fr', { show: null }, 'dim. 29 nov. 2026 20:30'],
] as const)('in %s with %j is %s', (language, over, title) =>
  expect(performanceTitle(record(over), language)).toBe(title),
);
