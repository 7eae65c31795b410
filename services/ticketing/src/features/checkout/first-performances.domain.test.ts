import { performanceNumber, vatAtPerformance } from './first-performances.domain';

const part = (rateBasisPoints: number) => ({ label: 'part', rateBasisPoints, amountMinor: 1000 });
const rates = (number: number, ...of: number[]) =>
  vatAtPerformance(of.map(part), number).map(({ rateBasisPoints }) => rateBasisPoints);
const played = (count: number) => Array.from({ length: count }, () => ({ isCancelled: false }));

describe('the rate of the first performances of a show', () => {
  test('is 2.1 % up to the 140th, and 5.5 % from the 141st on', () => {
    expect(rates(1, 210)).toEqual([210]);
    expect(rates(140, 210)).toEqual([210]);
    expect(rates(141, 210)).toEqual([550]);
  });
  test('leaves the other rates and every amount as they are', () => {
    expect(rates(141, 210, 1000, 2000, 0)).toEqual([550, 1000, 2000, 0]);
    expect(vatAtPerformance([part(210)], 141)).toEqual([{ ...part(210), rateBasisPoints: 550 }]);
  });
});

describe('the number of a performance', () => {
  test('counts those before it, here and elsewhere', () => {
    expect(performanceNumber({ elsewhere: 0, performances: [] })).toBe(1);
    expect(performanceNumber({ elsewhere: 0, performances: played(139) })).toBe(140);
    expect(performanceNumber({ elsewhere: 130, performances: played(10) })).toBe(141);
  });
  test('does not count cancelled ones', () => {
    const cancelled = [{ isCancelled: true }, ...played(139), { isCancelled: true }];
    expect(performanceNumber({ elsewhere: 0, performances: cancelled })).toBe(140);
  });
});
