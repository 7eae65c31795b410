import { isTransient } from '../problem/to-problem';
import { unlessAborted, withTimeLimit } from './time-limit';

const never = () => new Promise<never>(() => undefined);

it('returns the result in time, and does not abort the signal afterwards', async () => {
  let seen: AbortSignal | undefined;
  const answer = await withTimeLimit(5, async (signal) => {
    seen = signal;
    return 'done';
  });
  await new Promise((resolve) => setTimeout(resolve, 15));
  expect([answer, seen?.aborted]).toEqual(['done', false]);
});

it('rejects with a transient error after the time limit', async () => {
  const late = await withTimeLimit(5, never).catch((error: unknown) => error);
  expect(late).toMatchObject({ name: 'TimeoutError', message: 'not done after 5 ms' });
  expect(isTransient(late)).toBe(true);
});

it('aborts the signal, and ignores how the work fails afterwards', async () => {
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  const abortReasons: unknown[] = [];
  await expect(
    withTimeLimit(5, async (signal) => {
      await unlessAborted(never(), signal).catch((error: unknown) => abortReasons.push(error));
      throw new Error('too late to matter');
    }),
  ).rejects.toThrow('not done');
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', unhandled);
  expect([abortReasons.length, unhandled.mock.calls]).toEqual([1, []]);
});

it('leaves nothing at a signal that many works share, whether they succeed or fail', async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...args: Parameters<typeof add>) => void ((listeners += 1), add(...args));
  signal.removeEventListener = (...args: Parameters<typeof remove>) =>
    void ((listeners -= 1), remove(...args));
  const works = Array.from({ length: 20 }, (_, index) =>
    unlessAborted(index % 2 ? Promise.resolve() : Promise.reject(new Error('failed')), signal),
  );
  expect(listeners).toBe(20);
  await Promise.allSettled(works);
  expect(listeners).toBe(0);
});
