import { untilLoaded } from './until-loaded';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a part that cannot be loaded is asked for again, less and less often, until it is there', async () => {
  let calls = 0;
  const load = () => (++calls < 4 ? Promise.reject(new Error('no line')) : Promise.resolve('part'));
  const part = untilLoaded(load);
  await jest.advanceTimersByTimeAsync(999);
  expect(calls).toBe(1);
  await jest.advanceTimersByTimeAsync(1 + 1_999);
  expect(calls).toBe(2);
  await jest.advanceTimersByTimeAsync(1 + 4_000);
  expect(await part).toBe('part');
  expect(calls).toBe(4);
});
