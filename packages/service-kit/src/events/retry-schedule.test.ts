import { DEFAULT_SCHEDULE, isExhausted, retryDelay } from './retry-schedule';

const MINUTE = 60_000;
const even = () => 0.5;
const delay = (ageMs: number) => retryDelay(ageMs, DEFAULT_SCHEDULE, even);

it('grows from two seconds to ten in the first ten minutes, then to five minutes', () => {
  expect([0, 3_000, 8_000, 20_000, 10 * MINUTE].map(delay)).toEqual([2_000, 2_000, 4_000, 10_000, 10_000]);
  expect([11, 30, 50, 600].map((minutes) => delay(minutes * MINUTE) / 1_000)).toEqual([66, 180, 300, 300]);
});

it('never shrinks as time passes', () => {
  const delays = Array.from({ length: 500 }, (_, index) => delay(index * 20_000));
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
});

it('varies by a quarter, so that messages that failed together are not retried together', () => {
  expect(retryDelay(20_000, DEFAULT_SCHEDULE, () => 0)).toBe(7_500);
  expect(retryDelay(20_000, DEFAULT_SCHEDULE, () => 1)).toBe(12_500);
});

it('accepts a negative age, after a clock was set back', () => expect(delay(-5_000)).toBe(2_000));

it('gives up after seven days', () => {
  const day = 24 * 60 * MINUTE;
  expect([7 * day - 1, 7 * day].map((age) => isExhausted(age))).toEqual([false, true]);
});
