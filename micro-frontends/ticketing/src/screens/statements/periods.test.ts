import { nameOf, periodOf } from './periods';

describe('periods of statements', () => {
  test.each([
    ['today', '2026-11-26', '2026-11-26', '2026-11-26'],
    ['month', '2026-11-26', '2026-11-01', '2026-11-30'],
    ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['month', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['quarter', '2026-11-26', '2026-10-01', '2026-12-31'],
    ['last-quarter', '2026-02-01', '2025-10-01', '2025-12-31'],
    ['year', '2026-11-26', '2026-01-01', '2026-12-31'],
  ] as const)('%s on %s is from %s until %s', (name, today, from, until) => {
    expect(periodOf(name, today)).toEqual({ from, until });
    expect(nameOf({ from, until }, today)).toBe(name);
  });

  test('other periods have no name', () => {
    expect(nameOf({ from: '2026-11-02', until: '2026-11-30' }, '2026-11-26')).toBeNull();
  });
});
