import { isAbove, Pressure } from './pressure';

const LIMITS = { eventLoopDelayMs: 300, holdsInFlight: 100 };
const calm = { eventLoopDelayMs: 20, holdsInFlight: 5 };
const slow = { eventLoopDelayMs: 900, holdsInFlight: 5 };
const crowded = { eventLoopDelayMs: 20, holdsInFlight: 101 };

test('a slow event loop or many holds in work are above the limits; a limit of zero is not measured', () => {
  expect([calm, slow, crowded].map((sample) => isAbove(sample, LIMITS))).toEqual([false, true, true]);
  const none = { eventLoopDelayMs: 0, holdsInFlight: 0 };
  expect([slow, crowded].map((sample) => isAbove(sample, none))).toEqual([false, false]);
});

test('three samples in a row change the state, one slow second does not', () => {
  const pressure = new Pressure(LIMITS);
  const after = (...samples: { eventLoopDelayMs: number; holdsInFlight: number }[]) => {
    for (const sample of samples) pressure.take(sample);
    return pressure.isHigh;
  };
  expect(after(slow, slow, calm, slow, slow)).toBe(false);
  expect(after(crowded)).toBe(true);
  expect(after(calm, calm, slow, calm, calm)).toBe(true);
  expect(after(calm)).toBe(false);
});

test('counts the holds that are in work at the same time', async () => {
  const pressure = new Pressure({ eventLoopDelayMs: 0, holdsInFlight: 2 });
  const stop = pressure.start();
  let finish: () => void = () => undefined;
  const work = new Promise<void>((resolve) => (finish = resolve));
  const holds = [1, 2, 3].map(() => pressure.during(() => work));
  for (let second = 0; second < 3; second++) pressure.measure();
  expect(pressure.isHigh).toBe(true);
  finish();
  await Promise.all(holds);
  // The first sample still has the holds that ended in it.
  for (let second = 0; second < 4; second++) pressure.measure();
  expect(pressure.isHigh).toBe(false);
  stop();
});
