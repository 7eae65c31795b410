import { ApiProblem } from '@coulisse/mfe-kit/api';
import { retryWhenRateLimited, waitingUntil } from './rate-limit-retry';

const tooMany = (seconds: number) =>
  new ApiProblem(429, { code: 'request.too-many', detail: 'Too many', params: { seconds } });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('waits for the given seconds, reports the wait, then retries', async () => {
  const answers: (Error | string)[] = [tooMany(3), tooMany(2), 'held'];
  const work = jest.fn(() => {
    const next = answers.shift() ?? '';
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  const done = retryWhenRateLimited(work);
  await jest.advanceTimersByTimeAsync(2_999);
  expect(work).toHaveBeenCalledTimes(1);
  expect(waitingUntil()).not.toBeNull();
  await jest.advanceTimersByTimeAsync(2_001);
  expect(await done).toBe('held');
  expect(work).toHaveBeenCalledTimes(3);
  expect(waitingUntil()).toBeNull();
});

test('fails after the last retry, and at once on other errors', async () => {
  const always = jest.fn(() => Promise.reject(tooMany(1)));
  const refused = expect(retryWhenRateLimited(always)).rejects.toMatchObject({ code: 'request.too-many' });
  await jest.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(always).toHaveBeenCalledTimes(4);
  for (const error of [
    tooMany(600),
    new ApiProblem(429, { code: 'security.too-many-failed-logins', params: { minutes: 1 } }),
    new ApiProblem(409, { code: 'hold.network-limit', params: { seconds: 1 } }),
    new Error('lost'),
  ]) {
    const work = jest.fn(() => Promise.reject(error));
    await expect(retryWhenRateLimited(work)).rejects.toBe(error);
    expect(work).toHaveBeenCalledTimes(1);
  }
  expect(waitingUntil()).toBeNull();
});

test('stops waiting when it is aborted', async () => {
  const leave = new AbortController();
  const work = jest.fn(() => Promise.reject(tooMany(30)));
  const left = expect(retryWhenRateLimited(work, leave.signal)).rejects.toMatchObject({ name: 'AbortError' });
  await jest.advanceTimersByTimeAsync(100);
  leave.abort();
  await left;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(1);
  expect(waitingUntil()).toBeNull();
});
