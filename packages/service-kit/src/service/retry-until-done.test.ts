import { retryUntilDone } from './retry-until-done';

it('does the work once when it succeeds', async () => {
  const work = jest.fn(() => Promise.resolve());
  expect(await retryUntilDone(work, new AbortController().signal, () => undefined)).toBe(true);
  expect(work).toHaveBeenCalledTimes(1);
});

it('ends without a further attempt when it is stopped', async () => {
  const stopping = new AbortController();
  const waits: number[] = [];
  const done = await retryUntilDone(
    () => Promise.reject(new Error('away')),
    stopping.signal,
    (_error, againInMs) => {
      waits.push(againInMs);
      stopping.abort();
    },
  );
  expect([done, waits]).toEqual([false, [500]]);
});
