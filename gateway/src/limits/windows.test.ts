import fc from 'fast-check';
import { Windows } from './windows';

const clock = () => {
  const time = { now: 1_000_000 };
  return { time, now: () => time.now };
};

test('limits the calls of a key per window, then returns the wait until its end', () => {
  const { time, now } = clock();
  const windows = new Windows({ points: 2, seconds: 60 }, 10, now);
  expect([windows.hit('a'), windows.hit('a'), windows.hit('a'), windows.hit('b')]).toEqual([0, 0, 60, 0]);
  time.now += 59_001;
  expect(windows.hit('a')).toBe(1);
  time.now += 999;
  expect(windows.hit('a')).toBe(0);
});

test('refused calls do not prolong the wait', () => {
  const { time, now } = clock();
  const windows = new Windows({ points: 1, seconds: 10 }, 10, now);
  windows.hit('a');
  for (let second = 0; second < 10; second++) {
    expect(windows.hit('a')).toBe(10 - second);
    time.now += 1000;
  }
  expect(windows.hit('a')).toBe(0);
});

test('a million keys take at most 1,000 entries, and recent keys are still counted', () => {
  const windows = new Windows({ points: 1, seconds: 60 }, 1000);
  for (let at = 0; at < 1_000_000; at++) windows.hit(`key ${at}`);
  expect(windows.size).toBe(1000);
  expect(windows.hit('key 999999')).toBeGreaterThan(0);
});

test('evicts keys whose window has ended first', () => {
  const { time, now } = clock();
  const windows = new Windows({ points: 1, seconds: 10 }, 3, now);
  windows.hit('a');
  windows.hit('b');
  time.now += 10_000;
  windows.hit('c');
  expect(windows.size).toBe(1);
});

test('never allows more than its points in a window, for any sequence of calls', () => {
  const call = fc.record({ key: fc.constantFrom('a', 'b', 'c'), after: fc.integer({ min: 0, max: 4000 }) });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (asks) => {
      const { time, now } = clock();
      const windows = new Windows({ points: 3, seconds: 5 }, 100, now);
      const allowed: Record<string, number[]> = { a: [], b: [], c: [] };
      for (const { key, after } of asks) {
        time.now += after;
        const wait = windows.hit(key);
        if (wait === 0) allowed[key]?.push(time.now);
        else expect(wait).toBeLessThanOrEqual(5);
      }
      // Fixed windows: at most twice the points in the time of one.
      for (const times of Object.values(allowed))
        for (const [at, time] of times.entries())
          expect(times.slice(at).filter((other) => other < time + 5000).length).toBeLessThanOrEqual(6);
    }),
  );
});
