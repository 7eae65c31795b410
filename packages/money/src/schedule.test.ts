import fc from 'fast-check';
import { instalments, paymentSchedule, sum } from './index';

const dates = (schedule: { date: string }[]) => schedule.map(({ date }) => date);

describe('a payment schedule (backoffice §2.7)', () => {
  it('gives the remainder to the last instalment', () => {
    const schedule = paymentSchedule({
      totalMinor: 100_000,
      from: '2026-12-01',
      count: 3,
      interval: { days: 30 },
    });
    expect(schedule).toEqual([
      { date: '2026-12-01', minor: 33_333 },
      { date: '2026-12-31', minor: 33_333 },
      { date: '2027-01-30', minor: 33_334 },
    ]);
  });
  it('keeps the day of the month where the month has it', () => {
    const monthly = { totalMinor: 5, count: 4, interval: 'monthly' as const };
    expect(dates(paymentSchedule({ ...monthly, from: '2028-01-31' }))).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
    expect(dates(paymentSchedule({ ...monthly, from: '2026-11-05', count: 3 }))).toEqual([
      '2026-11-05',
      '2026-12-05',
      '2027-01-05',
    ]);
  });
  it('ends months', () =>
    expect(
      dates(paymentSchedule({ totalMinor: 3, from: '2026-12-05', count: 3, interval: 'endOfMonth' })),
    ).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']));
  it.each([
    [{ count: 0 }],
    [{ count: 1.5 }],
    [{ count: 121 }],
    [{ from: '2026-02-30' }],
    [{ from: '5/12/2026' }],
    [{ interval: { days: 0 } }],
    [{ totalMinor: -1 }],
  ])('refuses %j', (change) =>
    expect(() =>
      paymentSchedule({ totalMinor: 1, from: '2026-12-01', count: 1, interval: 'monthly', ...change }),
    ).toThrow(RangeError),
  );
  it('adds up, and only the last instalment differs', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: 1, max: 120 }), (total, count) => {
        const parts = instalments(total, count);
        expect(parts).toHaveLength(count);
        expect(sum(parts)).toBe(total);
        expect(new Set(parts.slice(0, -1)).size).toBeLessThanOrEqual(1);
        expect(parts.at(-1)! - parts[0]!).toBeLessThan(count);
      }),
    );
  });
});
