import type { ResourceRow } from '@coulisse/mfe-kit';
import { performanceLabel, performanceTitle } from './performance-title';

beforeAll(() => jest.useFakeTimers({ now: new Date('2026-06-15T12:00:00Z') }));
afterAll(() => jest.useRealTimers());

const record = (over: object = {}): ResourceRow => ({
  ...{ id: 'p1', show: { id: 's1', label: 'Cyrano' }, date: '2026-11-29' },
  ...{ showTimes: ['20:30', '22:30'], mealTimes: ['19:00'] },
  ...over,
});

test.each([
  ['fr', {}, 'Cyrano · dim. 29 nov. 20:30'],
  ['en', {}, 'Cyrano · Sun 29 Nov 20:30'],
  ['fr', { showTimes: [] }, 'Cyrano · dim. 29 nov. 19:00'],
  ['fr', { showTimes: null, mealTimes: null }, 'Cyrano · dim. 29 nov.'],
  ['fr', { show: null }, 'dim. 29 nov. 20:30'],
  ['fr', { date: '2027-01-08' }, 'Cyrano · ven. 8 janv. 2027 20:30'],
  ['en', { date: '2025-01-08' }, 'Cyrano · Wed 8 Jan 2025 20:30'],
] as const)('in %s with %j is %s', (language, over, title) =>
  expect(performanceTitle(record(over), language)).toBe(title),
);

test.each([
  ['fr', 'Cyrano · 29/11/2026 20:30', 'Cyrano · dim. 29 nov. 20:30'],
  ['en', 'Cyrano · 29/11/2026 20:30', 'Cyrano · Sun 29 Nov 20:30'],
  ['fr', 'Cyrano · 08/01/2027', 'Cyrano · ven. 8 janv. 2027'],
  ['fr', '24/12/2025 · le bal · 29/11/2026 20:30:00', '24/12/2025 · le bal · dim. 29 nov. 20:30'],
  ['fr', 'Cyrano', 'Cyrano'],
  ['fr', '', ''],
] as const)('the stored label in %s: %s reads %s', (language, label, read) =>
  expect(performanceLabel(label, language)).toBe(read),
);
